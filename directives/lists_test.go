package directives_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"tailor/directives"
	"tailor/internal/yamltree"
)

// TestListFaults: what cannot be done to a list, when it is written and when it is merged.
func TestListFaults(t *testing.T) {
	t.Parallel()
	var g golden
	for _, doc := range []string{
		"a: {$merge: [1]}\n", "a: {$merge: {items: []}}\n", "a: {$merge: {key: id}}\n", "a: {$merge: {key: id, index: 1, items: []}}\n",
		"a: {$merge: {key: {}, items: []}}\n", "a: {$merge: {key: [], items: []}}\n", "a: {$merge: {index: -1, items: []}}\n", "a: {$merge: {index: x, items: []}}\n",
		"a: {$merge: {key: id, items: [1, {v: 1}, {id: {}}, {id: $unset}, {$set: {id: 1}}]}}\n", "a: {$merge: {key: id, items: [{id: x}, {id: x}]}}\n",
		"a: {$merge: {ky: id, items: []}}\n", "a: {$merge: {key: id, items: 1}}\n",
		"a: {$insert: 1}\n", "a: {$insert: [1]}\n", "a: {$insert: {items: []}}\n", "a: {$insert: {before: 1, after: 2, items: []}}\n", "a: {$insert: {before: 1}}\n",
		"a: {$insert: {befor: 1, items: []}}\n", "a: {$insert: {before: 1, items: {}}}\n", "a: {$insert: {before: {$match: 1}, items: [{$match: {a: 1}}]}}\n",
		"a: {$match: {b: 1}}\n", "a: [{$match: {b: 1}}]\n", "a: {$remove: [{$match: {}}, {$match: {b: {$set: 1}}}, {$match: {b: 1}, c: 1}]}\n", "a: {$append: [{$match: {b: 1}}]}\n",
		"a: {$union: 1}\n", "a: {$merge: {key: id, items: []}, $set: 1}\n", "a: {$merge: {key: id, items: []}, b: 1}\n",
	} {
		_, faults := directives.NewCompiler(books{}.load).Compile(parse(t, doc)[0], directives.PathNames{})
		g.add("compile", doc, dump(faults))
	}
	for _, docs := range []string{
		"a: [{id: x}, {id: x}]\n---\na: {$merge: {key: id, items: [{id: x, v: 1}]}}\n",
		"a: [{v: 1}]\n---\na: {$merge: {index: 0, items: [{w: 1}, {w: 2}]}}\n",
		"a: {$merge: {index: 0, items: [{w: 1}]}}\n",
		"a: [1, 2]\n---\na: {$insert: {before: 3, items: [x]}}\n",
		"a: [1, 2, 1]\n---\na: {$insert: {after: 1, items: [x]}}\n",
		"a: [{n: 1}, {n: 1, m: 1}]\n---\na: {$insert: {after: {$match: {n: 1}}, items: [x]}}\n",
		"a: {$insert: {before: 3, items: [x]}}\n",
		"a: [{id: x, v: 1}]\n---\na: {$merge: {key: id, items: [{id: x, v: 2}]}}\n",
		"a: {b: 1}\n---\na: {$merge: {key: id, items: [{id: x}]}}\n",
		"a: [1]\n---\na: {$insert: {before: 3, items: [x]}}\n---\na: [2]\n---\na: {$insert: {before: 4, items: [x]}}\n",
		"l: {$default: [{id: 1}]}\n---\nl: {$merge: {key: id, items: [{id: 1}]}}\n",
	} {
		tree := fold(t, docs)
		found := conflicts(tree)
		for _, d := range found {
			if bad := unsound(d); bad != "" {
				t.Error(bad, dump(found))
			}
		}
		g.add("merge", docs, dump(found))
	}
	g.check(t, "lists.golden")
}

// TestEffects: what mergers remember together does not depend on which of them merged what, and in which order.
func TestEffects(t *testing.T) {
	t.Parallel()
	docs := compile(t, "one: { $include: list.yaml }\n---\none: [x, z]\n---\none: { $union: [z, y], $remove: [gone, z] }\n---\n"+
		"one: { $set: { $include: list.yaml } }\n---\none: { $append: [x] }\n")
	rapid.Check(t, func(t *rapid.T) {
		mergers := []*directives.Merger{directives.NewMerger(), directives.NewMerger(), directives.NewMerger()}
		alone := directives.NewMerger()
		for range rapid.IntRange(2, 12).Draw(t, "cells") {
			some := rapid.SampledFrom(mergers).Draw(t, "merger")
			var tree, same *yamltree.Node
			for _, doc := range docs {
				if rapid.Bool().Draw(t, "applies") {
					tree, same = some.Merge(tree, doc), alone.Merge(same, doc)
				}
			}
		}
		together := directives.NewMerger()
		for _, m := range rapid.Permutation(mergers).Draw(t, "order") {
			together.Effects(m)
		}
		for what, maps := range map[string][2]any{
			"removes": {alone.Removes, together.Removes}, "sets": {alone.Sets, together.Sets}, "repeats": {alone.Repeats, together.Repeats},
		} {
			if !reflect.DeepEqual(maps[0], maps[1]) {
				t.Error(what, maps)
			}
		}
	})
}
