package directives

import (
	"slices"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// Rule is one rule of `merge:`: how plain contributions combine at some places under `config`. It implements
// docs/reference/merge.md.
type Rule struct {
	At Pattern
	// List is one of ListPolicies, "" when the rule says nothing about lists.
	List string
	// Keys are the names of a `key:` policy.
	Keys []string
	// Last says that a later scalar overrides an earlier one; it counts only when HasScalar.
	Last, HasScalar bool
	// Span is where the rule was written.
	Span source.Span
}

// The list policies.
const (
	ListAppend  = "append"
	ListSet     = "set"
	ListReplace = "replace"
	ListIndex   = "index"
	ListKey     = "key"
)

// listRule returns the rule for the list at the present place: the last that fits and says something about lists.
func (m *Merger) listRule() *Rule {
	for i := range slices.Backward(m.Rules) {
		if r := &m.Rules[i]; r.List != "" && r.At.Matches(m.here()) {
			return r
		}
	}
	return nil
}

// overrides reports whether a later scalar overrides an earlier one at the present place.
func (m *Merger) overrides() bool {
	for i := range slices.Backward(m.Rules) {
		if r := &m.Rules[i]; r.HasScalar && r.At.Matches(m.here()) {
			return r.Last
		}
	}
	return false
}

// here is the present place, from `config` on.
func (m *Merger) here() []Step {
	if len(m.at) == 0 {
		return nil
	}
	return m.at[1:]
}

// below does something at a step below the present place.
func (m *Merger) below(s Step, do func() *yamltree.Node) *yamltree.Node {
	if len(m.Rules) == 0 {
		return do() // nobody asks where
	}
	m.at = append(m.at, s)
	n := do()
	m.at = m.at[:len(m.at)-1]
	return n
}

func (m *Merger) belowKey(name string, do func() *yamltree.Node) *yamltree.Node {
	return m.below(Step{Key: name, Index: -1}, do)
}

// scalar merges a scalar onto one of the same priority.
func (m *Merger) scalar(inherited, doc *yamltree.Node) *yamltree.Node {
	if yamltree.SameScalar(inherited, doc) || !m.overrides() {
		return scalars(inherited, doc)
	}
	return doc.From(&yamltree.Origin{Op: yamltree.OpLast, By: doc, Before: inherited})
}

// plainList merges a plain list onto an inherited one, nil for none, as the policy of the place says.
func (m *Merger) plainList(inherited, doc *yamltree.Node) *yamltree.Node {
	r := m.listRule()
	if r == nil {
		return m.edit(inherited, doc, listEdit{last: doc.Items})
	}
	switch r.List {
	case ListSet:
		return m.edit(inherited, doc, listEdit{union: doc.Items})
	case ListReplace:
		n := m.edit(nil, doc, listEdit{last: doc.Items})
		if inherited == nil {
			return n
		}
		return step(n, yamltree.Origin{Op: yamltree.OpReplace, By: doc, Before: inherited})
	case ListIndex:
		known := min(len(items(inherited)), len(doc.Items))
		return m.edit(inherited, doc, listEdit{merge: itemMerge{items: doc.Items[:known]}, last: doc.Items[known:]})
	case ListKey:
		if bad := keyed(append(slices.Clone(items(inherited)), doc.Items...), doc.Items, r); bad != nil {
			return faulty(inherited, doc, bad)
		}
		return m.edit(inherited, doc, listEdit{merge: itemMerge{names: r.Keys, items: doc.Items}})
	}
	return m.edit(inherited, doc, listEdit{last: doc.Items})
}

// keyed reports an item that cannot be merged by key: one that is no map with scalar keys, or that has the same keys as
// another one of its contribution.
func keyed(all, contribution []*yamltree.Node, r *Rule) *diag.Diagnostic {
	names := diag.List(r.Keys)
	for _, item := range all {
		if _, ok := identity(item, r.Keys); !ok || isDirective(item) {
			d := at(diag.New(CodeUnkeyedItem, item.Span, "the item is no map with a plain "+names+", by which this list is merged",
				"give the item "+names+", or change the list with a directive such as `$append`"), item)
			d.Labels = append(d.Labels, diag.Label{Span: r.Span, Text: "the rule"})
			return &d
		}
	}
	seen := map[string]*yamltree.Node{}
	for _, item := range contribution {
		id, _ := identity(item, r.Keys)
		if first := seen[id]; first != nil {
			d := at(diag.New(CodeRepeatedKey, item.Span, "two items have the same "+names, "put both into one item"), item)
			d.Labels = append(d.Labels, diag.Label{Span: first.Span, Text: "first here", Via: first.Via.Sites()}, diag.Label{Span: r.Span, Text: "the rule"})
			return &d
		}
		seen[id] = item
	}
	return nil
}

// aloneRuled gives the value of a document without directives where nothing is inherited and rules may say something
// about its lists.
func (m *Merger) aloneRuled(doc *yamltree.Node) *yamltree.Node {
	switch doc.Kind {
	case yamltree.List:
		if m.listRule() != nil {
			return m.plainList(nil, doc)
		}
		out := m.each(doc.Items)
		if slices.Equal(out, doc.Items) {
			return doc
		}
		n := yamltree.NewList(out, doc.Span)
		n.Prio = doc.Prio
		return stepped(n, doc, &yamltree.Origin{Op: yamltree.OpSet, By: doc})
	case yamltree.Map:
		if n := m.aloneMap(doc); !sameValues(n, doc) {
			return n
		}
	default:
	}
	return doc
}

// sameValues reports whether two maps have the very same values.
func sameValues(a, b *yamltree.Node) bool {
	return slices.EqualFunc(a.Entries, b.Entries, func(a, b yamltree.Entry) bool { return a.Value == b.Value })
}

// Override is a scalar that a policy let override others.
type Override struct {
	Path string
	// By is the contribution that overrides, Under those that agree on what was there before, Later those that repeat
	// it afterwards.
	By           *yamltree.Node
	Under, Later []*yamltree.Node
}

// Overrides returns the places of a merged tree whose value overrides another one because of a policy, in the order of
// the tree.
func Overrides(tree *yamltree.Node) []Override {
	var found []Override
	eachMarked(tree, yamltree.HasLast, nil, func(n *yamltree.Node, path *Path) {
		later, last := agreeing(n)
		if last == nil || last.Origin == nil || last.Origin.Op != yamltree.OpLast {
			return
		}
		under, first := agreeing(last.Origin.Before)
		if first != nil {
			under = append(under, contribution(first))
		}
		found = append(found, Override{Path: path.String(), By: last.Origin.By, Under: under, Later: later})
	})
	return found
}

// agreeing returns the contributions that repeat the value of a scalar, and the step that gave it.
func agreeing(n *yamltree.Node) (repeats []*yamltree.Node, first *yamltree.Node) {
	for n != nil && n.Origin != nil {
		switch n.Origin.Op {
		case yamltree.OpSame:
			repeats = append(repeats, n.Origin.By)
		case yamltree.OpOutranked:
		default:
			return repeats, n
		}
		n = n.Origin.Before
	}
	return repeats, n
}

// contribution is the node that a step contributed, as it was written.
func contribution(n *yamltree.Node) *yamltree.Node {
	if n.Origin != nil {
		return n.Origin.By
	}
	return n
}
