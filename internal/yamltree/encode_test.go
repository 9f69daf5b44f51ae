package yamltree_test

import (
	"fmt"
	"strings"
	"testing"

	"tailor/internal/source"
	"tailor/internal/yamltree"
)

func TestNewString(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value  string
		prefer yamltree.Style
		want   string
	}{
		{"a b", yamltree.Plain, "a b"},
		{"é日本", yamltree.Plain, "é日本"},
		{"https://host:80/x#y", yamltree.Plain, "https://host:80/x#y"},
		{"/etc/${x}", yamltree.Plain, "/etc/${x}"},
		{"1.2.3", yamltree.Plain, "1.2.3"},
		{"it's", yamltree.Plain, "it's"},
		{`a: "b"`, yamltree.Plain, `'a: "b"'`},
		{"", yamltree.Plain, `""`},
		{"a: b", yamltree.Plain, `"a: b"`},
		{"a #b", yamltree.Plain, `"a #b"`},
		{"a<<b", yamltree.Plain, `"a<<b"`},
		{"a:", yamltree.Plain, `"a:"`},
		{" a", yamltree.Plain, `" a"`},
		{"a ", yamltree.Plain, `"a "`},
		{"😀", yamltree.Plain, `"😀"`},
		{"a\tb", yamltree.Plain, `"a\tb"`},
		{"a\nb\n", yamltree.Plain, "|\n  a\n  b"},
		{"a\nb ", yamltree.Plain, `"a\nb "`},
		{"a", yamltree.DoubleQuoted, `"a"`},
		{"a\nb\n", yamltree.DoubleQuoted, `"a\nb\n"`},
		{"it's", yamltree.SingleQuoted, `'it''s'`},
		{"a\nb", yamltree.SingleQuoted, `"a\nb"`},
		{"a", yamltree.Literal, "|-\n  a"},
		{"a\n", yamltree.Folded, "|\n  a"},
		{"a\x01\n", yamltree.Literal, `"a\x01\n"`},
		{"\ufff9\U000e0001", yamltree.Plain, "\"\\uFFF9\U000e0001\""},
		{"a\xffb", yamltree.Plain, `"a\uFFFDb"`},
	} {
		t.Run(fmt.Sprintf("%q", c.value), func(t *testing.T) {
			t.Parallel()
			n := yamltree.NewString(c.value, c.prefer, source.Span{})
			if got := string(yamltree.Append(nil, n)); got != c.want+"\n" {
				t.Errorf("NewString(%q) is written %q, want %q", c.value, got, c.want+"\n")
			}
		})
	}
}

// TestNewStringIsAString has text that some reader takes for something else than a string.
func TestNewStringIsAString(t *testing.T) {
	t.Parallel()
	values := strings.Fields(`y Y n N yes Yes YES no No NO on On ON off Off OFF true True TRUE false False FALSE
		null Null NULL ~ nil none None . .. ... .inf .Inf .INF +.inf -.Inf .nan .NaN .NAN inf nan NaN Infinity
		0 00 1 +1 -1 -0 +_5 +-5 0755 0o755 0O7 08 089 09 0x1F 0X1F 0b1 0B1 1_000 _1 1_ 1. .5 +.5 1.10 3.0 1e3 1E3 1e+3 1e-3
		-1e3 1.e1 1e1_0 .1e1 18446744073709551616 -9223372036854775809 0x 0b 1:20 12:30:45 190:20:30.15 -1:20 1:20.
		2026-01-01 2026-1-1 2026-01-01T10:00:00Z 2026-01-01t1:00:00+02:00 2026-13-45 1,000 1,2 << = - -- --- ? : :: ! !a !!str & &a * *a
		| |- > >- { } [ ] {a} [a] , # #a % %a @a ` + "`a" + ` ' " 'a' "a" a: :a a:b -a ?a $unset`)
	values = append(values, "2026-01-01 10:00:00", "2026-01-01 10:00:00 +2", "- a", "? a", ": a", "a: b", "a #b", "--- a", "... a", "a <<", "1 2", "0x 1")
	for _, style := range []yamltree.Style{yamltree.Plain, yamltree.SingleQuoted, yamltree.DoubleQuoted, yamltree.Literal, yamltree.Folded} {
		for _, value := range values {
			n := yamltree.NewString(value, style, source.Span{})
			key := yamltree.Key{Name: value, Style: n.Style}
			for _, tree := range []*yamltree.Node{mapOf("a", n), mapOf(key, word("x")), listOf(n), listOf(mapOf(key, n))} {
				checkStrings(t, tree)
			}
		}
	}
}

// checkStrings fails the test unless every reader reads nothing but the strings of n.
func checkStrings(t *testing.T, n *yamltree.Node) {
	t.Helper()
	written := yamltree.Append(nil, n)
	for _, r := range readers {
		got, err := r.read(written)
		if want := strictly(n); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s reads %q as %v (%v), want %v", r.name, written, got, err, want)
		}
	}
}

func strictly(n *yamltree.Node) any {
	switch n.Kind {
	case yamltree.Map:
		fields := map[string]any{}
		for _, e := range n.Entries {
			fields[leaf(e.Key.Name)] = strictly(e.Value)
		}
		return fields
	case yamltree.List:
		items := []any{}
		for _, item := range n.Items {
			items = append(items, strictly(item))
		}
		return items
	case yamltree.Absent, yamltree.Scalar:
	}
	return leaf(n.Value)
}
