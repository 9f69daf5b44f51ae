package directives

import (
	"strings"

	"tailor/internal/diag"
	"tailor/internal/yamltree"
)

// Filler interpolates tree after tree, such as the configs of many cells. What comes out as it did the last time is
// the same node, so that whoever works on the results can share work too. The zero value is ready to use. It is not safe
// for concurrent use.
type Filler struct {
	memo  map[*yamltree.Node]filled // of nodes that no merge made: those come again
	size  int                       // the bytes of the texts in it
	scope *Scope
	fresh []string // the params that the present call has resolved
}

// filled is what a template, or a collection that holds some, came out as.
type filled struct {
	parts []part // of a template
	text  string // the same, filled in
	out   *yamltree.Node
}

// What a Filler remembers at most, besides what one tree has.
const (
	maxFilled     = 4096 // nodes
	maxFilledText = 1 << 20
)

// Interpolate is [Scope.Interpolate] with a memory.
func (f *Filler) Interpolate(s *Scope, tree *yamltree.Node, root string) (*yamltree.Node, []diag.Diagnostic) {
	if !tree.Has(yamltree.HasTemplate) {
		return tree, nil
	}
	if f.memo == nil || len(f.memo) > maxFilled || f.size > maxFilledText {
		f.memo, f.size = map[*yamltree.Node]filled{}, 0
	}
	f.scope, f.fresh = s, f.fresh[:0]
	budget := s.budget
	if out := f.fill(tree); out != nil {
		return out, nil
	}
	s.budget = budget
	for _, name := range f.fresh {
		delete(s.resolved, name)
	}
	return s.Interpolate(tree, root) // which says what is wrong
}

// fill returns a tree with its names filled in, or nil when something is wrong with one.
func (f *Filler) fill(n *yamltree.Node) *yamltree.Node {
	switch {
	case !n.Has(yamltree.HasTemplate) || n.Kind == yamltree.Absent:
		return n
	case n.Kind == yamltree.Scalar:
		return f.scalar(n)
	case n.Origin != nil:
		return f.collection(n, nil)
	}
	out := f.collection(n, f.memo[n].out)
	f.memo[n] = filled{out: out}
	return out
}

// collection fills in the names in a map or list that came out as last the last time, which is nil for never.
func (f *Filler) collection(n, last *yamltree.Node) *yamltree.Node {
	like := n
	if last != nil {
		like = last
	}
	var out *yamltree.Node // nil as long as nothing differs
	for i := range n.Entries {
		v := f.fill(n.Entries[i].Value)
		if v == nil {
			return nil
		}
		if out == nil && v != like.Entries[i].Value {
			out = like.Copy()
		}
		if out != nil {
			out.Entries[i].Value = v
		}
	}
	for i, item := range n.Items {
		v := f.fill(item)
		if v == nil {
			return nil
		}
		if out == nil && v != like.Items[i] {
			out = like.Copy()
		}
		if out != nil {
			out.Items[i] = v
		}
	}
	if out == nil {
		return like
	}
	return out.MadeBy(n.Origin)
}

func (f *Filler) scalar(n *yamltree.Node) *yamltree.Node {
	if !strings.Contains(n.Value, "${") {
		return n // the template is in its past
	}
	text, ok := f.expand(n)
	if !ok {
		return nil
	}
	was := f.memo[n]
	if was.out == nil || was.out.Value != text {
		was.out = filledIn(n, text)
		f.memo[n] = was
	}
	return was.out
}

// expand fills in a template, and reports whether nothing is wrong with it.
func (f *Filler) expand(n *yamltree.Node) (string, bool) {
	was := f.memo[n]
	if was.parts == nil {
		parts, bad := parseTemplate(n.Value)
		if bad != nil {
			return "", false
		}
		was.parts = parts
		f.memo[n] = was
	}
	var space [128]byte
	text := space[:0]
	for _, p := range was.parts {
		word, ok := p.text, true
		if p.name {
			word, ok = f.lookup(p.text)
		}
		if !ok || len(text)+len(word) > f.scope.budget {
			return "", false
		}
		text = append(text, word...)
	}
	f.scope.budget -= len(text)
	if was.text != string(text) {
		f.size += len(text) - len(was.text)
		was.text = string(text)
		f.memo[n] = was
	}
	return was.text, true
}

// lookup finds the text of a name.
func (f *Filler) lookup(name string) (string, bool) {
	s := f.scope
	if _, no := s.banned[name]; no && s.isBuiltin(name) {
		return "", false
	}
	if text, ok := s.axes[name]; ok {
		return text, true
	}
	if v := s.params.Get(name); v != nil && v.Kind != yamltree.Absent {
		return f.param(name, v)
	}
	text, ok := s.builtins[name]
	return text, ok
}

// param resolves a param, once for each Scope. One that needs itself has no text.
func (f *Filler) param(name string, v *yamltree.Node) (string, bool) {
	s := f.scope
	if r, ok := s.resolved[name]; ok {
		return r.text, r.ok
	}
	if v.Kind != yamltree.Scalar || v.Type == yamltree.Null {
		return "", false
	}
	if v.Type != yamltree.String || !strings.Contains(v.Value, "${") {
		return v.Value, true
	}
	f.fresh = append(f.fresh, name)
	s.resolve(name, resolution{})
	text, ok := f.expand(v)
	s.resolve(name, resolution{text: text, ok: ok})
	return text, ok
}

// filledIn is a template with its names filled in.
func filledIn(n *yamltree.Node, text string) *yamltree.Node {
	out := *yamltree.NewString(text, n.Style, n.Span)
	out.Via = n.Via
	return yamltree.Make(out, yamltree.Origin{Op: yamltree.OpInterpolate, By: n, Before: n})
}
