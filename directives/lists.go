package directives

import (
	"slices"
	"strconv"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/yamltree"
)

// listEdit is what a document does to an inherited list, in the order in which it acts.
type listEdit struct {
	remove  []*yamltree.Node
	merge   itemMerge
	inserts []*yamltree.Node
	first   []*yamltree.Node
	last    []*yamltree.Node
	union   []*yamltree.Node
}

// itemMerge merges items onto those of a list that have the same keys, or onto those from a position on.
type itemMerge struct {
	key   *yamltree.Node // as it is written, nil for a rule
	names []string
	index int // when there are no names
	items []*yamltree.Node
}

func editOf(doc *yamltree.Node) listEdit {
	edit := listEdit{
		first:  items(doc.Get(dirPrepend)),
		last:   items(doc.Get(dirAppend)),
		remove: items(doc.Get(dirRemove)),
		union:  items(doc.Get(dirUnion)),
	}
	if merge := doc.Get(dirMerge); merge != nil {
		key := merge.Get("key")
		edit.merge = itemMerge{key: key, names: keyNames(key), items: items(merge.Get("items"))}
		if index := merge.Get("index"); index != nil {
			edit.merge.index = position(index)
		}
	}
	switch insert := doc.Get(dirInsert); {
	case insert == nil:
	case insert.Kind == yamltree.List:
		edit.inserts = insert.Items
	default:
		edit.inserts = []*yamltree.Node{insert}
	}
	return edit
}

func items(n *yamltree.Node) []*yamltree.Node {
	if n == nil {
		return nil
	}
	return n.Items
}

func (e listEdit) isEmpty() bool {
	return len(e.first)+len(e.last)+len(e.remove)+len(e.union)+len(e.merge.items)+len(e.inserts) == 0
}

// edit applies the parts of an edit to an inherited list; nil is an empty one.
func (m *Merger) edit(inherited, doc *yamltree.Node, edit listEdit) *yamltree.Node {
	if inherited != nil && edit.isEmpty() {
		return inherited
	}
	kept := m.remove(items(inherited), edit.remove)
	kept, bad := m.mergeItems(kept, edit.merge)
	if bad == nil {
		kept, bad = m.insert(kept, edit.inserts)
	}
	if bad != nil {
		return faulty(inherited, doc, bad)
	}
	m.repeats(kept, edit.first)
	m.repeats(kept, edit.last)
	all := make([]*yamltree.Node, 0, len(edit.first)+len(kept)+len(edit.last)+len(edit.union))
	all = append(all, m.each(edit.first)...)
	all = append(all, kept...)
	all = append(all, m.each(edit.last)...)
	if len(edit.union) > 0 {
		there := newIndex(all, len(edit.union))
		for _, item := range m.each(edit.union) {
			if there.find(item) == nil {
				there.add(item)
				all = append(all, item)
			}
		}
	}
	n := yamltree.Node{Kind: yamltree.List, Items: all, Span: doc.Span, Prio: doc.Prio, Via: doc.Via}
	if inherited != nil {
		n.Span, n.Via = inherited.Span, inherited.Via
	}
	return yamltree.Make(n, yamltree.Origin{Op: yamltree.OpAppend, By: doc, Before: inherited})
}

// each gives the values of items where nothing is inherited.
func (m *Merger) each(items []*yamltree.Node) []*yamltree.Node {
	if len(m.Rules) == 0 && !slices.ContainsFunc(items, func(n *yamltree.Node) bool { return !isFinished(n) }) {
		return items
	}
	out := make([]*yamltree.Node, len(items))
	for i, item := range items {
		out[i] = m.below(Step{Index: i}, func() *yamltree.Node { return m.alone(item) })
	}
	return out
}

