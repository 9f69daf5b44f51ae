package directives

import (
	"slices"

	"tailor/internal/yamltree"
)

// judge merges a document that has priorities, or onto a tree that has some. All contributions to a place are judged
// together: only those of the highest priority count, and their order decides among them alone.
func (m *Merger) judge(inherited, doc *yamltree.Node) *yamltree.Node {
	if isFresh(doc) {
		return m.fresh(inherited, doc)
	}
	if inherited != nil && isSealed(inherited) {
		kept := leaving(doc, yamltree.Default)
		if kept == nil {
			return outranked(inherited, doc)
		}
		doc = kept
	}
	switch {
	case inherited == nil:
		return m.alone(doc)
	case inherited.Kind == yamltree.Absent:
		return m.afterAbsent(inherited, doc)
	case inherited.Kind == yamltree.Map && isPlainMap(doc) && !conflicted(inherited):
		return mapOf(m.maps(inherited, doc), inherited, doc)
	}
	return m.rank(inherited, doc)
}

// rank merges contributions of which at least one is no map by their priorities.
func (m *Merger) rank(inherited, doc *yamltree.Node) *yamltree.Node {
	p, q := prioOf(doc), prioOf(inherited)
	otherShape := inherited.Kind != kind(doc)
	switch {
	case otherShape && (p == none && q == yamltree.Usual || p == yamltree.Usual && q == none):
		return conflict(inherited, doc) // as everywhere; a plain `{}` outranks nothing, not even a default
	case p < q:
		return outranked(inherited, doc)
	case p > q:
		return m.outrank(inherited, doc)
	case otherShape || inherited.Kind == yamltree.Map || conflicted(inherited):
		return conflict(inherited, doc)
	}
	return m.equals(inherited, doc).Ranked(p)
}

// isPlainMap reports whether n is a map and no directive.
func isPlainMap(n *yamltree.Node) bool { return n.Kind == yamltree.Map && !isDirective(n) }

// mapOf gives a merged map the priority of its parts: that of a marked `{}` among them, which stands for the shape.
func mapOf(merged, inherited, doc *yamltree.Node) *yamltree.Node {
	p := inherited.Prio
	if doc.Prio != yamltree.Usual && (p == yamltree.Usual || doc.Prio > p) {
		p = doc.Prio
	}
	if merged.Prio == p {
		return merged
	}
	return merged.Ranked(p)
}

// equals merges a scalar or a list onto one of the same priority.
func (m *Merger) equals(inherited, doc *yamltree.Node) *yamltree.Node {
	switch {
	case doc.Kind == yamltree.Scalar:
		return m.scalar(inherited, doc)
	case isDirective(doc):
		return m.edit(inherited, doc, editOf(doc))
	}
	return m.plainList(inherited, doc)
}

// isFresh reports whether a contribution displaces what is inherited: `$set`, `$replace`, `$unset`.
func isFresh(doc *yamltree.Node) bool {
	if isBareUnset(doc) {
		return true
	}
	if !isDirective(doc) {
		return false
	}
	switch doc.Entries[0].Key.Name {
	case dirSet, dirReplace, dirUnset:
		return true
	}
	return false
}

// isSealed reports whether a `$set`, `$replace` or `$unset` is among the steps that made a node: it outranks every
// default at its place and below.
func isSealed(n *yamltree.Node) bool {
	for ; n != nil && n.Origin != nil; n = n.Origin.Before {
		switch n.Origin.Op {
		case yamltree.OpOverride, yamltree.OpReplace, yamltree.OpUnset:
			return true
		default:
		}
	}
	return false
}

// outranked records a contribution that changes nothing.
func outranked(inherited, doc *yamltree.Node) *yamltree.Node {
	return inherited.From(&yamltree.Origin{Op: yamltree.OpOutranked, By: doc, Before: inherited})
}

// outrank lets a contribution displace others of a lower priority. A map displaces those of another shape whole;
// maps among them, which were outranked by that shape until now, take part again.
func (m *Merger) outrank(inherited, doc *yamltree.Node) *yamltree.Node {
	var value *yamltree.Node
	if isPlainMap(doc) {
		for _, earlier := range earlierMaps(inherited) {
			value = m.again(value, earlier)
		}
		value = m.Merge(value, doc)
	} else {
		value = m.alone(doc).Ranked(doc.Prio)
	}
	return step(value, yamltree.Origin{Op: yamltree.OpOutrank, By: doc, Before: inherited})
}

