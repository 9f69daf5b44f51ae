package yamltree_test

import (
	"fmt"
	"strings"
	"testing"

	"tailor/internal/diag"
	"tailor/internal/yamltree"
)

// TestPaths holds the bound on what goccy/go-yaml keeps for each value: the keys that lead to it.
func TestPaths(t *testing.T) {
	t.Parallel()
	deep := func(levels, values int) string {
		var b strings.Builder
		for i := range levels {
			b.WriteString(strings.Repeat(" ", i) + strings.Repeat("k", 1000) + ":\n")
		}
		return b.String() + strings.Repeat(" ", levels) + "[" + strings.Repeat("x,", values) + "]\n"
	}
	tests := []struct {
		name, text, want string
	}{
		{"long keys above few values", deep(100, 50), ""},
		{"long keys above many values", deep(100, 48_000), "T0110 101:234"},
		{"a long list below a short key", deep(0, 49_000), ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			n, faults := parse(test.text)
			if got := brief(faults); got != test.want {
				t.Errorf("got %q, want %q\n%s", got, test.want, list(faults))
			}
			if (n == nil) != (test.want != "") {
				t.Error("there is a tree and a fault, or neither")
			}
		})
	}
}

// TestBlankLines holds that blank lines cost nothing and lose nothing: the parser that gives the second opinion
// copies a block for each of them.
func TestBlankLines(t *testing.T) {
	t.Parallel()
	many := strings.Repeat("\n", yamltree.MaxFile-100)
	for _, test := range []struct{ name, text, want string }{
		{"a block of nothing", "a: >" + many + "b: 1\n", ""},
		{"at the end of a block", "a: |\n  x" + many + "b: 1\n", "x\n"},
		{"in the middle of a block", "a: |\n  x" + many + "  y\nb: 1\n", "x" + many + "y\n"},
		{"with blanks in them", "a: |\n  x\n" + strings.Repeat(" \n", 200_000) + "b: 1\n", "x\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			n, faults := parse(test.text)
			if len(faults) > 0 {
				t.Fatal(list(faults))
			}
			if got := n.Get("a").Value; got != test.want || n.Get("b").Value != "1" {
				t.Errorf("got %.40q with %d bytes", got, len(got))
			}
		})
	}
}

// brief is the code and the place of each fault.
func brief(faults []diag.Diagnostic) string {
	words := make([]string, len(faults))
	for i, d := range faults {
		line, col := d.Primary().Span.Position()
		words[i] = fmt.Sprintf("%s %d:%d", d.Code, line, col)
	}
	return strings.Join(words, ", ")
}

// TestQuotedTab holds that a tab which only one parser can read is shown, wherever that parser stumbles.
func TestQuotedTab(t *testing.T) {
	t.Parallel()
	const want = "error T0116: YAML parsers disagree about a tab in double quotes\n" +
		"at 1:6 «\t»\nhelp: write the tab as `\\t`, or put the text in single quotes\n"
	for _, text := range []string{"a: \"x\ty\"\nb: 1\n", "-  \"x\ty\"\n- b\n"} {
		if _, faults := parse(text); list(faults) != want {
			t.Errorf("%q: got\n%s", text, list(faults))
		}
	}
	for _, text := range []string{"a: \"x\ty\"\n", "a: 'x\ty'\nb: 1\n", "a: \"x\\ty\"\nb: 1\n"} {
		if _, faults := parse(text); len(faults) > 0 {
			t.Errorf("%q: got\n%s", text, list(faults))
		}
	}
}

// TestManyFaults holds that a text of nothing but faults is not answered at any length.
func TestManyFaults(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"%A\n", "- *a\n", "- \x01\n"} {
		if _, faults := parse(strings.Repeat(line, 1000)); len(faults) != 20 {
			t.Errorf("%q: %d faults", line, len(faults))
		}
	}
}
