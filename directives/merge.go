package directives

import (
	"slices"

	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// Merger folds documents. Over all merges that it does it remembers what had an effect, so that what never has one
// can be told. It is not safe for concurrent use.
type Merger struct {
	// Removes has every `$remove` item that was applied, by its node in the document; true when it
	// matched something at least once.
	Removes map[*yamltree.Node]bool
	// Sets has every `$set` that was applied, by its map; true when it changed something at least once.
	Sets map[*yamltree.Node]bool
	// Keys has the `key` of every `$merge` that met a list with items; true when one of them had it at least once.
	Keys map[*yamltree.Node]bool
	// Repeats has every item that was added to a list that held an equal one, and that one.
	Repeats map[*yamltree.Node]*yamltree.Node
	// Rules say how plain contributions combine at some places of a tree `{ config: ... }`, the last that fits first.
	Rules []Rule

	at []Step // where the merge is
}

// NewMerger makes a Merger that has merged nothing yet.
func NewMerger() *Merger {
	return &Merger{
		Removes: map[*yamltree.Node]bool{}, Sets: map[*yamltree.Node]bool{}, Keys: map[*yamltree.Node]bool{}, Repeats: map[*yamltree.Node]*yamltree.Node{},
	}
}

// Merge applies a compiled document to what was inherited and returns the result; neither is changed.
// A nil inherited tree is nothing at all, a nil document changes nothing. A value that cannot be
// combined becomes a conflict in the result, see [Conflicts].
func (m *Merger) Merge(inherited, doc *yamltree.Node) *yamltree.Node {
	switch {
	case doc == nil:
		return inherited
	case len(doc.Parts()) > 0:
		return m.withParts(inherited, doc)
	case doc.Has(yamltree.HasPrio) || inherited.Has(yamltree.HasPrio):
		return m.judge(inherited, doc)
	case inherited == nil:
		return m.alone(doc)
	case inherited.Kind == yamltree.Absent:
		return m.afterAbsent(inherited, doc)
	case isBareUnset(doc):
		return unset(inherited, doc)
	case isDirective(doc):
		return m.direct(inherited, doc)
	case inherited.Kind != doc.Kind || conflicted(inherited):
		return conflict(inherited, doc)
	}
	switch doc.Kind {
	case yamltree.Map:
		return m.maps(inherited, doc)
	case yamltree.List:
		return m.plainList(inherited, doc)
	default:
		return m.scalar(inherited, doc)
	}
}

// alone gives the value of a document where nothing is inherited.
func (m *Merger) alone(doc *yamltree.Node) *yamltree.Node {
	switch {
	case len(doc.Parts()) > 0:
		return m.withParts(nil, doc)
	case isFinished(doc) && len(m.Rules) == 0:
		return doc
	case isFinished(doc):
		return m.aloneRuled(doc)
	case isBareUnset(doc):
		return unset(nil, doc)
	case isDirective(doc):
		return m.direct(nil, doc)
	case doc.Kind == yamltree.Map:
		return m.aloneMap(doc)
	}
	return m.plainList(nil, doc)
}

// isFinished reports whether a document is its own result where nothing is inherited.
func isFinished(doc *yamltree.Node) bool {
	return !doc.Has(yamltree.HasDirective) && !doc.Has(yamltree.HasParts)
}

func (m *Merger) aloneMap(doc *yamltree.Node) *yamltree.Node {
	entries := make([]yamltree.Entry, len(doc.Entries))
	for i, e := range doc.Entries {
		v := m.belowKey(e.Key.Name, func() *yamltree.Node { return m.alone(e.Value) })
		entries[i] = yamltree.Entry{Key: e.Key, Value: v}
	}
	n := yamltree.NewMap(entries, doc.Span)
	return stepped(n, doc, &yamltree.Origin{Op: yamltree.OpSet, By: doc})
}

// afterAbsent gives the value of a document where an earlier one was removed; the story goes on.
func (m *Merger) afterAbsent(gone, doc *yamltree.Node) *yamltree.Node {
	n := m.alone(doc)
	op := yamltree.OpSet
	if n.Origin != nil {
		op = n.Origin.Op
	}
	return step(n, yamltree.Origin{Op: op, By: doc, Before: gone})
}

// step returns n with another origin. An edit that could not be done stays one.
func step(n *yamltree.Node, origin yamltree.Origin) *yamltree.Node {
	if n.Origin != nil && n.Origin.Fault != nil {
		origin.Op, origin.Fault = yamltree.OpConflict, n.Origin.Fault
	}
	return n.From(&origin)
}

// maps merges key by key: known keys keep their place, new ones follow in their own order.
func (m *Merger) maps(inherited, doc *yamltree.Node) *yamltree.Node {
	find := finder(inherited)
	fresh := 0
	for i := range doc.Entries {
		if find.at(doc.Entries[i].Key.Name) < 0 {
			fresh++
		}
	}
	entries := append(make([]yamltree.Entry, 0, len(inherited.Entries)+fresh), inherited.Entries...)
	changed := false
	var gone []int // places of removed keys that come back at the end
	for _, e := range doc.Entries {
		i := find.at(e.Key.Name)
		if i < 0 {
			v := m.belowKey(e.Key.Name, func() *yamltree.Node { return m.alone(e.Value) })
			entries = append(entries, yamltree.Entry{Key: e.Key, Value: v})
			changed = true
			continue
		}
		was := entries[i].Value
		now := m.belowKey(e.Key.Name, func() *yamltree.Node { return m.Merge(was, e.Value) })
		changed = changed || now != was
		if was.Kind == yamltree.Absent && now.Kind != yamltree.Absent {
			gone = append(gone, i)
			entries = append(entries, yamltree.Entry{Key: e.Key, Value: now})
			continue
		}
		entries[i].Value = now
	}
	if !changed {
		return inherited
	}
	n := yamltree.Node{Kind: yamltree.Map, Entries: without(entries, gone), Span: inherited.Span, Uses: inherited.Uses, Via: inherited.Via}
	return yamltree.Make(n, yamltree.Origin{Op: yamltree.OpMerge, By: doc, Before: inherited})
}

// lookup finds the keys of a map; those of a large one are indexed first.
type lookup struct {
	n     *yamltree.Node
	index map[string]int // nil for a small one
}

func finder(n *yamltree.Node) lookup {
	const few = 16
	if len(n.Entries) <= few {
		return lookup{n: n}
	}
	index := make(map[string]int, len(n.Entries))
	for i, e := range n.Entries {
		index[e.Key.Name] = i
	}
	return lookup{n, index}
}

// at is the position of a key, or -1.
func (l lookup) at(name string) int {
	if l.index == nil {
		return l.n.Index(name)
	}
	if i, ok := l.index[name]; ok {
		return i
	}
	return -1
}

// without returns the entries whose positions are not among gone.
func without(entries []yamltree.Entry, gone []int) []yamltree.Entry {
	if len(gone) == 0 {
		return entries
	}
	kept := make([]yamltree.Entry, 0, len(entries))
	for i, e := range entries {
		if !slices.Contains(gone, i) {
			kept = append(kept, e)
		}
	}
	return kept
}

func scalars(inherited, doc *yamltree.Node) *yamltree.Node {
	if !yamltree.SameScalar(inherited, doc) {
		return conflict(inherited, doc)
	}
	return inherited.From(&yamltree.Origin{Op: yamltree.OpSame, By: doc, Before: inherited})
}

// direct applies a map of directives; inherited is nil where nothing is.
func (m *Merger) direct(inherited, doc *yamltree.Node) *yamltree.Node {
	body := doc.Entries[0].Value
	switch doc.Entries[0].Key.Name {
	case dirSet:
		n := m.alone(body)
		m.Sets[doc] = m.Sets[doc] || !yamltree.Equal(inherited, n)
		return step(n, yamltree.Origin{Op: yamltree.OpOverride, By: doc, Before: inherited})
	case dirUnset:
		return unset(inherited, doc)
	}
	replace := doc.Entries[0].Key.Name == dirReplace
	if inherited != nil && (inherited.Kind != yamltree.List || conflicted(inherited) && !replace) {
		return conflict(inherited, doc)
	}
	if replace {
		return step(m.alone(body), yamltree.Origin{Op: yamltree.OpReplace, By: doc, Before: inherited})
	}
	return m.edit(inherited, doc, editOf(doc))
}

func unset(inherited, doc *yamltree.Node) *yamltree.Node {
	n := yamltree.NewAbsent(doc.Span, &yamltree.Origin{Op: yamltree.OpUnset, By: doc, Before: inherited})
	n.Via = doc.Via
	return n
}

func conflict(inherited, doc *yamltree.Node) *yamltree.Node {
	return inherited.From(&yamltree.Origin{Op: yamltree.OpConflict, By: doc, Before: inherited})
}

// conflicted reports whether the contributions to a node are in conflict; those that are outranked do not count.
func conflicted(n *yamltree.Node) bool {
	for n.Origin != nil && isIdle(n.Origin.Op) && n.Origin.Before != nil {
		n = n.Origin.Before
	}
	return n.Origin != nil && n.Origin.Op == yamltree.OpConflict
}

// isIdle reports whether a step changes nothing.
func isIdle(op yamltree.Op) bool { return op == yamltree.OpOutranked || op == yamltree.OpUsed }

// stepped finishes a new node: it came the way that like came, and origin made it.
func stepped(n, like *yamltree.Node, origin *yamltree.Origin) *yamltree.Node {
	n.Via = like.Via
	return n.MadeBy(origin)
}

// At is the span that shows a contribution: that of the [Visible] node.
func At(n *yamltree.Node) source.Span { return Visible(n).Span }

// Visible is the node that shows a contribution: the value of a lone directive, else the node itself.
func Visible(n *yamltree.Node) *yamltree.Node {
	for isDirective(n) && len(n.Entries) == 1 {
		n = n.Entries[0].Value
	}
	return n
}

// payload is the value that a contribution sets, or n itself when it is no `$set`.
func payload(n *yamltree.Node) *yamltree.Node {
	for isDirective(n) && n.Entries[0].Key.Name == dirSet {
		n = n.Entries[0].Value
	}
	return n
}
