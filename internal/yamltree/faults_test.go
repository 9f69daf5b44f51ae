package yamltree_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/internal/source"
	"tailor/internal/yamltree"
)

var update = flag.Bool("update", false, "rewrite what testdata/*.txt says about each text")

// TestFaults compares what is said about each text in testdata/faults.txt. Run it with -update to rewrite what
// stands there.
func TestFaults(t *testing.T) {
	t.Parallel()
	const name = "testdata/faults.txt"
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for block := range strings.SplitSeq(strings.TrimPrefix(string(raw), "=== "), "\n=== ") {
		title, rest, _ := strings.Cut(block, "\n")
		text, want, _ := strings.Cut(rest, "\n-----\n")
		root, faults := parse(text + "\n")
		got := list(faults)
		fmt.Fprintf(&out, "=== %s\n%s\n-----\n%s", title, text, got)
		if root != nil {
			t.Errorf("%s: there is a tree", title)
		}
		if diff := cmp.Diff(strings.Trim(want, "\n"), strings.Trim(got, "\n")); diff != "" && !*update {
			t.Errorf("%s:\n%s\n(-file +got)\n%s", title, text, diff)
		}
	}
	if *update {
		if err := os.WriteFile(name, out.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestParseNothing(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "\n", "\ufeff", "# comment\n", "---", "---\n# comment\n", "---\n...\n", "~", "null\n", "--- # c\n", "--- null"} {
		if root, faults := parse(text); root != nil || len(faults) > 0 {
			t.Errorf("%q: got %s%s", text, dump(root), list(faults))
		}
	}
}

// TestParseText holds what cannot be shown in a file: bytes and characters that no parser should see.
func TestParseText(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"invalid UTF-8", "a: 1\nb: \"x\xffy\"\n", "error T0102: the file is not UTF-8\nat 2:6 «\xff»\nhelp: save it as UTF-8: this byte belongs to no character\n"},
		{"UTF-16", "a\x00:\x00", "error T0103: the character U+0000 is not allowed\nat 1:2 «\x00»\nhelp: remove it, or write it as an escape in double quotes: `\"\\x00\"`\n" +
			"error T0103: the character U+0000 is not allowed\nat 1:4 «\x00»\nhelp: remove it, or write it as an escape in double quotes: `\"\\x00\"`\n"},
		{"NEL", "a: ö\u0085b", "error T0103: the character U+0085 is not allowed\nat 1:5 «\u0085»\nhelp: remove it, or write it as an escape in double quotes: `\"\\x85\"`\n"},
		{"line separator", "a: \u2028b", "error T0103: the character U+2028 is not allowed\nat 1:4 «\u2028»\nhelp: remove it, or write it as an escape in double quotes: `\"\\u2028\"`\n"},
		{"byte order mark inside", "a: \ufeff", "error T0103: the character U+FEFF is not allowed\nat 1:4 «\ufeff»\nhelp: remove it, or write it as an escape in double quotes: `\"\\uFEFF\"`\n"},
		{"lone carriage return", "a: 1\rb: 2", "error T0103: the character U+000D is not allowed\nat 1:5 «\r»\nhelp: remove it, or write it as an escape in double quotes: `\"\\x0D\"`\n"},
		{"size", "a: 1\n" + strings.Repeat("#", yamltree.MaxFile), "error T0101: the file is larger than 512 KiB\nat 1:1 «»\nhelp: split it into files that `$include` puts together\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, faults := parse(test.text)
			if diff := cmp.Diff(test.want, list(faults)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseCRLF(t *testing.T) {
	t.Parallel()
	root, faults := parse("\ufeff# c\r\na: \"x\r\n  y\"\r\nb: |\r\n  1\r\n  2\r\n")
	if len(faults) > 0 || root.Get("a").Value != "x y" || root.Get("b").Value != "1\n2\n" {
		t.Errorf("got %s%s", dump(root), list(faults))
	}
	if line, col := root.Get("b").Span.Position(); line != 4 || col != 4 {
		t.Errorf("b is at %d:%d", line, col)
	}
}

// TestParseShares holds that an alias is the very node of its anchor, also through `<<`.
func TestParseShares(t *testing.T) {
	t.Parallel()
	root, faults := parse("a: &a {x: [1]}\nb: *a\nc: {<<: *a}\n")
	if len(faults) > 0 {
		t.Fatal(list(faults))
	}
	a := root.Get("a")
	if root.Get("b") != a || root.Get("c").Get("x") != a.Get("x") {
		t.Error("nodes are copied")
	}
	if root.Size() != 10 {
		t.Errorf("size is %d", root.Size())
	}
}

// TestParseLimits holds that each limit is met by a document at it, and reported at the first thing beyond it.
func TestParseLimits(t *testing.T) {
	t.Parallel()
	list := func(n int) string { return "[" + strings.Repeat("0,", n) + "]" }
	keys := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "k%d: 0\n", i)
		}
		return b.String()
	}
	nest := func(open, inside, end string, n int) string {
		return strings.Repeat(open, n) + inside + strings.Repeat(end, n)
	}
	steps := func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.Repeat(" ", i) + "a:\n")
		}
		return b.String()
	}
	bomb := func(width, levels int) string {
		var b strings.Builder
		b.WriteString("a0: &a0 0\n")
		for i := range levels {
			fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i), width), ","))
		}
		return b.String()
	}
	var merges strings.Builder
	merges.WriteString("m0: &m0 {k0: 0}\n")
	for i := range 2000 {
		fmt.Fprintf(&merges, "m%d: &m%d {<<: *m%d, k%d: 0}\n", i+1, i+1, i, i+1)
	}
	tests := []struct {
		name, text, want string
	}{
		{"values", list(yamltree.MaxNodes - 1), ""},
		{"one value more", list(yamltree.MaxNodes), "T0110: the file has more than 50000 keys and values 1:100000"},
		{"keys", keys(yamltree.MaxKeys), ""},
		{"one key more", keys(yamltree.MaxKeys + 1), "T0110: the map has more than 5000 keys 5001:1"},
		{"key", strings.Repeat("k", yamltree.MaxKeyLength) + ": 0", ""},
		{"longer key", "a: 0\n" + strings.Repeat("k", yamltree.MaxKeyLength+1) + ": 0", "T0111: the key is longer than 1024 bytes 2:1"},
		{"longer wide key", strings.Repeat("ä", 513) + ": 0", "T0111: the key is longer than 1024 bytes 1:1"},
		{"flow levels", nest("[", "", "]", yamltree.MaxDepth), ""},
		{"flow levels with a value", nest("[", "0", "]", yamltree.MaxDepth), ""},
		{"one flow level more", nest("[", "", "]", yamltree.MaxDepth+1), "T0109: more than 200 levels of nesting 1:201"},
		{"dashes", nest("- ", "0", "", yamltree.MaxDepth), ""},
		{"one dash more", nest("- ", "0", "", yamltree.MaxDepth+1), "T0109: more than 200 levels of nesting 1:401"},
		{"block levels", steps(yamltree.MaxDepth), ""},
		{"one block level more", steps(yamltree.MaxDepth + 1), "T0109: more than 200 levels of nesting 201:201"},
		{"levels through an alias", "a: &a " + nest("[", "", "]", 100) + "\nb: " + nest("[", "*a", "]", 99), ""},
		{"one more level through an alias", "a: &a " + nest("[", "", "]", 100) + "\nb: " + nest("[", "*a", "]", 100), "T0109: more than 200 levels of nesting through `*a` 2:104"},
		{"100000 open brackets", nest("[", "", "", 100_000), "T0109: more than 200 levels of nesting 1:201"},
		{"100000 dashes", nest("- ", "", "", 100_000), "T0109: more than 200 levels of nesting 1:401"},
		{"100000 open maps", nest("{a: ", "", "", 100_000), "T0109: more than 200 levels of nesting 1:801"},
		{"aliases", bomb(9, 5), ""},
		{"alias bomb", bomb(9, 6), "T0113: the aliases in here stand for more than 200000 values 7:5"},
		{"bigger alias bomb", bomb(9, 40), "T0113: the aliases in here stand for more than 200000 values 7:5"},
		{"merge bomb", merges.String(), "T0113: the `<<` up to this one bring more than 200000 values 633:14"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, faults := parse(test.text)
			got := ""
			if len(faults) > 0 {
				line, col := faults[0].Primary().Span.Position()
				got = fmt.Sprintf("%s %d:%d", faults[0].Error(), line, col)
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestParseHostile holds that each of these is answered with a fault. They would take a parser without limits
// minutes, or all memory.
func TestParseHostile(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"[", "{", "[,", "{a: ", "- ", "-\n", "? ", ": ", "a: b\n", "&a ", "!a ", "*a ", "\"", "|\n", "a: |\n", "a:\n ", "%", "\t", "---\n", "{{", "[]", "a: [\n", "a: &a\n", "<<: ", "@", "&a [", "!!str "} {
		text := strings.Repeat(word, yamltree.MaxFile/len(word))
		f := source.New("f.yaml", []byte(text))
		root, faults := yamltree.Parse(f)
		if len(faults) == 0 {
			t.Errorf("%q: no fault but a %s", word, root.Kind)
			continue
		}
		checkComplete(t, f, faults)
	}
}
