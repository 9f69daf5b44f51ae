package directives_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// filledTree shows a tree with all that counts of each node, down its whole story.
func filledTree(n *yamltree.Node) string {
	var b strings.Builder
	var show func(n *yamltree.Node, depth int)
	show = func(n *yamltree.Node, depth int) {
		if n == nil {
			b.WriteString("nil\n")
			return
		}
		var marks []bool
		for m := yamltree.HasDirective; m <= yamltree.HasParts; m <<= 1 {
			marks = append(marks, n.Has(m))
		}
		fmt.Fprint(&b, n.Kind, n.Type, n.Style, n.Prio, " ", n.Span.File.Path, n.Span.Start, "-", n.Span.End, n.Via.Sites(), marks, n.Size(), n.Used())
		fmt.Fprintf(&b, "%q", n.Value)
		if o := n.Origin; o != nil {
			fmt.Fprint(&b, " by ", o.Op, " ", o.By.Span, o.Fault != nil)
		}
		b.WriteByte('\n')
		indent := strings.Repeat(" ", depth)
		if o := n.Origin; o != nil && o.Before != nil {
			b.WriteString(indent + "was ")
			show(o.Before, depth+1)
		}
		for _, e := range n.Entries {
			fmt.Fprint(&b, indent, e.Key.Name, e.Key.Style, e.Key.Span, ": ")
			show(e.Value, depth+1)
		}
		for _, item := range n.Items {
			b.WriteString(indent + "- ")
			show(item, depth+1)
		}
	}
	show(n, 0)
	return b.String()
}

var (
	paramText = rapid.SampledFrom([]string{
		"w", "7", "~", "{}", "'${a}'", "'${p2}'", "'${p1}${p3}'", "'${p3}-${p3}'", "'${slug}'", "'$${a}'", "'${nope}'", "'${b}${arch}'", "'${'", "'${}'",
	})
	templateText = rapid.SampledFrom([]string{
		"plain", "'${a}'", "'${a}'", "'${b}-${a}'", "'${p1}'", "\"${p2}\"", "'x${p3}y${p1}'", "'$${a}'", "'$${a}${a}'", "'${slug}'", "'${arch}'", "'${missing}'", "'${'", "'${}'",
	})
)

// templates draws a document whose strings are templates.
func templates(t *rapid.T, name string) string {
	var value func(depth int) string
	value = func(depth int) string {
		switch kind := rapid.IntRange(0, 5).Draw(t, "kind"); {
		case kind == 0 && depth > 0:
			return "[" + value(depth-1) + ", " + value(depth-1) + "]"
		case kind <= 2 && depth > 0:
			return "{ k: " + value(depth-1) + ", l: " + value(depth-1) + ", m: plain }"
		case kind == 3:
			return "{ $set: " + templateText.Draw(t, "template") + " }"
		}
		return templateText.Draw(t, "template")
	}
	keys := []string{"u", "v", "w", name}
	for i, key := range keys {
		keys[i] = key + ": " + value(2)
	}
	return "{ " + strings.Join(keys, ", ") + " }\n"
}

// TestFiller holds that a Filler gives what Interpolate gives, in value, story, marks and faults, over sequences of trees
// and scopes that share nodes, some scopes used for several trees.
func TestFiller(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var docs []*yamltree.Node
		for i := range 4 {
			docs = append(docs, mustCompile(t, templates(t, fmt.Sprint("k", i))))
		}
		var params []*yamltree.Node
		for range 3 {
			text := fmt.Sprintf("{ p1: %s, p2: %s, p3: %s }\n", paramText.Draw(t, "p1"), paramText.Draw(t, "p2"), paramText.Draw(t, "p3"))
			params = append(params, mustCompile(t, text))
		}
		merger := directives.NewMerger()
		trees := append([]*yamltree.Node{}, docs...)
		for i := range docs {
			trees = append(trees, merger.Merge(docs[0], docs[i]), merger.Merge(merger.Merge(docs[1], docs[i]), docs[2]))
		}
		var filler directives.Filler
		for range rapid.IntRange(1, 12).Draw(t, "scopes") {
			axes := map[string]string{"a": rapid.SampledFrom([]string{"x", "y", ""}).Draw(t, "a"), "b": rapid.SampledFrom([]string{"p", "q"}).Draw(t, "b")}
			builtins := map[string]string{"arch": "amd64", "slug": rapid.SampledFrom([]string{"s1", "s2"}).Draw(t, "slug")}
			var banned map[string]string
			if rapid.Bool().Draw(t, "banned") {
				banned = map[string]string{"slug": "write something else"}
			}
			param := rapid.SampledFrom(params).Draw(t, "params")
			budget := rapid.SampledFrom([]int{directives.MaxInterpolated, 10, 30}).Draw(t, "budget")
			scope, plain := directives.NewScope(axes, builtins, param, banned), directives.NewScope(axes, builtins, param, banned)
			directives.SetBudget(scope, budget)
			directives.SetBudget(plain, budget)
			for range rapid.IntRange(1, 3).Draw(t, "trees") {
				tree := rapid.SampledFrom(trees).Draw(t, "tree")
				got, gotFaults := filler.Interpolate(scope, tree, "config")
				want, wantFaults := plain.Interpolate(tree, "config")
				if diff := cmp.Diff(dump(wantFaults), dump(gotFaults)); diff != "" {
					t.Fatal(diff)
				}
				if diff := cmp.Diff(filledTree(want), filledTree(got)); diff != "" {
					t.Fatal(diff)
				}
			}
		}
	})
}