// faulty records an edit that cannot be done.
func faulty(inherited, doc *yamltree.Node, bad *diag.Diagnostic) *yamltree.Node {
	n := inherited
	if n == nil {
		n = rebuilt(doc, yamltree.NewList(nil, doc.Span))
	}
	return n.From(&yamltree.Origin{Op: yamltree.OpConflict, By: doc, Before: inherited, Fault: bad})
}

// repeats notes the items that a list holds already.
func (m *Merger) repeats(list, items []*yamltree.Node) {
	if len(list) == 0 || len(items) == 0 {
		return
	}
	there := newIndex(list, len(items))
	for _, item := range items {
		if first := there.find(item); first != nil {
			noteRepeat(m.Repeats, item, first)
		}
	}
}

// noteRepeat notes that a list has an item already. Of several that it had in different merges, the one that precedes the
// others counts.
func noteRepeat(repeats map[*yamltree.Node]*yamltree.Node, item, first *yamltree.Node) {
	if other := repeats[item]; other == nil || first.Precedes(other) {
		repeats[item] = first
	}
}

// Effects adds what another Merger of the same documents remembers.
func (m *Merger) Effects(other *Merger) {
	for item, had := range other.Removes {
		m.Removes[item] = m.Removes[item] || had
	}
	for key, had := range other.Keys {
		m.Keys[key] = m.Keys[key] || had
	}
	for set, had := range other.Sets {
		m.Sets[set] = m.Sets[set] || had
	}
	for item, first := range other.Repeats {
		noteRepeat(m.Repeats, item, first)
	}
}

// remove returns the items of list that none of the remove items fits, and notes which of those did.
func (m *Merger) remove(list, remove []*yamltree.Node) []*yamltree.Node {
	if len(remove) == 0 {
		return list
	}
	fits := make([]func(*yamltree.Node) bool, len(remove))
	for i, item := range remove {
		fits[i] = m.fitter(item)
		m.Removes[item] = m.Removes[item] || slices.ContainsFunc(list, fits[i])
	}
	var kept []*yamltree.Node
	for _, item := range list {
		if !slices.ContainsFunc(fits, func(fits func(*yamltree.Node) bool) bool { return fits(item) }) {
			kept = append(kept, item)
		}
	}
	return kept
}

// fitter tells the items that an item of a directive means: those that equal it, or contain a `$match`.
func (m *Merger) fitter(item *yamltree.Node) func(*yamltree.Node) bool {
	if isMatch(item) {
		part := item.Entries[0].Value
		return func(n *yamltree.Node) bool { return n.Kind == yamltree.Map && contains(n, part) }
	}
	value := m.alone(item)
	return func(n *yamltree.Node) bool { return yamltree.Equal(n, value) }
}

// Fits reports whether an item of a `$remove`, as it is written, means an item of a list.
func Fits(item, n *yamltree.Node) bool { return NewMerger().fitter(item)(n) }

// identity is what tells an item from others by some of its keys, which must be scalars.
func identity(item *yamltree.Node, names []string) (id string, ok bool) {
	if item.Kind != yamltree.Map {
		return "", false
	}
	var b strings.Builder
	for _, name := range names {
		v := item.Get(name)
		if v == nil || v.Kind != yamltree.Scalar || isBareUnset(v) {
			return "", false
		}
		text := v.Value
		if v.Type == yamltree.Null {
			text = ""
		}
		b.WriteString(v.Type.String() + strconv.Quote(text))
	}
	return b.String(), true
}

