package directives

import (
	"tailor/internal/diag"
	"tailor/internal/yamltree"
)

// marker compiles a `$default` or `$force`: it gives way to what is below it, whose leaves have a priority then.
// An inner marker stands.
func (c *compile) marker(e yamltree.Entry, p yamltree.Prio) *yamltree.Node {
	body := c.value(e.Value, false)
	if body == nil {
		return nil
	}
	if key, ok := plainDirective(body); ok {
		d := diag.New(CodeMisplacedMarker, e.Key.Span, "`"+e.Key.Name+"` around `"+key.Name+"`, which is always plain",
			"take `"+key.Name+"` out of the marker, or write the value without it")
		d.Labels = append(d.Labels, diag.Label{Span: key.Span, Text: "this one"})
		c.fail(d)
	}
	if part := firstPart(body); part != nil {
		d := diag.New(CodeMisplacedUse, part.Site.Span, "`$use` cannot stand inside a marker",
			"take it out of the `"+e.Key.Name+"`, and put markers into the part")
		d.Labels = append(d.Labels, diag.Label{Span: e.Key.Span, Text: "the marker"})
		c.fail(d)
	}
	return ranked(body, p)
}

// firstPart finds a part that some map of a document uses.
func firstPart(n *yamltree.Node) *yamltree.Part {
	if !n.Has(yamltree.HasParts) {
		return nil
	}
	if len(n.Parts()) > 0 {
		return &n.Parts()[0]
	}
	for _, e := range n.Entries {
		if part := firstPart(e.Value); part != nil {
			return part
		}
	}
	for _, item := range n.Items {
		if part := firstPart(item); part != nil {
			return part
		}
	}
	return nil
}

// markerOf returns the key of a map that is a marker.
func markerOf(n *yamltree.Node) (*yamltree.Key, bool) {
	if !isDirective(n) {
		return nil, false
	}
	_, ok := markers[n.Entries[0].Key.Name]
	return n.Entries[0].Key, ok
}

// plainDirective finds a directive that is plain whatever is around it.
func plainDirective(n *yamltree.Node) (*yamltree.Key, bool) {
	if !n.Has(yamltree.HasDirective) {
		return nil, false
	}
	if isBareUnset(n) {
		return &yamltree.Key{Name: dirUnset, Span: n.Span}, true
	}
	for _, e := range n.Entries {
		switch e.Key.Name {
		case dirSet, dirReplace, dirUnset:
			return e.Key, true
		}
		if !isDirective(n) {
			if key, ok := plainDirective(e.Value); ok {
				return key, true
			}
		}
	}
	return nil, false
}

// ranked gives the leaves of a tree a priority, those that have none of their own.
func ranked(n *yamltree.Node, p yamltree.Prio) *yamltree.Node {
	if n.Kind != yamltree.Map || isDirective(n) || len(n.Entries) == 0 {
		if n.Prio != yamltree.Usual {
			return n
		}
		return n.Ranked(p)
	}
	entries := make([]yamltree.Entry, len(n.Entries))
	for i, e := range n.Entries {
		entries[i] = yamltree.Entry{Key: e.Key, Value: ranked(e.Value, p)}
	}
	return rebuilt(n, yamltree.NewMap(entries, n.Span))
}

// none is below every priority: that of a map without anything in it, which outranks nothing.
const none = yamltree.Default - 1

// prioOf is the priority of a contribution: of a map the highest inside it.
func prioOf(n *yamltree.Node) yamltree.Prio {
	if n.Kind != yamltree.Map || isDirective(n) {
		return n.Prio
	}
	highest := none
	for _, part := range n.Parts() {
		if part.Root != nil {
			highest = max(highest, prioOf(part.Root))
		}
	}
	switch {
	case n.Prio != yamltree.Usual:
		highest = max(highest, n.Prio) // of a marked `{}`
	case len(n.Entries) > 0 && !n.Has(yamltree.HasPrio):
		return yamltree.Usual
	}
	for _, e := range n.Entries {
		highest = max(highest, prioOf(e.Value))
	}
	return highest
}

// only returns the leaves of a tree with a priority, in the maps around them; nil when there are none.
func only(n *yamltree.Node, p yamltree.Prio) *yamltree.Node {
	return filter(n, func(leaf *yamltree.Node) bool { return leaf.Prio == p })
}

// leaving returns a tree without the leaves of a priority; nil when nothing is left.
func leaving(n *yamltree.Node, p yamltree.Prio) *yamltree.Node {
	kept := filter(n, func(leaf *yamltree.Node) bool { return leaf.Prio != p })
	if kept == nil {
		return nil
	}
	return kept.Using(n.Used()...)
}

func filter(n *yamltree.Node, keep func(*yamltree.Node) bool) *yamltree.Node {
	switch {
	case n == nil || n.Kind == yamltree.Absent:
		return nil
	case isPlainMap(n) && (len(n.Entries) > 0 || n.Prio == yamltree.Usual):
		return filterMap(n, keep)
	case keep(n):
		return n
	}
	return nil
}

func filterMap(n *yamltree.Node, keep func(*yamltree.Node) bool) *yamltree.Node {
	if len(n.Parts()) > 0 {
		return filterParts(n, keep)
	}
	entries := make([]yamltree.Entry, 0, len(n.Entries))
	same := true
	for _, e := range n.Entries {
		v := filter(e.Value, keep)
		same = same && v == e.Value
		if v != nil {
			entries = append(entries, yamltree.Entry{Key: e.Key, Value: v})
		}
	}
	shape := n.Prio != yamltree.Usual && keep(n) // a marked `{}` is part of it
	switch {
	case same && len(entries) > 0:
		return n
	case len(entries) == 0 && !shape:
		return nil
	case shape:
		return rebuilt(n, yamltree.NewMap(entries, n.Span)).Ranked(n.Prio)
	}
	return rebuilt(n, yamltree.NewMap(entries, n.Span))
}

// filterParts filters a map of a document that uses parts: what is left of each, and of its own entries.
func filterParts(n *yamltree.Node, keep func(*yamltree.Node) bool) *yamltree.Node {
	var parts []yamltree.Part
	for _, part := range n.Parts() {
		if root := filter(part.Root, keep); root != nil {
			parts = append(parts, yamltree.Part{ID: part.ID, Root: root.Using(part.ID), Site: part.Site})
		}
	}
	own := filterMap(own(n), keep)
	switch {
	case len(parts) == 0:
		return own
	case own == nil:
		own = rebuilt(n, yamltree.NewMap(nil, n.Span))
	}
	return own.WithParts(parts)
}
