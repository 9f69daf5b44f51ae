package directives

import (
	"slices"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/yamltree"
)

// Filler interpolates tree after tree, such as the configs of many cells. What comes out as it did the last time is
// the same node, so that whoever works on the results can share work too. The zero value is ready to use. It is not safe
// for concurrent use.
type Filler struct {
	memo map[*yamltree.Node]*filled
	text []byte
}

// filled is what a template, or a collection that holds some, came out as.
type filled struct {
	parts []part // of a template
	out   *yamltree.Node
}

// maxFilled bounds what a Filler remembers.
const maxFilled = 1024

// Interpolate is [Scope.Interpolate] with a memory.
func (f *Filler) Interpolate(s *Scope, tree *yamltree.Node, root string) (*yamltree.Node, []diag.Diagnostic) {
	if !tree.Has(yamltree.HasTemplate) {
		return tree, nil
	}
	if f.memo == nil || len(f.memo) > maxFilled {
		f.memo = map[*yamltree.Node]*filled{}
	}
	budget := s.budget
	if out := f.fill(s, tree); out != nil {
		return out, nil
	}
	s.budget, s.resolved = budget, nil
	return s.Interpolate(tree, root) // which says what is wrong
}

// fill returns a tree with its names filled in, or nil when something is wrong with one.
func (f *Filler) fill(s *Scope, n *yamltree.Node) *yamltree.Node {
	if !n.Has(yamltree.HasTemplate) || n.Kind == yamltree.Absent {
		return n
	}
	was := f.memo[n]
	if was == nil {
		was = &filled{}
		f.memo[n] = was
	}
	switch n.Kind {
	case yamltree.Map:
		return f.entries(s, n, was)
	case yamltree.List:
		return f.items(s, n, was)
	default:
		return f.scalar(s, n, was)
	}
}

func (f *Filler) entries(s *Scope, n *yamltree.Node, was *filled) *yamltree.Node {
	like := n
	if was.out != nil {
		like = was.out
	}
	var entries []yamltree.Entry // nil as long as nothing differs
	for i := range n.Entries {
		v := f.fill(s, n.Entries[i].Value)
		if v == nil {
			return nil
		}
		if entries == nil && v != like.Entries[i].Value {
			entries = slices.Clone(like.Entries)
		}
		if entries != nil {
			entries[i].Value = v
		}
	}
	if entries == nil {
		was.out = like
		return like
	}
	c := *n
	c.Entries = entries
	was.out = c.From(n.Origin)
	return was.out
}

func (f *Filler) items(s *Scope, n *yamltree.Node, was *filled) *yamltree.Node {
	like := n
	if was.out != nil {
		like = was.out
	}
	var items []*yamltree.Node
	for i, item := range n.Items {
		v := f.fill(s, item)
		if v == nil {
			return nil
		}
		if items == nil && v != like.Items[i] {
			items = slices.Clone(like.Items)
		}
		if items != nil {
			items[i] = v
		}
	}
	if items == nil {
		was.out = like
		return like
	}
	c := *n
	c.Items = items
	was.out = c.From(n.Origin)
	return was.out
}

func (f *Filler) scalar(s *Scope, n *yamltree.Node, was *filled) *yamltree.Node {
	if was.parts == nil {
		if !strings.Contains(n.Value, "${") {
			return n // the template is in its past
		}
		parts, bad := parseTemplate(n.Value)
		if bad != nil {
			return nil
		}
		was.parts = parts
	}
	f.text = f.text[:0]
	for _, p := range was.parts {
		if !p.name {
			f.text = append(f.text, p.text...)
			continue
		}
		r := s.lookup(n, nil, p)
		if !r.ok || len(f.text) > s.budget {
			return nil
		}
		f.text = append(f.text, r.text...)
	}
	if s.budget -= len(f.text); s.budget < 0 {
		return nil
	}
	if was.out == nil || was.out.Value != string(f.text) {
		was.out = filledIn(n, string(f.text))
	}
	return was.out
}

// filledIn is a template with its names filled in.
func filledIn(n *yamltree.Node, text string) *yamltree.Node {
	out := yamltree.NewString(text, n.Style, n.Span)
	out.Via = n.Via
	return out.From(&yamltree.Origin{Op: yamltree.OpInterpolate, By: n, Before: n})
}