// again merges a map that takes part again, unless it is a part that was merged by then.
func (m *Merger) again(inherited, earlier *yamltree.Node) *yamltree.Node {
	if inherited != nil && len(earlier.Used()) > 0 && inherited.Using(earlier.Used()...) == inherited {
		return inherited
	}
	return m.Merge(inherited, earlier).Using(earlier.Used()...)
}

// earlierMaps returns the maps among the contributions to a node, in their order, back to the last that displaced
// what was there.
func earlierMaps(n *yamltree.Node) []*yamltree.Node {
	var out []*yamltree.Node
	sealed := isSealed(n)
	for n != nil {
		by := n
		if n.Origin != nil {
			by = payload(n.Origin.By)
		}
		if sealed {
			by = leaving(by, yamltree.Default)
		}
		if by != nil && isPlainMap(by) {
			out = append(out, by)
		}
		if n.Origin == nil || isFresh(n.Origin.By) {
			break
		}
		n = n.Origin.Before
	}
	slices.Reverse(out)
	return out
}

// fresh applies a `$set`, `$replace` or `$unset`, which is plain: what is forced at its place and below withstands.
func (m *Merger) fresh(inherited, doc *yamltree.Node) *yamltree.Node {
	forced := only(inherited, yamltree.Forced)
	plain := m.plainFresh(inherited, doc)
	if forced == nil {
		return plain
	}
	kept := withstanding(forced, doc)
	switch {
	case kept.Kind != yamltree.Map:
		return outranked(inherited, doc)
	case plain.Kind != yamltree.Map:
		return kept.From(&yamltree.Origin{Op: yamltree.OpOverride, By: doc, Before: inherited})
	}
	return overlay(plain, kept).Ranked(kept.Prio).From(&yamltree.Origin{Op: yamltree.OpOverride, By: doc, Before: inherited})
}

// overlay puts the leaves of a tree of maps over those of another one.
func overlay(plain, kept *yamltree.Node) *yamltree.Node {
	if plain.Kind != yamltree.Map || kept.Kind != yamltree.Map {
		return kept
	}
	entries := slices.Clone(plain.Entries)
	for _, e := range kept.Entries {
		if i := plain.Index(e.Key.Name); i >= 0 {
			entries[i].Value = overlay(entries[i].Value, e.Value)
			continue
		}
		entries = append(entries, e)
	}
	n := yamltree.NewMap(entries, plain.Span)
	n.Uses = plain.Uses
	return stepped(n, plain, &yamltree.Origin{Op: yamltree.OpMerge, By: kept, Before: plain})
}

// plainFresh is what the directive gives where nothing withstands it.
func (m *Merger) plainFresh(inherited, doc *yamltree.Node) *yamltree.Node {
	switch {
	case isBareUnset(doc):
		return unset(inherited, doc)
	case inherited != nil && inherited.Kind == yamltree.Absent:
		return m.afterAbsent(inherited, doc)
	case isReplace(doc) && inherited != nil && prioOf(inherited) < yamltree.Usual: // outranked, whatever its shape
		return step(m.direct(nil, doc), yamltree.Origin{Op: yamltree.OpReplace, By: doc, Before: inherited})
	}
	return m.direct(inherited, doc)
}

func isReplace(doc *yamltree.Node) bool {
	return isDirective(doc) && doc.Entries[0].Key.Name == dirReplace
}

// withstanding notes at forced leaves what they withstood.
func withstanding(n, doc *yamltree.Node) *yamltree.Node {
	if n.Kind != yamltree.Map || len(n.Entries) == 0 {
		return outranked(n, doc)
	}
	entries := make([]yamltree.Entry, len(n.Entries))
	for i, e := range n.Entries {
		entries[i] = yamltree.Entry{Key: e.Key, Value: withstanding(e.Value, doc)}
	}
	return rebuilt(n, yamltree.NewMap(entries, n.Span))
}
