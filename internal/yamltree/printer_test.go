package yamltree_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tailor/internal/source"
	"tailor/internal/yamltree"
)

var leafNode = rapid.SampledFrom([]func() *yamltree.Node{
	removed, null, func() *yamltree.Node { return mapOf() }, func() *yamltree.Node { return listOf() },
	func() *yamltree.Node { return word("w") }, func() *yamltree.Node { return plain("0755", yamltree.Int) },
	func() *yamltree.Node { return text("a\n  b\n\nc", yamltree.Literal) }, func() *yamltree.Node { return text("\t\"<<: é", yamltree.DoubleQuoted) },
})

// grow draws trees, each of which may hold those before it at any depth, as merged configs do.
func grow(t *rapid.T) []*yamltree.Node {
	pool := []*yamltree.Node{leafNode.Draw(t, "leaf")(), leafNode.Draw(t, "leaf")()}
	one := func() *yamltree.Node {
		if rapid.IntRange(0, 2).Draw(t, "leaf or not") == 0 {
			return leafNode.Draw(t, "leaf")()
		}
		return rapid.SampledFrom(pool).Draw(t, "shared")
	}
	for range rapid.IntRange(2, 12).Draw(t, "nodes") {
		var n *yamltree.Node
		if rapid.Bool().Draw(t, "list") {
			items := make([]*yamltree.Node, rapid.IntRange(0, 4).Draw(t, "items"))
			for i := range items {
				items[i] = one()
			}
			n = listOf(items...)
		} else {
			keys := rapid.Permutation([]string{"a", "b", "c d", "<<", "1"}).Draw(t, "keys")
			entries := make([]yamltree.Entry, rapid.IntRange(0, 4).Draw(t, "entries"))
			for i := range entries {
				entries[i] = yamltree.Entry{Key: &yamltree.Key{Name: keys[i]}, Value: one()}
			}
			n = yamltree.NewMap(entries, source.Span{})
		}
		if rapid.IntRange(0, 3).Draw(t, "merged") == 0 {
			n = n.From(&yamltree.Origin{Op: yamltree.OpMerge, By: pool[0], Before: pool[1]})
		}
		if n.Size() < 2000 {
			pool = append(pool, n)
		}
	}
	return pool
}

