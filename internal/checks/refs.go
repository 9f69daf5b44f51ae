package checks

import (
	"fmt"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/yamltree"
)

// refs reports the values at one pattern that are at none of others, compared as text.
func (c Config) refs(ref *Ref) []diag.Diagnostic {
	var names []string
	known := map[string]bool{}
	for _, to := range ref.To {
		to.each(c.Tree, func(_ *directives.Path, n *yamltree.Node) {
			if n.Kind == yamltree.Scalar && !known[n.Value] {
				known[n.Value] = true
				names = append(names, n.Value)
			}
		})
	}
	var out []diag.Diagnostic
	ref.From.each(c.Tree, func(path *directives.Path, n *yamltree.Node) {
		if len(out) < maxFaults && (n.Kind != yamltree.Scalar || !known[n.Value]) {
			out = append(out, c.dangling(ref, path, n, names))
		}
	})
	return out
}

func (c Config) dangling(ref *Ref, path *directives.Path, n *yamltree.Node, names []string) diag.Diagnostic {
	patterns := make([]string, len(ref.To))
	for i, to := range ref.To {
		patterns[i] = to.Pattern.String()
	}
	targets := diag.Either(patterns)
	d := diag.Diagnostic{
		Code: CodeDangling, Path: spelled(path),
		Message: directives.Shown(n) + " is none of the values at " + targets,
		Labels:  []diag.Label{c.label(n, nil, ""), ruleLabel(ref.From.Span, "must name one of them")},
	}
	d.Labels[0].Primary = true
	if n.Kind != yamltree.Scalar {
		d.Message, d.Help = directives.Shown(n)+" cannot name a value at "+targets, "write the text of one"
		return d
	}
	if len(names) == 0 {
		d.Help = "there is none: add it, or remove the reference"
		return d
	}
	const most, near = 10, 1000
	d.Help = diag.Suggest(n.Value, names[:min(near, len(names))], "write one of these, or add it there")
	shown := names[:min(most, len(names))]
	switch more := len(names) - len(shown); {
	case more > 0:
		d.Notes = []string{fmt.Sprintf("there are %s, and %d more", diag.List(shown), more)}
	case len(names) == 1:
		d.Notes = []string{"there is only " + diag.List(shown)}
	default:
		d.Notes = []string{"there are " + diag.List(shown)}
	}
	return d
}