// mustCompile compiles one document.
func mustCompile(t *rapid.T, text string) *yamltree.Node {
	t.Helper()
	root, faults := yamltree.Parse(source.New("doc", []byte(text)))
	if len(faults) > 0 {
		t.Fatal(dump(faults))
	}
	doc, faults := directives.NewCompiler(books{}.load).Compile(root, directives.PathNames{})
	if len(faults) > 0 {
		t.Fatal(dump(faults))
	}
	return doc.Root
}

// TestFillerShares gives the same node for what comes out the same, in one cell and the next.
func TestFillerShares(t *testing.T) {
	t.Parallel()
	tree := fold(t, "same: { a: '${edition}', b: [x, '${edition}'] }\nother: { c: '${slug}', d: { e: '${edition}' } }\nplain: { f: 1 }\n")
	var filler directives.Filler
	fill := func(edition, slug string) *yamltree.Node {
		out, faults := filler.Interpolate(directives.NewScope(map[string]string{"edition": edition}, map[string]string{"slug": slug}, nil, nil), tree, "config")
		if len(faults) > 0 {
			t.Fatal(dump(faults))
		}
		return out
	}
	first, second := fill("pro", "one"), fill("pro", "two")
	if first.Get("same") != second.Get("same") || first.Get("other").Get("d") != second.Get("other").Get("d") || first.Get("plain") != tree.Get("plain") {
		t.Error("the same is made twice")
	}
	if first == second || first.Get("other") == second.Get("other") || first.Get("other").Get("c").Value != "one" || second.Get("other").Get("c").Value != "two" {
		t.Error("what differs is shared")
	}
	if again := fill("pro", "two"); again != second {
		t.Error("the same tree is made twice")
	}
}

// TestFillerForgets holds that what a Filler remembers does not grow with the number of trees.
func TestFillerForgets(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("x", 100_000)
	var filler directives.Filler
	for i := range 200 {
		tree := fold(t, "a: '${big}'\n---\na: { $set: '${big}"+strconv.Itoa(i)+"' }\n")
		out, faults := filler.Interpolate(directives.NewScope(map[string]string{"big": text}, nil, nil, nil), tree, "config")
		if len(faults) > 0 || out.Get("a").Value != text+strconv.Itoa(i) {
			t.Fatal(dump(faults))
		}
		if nodes, size := directives.Remembered(&filler); nodes > 2*i+2 || size > directives.MaxFilledText+2*len(text) {
			t.Fatal(i, nodes, size)
		}
	}
	var many strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&many, "k%d: '${big}'\n", i)
	}
	for range 10 {
		filler.Interpolate(directives.NewScope(map[string]string{"big": "x"}, nil, nil, nil), fold(t, many.String()), "config")
		if nodes, _ := directives.Remembered(&filler); nodes > directives.MaxFilled+1001 {
			t.Fatal(nodes)
		}
	}
}

// TestFillerHostile ends soon with params that need each other many times over.
func TestFillerHostile(t *testing.T) {
	t.Parallel()
	var params strings.Builder
	params.WriteString("p0: '${slug}${slug}'\n")
	for i := range 60 {
		fmt.Fprintf(&params, "p%d: '${p%d}${p%d}'\n", i+1, i, i)
	}
	scope := func(slug string) *directives.Scope {
		return directives.NewScope(nil, map[string]string{"slug": slug}, fold(t, params.String()), nil)
	}
	start := time.Now()
	for _, test := range []struct {
		slug string
		want diag.Code
	}{{"", ""}, {"x", directives.CodeInterpolationBudget}} {
		var filler directives.Filler
		_, faults := filler.Interpolate(scope(test.slug), fold(t, "a: '${p60}'\n"), "config")
		var code diag.Code
		if len(faults) > 0 {
			code = faults[0].Code
		}
		if code != test.want || len(faults) > 1 {
			t.Error(dump(faults))
		}
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Error(took)
	}
}
