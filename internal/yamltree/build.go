package yamltree

import (
	"slices"
	"strings"

	"tailor/internal/source"
)

// NewScalar makes a scalar. The value of a string that is not plain may be any text.
func NewScalar(value string, typ Type, style Style, span source.Span) *Node {
	return finish(&Node{Kind: Scalar, Type: typ, Style: style, Value: value, Span: span})
}

// NewMap makes a map of entries with distinct keys; it keeps the slice.
func NewMap(entries []Entry, span source.Span) *Node {
	return finish(&Node{Kind: Map, Entries: entries, Span: span})
}

// NewList makes a list of items; it keeps the slice.
func NewList(items []*Node, span source.Span) *Node {
	return finish(&Node{Kind: List, Items: items, Span: span})
}

// NewAbsent makes a removed value with its story.
func NewAbsent(span source.Span, origin *Origin) *Node {
	return finish(&Node{Kind: Absent, Span: span, Origin: origin})
}

// From returns a copy of n with another origin; the rest is shared.
func (n *Node) From(origin *Origin) *Node {
	c := *n
	c.Origin = origin
	return finish(&c)
}

// MadeBy finishes a node that was just made, and that nobody else has yet: origin made it, nil for its author.
func (n *Node) MadeBy(origin *Origin) *Node {
	n.Origin = origin
	return finish(n)
}

// Make makes a node with its origin, in one piece of memory: merges make very many.
func Make(n Node, origin Origin) *Node {
	made := &struct {
		node   Node
		origin Origin
	}{n, origin}
	made.node.Origin = &made.origin
	return finish(&made.node)
}

// Copy returns a copy of n whose entries and items may be changed until [Node.MadeBy] finishes it.
func (n *Node) Copy() *Node {
	c := *n
	c.Entries, c.Items = slices.Clone(n.Entries), slices.Clone(n.Items)
	return &c
}

// Through returns a copy of the tree n in which every node says that it came through via. A node that
// came through an include of its own keeps that, and via becomes its outermost part.
func (n *Node) Through(via *Via) *Node {
	c := *n
	c.Via = n.Via.under(via)
	c.Entries = make([]Entry, len(n.Entries))
	for i, e := range n.Entries {
		c.Entries[i] = Entry{Key: e.Key, Value: e.Value.Through(via)}
	}
	c.Items = make([]*Node, len(n.Items))
	for i, item := range n.Items {
		c.Items[i] = item.Through(via)
	}
	if n.Uses != nil {
		c.Uses = &Uses{Parts: slices.Clone(n.Uses.Parts), Used: n.Uses.Used}
	}
	for i, part := range n.Parts() {
		c.Uses.Parts[i].Site = part.Site.Through(via)
		if part.Root != nil {
			c.Uses.Parts[i].Root = part.Root.Through(via)
		}
	}
	return &c
}

func (v *Via) under(outer *Via) *Via {
	if v == nil {
		return outer
	}
	return &Via{Site: v.Site, Outer: v.Outer.under(outer)}
}

// finish computes the size and the marks of a node from its parts. The origin's past counts for
// conflicts and resets, which must stay findable after they were displaced.
func finish(n *Node) *Node {
	n.size, n.marks = 1, ownMarks(n)
	for _, e := range n.Entries {
		n.size += e.Value.size
		n.marks |= e.Value.marks
		if strings.HasPrefix(e.Key.Name, "$") {
			n.marks |= HasDirective
		}
	}
	for _, item := range n.Items {
		n.size += item.size
		n.marks |= item.marks
	}
	for _, part := range n.Parts() {
		n.marks |= HasParts
		if part.Root != nil {
			n.size += part.Root.size
			n.marks |= part.Root.marks
		}
	}
	return n
}

// WithParts returns a copy of a map that uses parts.
func (n *Node) WithParts(parts []Part) *Node {
	c := *n
	c.Uses = &Uses{Parts: parts, Used: n.Used()}
	return finish(&c)
}

// Using returns a copy of a map into which parts were merged, or n itself when it knows of them all.
func (n *Node) Using(ids ...string) *Node {
	used := slices.Clip(n.Used())
	for _, id := range ids {
		if !slices.Contains(used, id) {
			used = append(used, id)
		}
	}
	if len(used) == len(n.Used()) {
		return n
	}
	c := *n
	c.Uses = &Uses{Parts: n.Parts(), Used: used}
	return finish(&c)
}

func ownMarks(n *Node) Marks {
	var m Marks
	switch {
	case n.Kind == Absent:
		m |= HasAbsent
	case n.Kind == Scalar && n.Type == String:
		if strings.Contains(n.Value, "${") {
			m |= HasTemplate
		}
		if n.Style == Plain && n.Value == "$unset" {
			m |= HasDirective
		}
	}
	if n.Prio != Usual {
		m |= HasPrio
	}
	if o := n.Origin; o != nil {
		m |= o.marks()
	}
	return m
}

// Ranked returns a copy of n with a priority of its own.
func (n *Node) Ranked(p Prio) *Node {
	c := *n
	c.Prio = p
	return finish(&c)
}

func (o *Origin) marks() Marks {
	var m Marks
	switch o.Op {
	case OpConflict:
		m |= HasConflict
	case OpOutrank, OpOutranked:
		m |= HasOutrank
	case OpLast:
		m |= HasLast
	default:
	}
	if o.Before == nil {
		return m
	}
	m |= o.Before.marks & (HasConflict | HasReset | HasOutrank | HasLast)
	if o.Op == OpOverride && o.Before.overridden() {
		m |= HasReset
	}
	return m
}

// overridden reports whether a `$set` is among the steps that made n.
func (n *Node) overridden() bool {
	for ; n != nil && n.Origin != nil; n = n.Origin.Before {
		if n.Origin.Op == OpOverride {
			return true
		}
	}
	return false
}
