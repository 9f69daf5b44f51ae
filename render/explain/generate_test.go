package explain_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// generate makes a workspace of one image with two axes: a base, fragments, an included file, anchors, params that
// use params, and every directive.
func generate(random *rand.Rand) map[string]string {
	g := &generator{random}
	base := g.tree(2)
	params := fmt.Sprintf("{ p1: %s, p2: \"${p1}-${a}\", p3: %s }", g.word(), g.oneOf("\"${p2}${b}\"", "w3", "7"))
	files := map[string]string{
		"tailor.yaml": "",
		"g/image.yaml": "name: g\nmatrix: { a: [x, y], b: [p, q] }\nparams: " + params + "\nconfig: " + flow(merge(base, map[string]any{
			"inc": "{ $include: part.yaml }", "a": "&m { s: &s w9, t: " + g.word() + " }", "z1": "*m", "z2": "*s",
		})) + "\n",
		"g/part.yaml": flow(g.tree(1)) + "\n",
	}
	for _, name := range []string{"by-a/x.yaml", "by-a/x+y.yaml", "by-b/q.yaml", "by-a+b/x+q.yaml"} {
		text := "config: " + flow(g.change(base)) + "\n"
		if g.chance(3) {
			text += "params: { p1: " + g.oneOf("{ $set: w4 }", "{ $set: \"${b}\" }") + " }\n"
		}
		files["g/"+name] = text
	}
	return files
}

// nameIncludes lets the cells of a workspace include different files, one of which includes one more.
func nameIncludes(random *rand.Rand, files map[string]string) {
	g := &generator{random}
	files["g/image.yaml"] = strings.Replace(files["g/image.yaml"], "$include: part.yaml", "$include: \"part-${a}.yaml\"", 1)
	files["g/part-x.yaml"] = files["g/part.yaml"]
	files["g/part-y.yaml"] = flow(merge(g.tree(0), map[string]any{"deep": "{ $include: \"part-${a}-${b}.yaml\" }"})) + "\n"
	files["g/part-y-p.yaml"] = flow(g.tree(0)) + "\n"
	files["g/part-y-q.yaml"] = list(g.items()) + "\n"
	files["g/by-b/p.yaml"] = "config: { l: [{ $include: \"part-y-${b}.yaml\" }], inc: { $include: \"part-z-${name}-${b}.yaml\" } }\n"
	files["g/part-z-g-p.yaml"] = flow(g.change(g.tree(0))) + "\n"
	delete(files, "g/part.yaml")
}

// useParts lets fragments use parts, one of which uses the other.
func useParts(random *rand.Rand, files map[string]string) {
	g := &generator{random}
	files["g/part-u.yaml"] = flow(map[string]any{"$use": "part-v.yaml", "l": g.items(), "d1": "{ $default: " + g.word() + " }", "u": g.word()}) + "\n"
	files["g/part-v.yaml"] = flow(map[string]any{"l": g.items(), "d2": "{ $default: " + g.word() + " }", "v": g.word()}) + "\n"
	files["g/image.yaml"] = strings.Replace(files["g/image.yaml"], "inc:", "us: { $use: "+g.oneOf("part-u.yaml", "part-v.yaml", "[]")+", l: "+list(g.items())+" }, inc:", 1)
	files["g/by-b/p.yaml"] = "config: { us: { $use: [part-v.yaml, part-u.yaml], d1: " + g.word() + " } }\n"
	files["g/by-b/q.yaml"] = "config: { us: { $use: part-u.yaml, m: { $use: part-v.yaml, d2: " + g.word() + " } } }\n"
}

type generator struct{ *rand.Rand }

// chance is true once in n times.
func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

func (g *generator) oneOf(words ...string) string { return words[g.IntN(len(words))] }

// word is a scalar as it is written; there are few, so that equal ones meet.
func (g *generator) word() string {
	return g.oneOf("w1", "w2", "w3", "\"w1\"", "1", "0755", "true", "\"${p1}\"", "'${p2}-${p3}'", "\"pre-${a}\"", "\"${name}/${slug}\"")
}

