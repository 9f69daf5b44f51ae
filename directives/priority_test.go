package directives_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tailor/directives"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// priorityCases has the rules of `$default` and `$force`: documents, what comes out, and the codes of what is said.
var priorityCases = []struct{ name, docs, want, codes string }{
	{"a default gives way", "x: {$default: 2}\n---\nx: 3\n", "x: 3\n", ""},
	{"a default gives way, later", "x: 3\n---\nx: {$default: 2}\n", "x: 3\n", ""},
	{"a default alone", "x: {$default: 2}\n", "x: 2\n", ""},
	{"equal defaults", "x: {$default: 2}\n---\nx: {$default: 2}\n", "x: 2\n", ""},
	{"defaults in conflict", "x: {$default: 1}\n---\nx: {$default: 2}\n", "", "T0401"},
	{"defaults in conflict that do not count", "x: {$default: 1}\n---\nx: {$default: 2}\n---\nx: 3\n", "x: 3\n", ""},
	{"defaults in conflict, set", "x: {$default: 1}\n---\nx: {$default: 2}\n---\nx: {$set: 3}\n", "x: 3\n", ""},
	{"plain values in conflict stay in conflict", "x: 1\n---\nx: 2\n---\nx: {$set: 3}\n", "", "T0401"},
	{"plain values in conflict below a force", "x: 1\n---\nx: 2\n---\nx: {$force: 3}\n", "x: 3\n", ""},
	{"plain values in conflict and a default", "x: 1\n---\nx: {$default: 5}\n---\nx: 2\n", "", "T0401"},
	{"forced", "x: 3\n---\nx: {$force: 4}\n---\nx: 5\n", "x: 4\n", ""},
	{"forced values in conflict", "x: {$force: 3}\n---\nx: 0\n---\nx: {$force: 4}\n", "", "T0401"},
	{"a forced map", "s: {$force: {a: 5}}\n---\ns: {a: 3, b: 4}\n", "s: {a: 5, b: 4}\n", ""},
	{"a forced map, later", "s: {a: 3, b: 4}\n---\ns: {$force: {a: 5}}\n", "s: {a: 5, b: 4}\n", ""},
	{"an inner marker stands", "s: {$default: {a: {$force: 1}, b: 2}}\n---\ns: {a: 3, b: 4}\n", "s: {a: 1, b: 4}\n", ""},
	{"a marker deep down", "s: {a: {$default: 1}, b: 2}\n---\ns: {a: 3}\n", "s: {a: 3, b: 2}\n", ""},
	{"an empty map outranks nothing", "os: {$default: {h: 1}}\n---\nos: {}\n", "os: {h: 1}\n", ""},
	{"an empty map outranks nothing, first", "os: {}\n---\nos: {$default: {h: 1}}\n", "os: {h: 1}\n", ""},
	{"new keys of any priority", "s: {a: 1}\n---\ns: {$default: {b: 2}}\n---\ns: {$force: {c: 3}}\n", "s: {a: 1, b: 2, c: 3}\n", ""},
	{"the root", "$default: {a: 1, b: 2}\n---\na: 3\n", "a: 3\nb: 2\n", ""},
	{"a marker around an include", "m: {$default: {$include: map.yaml}}\n---\nm: {x: 7}\n", "m: {x: 7, y: [2]}\n", ""},
	{"null is a value", "x: {$default: 2}\n---\nx: ~\n", "x: ~\n", ""},

	// Lists.
	{"a forced list", "l: [p1]\n---\nl: {$force: [f]}\n---\nl: [p2]\n", "l: [f]\n", ""},
	{"forced lists append", "l: {$force: [a]}\n---\nl: [x]\n---\nl: {$force: [b]}\n", "l: [a, b]\n", ""},
	{"a default list", "tags: {$default: [declared]}\n---\ntags: [a]\n---\ntags: [b]\n", "tags: [a, b]\n", "T0442"},
	{"a default list between", "tags: [a]\n---\ntags: {$default: [declared]}\n---\ntags: [b]\n", "tags: [a, b]\n", "T0442"},
	{"a default list and an append", "tags: {$default: [declared]}\n---\ntags: {$append: [a]}\n", "tags: [a]\n", "T0442"},
	{"default lists append", "l: {$default: [a]}\n---\nl: {$default: [b]}\n", "l: [a, b]\n", ""},
	{"a default append", "l: {$default: [a]}\n---\nl: {$default: {$append: [b], $remove: [a]}}\n", "l: [b]\n", ""},
	{"a default list, replaced", "l: {$default: [a]}\n---\nl: {$replace: [b]}\n", "l: [b]\n", ""},
	{"a default list, set", "l: {$default: [a]}\n---\nl: {$set: [b]}\n", "l: [b]\n", ""},
	{"remove on a default list", "l: {$default: [a, b]}\n---\nl: {$remove: [a]}\n", "", "T0441"},
	{"remove on a default list, first", "l: {$remove: [a]}\n---\nl: {$default: [a, b]}\n", "", "T0441"},
	{"remove where a plain list is", "l: {$default: [a]}\n---\nl: [b, c]\n---\nl: {$remove: [b]}\n", "l: [c]\n", "T0442"},

	// Shapes.
	{"a forced list over a map", "m: {a: 1}\n---\nm: {$force: [a, list]}\n", "m: [a, list]\n", ""},
	{"a map onto a forced list", "m: {$force: [a, list]}\n---\nm: {a: 1}\n", "m: [a, list]\n", ""},
	{"a map and a list", "m: {a: 1}\n---\nm: [1]\n", "", "T0401"},
	{"a default map and a plain scalar", "m: {$default: {a: 1}}\n---\nm: 1\n", "m: 1\n", "T0442"},
	{"a default scalar and a plain map", "m: {$default: 1}\n---\nm: {a: 1}\n", "m: {a: 1}\n", ""},
	{"a default list and a plain map", "m: {a: 1}\n---\nm: {$default: [1]}\n", "m: {a: 1}\n", "T0442"},
	{"a force inside decides the shape", "m: 1\n---\nm: {a: {$force: 2}, b: 3}\n", "m: {a: 2, b: 3}\n", ""},
	{"maps that were outranked come back", "m: {$default: {a: 1}}\n---\nm: 1\n---\nm: {b: {$force: 2}}\n", "m: {a: 1, b: 2}\n", ""},
	{"maps in conflict come back", "m: 1\n---\nm: {a: 1}\n---\nm: {b: {$force: 2}}\n", "m: {a: 1, b: 2}\n", ""},
	{"forced shapes in conflict", "m: {$force: [1]}\n---\nm: {a: {$force: 2}}\n", "", "T0401"},

	// `$set` and the like are plain.
	{"set outranks defaults below", "m: {$default: {a: 1, b: 2}}\n---\nm: {$set: {c: 3}}\n", "m: {c: 3}\n", ""},
	{"set outranks defaults that come later", "m: {$set: {c: 3}}\n---\nm: {$default: {a: 1}}\n", "m: {c: 3}\n", ""},
	{"set outranks defaults far below, later", "m: {$set: {c: {}}}\n---\nm: {c: {d: 1}}\n---\nm: {c: {e: {$default: 1}, f: 1}}\n", "m: {c: {d: 1, f: 1}}\n", ""},
	{"unset outranks a default", "x: {$default: 1}\n---\nx: $unset\n", "{}\n", ""},
	{"unset outranks a default that comes later", "m: {x: 1}\n---\nm: $unset\n---\nm: {$default: {x: 2}}\n", "{}\n", ""},
	{"unset, and back", "m: {x: 1}\n---\nm: $unset\n---\nm: {y: 1}\n---\nm: {z: {$default: 2}}\n", "m: {y: 1}\n", ""},
	{"a default in the body of set", "m: {$set: {a: {$default: 1}}}\n---\nm: {a: 2}\n", "m: {a: 2}\n", ""},
	{"set onto something forced", "x: {$force: 1}\n---\nx: {$set: 2}\n", "x: 1\n", "T0443"},
	{"unset of something forced", "x: {$force: 1}\n---\nx: $unset\n", "x: 1\n", "T0443"},
	{"replace of a forced list", "l: {$force: [1]}\n---\nl: {$replace: [2]}\n", "l: [1]\n", "T0443"},
	{"set around something forced", "m: {a: {$force: 1}, b: 2}\n---\nm: {$set: {a: 5, c: 3}}\n", "m: {a: 1, c: 3}\n", "T0443"},
	{"unset around something forced", "m: {a: {$force: 1}, b: 2}\n---\nm: $unset\n", "m: {a: 1}\n", "T0443"},
	{"a scalar set around something forced", "m: {a: {$force: 1}, b: 2}\n---\nm: {$set: 5}\n", "m: {a: 1}\n", "T0443"},
	{"force after set", "x: {$set: 2}\n---\nx: {$force: 1}\n", "x: 1\n", ""},

	// A part that took part again is merged once, also when a map outranked what stood over it.
	{"a part, outranked", "a: {$use: map.yaml}\n---\na: text\n---\na: {$force: {z: 1}}\n---\na: {$use: map.yaml}\n", "a: {x: 1, y: [2], z: 1}\n", ""},
	{"a part onto a map, outranked", "a: {k: v}\n---\na: {$use: map.yaml}\n---\na: text\n---\na: {$force: {z: 1}}\n---\na: {$use: map.yaml}\n", "a: {k: v, x: 1, y: [2], z: 1}\n", ""},
	{"a part onto a text", "a: text\n---\na: {$use: map.yaml}\n---\na: {$force: {z: 1}}\n---\na: {$use: map.yaml}\n", "a: {x: 1, y: [2], z: 1}\n", ""},
	{"a part twice onto a text", "a: text\n---\na: {$use: map.yaml}\n---\na: {$use: map.yaml}\n---\na: {$force: {z: 1}}\n", "a: {x: 1, y: [2], z: 1}\n", ""},
	{"a part of a part, outranked", "a: {k: v}\n---\na: {$use: user.yaml}\n---\na: text\n---\na: {$force: {z: 1}}\n---\na: {$use: [map.yaml, user.yaml]}\n", "a: {k: v, x: 1, y: [2, own], w: 0, z: 1}\n", ""},
	{"a part of defaults, outranked", "a: {$use: defaults.yaml}\n---\na: text\n---\na: {$force: {z: 1}}\n---\na: {$use: defaults.yaml}\n", "a: {l: [d], z: 1}\n", ""},
	{"a part of defaults onto a map, outranked", "a: {k: {$default: v}}\n---\na: {$use: defaults.yaml}\n---\na: text\n---\na: {$force: {z: 1}}\n---\na: {$use: defaults.yaml}\n", "a: {k: v, l: [d], z: 1}\n", ""},
	{"a part of defaults under a text", "a: text\n---\na: {$use: defaults.yaml}\n---\na: {$force: {z: 1}}\n---\na: {$use: defaults.yaml}\n", "a: {l: [d], z: 1}\n", ""},
	{"a part of defaults after a set, outranked", "a: {$set: {k: v}}\n---\na: {$use: defaults.yaml}\n---\na: {$use: map.yaml}\n---\na: text\n---\na: {$force: {z: 1}}\n---\na: {$use: [map.yaml, defaults.yaml]}\n", "a: {k: v, x: 1, y: [2], z: 1}\n", ""},
	{"a part in the body of a set, outranked", "a: {$set: {$use: map.yaml, k: v}}\n---\na: text\n---\na: {$force: {z: 1}}\n---\na: {$use: map.yaml}\n", "a: {x: 1, y: [2], k: v, z: 1}\n", ""},
}