// mergeItems merges items onto the ones of a list that they belong to, and appends those that belong to none.
func (m *Merger) mergeItems(list []*yamltree.Node, merge itemMerge) ([]*yamltree.Node, *diag.Diagnostic) {
	if len(merge.items) == 0 {
		return list, nil
	}
	if len(merge.names) == 0 {
		return m.mergeFrom(list, merge)
	}
	out := slices.Clone(list)
	places := map[string][]int{}
	for i, item := range list {
		if id, ok := identity(item, merge.names); ok {
			places[id] = append(places[id], i)
		}
	}
	if merge.key != nil && len(list) > 0 {
		m.Keys[merge.key] = m.Keys[merge.key] || len(places) > 0
	}
	for _, item := range merge.items {
		id, _ := identity(item, merge.names)
		switch at := places[id]; len(at) {
		case 0:
			out = append(out, m.below(Step{Index: len(out)}, func() *yamltree.Node { return m.alone(item) }))
		case 1:
			out[at[0]] = m.below(Step{Index: at[0]}, func() *yamltree.Node { return m.Merge(out[at[0]], item) })
		default:
			return nil, ambiguous(item, list[at[0]], list[at[1]], merge.names)
		}
	}
	return out, nil
}

// mergeFrom merges items onto those of a list from a position on.
func (m *Merger) mergeFrom(list []*yamltree.Node, merge itemMerge) ([]*yamltree.Node, *diag.Diagnostic) {
	out := slices.Clone(list)
	for i, item := range merge.items {
		at := merge.index + i
		if at >= len(list) {
			d := diag.New(CodeItemPosition, item.Span, "the list has no item at position "+strconv.Itoa(at)+": it has "+strconv.Itoa(len(list)),
				"count from 0, or `$append` the item")
			d.Labels[0].Via = item.Via.Sites()
			return nil, &d
		}
		out[at] = m.below(Step{Index: at}, func() *yamltree.Node { return m.Merge(out[at], item) })
	}
	return out, nil
}

func ambiguous(item, first, second *yamltree.Node, names []string) *diag.Diagnostic {
	d := diag.New(CodeItemKey, item.Span, "two items of the list have the same "+diag.List(names)+" as this one",
		"give the items of the list keys of their own, or add another name to `key`")
	d.Labels[0].Via = item.Via.Sites()
	for _, n := range []*yamltree.Node{first, second} {
		d.Labels = append(d.Labels, diag.Label{Span: n.Span, Text: "has it", Via: n.Via.Sites()})
	}
	return &d
}

// insert puts items before or after others. All anchors are looked up in the list as it is; what is inserted at one
// anchor keeps the order in which it is written.
func (m *Merger) insert(list, inserts []*yamltree.Node) ([]*yamltree.Node, *diag.Diagnostic) {
	if len(inserts) == 0 {
		return list, nil
	}
	before, after := make([][]*yamltree.Node, len(list)), make([][]*yamltree.Node, len(list))
	for _, insert := range inserts {
		anchor, at := insert.Get("before"), before
		if anchor == nil {
			anchor, at = insert.Get("after"), after
		}
		i, bad := m.anchor(list, anchor)
		if bad != nil {
			return nil, bad
		}
		added := items(insert.Get("items"))
		m.repeats(list, added)
		at[i] = append(at[i], m.each(added)...)
	}
	var out []*yamltree.Node
	for i, item := range list {
		out = append(append(append(out, before[i]...), item), after[i]...)
	}
	return out, nil
}

// anchor finds the one item that an anchor fits.
func (m *Merger) anchor(list []*yamltree.Node, anchor *yamltree.Node) (int, *diag.Diagnostic) {
	fits := m.fitter(anchor)
	var found []int
	for i, item := range list {
		if fits(item) {
			found = append(found, i)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	d := diag.New(CodeAnchor, anchor.Span, "no item of the list fits this anchor",
		"write the item exactly as it was added, or `{ $match: { ... } }` with entries that tell it from the others")
	if len(found) > 1 {
		d.Message = strconv.Itoa(len(found)) + " items of the list fit this anchor"
		d.Help = "write the whole item, or more of its entries, so that one fits"
	}
	d.Labels[0].Via = anchor.Via.Sites()
	for _, i := range found[:min(len(found), 2)] {
		d.Labels = append(d.Labels, diag.Label{Span: list[i].Span, Text: "fits", Via: list[i].Via.Sites()})
	}
	return 0, &d
}
