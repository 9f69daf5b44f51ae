package directives

import (
	"slices"

	"tailor/internal/yamltree"
)

// listEdit is what a document does to an inherited list.
type listEdit struct {
	first, last, remove []*yamltree.Node
}

func editOf(doc *yamltree.Node) listEdit {
	return listEdit{
		first:  items(doc.Get(dirPrepend)),
		last:   items(doc.Get(dirAppend)),
		remove: items(doc.Get(dirRemove)),
	}
}

func items(n *yamltree.Node) []*yamltree.Node {
	if n == nil {
		return nil
	}
	return n.Items
}

// edit gives prepend ++ (inherited without the removed items) ++ append. A nil inherited list is empty.
func (m *Merger) edit(inherited, doc *yamltree.Node, edit listEdit) *yamltree.Node {
	if inherited != nil && len(edit.first)+len(edit.last)+len(edit.remove) == 0 {
		return inherited
	}
	kept := m.remove(items(inherited), edit.remove)
	m.repeats(kept, edit.first)
	m.repeats(kept, edit.last)
	all := make([]*yamltree.Node, 0, len(edit.first)+len(kept)+len(edit.last))
	for _, item := range edit.first {
		all = append(all, m.alone(item))
	}
	all = append(all, kept...)
	for _, item := range edit.last {
		all = append(all, m.alone(item))
	}
	n, like := yamltree.NewList(all, doc.Span), doc
	n.Prio = doc.Prio
	if inherited != nil {
		n.Span, like = inherited.Span, inherited
	}
	return stepped(n, like, &yamltree.Origin{Op: yamltree.OpAppend, By: doc, Before: inherited})
}

// repeats notes the items that a list holds already.
func (m *Merger) repeats(list, items []*yamltree.Node) {
	for _, item := range items {
		if i := slices.IndexFunc(list, func(n *yamltree.Node) bool { return yamltree.Equal(n, item) }); i >= 0 {
			m.Repeats[item] = list[i]
		}
	}
}

// remove returns the items of list that equal none of the remove items, and notes which of those matched.
func (m *Merger) remove(list, remove []*yamltree.Node) []*yamltree.Node {
	if len(remove) == 0 {
		return list
	}
	values := make([]*yamltree.Node, len(remove))
	for i, item := range remove {
		values[i] = m.alone(item)
		m.Removes[item] = m.Removes[item] || slices.ContainsFunc(list, func(n *yamltree.Node) bool {
			return yamltree.Equal(n, values[i])
		})
	}
	var kept []*yamltree.Node
	for _, item := range list {
		if !slices.ContainsFunc(values, func(v *yamltree.Node) bool { return yamltree.Equal(item, v) }) {
			kept = append(kept, item)
		}
	}
	return kept
}