func TestPriorities(t *testing.T) {
	t.Parallel()
	for _, tt := range priorityCases {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tree := fold(t, tt.docs)
			found := conflicts(tree)
			found = append(found, directives.Priorities(tree, func(f *source.File) string { return "doc " + f.Path })...)
			var codes []string
			for _, d := range found {
				codes = append(codes, string(d.Code))
				if bad := unsound(d); bad != "" {
					t.Error(bad, dump(found))
				}
			}
			if got := strings.Join(slices.Compact(codes), " "); got != tt.codes {
				t.Errorf("got %s, want %s:\n%s", got, tt.codes, dump(found))
			}
			if got, want := text(tree), text(parse(t, tt.want)[0]); tt.want != "" && got != want {
				t.Errorf("got:\n%swant:\n%s", got, want)
			}
		})
	}
}

func TestPriorityFaults(t *testing.T) {
	t.Parallel()
	var g golden
	for _, tt := range []struct{ name, docs string }{
		{"defaults in conflict", "x: {$default: 1}\n---\nx: {$default: 2}\n---\nx: {$default: 2}\n"},
		{"only the winners are labelled", "x: {$default: 0}\n---\nx: 1\n---\nx: {$default: 5}\n---\nx: 2\n"},
		{"forced shapes", "m: {$force: [1]}\n---\nm: {a: {$force: 2}}\n"},
		{"a default list", "l: {$default: [a]}\n---\nl: [b]\n"},
		{"a default map", "l: {$default: {a: 1}}\n---\nl: 1\n"},
		{"remove", "l: {$default: [a]}\n---\nl: {$remove: [a]}\n"},
		{"set", "x: {$force: 1}\n---\nx: {$set: 2}\n"},
		{"set around", "m: {a: {$force: 1}, b: 2}\n---\nm: {$set: {a: 5}}\n"},
	} {
		tree := fold(t, tt.docs)
		found := append(conflicts(tree), directives.Priorities(tree, func(f *source.File) string { return "doc " + f.Path })...)
		g.add(tt.name, tt.docs, dump(found))
	}
	for _, doc := range []string{
		"a: [{$default: 1}]\n", "a: [1, {$force: {b: 1}}]\n", "a: {$default: {$set: 1}}\n", "a: {$force: {b: {$unset: true}}}\n",
		"a: {$default: {b: $unset}}\n", "a: {$default: {$replace: [1]}}\n", "a: {$default: {$include: set.yaml}}\n", "a: {$default: 1, $force: 2}\n",
		"a: {$default: 1, b: 2}\n", "a: {$default: $unset}\n",
	} {
		_, faults := directives.NewCompiler(books{}.load).Compile(parse(t, doc)[0], directives.PathNames{})
		g.add("compile", doc, dump(faults))
	}
	g.check(t, "priority.golden")
}

