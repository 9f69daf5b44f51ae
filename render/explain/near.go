package explain

import (
	"strings"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/yamltree"
	"tailor/render"
)

// Near says what to write instead of a path that no config has: the key that is spelt like the one that is
// missing, else a place whose last key is the same, else what there is above it.
func Near(renderings []render.Rendering, steps []directives.Step) string {
	seen := map[*render.Image]bool{}
	for _, r := range renderings {
		if seen[r.Cell.Image] {
			continue // its cells are alike, and there can be many
		}
		seen[r.Cell.Image] = true
		n, depth := r.Config, 0
		for depth < len(steps) {
			below := directives.Lookup(n, steps[depth:depth+1])
			if below == nil {
				break
			}
			n, depth = below, depth+1
		}
		if near := nearStep(n, steps, depth); near != "" {
			return "did you mean `" + near + "`?"
		}
		if near := sameEnd(r, steps); near != "" {
			return "did you mean `" + near + "`?"
		}
	}
	return "`tailor explain --blame` prints a config with the place of every line"
}

// nearStep returns a path that differs in the step at depth alone.
func nearStep(n *yamltree.Node, steps []directives.Step, depth int) string {
	if depth == len(steps) || n == nil || n.Kind != yamltree.Map || steps[depth].Index >= 0 {
		return ""
	}
	near := diag.Nearest(steps[depth].Key, n.Keys())
	if near == "" {
		return ""
	}
	right := append(append([]directives.Step{}, steps[:depth]...), directives.Step{Key: near, Index: -1})
	if rest := steps[depth+1:]; directives.Lookup(n.Get(near), rest) != nil {
		right = append(right, rest...)
	}
	return directives.PathOf(right).String()
}

// sameEnd returns the first path of a config that ends in the same key.
func sameEnd(r render.Rendering, steps []directives.Step) string {
	if len(steps) == 0 || steps[len(steps)-1].Index >= 0 {
		return ""
	}
	end := "." + directives.PathOf(steps[len(steps)-1:]).String()
	for _, l := range yamltree.Lines(r.Config) {
		if path := strings.TrimPrefix(pathOf(l.Steps).String(), root+"."); strings.HasSuffix("."+path, end) {
			return path
		}
	}
	return ""
}