func (g *generator) items() []string {
	out := make([]string, 1+g.IntN(3))
	for i := range out {
		out[i] = g.oneOf("i1", "i2", "i3", "i4", "\"i1\"", "\"i-${a}\"", "{ n: w1, v: "+g.word()+" }", "[w2, w3]")
	}
	return out
}

// tree is a map whose values are scalars (string), lists ([]string) and maps.
func (g *generator) tree(depth int) map[string]any {
	out := map[string]any{}
	for i := range 3 {
		out[fmt.Sprintf("k%d", i)] = g.word()
	}
	out["l"] = g.items()
	if depth > 0 {
		out["m"] = g.tree(depth - 1)
	}
	return out
}

// change is a contribution to a tree: repeats, overrides, directives on lists, new and removed keys.
func (g *generator) change(base map[string]any) map[string]any {
	out := map[string]any{}
	for _, key := range sorted(base) {
		switch was := base[key].(type) {
		case string:
			switch g.IntN(12) {
			case 0:
				out[key] = was
			case 1, 2, 3:
				out[key] = "{ $set: " + g.word() + " }"
			case 4:
				out[key] = "$unset"
			}
		case []string:
			if g.chance(2) {
				out[key] = g.listChange(was)
			}
		case map[string]any:
			out[key] = g.change(was)
			if g.chance(6) {
				out[key] = "{ $set: " + flow(g.tree(0)) + " }"
			}
		}
	}
	if g.chance(3) {
		out[g.oneOf("n1", "n2", "n3")] = g.word()
	}
	return out
}

func (g *generator) listChange(was []string) string {
	switch g.IntN(4) {
	case 0:
		return list(g.items())
	case 1:
		return "{ $replace: " + list(g.items()) + " }"
	case 2:
		return "{ $remove: [" + was[0] + "], $append: " + list(g.items()) + " }"
	default:
		return "{ $prepend: " + list(g.items()) + " }"
	}
}

func list(items []string) string { return "[" + strings.Join(items, ", ") + "]" }

// merge returns a map of the keys of both.
func merge(a, b map[string]any) map[string]any {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}

// flow writes a tree on one line.
func flow(m map[string]any) string {
	var parts []string
	for _, key := range sorted(m) {
		switch v := m[key].(type) {
		case string:
			parts = append(parts, key+": "+v)
		case []string:
			parts = append(parts, key+": "+list(v))
		case map[string]any:
			parts = append(parts, key+": "+flow(v))
		}
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// dataTokens are the scalars of a workspace that are data: values under `config` and `params` that are no directive,
// no path, no `$remove` item, and nothing that some `$remove` may drop.
func dataTokens(t *testing.T, files map[string]string) []source.Span {
	t.Helper()
	var roots []*yamltree.Node
	removed := map[string]bool{}
	for _, name := range sorted(files) {
		root, faults := yamltree.Parse(source.New(name, []byte(files[name])))
		if len(faults) > 0 {
			t.Fatal(faults, files[name])
		}
		if strings.HasPrefix(name, "g/part") {
			roots = append(roots, root)
		}
		roots = append(roots, root.Get("config"), root.Get("params"))
	}
	for _, root := range roots {
		walk(root, func(n *yamltree.Node) {
			walk(n.Get("$remove"), func(n *yamltree.Node) { removed[n.Value] = n.Kind == yamltree.Scalar }, false)
		}, false)
	}
	seen := map[source.Span]bool{}
	var out []source.Span
	for _, root := range roots {
		walk(root, func(n *yamltree.Node) {
			if n.Kind == yamltree.Scalar && !removed[n.Value] && n.Value != "$unset" && !seen[n.Span] {
				seen[n.Span] = true // an alias stands where its anchor is
				out = append(out, n.Span)
			}
		}, true)
	}
	return out
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// walk visits the nodes of a document; for data it leaves out removed items and paths.
func walk(n *yamltree.Node, visit func(*yamltree.Node), data bool) {
	if n == nil {
		return
	}
	visit(n)
	for _, e := range n.Entries {
		if !data || e.Key.Name != "$remove" && e.Key.Name != "$include" && e.Key.Name != "$use" {
			walk(e.Value, visit, data)
		}
	}
	for _, item := range n.Items {
		walk(item, visit, data)
	}
}
