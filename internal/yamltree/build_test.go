package yamltree_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/internal/source"
	"tailor/internal/yamltree"
)

func TestMarks(t *testing.T) {
	t.Parallel()
	const all = yamltree.HasDirective | yamltree.HasTemplate | yamltree.HasAbsent | yamltree.HasConflict | yamltree.HasReset
	set := func(n, before *yamltree.Node) *yamltree.Node {
		return n.From(&yamltree.Origin{Op: yamltree.OpOverride, Before: before})
	}
	conflict := word("x").From(&yamltree.Origin{Op: yamltree.OpConflict})
	tests := []struct {
		name string
		node *yamltree.Node
		want yamltree.Marks
	}{
		{"nil", nil, 0},
		{"nothing special", mapOf("a", listOf(word("x"), null())), 0},
		{"a directive key", listOf(mapOf("$set", word("x"))), yamltree.HasDirective},
		{"a dollar inside a key", mapOf("a$", word("x")), 0},
		{"the word that removes", mapOf("a", word("$unset")), yamltree.HasDirective},
		{"that word in quotes", mapOf("a", text("$unset", yamltree.DoubleQuoted)), 0},
		{"a template", mapOf("a", word("x${a}")), yamltree.HasTemplate},
		{"a template in quotes", listOf(text("${", yamltree.SingleQuoted)), yamltree.HasTemplate},
		{"a template in a key", mapOf("${a}", word("x")), 0 | yamltree.HasDirective},
		{"a removed value", mapOf("a", listOf(removed())), yamltree.HasAbsent},
		{"a conflict", mapOf("a", conflict), yamltree.HasConflict},
		{"a displaced conflict", mapOf("a", word("y").From(&yamltree.Origin{Before: conflict})), yamltree.HasConflict},
		{"one override", set(word("x"), word("y")), 0},
		{"an override of an override", listOf(set(word("x"), set(word("y"), word("z")))), yamltree.HasReset},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for m := yamltree.HasDirective; m <= all; m <<= 1 {
				if got, want := test.node.Has(m), test.want&m != 0; got != want {
					t.Errorf("mark %b: got %t, want %t", m, got, want)
				}
			}
			if test.node.Has(all) {
				t.Error("Has asks for all the marks")
			}
		})
	}
}

func TestSize(t *testing.T) {
	t.Parallel()
	var none *yamltree.Node
	shared := listOf(word("x"), word("y"))
	for want, n := range map[int]*yamltree.Node{
		0: none, 1: word("x"), 3: shared, 7: listOf(shared, shared), 8: mapOf("a", shared, "b", listOf(shared)), 2: mapOf("a", removed()),
	} {
		if got := n.Size(); got != want {
			t.Errorf("%s: got %d, want %d", dump(n), got, want)
		}
	}
}

// TestThroughKeepsAll holds that going through an include changes nothing but Via, everywhere below.
func TestThroughKeepsAll(t *testing.T) {
	t.Parallel()
	n, faults := parse("a: {b: [1, \"${x}\"]}\n$set: |\n  x\n")
	if len(faults) > 0 {
		t.Fatal(list(faults))
	}
	via := &yamltree.Via{Site: source.New("outer", []byte("x")).Span(0, 1)}
	got := n.Through(via)
	if diff := cmp.Diff(dump(n), dump(got)); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
	if got.Size() != n.Size() || !got.Has(yamltree.HasTemplate|yamltree.HasDirective) {
		t.Error("the size or the marks are lost")
	}
	for _, part := range []*yamltree.Node{got, got.Get("a"), got.Get("a").Get("b"), got.Get("a").Get("b").Items[0], got.Get("$set")} {
		if part.Via != via {
			t.Errorf("%s did not come through the include", part.Kind)
		}
	}
	if n.Via != nil || n.Get("a").Via != nil {
		t.Error("the tree itself changed")
	}
}

func TestFromShares(t *testing.T) {
	t.Parallel()
	n := mapOf("a", word("x"))
	origin := &yamltree.Origin{Op: yamltree.OpConflict}
	got := n.From(origin)
	if got.Origin != origin || n.Origin != nil || got.Get("a") != n.Get("a") || n.Has(yamltree.HasConflict) {
		t.Error("From changed the node, or copied its parts")
	}
}
