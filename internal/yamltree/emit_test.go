package yamltree_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/internal/source"
	"tailor/internal/yamltree"
)

func mapOf(pairs ...any) *yamltree.Node {
	entries := make([]yamltree.Entry, 0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		key, ok := pairs[i].(yamltree.Key)
		if !ok {
			key = yamltree.Key{Name: pairs[i].(string)}
		}
		entries = append(entries, yamltree.Entry{Key: &key, Value: pairs[i+1].(*yamltree.Node)})
	}
	return yamltree.NewMap(entries, source.Span{})
}

func listOf(items ...*yamltree.Node) *yamltree.Node { return yamltree.NewList(items, source.Span{}) }

func plain(text string, typ yamltree.Type) *yamltree.Node {
	return yamltree.NewScalar(text, typ, yamltree.Plain, source.Span{})
}

func text(value string, style yamltree.Style) *yamltree.Node {
	return yamltree.NewScalar(value, yamltree.String, style, source.Span{})
}

func word(value string) *yamltree.Node { return text(value, yamltree.Plain) }

func removed() *yamltree.Node { return yamltree.NewAbsent(source.Span{}, nil) }

func null() *yamltree.Node { return plain("", yamltree.Null) }

// appendCases are trees and what is written for them. Every reader reads each of them back.
var appendCases = []struct {
	name string
	tree *yamltree.Node
	want string
}{
	{"nothing", nil, "{}\n"},
	{"a removed root", removed(), "{}\n"},
	{"an empty map", mapOf(), "{}\n"},
	{"a map of removed values", mapOf("a", removed(), "b", removed()), "{}\n"},
	{"an empty list", listOf(), "[]\n"},
	{"a list of removed values", listOf(removed()), "[]\n"},
	{"a scalar", word("a"), "a\n"},
	{"a null", null(), "null\n"},
	{"a root that looks like a marker", word("--- a"), "\"--- a\"\n"},
	{"a literal root", text("---\na\n", yamltree.Literal), "|\n  ---\n  a\n"},
	{
		"plain text as it is",
		listOf(
			plain("0755", yamltree.Int), plain("1.10", yamltree.Float), plain("3.0", yamltree.Float), word("yes"),
			plain("1e3", yamltree.Float), plain("2026-01-01", yamltree.Time), plain("~", yamltree.Null),
			plain("True", yamltree.Bool), word("12:30:45"),
		),
		"- 0755\n- 1.10\n- 3.0\n- yes\n- 1e3\n- 2026-01-01\n- ~\n- True\n- 12:30:45\n",
	},
	{
		"plain text that readers do not agree on",
		mapOf("a", word("<<"), "b", word("x\ty"), "c", word("cat <<"), "x<<", word("u"), "a\tb", word("v"), "--- k", word("v")),
		"a: \"<<\"\nb: \"x\\ty\"\nc: \"cat <<\"\n\"x<<\": u\n\"a\\tb\": v\n\"--- k\": v\n",
	},
	{
		"plain text that only brackets can hold",
		mapOf("a", listOf(word("a:"), word("-"), word("?"), word(":"), word("-a"), word("a:b")), "b", word("c:"), "d", word("")),
		"a:\n  - \"a:\"\n  - \"-\"\n  - \"?\"\n  - \":\"\n  - -a\n  - a:b\nb: \"c:\"\nd: \"\"\n",
	},
	{
		"nulls of nothing",
		mapOf("a", null(), "b", mapOf("c", null()), "d", listOf(mapOf("e", null()), null(), listOf(null())), "f", null()),
		"a:\nb:\n  c:\nd:\n  - e:\n  - null\n  - - null\nf:\n",
	},
	{
		"nested and empty collections",
		mapOf(
			"a", mapOf("b", mapOf(), "c", listOf()),
			"d", listOf(mapOf(), listOf(), mapOf("e", listOf(word("x")), "f", word("y")), listOf(listOf(word("z")), word("w"))),
		),
		"a:\n  b: {}\n  c: []\nd:\n  - {}\n  - []\n  - e:\n      - x\n    f: y\n  - - - z\n    - w\n",
	},
	{
		"removed values",
		mapOf("a", removed(), "b", listOf(removed(), mapOf("c", removed(), "d", word("x")), mapOf("e", removed())), "f", listOf(removed())),
		"b:\n  - d: x\n  - {}\nf: []\n",
	},
	{
		"keys",
		mapOf(
			yamltree.Key{Name: "0755", Type: yamltree.Int}, word("a"),
			yamltree.Key{Name: "1.10", Type: yamltree.Float, Style: yamltree.DoubleQuoted}, word("b"),
			yamltree.Key{Name: "it's", Style: yamltree.SingleQuoted}, mapOf(yamltree.Key{Name: "a\nb", Style: yamltree.SingleQuoted}, word("c")),
			yamltree.Key{Name: "", Style: yamltree.DoubleQuoted}, word("d"),
			yamltree.Key{Name: "x\ny\n", Style: yamltree.Literal}, word("e"),
		),
		"0755: a\n\"1.10\": b\n'it''s':\n  \"a\\nb\": c\n\"\": d\n\"x\\ny\\n\": e\n",
	},
	{
		"quoted strings",
		listOf(
			text("664", yamltree.DoubleQuoted), text("664", yamltree.SingleQuoted), text(`it's "so"`, yamltree.SingleQuoted),
			text("a\nb", yamltree.SingleQuoted), text("a\tb", yamltree.SingleQuoted), text("", yamltree.SingleQuoted),
			text("\"\\/\n\t\r\x1b\u0085\u2028\ufeff\U0001F600é", yamltree.DoubleQuoted),
		),
		"- \"664\"\n- '664'\n- 'it''s \"so\"'\n- \"a\\nb\"\n- \"a\\tb\"\n- ''\n- \"\\\"\\\\/\\n\\t\\r\\x1B\\x85\\u2028\\uFEFF😀é\"\n",
	},
	{
		"blocks",
		mapOf(
			"clip", text("a\n\n\tb\nc\n", yamltree.Literal), "strip", text("a\n  b", yamltree.Literal),
			"keep", text("a\n\n", yamltree.Literal), "list", listOf(text("a \nb\n", yamltree.Literal), text("one\n", yamltree.Literal)),
			"folded", text("a b\nc\n", yamltree.Folded), "indented", text("\n  a\nb\n", yamltree.Literal), "tab", text("\ta\nb", yamltree.Literal),
		),
		"clip: |\n  a\n\n  \tb\n  c\nstrip: |-\n  a\n    b\nkeep: |+\n  a\n\nlist:\n  - |\n    a \n    b\n  - |\n    one\n" +
			"folded: |\n  a b\n  c\nindented: |2\n\n    a\n  b\ntab: |2-\n  \ta\n  b\n",
	},
	{
		"blocks that readers do not agree on",
		mapOf(
			"end", text("a\nb ", yamltree.Literal), "keep", text(" a\n\n", yamltree.Literal), "breaks", text("\n\n", yamltree.Literal),
			"blanks", text("  \n", yamltree.Literal), "empty", text("", yamltree.Folded), "control", text("a\r\nb\n", yamltree.Literal),
		),
		"end: \"a\\nb \"\nkeep: \" a\\n\\n\"\nbreaks: \"\\n\\n\"\nblanks: \"  \\n\"\nempty: \"\"\ncontrol: \"a\\r\\nb\\n\"\n",
	},
}

