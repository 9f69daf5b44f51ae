package directives

import (
	"slices"
	"strings"

	"tailor/internal/yamltree"
)

// Use is a name that a template uses.
type Use struct {
	Name string
	// Kind is "axis", "param" or "built-in".
	Kind string
	// Text is what the name stands for.
	Text string
	// Param is the merged value of a param, before its own names are filled in; nil for the other kinds.
	Param *yamltree.Node
	// Uses are the names that a param uses itself.
	Uses []Use
}

// Names lists the names in a template as they are written; none for anything else.
func Names(n *yamltree.Node) []string {
	if n == nil || n.Kind != yamltree.Scalar || n.Type != yamltree.String {
		return nil
	}
	parts, _ := parseTemplate(n.Value)
	var out []string
	for _, p := range parts {
		if p.name {
			out = append(out, p.text)
		}
	}
	return out
}

// Uses lists the names that a template uses, each once, in the order of their first use. A name that stands for
// nothing, and a template that is none, are left out.
func (s *Scope) Uses(template *yamltree.Node) []Use {
	return s.uses(template, nil)
}

func (s *Scope) uses(template *yamltree.Node, above []string) []Use {
	if template == nil || template.Kind != yamltree.Scalar || template.Type != yamltree.String || !strings.Contains(template.Value, "${") {
		return nil
	}
	parts, bad := parseTemplate(template.Value)
	if bad != nil {
		return nil
	}
	var out []Use
	for _, p := range parts {
		seen := slices.ContainsFunc(out, func(u Use) bool { return u.Name == p.text })
		if !p.name || seen || slices.Contains(above, p.text) {
			continue
		}
		if u, ok := s.use(p, template, append(above, p.text)); ok {
			out = append(out, u)
		}
	}
	return out
}

// use finds out what one name stands for.
func (s *Scope) use(p part, template *yamltree.Node, above []string) (Use, bool) {
	if text, ok := s.axes[p.text]; ok {
		return Use{Name: p.text, Kind: "axis", Text: text}, true
	}
	if v := s.params.Get(p.text); v != nil && v.Kind == yamltree.Scalar {
		r := s.param(template, nil, p, v)
		return Use{Name: p.text, Kind: "param", Text: r.text, Param: v, Uses: s.uses(v, above)}, r.ok
	}
	text, ok := s.builtins[p.text]
	return Use{Name: p.text, Kind: "built-in", Text: text}, ok
}
