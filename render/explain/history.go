package explain

import (
	"slices"

	"tailor/directives"
	"tailor/internal/yamltree"
	"tailor/render"
)

// historian reads the story of a place off a merged tree.
type historian struct {
	cell   *render.Cell
	events []Event
}

// follow collects what was done to the place that some steps lead to from n, in the order of the merge, and
// returns what is there. A collection that was replaced as a whole takes what was below it along: the story
// goes on in what stood there before.
func (h *historian) follow(n *yamltree.Node, steps []directives.Step, path *directives.Path) *yamltree.Node {
	if n == nil {
		return nil
	}
	if len(steps) == 0 {
		h.chain(n)
		return n
	}
	h.before(n, steps, path)
	below := directives.Lookup(n, steps[:1])
	if steps[0].Index < 0 {
		path = path.Key(steps[0].Key)
	} else {
		path = path.Item(steps[0].Index)
	}
	return h.follow(below, steps[1:], path)
}

// before collects what was done to a place while the collection above it was another one. The position of a list
// item means nothing in another list.
func (h *historian) before(n *yamltree.Node, steps []directives.Step, path *directives.Path) {
	for m := n; m != nil && m.Origin != nil && m.Origin.Before != nil; m = m.Origin.Before {
		was := m.Origin.Before
		if !afresh(m.Origin.Op) && was.Kind != yamltree.Absent {
			continue
		}
		if steps[0].Index >= 0 {
			return
		}
		count := len(h.events)
		held := h.follow(was, steps, path)
		if len(h.events) > count && held != nil && held.Kind != yamltree.Absent {
			h.add(Event{Op: m.Origin.Op, By: m.Origin.By, Above: path.String(), Before: held, After: directives.Lookup(m, steps)})
		}
		return
	}
}

// chain collects the steps that made a node.
func (h *historian) chain(n *yamltree.Node) {
	var steps []*yamltree.Node
	for m := n; m != nil; {
		steps = append(steps, m)
		if m.Origin == nil {
			break
		}
		m = m.Origin.Before
	}
	for _, m := range slices.Backward(steps) {
		e := Event{Op: yamltree.OpSet, By: m, After: m}
		if m.Origin != nil {
			e.Op, e.By, e.Before = m.Origin.Op, m.Origin.By, m.Origin.Before
		}
		h.add(e)
	}
}

func (h *historian) add(e Event) {
	e.Reason = h.cell.Reason(e.By)
	h.events = append(h.events, e)
}