func TestAppend(t *testing.T) {
	t.Parallel()
	for _, c := range appendCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := yamltree.Append(nil, c.tree)
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if c.tree != nil {
				checkReaders(t, c.tree, got)
			}
		})
	}
}

// TestAppendFromBrackets has text that stands in brackets as it cannot stand outside of them.
func TestAppendFromBrackets(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"k: [a:, b]\n":        "k:\n  - \"a:\"\n  - b\n",
		"k: {j: a:, i: b}\n":  "k:\n  j: \"a:\"\n  i: b\n",
		"k: [-]\n":            "k:\n  - \"-\"\n",
		"k: [[], {}, [ ]]\n":  "k:\n  - []\n  - {}\n  - []\n",
		"k: [a b, -c, d#e]\n": "k:\n  - a b\n  - -c\n  - d#e\n",
	} {
		n, faults := yamltree.Parse(source.New("in.yaml", []byte(in)))
		if len(faults) > 0 {
			continue // a text that is refused cannot be written wrongly
		}
		got := string(yamltree.Append(nil, n))
		if got != want {
			t.Errorf("%q is written %q, want %q", in, got, want)
		}
		checkReaders(t, n, []byte(got))
	}
}

func TestAppendDeep(t *testing.T) {
	t.Parallel()
	for name, wrap := range map[string]func(*yamltree.Node) *yamltree.Node{
		"maps":  func(n *yamltree.Node) *yamltree.Node { return mapOf("a", n) },
		"lists": func(n *yamltree.Node) *yamltree.Node { return listOf(n) },
		"both":  func(n *yamltree.Node) *yamltree.Node { return listOf(mapOf("a", n, "b", null())) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := text("x\n\ty\n", yamltree.Literal)
			for range 100 {
				n = wrap(n)
			}
			checkReaders(t, n, yamltree.Append(nil, n))
		})
	}
}

// sample is a tree like a real configuration: about 150 lines and 3 KB.
func sample() *yamltree.Node {
	packages := make([]*yamltree.Node, 60)
	for i := range packages {
		packages[i] = word(fmt.Sprintf("package-name-%d", i))
	}
	files := make([]*yamltree.Node, 15)
	for i := range files {
		files[i] = mapOf(
			"source", word(fmt.Sprintf("files/etc/config-%d.conf", i)), "destination", word(fmt.Sprintf("/etc/config-%d.conf", i)),
			"permissions", text("664", yamltree.DoubleQuoted), "optional", plain("true", yamltree.Bool),
		)
	}
	script := text(strings.Repeat("if true; then\n\techo 'configured'\nfi\n", 8), yamltree.Literal)
	return mapOf("os", mapOf("packages", mapOf("install", listOf(packages...)), "additionalFiles", listOf(files...)), "scripts",
		mapOf("postCustomization", listOf(mapOf("content", script))))
}

func TestAppendPlainPathDoesNotAllocate(t *testing.T) {
	n := sample()
	buffer := yamltree.Append(nil, n)
	if allocs := testing.AllocsPerRun(20, func() { buffer = yamltree.Append(buffer[:0], n) }); allocs != 0 {
		t.Errorf("%v allocations, want none", allocs)
	}
}

func BenchmarkAppend(b *testing.B) {
	n := sample()
	buffer := yamltree.Append(nil, n)
	b.Logf("%d bytes, %d lines", len(buffer), bytes.Count(buffer, []byte("\n")))
	b.SetBytes(int64(len(buffer)))
	b.ReportAllocs()
	for b.Loop() {
		buffer = yamltree.Append(buffer[:0], n)
	}
}

func ExampleAppend() {
	here := source.Span{}
	root := yamltree.NewMap([]yamltree.Entry{
		{Key: &yamltree.Key{Name: "mode"}, Value: yamltree.NewScalar("0755", yamltree.Int, yamltree.Plain, here)},
		{Key: &yamltree.Key{Name: "name"}, Value: yamltree.NewString("on", yamltree.Plain, here)},
	}, here)
	fmt.Printf("%s", yamltree.Append(nil, root))
	// Output:
	// mode: 0755
	// name: "on"
}
