package explain

import (
	"slices"

	"tailor/directives"
	"tailor/internal/source"
	"tailor/internal/yamltree"
	"tailor/render"
)

// Story tells how one place in the config of a cell came to be.
type Story struct {
	// Path is the place, such as `config.os.hostname`.
	Path string
	// Events are everything that was done to the place, in the order of the merge.
	Events []Event
	// Value is what is there in the end, with names filled in; nil when there is nothing.
	Value *yamltree.Node
	// Uses are the names in a template that the value was made from.
	Uses []directives.Use
	// Items are those of a list, with the events that brought them.
	Items []Item
	// Gone are items that were in the list once, with what took them away.
	Gone []Item
	// Keys are those of a map, also removed ones.
	Keys []Key
}

// Event is one thing that a file of a cell did to a place.
type Event struct {
	// Op is what was done.
	Op yamltree.Op
	// By is the contribution as it was written: a value, or the map of directives.
	By *yamltree.Node
	// Reason says why the file applies, such as `edition=pro`.
	Reason string
	// Above is the path of the collection around the place to which it was done; "" for the place itself.
	Above string
	// Before and After are what the place held.
	Before, After *yamltree.Node
	// Holds says that what it did is part of the result.
	Holds bool
}

// Span is where the contribution was written.
func (e Event) Span() source.Span { return directives.At(e.By) }

// Item is an item of a list.
type Item struct {
	Value  *yamltree.Node
	Reason string
	// By is the event that took it away; nil for an item that is there.
	By *Event
	// Place is the remove item that it equals, or the contribution that took it away; nil for one that is there.
	Place *yamltree.Node
}

// Key is a key of a map.
type Key struct {
	Name string
	// Value is what it has; removed keys have one of kind Absent.
	Value  *yamltree.Node
	Span   source.Span
	Reason string
	// Events is how many contributions there were to the key.
	Events int
}

// Tell returns the story of a place in a config, and whether anything is or ever was there.
func Tell(r render.Rendering, steps []directives.Step) (Story, bool) {
	h := &historian{cell: r.Cell}
	whole := directives.PathOf(append([]directives.Step{{Key: root, Index: -1}}, steps...))
	s := Story{Path: whole.String()}
	merged := h.follow(r.Merged, steps, directives.PathOf([]directives.Step{{Key: root, Index: -1}}))
	s.Events = h.events
	if len(s.Events) == 0 {
		return s, false
	}
	markHolding(s.Events)
	if merged == nil || merged.Kind == yamltree.Absent {
		return s, true
	}
	s.Value = directives.Lookup(r.Config, steps)
	switch merged.Kind {
	case yamltree.List:
		s.Items = h.items(merged)
		s.Gone = h.gone(s.Events)
	case yamltree.Map:
		s.Keys = h.keys(merged)
	default:
		s.Uses = r.Uses(merged)
	}
	return s, true
}

// markHolding marks the events whose contribution is part of the result: those behind the last one that
// started afresh, and that one.
func markHolding(events []Event) {
	for i := len(events) - 1; i >= 0; i-- {
		e := &events[i]
		e.Holds = e.Op != yamltree.OpUnset && e.Op != yamltree.OpOutranked && e.Op != yamltree.OpUsed && e.After != nil && e.After.Kind != yamltree.Absent
		if afresh(e.Op) {
			return
		}
	}
}

// afresh reports whether a step displaces whatever was there.
func afresh(op yamltree.Op) bool {
	switch op {
	case yamltree.OpOverride, yamltree.OpReplace, yamltree.OpUnset, yamltree.OpOutrank, yamltree.OpLast:
		return true
	default:
		return false
	}
}

// items lists the items of a merged list.
func (h *historian) items(list *yamltree.Node) []Item {
	out := make([]Item, 0, len(list.Items))
	for _, n := range list.Items {
		out = append(out, Item{Value: n, Reason: h.cell.Reason(n)})
	}
	return out
}

// gone lists the items that some event took away.
func (h *historian) gone(events []Event) []Item {
	var out []Item
	for i := range events {
		e := &events[i]
		if e.Before == nil || e.Before.Kind != yamltree.List {
			continue
		}
		there := survivors(e.After)
		for _, n := range e.Before.Items {
			if there[n] {
				continue
			}
			out = append(out, Item{Value: n, Reason: h.cell.Reason(n), By: e, Place: removedBy(e.By, n)})
		}
	}
	return out
}

// removedBy is the item of a `$remove` that equals n, or the whole contribution.
func removedBy(by, n *yamltree.Node) *yamltree.Node {
	if remove := by.Get("$remove"); remove != nil {
		for _, item := range remove.Items {
			if directives.Fits(item, n) {
				return item
			}
		}
	}
	return by
}

// keys lists the keys of a merged map.
func (h *historian) keys(m *yamltree.Node) []Key {
	out := make([]Key, 0, len(m.Entries))
	for _, e := range m.Entries {
		below := &historian{cell: h.cell}
		below.chain(e.Value)
		k := Key{Name: e.Key.Name, Value: e.Value, Span: e.Key.Span, Reason: below.events[0].Reason, Events: len(below.events)}
		for _, event := range slices.Backward(below.events) {
			isLast := e.Value.Kind != yamltree.Map && event.Op != yamltree.OpSame
			if isLast || afresh(event.Op) {
				k.Span, k.Reason = event.Span(), event.Reason
				break
			}
		}
		out = append(out, k)
	}
	return out
}