// TestPrioritiesInAnyOrder: contributions of different priority may come in any order.
func TestPrioritiesInAnyOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var streams [][]string
		for _, marker := range []string{"$default", "", "$force"} {
			var docs []string
			for range rapid.IntRange(0, 2).Draw(t, "documents") {
				d := drawer{t: t, directives: false, keys: []string{"a", "b"}}
				doc := d.mapping(2)
				if marker == "" {
					doc = strings.ReplaceAll(doc, "{}", "{e: 1}") // the order of a plain `{}` and a value does count
				}
				if marker == "" && rapid.Bool().Draw(t, "set") {
					doc = "{a: {$set: " + d.value(1, false) + "}}"
				}
				if marker != "" {
					doc = "{" + marker + ": " + doc + "}"
				}
				docs = append(docs, doc+"\n")
			}
			streams = append(streams, docs)
		}
		first := mixed(t, streams)
		second := mixed(t, streams)
		a, b := fold2(t, first), fold2(t, second)
		if len(conflicts(a)) > 0 && len(conflicts(b)) > 0 {
			return // below a conflict of shapes, others may be seen or not
		}
		if len(conflicts(a)) != len(conflicts(b)) || !same(a, b) {
			t.Errorf("%q gives\n%s%q gives\n%s", first, text(a), second, text(b))
		}
	})
}

// same compares data; a tree of nothing and none are the same.
func same(a, b *yamltree.Node) bool { return text(a) == text(b) || yamltree.Equal(a, b) }

// mixed draws an order of all documents that keeps the order of each stream.
func mixed(t *rapid.T, streams [][]string) []string {
	streams = slices.Clone(streams)
	var out []string
	for {
		var open []int
		for i, s := range streams {
			if len(s) > 0 {
				open = append(open, i)
			}
		}
		if len(open) == 0 {
			return out
		}
		i := rapid.SampledFrom(open).Draw(t, "next")
		out = append(out, streams[i][0])
		streams[i] = streams[i][1:]
	}
}

func fold2(t *rapid.T, docs []string) *yamltree.Node {
	m := directives.NewMerger()
	var tree *yamltree.Node
	for _, text := range docs {
		root, faults := yamltree.Parse(source.New("doc", []byte(text)))
		if len(faults) > 0 {
			t.Fatalf("%s %s", text, dump(faults))
		}
		doc, faults := directives.NewCompiler(books{}.load).Compile(root, directives.PathNames{})
		if len(faults) > 0 {
			t.Fatalf("%s %s", text, dump(faults))
		}
		tree = m.Merge(tree, doc.Root)
	}
	return tree
}
