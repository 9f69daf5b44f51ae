package directives_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/directives"
	"tailor/internal/yamltree"
)

var opNames = map[yamltree.Op]string{
	yamltree.OpSet: "set", yamltree.OpSame: "same", yamltree.OpMerge: "merge", yamltree.OpAppend: "append",
	yamltree.OpOverride: "override", yamltree.OpReplace: "replace", yamltree.OpUnset: "unset",
	yamltree.OpConflict: "conflict", yamltree.OpInterpolate: "interpolate",
}

// story writes the steps that made a node, the first one first, with the place that each came from.
func story(n *yamltree.Node) string {
	var steps []string
	for n != nil {
		if n.Origin == nil {
			steps = append(steps, "as written at "+short(n))
			break
		}
		steps = append(steps, opNames[n.Origin.Op]+" by "+short(n.Origin.By))
		n = n.Origin.Before
	}
	slices.Reverse(steps)
	return strings.Join(steps, ", ")
}

func short(n *yamltree.Node) string {
	line, col := n.Span.Position()
	at := fmt.Sprintf("%s:%d:%d", n.Root().Path, line, col)
	if n.Root() != n.Span.File {
		at = fmt.Sprintf("%s (%s:%d:%d)", n.Root().Path, n.Span.File.Path, line, col)
	}
	return at
}

