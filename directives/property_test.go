package directives_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tailor/directives"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

var (
	anyScalar = rapid.SampledFrom([]string{"x", "\"x\"", "1", "\"1\"", "1.10", "0755", "true", "yes", "~", "''", "2026-01-01", "'${edition}'"})
	anyFile   = rapid.SampledFrom([]string{"list.yaml", "map.yaml", "scalar.yaml", "empty.yaml", "set.yaml", "append.yaml", "nested.yaml", "unsets.yaml"})
)

// drawer writes well-formed documents.
type drawer struct {
	t          *rapid.T
	directives bool
	keys       []string
}

// value writes a value; keyed says that `$unset` may stand there.
func (d drawer) value(depth int, keyed bool) string {
	if depth == 0 {
		return anyScalar.Draw(d.t, "scalar")
	}
	kinds := []string{"scalar", "map", "list", "map", "list"}
	if d.directives {
		kinds = append(kinds, "set", "replace", "edit", "include")
		if keyed {
			kinds = append(kinds, "unset", "unset map", "$default", "$force")
		}
	}
	switch rapid.SampledFrom(kinds).Draw(d.t, "kind") {
	case "map":
		return d.mapping(depth)
	case "list":
		return d.list(depth)
	case "set":
		return "{$set: " + d.value(depth-1, false) + "}"
	case "replace":
		return "{$replace: " + d.list(depth-1) + "}"
	case "edit":
		names := rapid.Permutation([]string{"$prepend", "$append", "$remove", "$union", "$merge", "$insert"}).Draw(d.t, "names")
		names = names[:rapid.IntRange(1, len(names)).Draw(d.t, "count")]
		for i, name := range names {
			switch name {
			case "$merge":
				names[i] = "$merge: {key: k, items: [{k: x, v: " + d.value(depth-1, true) + "}]}"
			case "$insert":
				names[i] = "$insert: {before: " + rapid.SampledFrom([]string{"x", "{$match: {k: x}}"}).Draw(d.t, "anchor") + ", items: " + d.list(depth-1) + "}"
			default:
				names[i] = name + ": " + d.list(depth-1)
			}
		}
		return "{" + strings.Join(names, ", ") + "}"
	case "$default", "$force":
		plain := d
		plain.directives = false
		return "{" + rapid.SampledFrom([]string{"$default", "$force"}).Draw(d.t, "marker") + ": " + plain.value(depth-1, false) + "}"
	case "include":
		return "{$include: " + anyFile.Draw(d.t, "file") + "}"
	case "unset":
		return "$unset"
	case "unset map":
		return "{$unset: true}"
	}
	return anyScalar.Draw(d.t, "scalar")
}

func (d drawer) mapping(depth int) string {
	keys := rapid.Permutation(d.keys).Draw(d.t, "keys")
	keys = keys[:rapid.IntRange(0, len(keys)).Draw(d.t, "count")]
	for i, key := range keys {
		keys[i] = key + ": " + d.value(max(depth-1, 0), true)
	}
	return "{" + strings.Join(keys, ", ") + "}"
}

func (d drawer) list(depth int) string {
	items := make([]string, rapid.IntRange(0, 3).Draw(d.t, "count"))
	for i := range items {
		items[i] = d.value(max(depth-1, 0), false)
	}
	return "[" + strings.Join(items, ", ") + "]"
}

// document draws a compiled document that is a map.
func (d drawer) document(c *directives.Compiler, name string) *yamltree.Node {
	d.t.Helper()
	doc, ok := compiled(c, name, d.mapping(3))
	if !ok {
		d.t.Fatalf("the document %s is not well-formed", name)
	}
	return doc
}

func compiled(c *directives.Compiler, name, text string) (*yamltree.Node, bool) {
	root, faults := yamltree.Parse(source.New(name, []byte(text)))
	if len(faults) > 0 {
		return nil, false
	}
	doc, faults := c.Compile(root, directives.PathNames{})
	return doc.Root, len(faults) == 0
}

func merged(docs ...*yamltree.Node) *yamltree.Node {
	m := directives.NewMerger()
	var tree *yamltree.Node
	for _, doc := range docs {
		tree = m.Merge(tree, doc)
	}
	return tree
}

func draw(t *rapid.T, count int) []*yamltree.Node {
	c := directives.NewCompiler(books{}.load)
	d := drawer{t: t, directives: true, keys: []string{"a", "b", "c"}}
	docs := make([]*yamltree.Node, count)
	for i := range docs {
		docs[i] = d.document(c, fileName(i))
	}
	return docs
}

func TestMergeWithNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		docs := draw(t, 2)
		tree := merged(docs...)
		if merged(nil, docs[0], nil, docs[1], nil) != tree && text(merged(nil, docs[0], nil, docs[1], nil)) != text(tree) {
			t.Fatal("an absent document changes something")
		}
		empty := yamltree.NewMap(nil, source.Span{})
		m := directives.NewMerger()
		if m.Merge(tree, nil) != tree || m.Merge(tree, empty) != tree {
			t.Fatal("an empty document makes a new tree")
		}
		if got := text(m.Merge(m.Merge(nil, empty), docs[0])); got != text(merged(docs[0])) {
			t.Fatalf("onto an empty document: %s", got)
		}
	})
}

func TestMergeChangesNoInput(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		docs := draw(t, 3)
		m := directives.NewMerger()
		var tree *yamltree.Node
		for _, doc := range docs {
			before, inherited := outline(doc), outline(tree)
			next := m.Merge(tree, doc)
			if outline(doc) != before || outline(tree) != inherited {
				t.Fatal("an input was changed")
			}
			tree = next
		}
		before := outline(tree)
		conflicts(tree)
		directives.Resets(tree)
		newScope(nil).Interpolate(tree, "config")
		if outline(tree) != before {
			t.Fatal("a pass over the tree changed it")
		}
	})
}

// outline writes all of a tree that a merge could change.
func outline(n *yamltree.Node) string {
	var b strings.Builder
	writeOutline(&b, n)
	return b.String()
}

func writeOutline(b *strings.Builder, n *yamltree.Node) {
	if n == nil {
		b.WriteString("nil")
		return
	}
	b.WriteString(n.Kind.String() + n.Type.String() + n.Value + place(n.Span))
	for _, e := range n.Entries {
		b.WriteString(e.Key.Name + ": ")
		writeOutline(b, e.Value)
	}
	for _, item := range n.Items {
		b.WriteString("- ")
		writeOutline(b, item)
	}
	if n.Origin != nil {
		b.WriteString(" from ")
		b.WriteByte('0' + byte(n.Origin.Op))
		writeOutline(b, n.Origin.Before)
	}
}

func TestMergeLeavesNoDirective(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tree := merged(draw(t, 3)...)
		if hasDirective(tree) {
			t.Fatalf("a directive is left:\n%s", text(tree))
		}
	})
}

// TestMergePrefix holds that what several cells share may be merged once.
func TestMergePrefix(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		docs := draw(t, 4)
		prefix := merged(docs[:2]...)
		one := merged(prefix, docs[2])
		two := merged(prefix, docs[3])
		if text(one) != text(merged(docs[:3]...)) || text(two) != text(merged(docs[0], docs[1], docs[3])) {
			t.Fatal("a shared prefix gives another result")
		}
		if dump(conflicts(one)) != dump(conflicts(merged(docs[:3]...))) {
			t.Fatal("a shared prefix gives other conflicts")
		}
	})
}

func TestMergeDisjointCommutes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := directives.NewCompiler(books{}.load)
		base := drawer{t, true, []string{"a", "b", "c", "d"}}.document(c, "base")
		x := drawer{t, true, []string{"a", "b"}}
		y := drawer{t, true, []string{"c", "d"}}
		one, two := x.document(c, "1"), y.document(c, "2")
		if !yamltree.Equal(merged(base, one, two), merged(base, two, one)) {
			t.Fatalf("%s is not\n%s", text(merged(base, one, two)), text(merged(base, two, one)))
		}
	})
}

// TestMergeConflictsHavePlaces holds that every conflict is of one path and has one primary place.
func TestMergeConflictsHavePlaces(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		seen := map[string]bool{}
		for _, d := range conflicts(merged(draw(t, 3)...)) {
			if seen[d.Path] {
				t.Fatalf("%s is reported twice", d.Path)
			}
			seen[d.Path] = true
			if problem := unsound(d); problem != "" {
				t.Fatalf("%s\n%s", problem, dump([]diagnostic{d}))
			}
			if d.Code == directives.CodeConflict && len(d.Labels) < 2 {
				t.Fatalf("one place alone\n%s", dump([]diagnostic{d}))
			}
		}
	})
}