// TestPrinter holds that a Printer prints each tree of a sequence, and its data, as if it were the only one, whatever was in
// dst before.
func TestPrinter(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		trees := grow(t)
		var p yamltree.Printer
		for range rapid.IntRange(1, 20).Draw(t, "prints") {
			tree, before := rapid.SampledFrom(trees).Draw(t, "tree"), []byte(rapid.SampledFrom([]string{"", "before\n"}).Draw(t, "before"))
			if rapid.Bool().Draw(t, "data") {
				if want, got := yamltree.AppendData(before, tree), p.AppendData(before, tree); !bytes.Equal(want, got) {
					t.Fatalf("data: got\n%q want\n%q", got, want)
				}
				continue
			}
			if diff := cmp.Diff(string(yamltree.Append(before, tree)), string(p.Append(before, tree))); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

// TestPrinterShares prints what trees share once: the second time nothing is made.
func TestPrinterShares(t *testing.T) { //nolint:paralleltest // it counts allocations
	shared := mapOf("a", listOf(word("x"), mapOf("b", word("y"), "c", text("l\nm\n", yamltree.Literal))), "d", word("z"))
	first, second := mapOf("k", shared, "l", listOf(shared)), mapOf("k", shared, "other", listOf(word("1"), shared), "l", listOf(shared))
	var p yamltree.Printer
	for _, tree := range []*yamltree.Node{mapOf("k", shared), listOf(shared), mapOf("k", shared)} { // at one depth, with and without blanks before
		if diff := cmp.Diff(string(yamltree.Append(nil, tree)), string(p.Append(nil, tree))); diff != "" {
			t.Error(diff)
		}
	}
	dst := p.AppendData(p.Append(p.AppendData(p.Append(nil, first), first), second), second)
	made := testing.AllocsPerRun(10, func() {
		dst = p.AppendData(p.Append(dst[:0], first), first)
		dst = p.AppendData(p.Append(dst, second), second)
	})
	if made != 0 || yamltree.Printed(&p) == 0 {
		t.Error(made, yamltree.Printed(&p))
	}
}

// TestPrinterForgets holds that what a Printer remembers does not grow with what it prints.
func TestPrinterForgets(t *testing.T) {
	t.Parallel()
	var p yamltree.Printer
	long := strings.Repeat("x", yamltree.MaxPrinted/4)
	for i := range 40 {
		size := len(long)
		if i%10 == 9 {
			size = 1 // among the long ones, and nothing at all where one is too long
		}
		n := listOf(word(long[:size]), word("b"), mapOf("c", word("d"), "e", listOf(word("f"), word("g"), word("h"))))
		tree := mapOf("a", n, "b", n, "c", listOf(n, word("x"), n), "d", n)
		if diff := cmp.Diff(string(yamltree.Append(nil, tree)), string(p.Append(nil, tree))); diff != "" {
			t.Fatal(diff)
		}
		if want, got := yamltree.AppendData(nil, tree), p.AppendData(nil, tree); !bytes.Equal(want, got) {
			t.Fatal("data")
		}
		if got := yamltree.Printed(&p); got > yamltree.MaxPrinted {
			t.Fatal(i, got)
		}
	}
}

// TestCopy changes a copy and nothing else, and counts it as any new node.
func TestCopy(t *testing.T) {
	t.Parallel()
	origin := &yamltree.Origin{Op: yamltree.OpConflict, By: word("by"), Before: word("before")}
	for _, n := range []*yamltree.Node{mapOf("a", word("x"), "b", removed()), listOf(word("x"), word("y"))} {
		before := string(yamltree.Append(nil, n))
		c := n.Copy()
		if n.Kind == yamltree.Map {
			c.Entries[1].Value = listOf(word("${name}"), word("z"))
		} else {
			c.Items[1] = listOf(word("${name}"), word("z"))
		}
		c = c.MadeBy(origin)
		if got := string(yamltree.Append(nil, n)); got != before || n.Has(yamltree.HasTemplate) || n.Has(yamltree.HasConflict) || n.Size() != 3 || n.Origin != nil {
			t.Error(got)
		}
		if !c.Has(yamltree.HasTemplate|yamltree.HasConflict) || c.Has(yamltree.HasAbsent) || c.Size() != 5 || c.Origin != origin {
			t.Error(c.Size())
		}
	}
}

// TestAppendQuoted writes what encoding/json writes, `<` and `&` as they are.
func TestAppendQuoted(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(
			rapid.StringMatching(`[a-c"]*`), rapid.StringMatching(`[a-c\\]*`), rapid.StringMatching(`[ -~]*`), rapid.StringMatching(`[a\x7f<>&]*`),
			rapid.StringMatching(`[a\x00-\x1f]*`), rapid.StringMatching(`[a\x{2028}é]*`), rapid.String(),
			rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
		).Draw(t, "s")
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(s); err != nil {
			t.Fatal(err)
		}
		if got, want := string(yamltree.AppendQuoted([]byte("x"), s)), "x"+strings.TrimSuffix(b.String(), "\n"); got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}

// TestPrecedes orders nodes by their places, then by the ways they came.
func TestPrecedes(t *testing.T) {
	t.Parallel()
	f, g := source.New("f", []byte("0123456789")), source.New("g", []byte("0123456789"))
	at := func(span source.Span, sites ...source.Span) *yamltree.Node {
		var via *yamltree.Via
		for _, site := range sites {
			via = &yamltree.Via{Site: site, Outer: via}
		}
		return yamltree.NewScalar("x", yamltree.String, yamltree.Plain, span).Through(via)
	}
	order := []*yamltree.Node{
		at(f.Span(0, 1)), at(f.Span(1, 2)), at(f.Span(1, 2), f.Span(3, 4)), at(f.Span(1, 2), g.Span(0, 1), f.Span(3, 4)), at(f.Span(1, 2), g.Span(3, 4)), at(g.Span(0, 1)),
	}
	for i, a := range order {
		for j, b := range order {
			if a.Precedes(b) != (i < j) {
				t.Error(i, j)
			}
		}
	}
	if at(f.Span(1, 2), g.Span(3, 4)).Precedes(at(f.Span(1, 2), g.Span(3, 4))) {
		t.Error("one place, one way")
	}
}