func TestOrigin(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, docs, want string }{
		{"nothing happened", "a: 1\n", "as written at base:1:4"},
		{"a new key", "b: 1\n---\na: 1\n", "as written at 1:1:4"},
		{"same", "a: x\n---\na: 'x'\n---\na: x\n", "as written at base:1:4, same by 1:1:4, same by 2:1:4"},
		{"merge", "a: {x: 1}\n---\na: {y: 1}\n---\na: {z: 1}\n", "as written at base:1:4, merge by 1:1:4, merge by 2:1:4"},
		{"a merge that adds nothing", "a: {x: 1}\n---\na: {}\n", "as written at base:1:4"},
		{"lists", "a: [1]\n---\na: [2]\n", "as written at base:1:4, append by 1:1:4"},
		{"append and remove", "a: [1]\n---\na: {$append: [2]}\n---\na: {$remove: [2]}\n", "as written at base:1:4, append by 1:1:4, append by 2:1:4"},
		{"append onto nothing", "a: {$append: [2]}\n", "append by base:1:4"},
		{"a map with a directive in it", "a: {x: {$set: 1}}\n", "set by base:1:4"},
		{"set", "a: 1\n---\na: {$set: 2}\n---\na: 2\n", "as written at base:1:4, override by 1:1:4, same by 2:1:4"},
		{"set onto nothing", "a: {$set: 2}\n", "override by base:1:4"},
		{"replace", "a: [1]\n---\na: {$replace: [2]}\n---\na: [3]\n", "as written at base:1:4, replace by 1:1:4, append by 2:1:4"},
		{"unset", "a: 1\n---\na: $unset\n", "as written at base:1:4, unset by 1:1:4"},
		{"unset twice", "a: 1\n---\na: $unset\n---\na: {$unset: true}\n", "as written at base:1:4, unset by 1:1:4, unset by 2:1:4"},
		{"back again", "a: 1\n---\na: $unset\n---\na: 2\n", "as written at base:1:4, unset by 1:1:4, set by 2:1:4"},
		{"back as a list", "a: 1\n---\na: $unset\n---\na: {$append: [1]}\n", "as written at base:1:4, unset by 1:1:4, append by 2:1:4"},
		{"back by set", "a: 1\n---\na: $unset\n---\na: {$set: 2}\n", "as written at base:1:4, unset by 1:1:4, override by 2:1:4"},
		{"conflict", "a: 1\n---\na: 2\n---\na: 3\n", "as written at base:1:4, conflict by 1:1:4, conflict by 2:1:4"},
		{"an included value", "a: {x: 0}\n---\na: {$include: nested.yaml}\n", "as written at base:1:4, merge by 1 (nested.yaml:1:1)"},
		{"an included directive", "a: 0\n---\na: {$include: set.yaml}\n", "as written at base:1:4, override by 1 (set.yaml:1:1)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, story(fold(t, tt.docs).Get("a"))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOriginOfInterpolation(t *testing.T) {
	t.Parallel()
	doc := fold(t, "a: x\n---\na: {$set: '${edition}'}\n")
	out, _ := newScope(nil).Interpolate(doc, "config")
	want := "as written at base:1:4, override by 1:1:4, interpolate by 1:1:11"
	if diff := cmp.Diff(want, story(out.Get("a"))); diff != "" {
		t.Error(diff)
	}
}

func TestRemoves(t *testing.T) {
	t.Parallel()
	docs := compile(t, "a: [1, 2]\n---\na: {$remove: [2, 3, 1.0]}\nb: {$remove: [4]}\n---\na: {$append: [3]}\n")
	m := directives.NewMerger()
	tree := m.Merge(m.Merge(nil, docs[0]), docs[1])
	tree = m.Merge(tree, docs[2])
	m.Merge(tree, docs[1])
	var got []string
	for item, matched := range m.Removes {
		got = append(got, fmt.Sprintf("%s %t", item.Value, matched))
	}
	slices.Sort(got)
	if diff := cmp.Diff([]string{"1.0 false", "2 true", "3 true", "4 false"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestResets(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, docs, want string }{
		{"two values", "a: {b: 1}\n---\na: {b: {$set: 2}}\n---\na: {b: {$set: 3}}\n", "a.b 1[2] 2[3]"},
		{"one value", "a: {$set: x}\n---\na: {$set: \"x\"}\n", ""},
		{"a repeat between", "a: {$set: 1}\n---\na: 1\n---\na: {$set: 2}\n", "a base[1] 2[2]"},
		{"one set", "a: 1\n---\na: {$set: 2}\n---\na: 2\n", ""},
		{"another shape", "a: {$set: [1]}\n---\na: {$set: 2}\n", ""},
		{"two maps", "a: {$set: {x: 1}}\n---\na: {$set: {x: 2}}\n", ""},
		{"an unset between", "a: {$set: 1}\n---\na: $unset\n---\na: {$set: 2}\n", ""},
		{"three values", "a: {$set: 1}\n---\na: {$set: 2}\n---\na: {$set: 3}\n", "a 1[2] 2[3]"},
		{"nested sets", "a: {$set: {$set: 1}}\n---\na: {$set: 2}\n", "a base[1] 1[2]"},
		{"in order", "c: {$set: 1}\na: [{$set: 1}]\nb: {$set: 1}\n---\nb: {$set: 2}\nc: {$set: 2}\n", "c base[1] 1[2]\nb base[1] 1[2]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, r := range directives.Resets(fold(t, tt.docs)) {
				under, over := directives.At(r.Under), directives.At(r.Over)
				got = append(got, fmt.Sprintf("%s %s[%s] %s[%s]", r.Path, under.File.Path, under.Text(), over.File.Path, over.Text()))
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, "\n")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestIncludes(t *testing.T) {
	t.Parallel()
	c := directives.NewCompiler(books{}.load)
	doc, faults := c.Compile(parse(t, "a: {$include: nested.yaml}\nb: &x {$include: empty.yaml}\nc: *x\n")[0], directives.PathNames{})
	if len(faults) > 0 {
		t.Fatal(dump(faults))
	}
	var b strings.Builder
	writeIncludes(&b, doc.Includes, "")
	want := "nested.yaml at base:1:15[nested.yaml]\n" +
		"  map.yaml at nested.yaml:1:20[map.yaml]\n" +
		"  list.yaml at nested.yaml:2:20[list.yaml]\n" +
		"empty.yaml at base:2:18[empty.yaml]\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

func writeIncludes(b *strings.Builder, list []directives.Include, indent string) {
	for _, i := range list {
		b.WriteString(indent + i.Path + " at " + place(i.Site) + "\n")
		writeIncludes(b, i.Includes, indent+"  ")
	}
}
