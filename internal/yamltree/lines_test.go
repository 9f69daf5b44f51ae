package yamltree_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/internal/yamltree"
)

func TestLines(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"{}", "{} | "},
		{"a: 1", "a: 1 | .a=1"},
		{"a: {b: 1, c: {}}", "a: | .a\n  b: 1 | .a.b=1\n  c: {} | .a.c"},
		{"a: [x, [y, z], {b: 1, c: [2]}]",
			"a: | .a\n  - x | .a[0]=x\n  - - y | .a[1][0]=y\n    - z | .a[1][1]=z\n  - b: 1 | .a[2].b=1\n    c: | .a[2].c\n      - 2 | .a[2].c[0]=2"},
		{"a: |\n  one\n\n  two\nb:", "a: | | .a=0\n  one | .a=1\n | .a=2\n  two | .a=3\nb: | .b="},
		{"[1, []]", "- 1 | [0]=1\n- [] | [1]"},
		{"word", "word | =word"},
	}
	for _, tt := range tests {
		n, faults := parse(tt.text)
		if len(faults) > 0 {
			t.Fatal(list(faults))
		}
		if diff := cmp.Diff(tt.want, linesOf(n)); diff != "" {
			t.Errorf("%s: %s", tt.text, diff)
		}
	}
	if got := yamltree.Lines(nil); len(got) != 1 {
		t.Error(got)
	}
}

// linesOf writes each line of a tree with what it is about.
func linesOf(n *yamltree.Node) string {
	text := strings.Split(strings.TrimSuffix(string(yamltree.Append(nil, n)), "\n"), "\n")
	var out []string
	for i, l := range yamltree.Lines(n) {
		var line strings.Builder
		line.WriteString(text[i] + " | ")
		for _, s := range l.Steps {
			if s.Key != nil {
				line.WriteString("." + s.Key.Name)
			} else {
				line.WriteString("[" + strconv.Itoa(s.Index) + "]")
			}
		}
		if l.Node.Kind == yamltree.Scalar {
			value := l.Node.Value
			if strings.Contains(value, "\n") {
				value = strconv.Itoa(l.Part)
			}
			line.WriteString("=" + value)
		}
		out = append(out, line.String())
	}
	return strings.Join(out, "\n")
}
