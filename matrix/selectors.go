package matrix

import "slices"

// Pin is an axis and the values of it that match.
type Pin struct {
	Axis   string
	Values []string
}

// Selector matches the cells that match all of its pins. An axis without a pin matches anything, so an
// empty Selector matches every cell.
type Selector []Pin

// Selectors keep and drop cells: when Include has any, a cell must match at least one of them; then Exclude
// drops each cell that matches one of its own.
type Selectors struct {
	Include, Exclude []Selector
}

// Check returns all pins and values of selectors that are not those of the matrix.
func (m *Matrix) Check(s Selectors) []Problem {
	var problems []Problem
	for _, list := range []struct {
		is        List
		selectors []Selector
	}{{Include, s.Include}, {Exclude, s.Exclude}} {
		for i, selector := range list.selectors {
			for j, pin := range selector {
				at := Place{List: list.is, Selector: i, Axis: j, Value: -1, Other: -1}
				problems = append(problems, m.checkPin(pin, at)...)
			}
		}
	}
	return problems
}

func (m *Matrix) checkPin(pin Pin, at Place) []Problem {
	axis, ok := m.Axis(pin.Axis)
	switch {
	case !ok:
		return []Problem{{Kind: UnknownAxis, Word: pin.Axis, Known: m.AxisNames(), At: at}}
	case len(pin.Values) == 0:
		return []Problem{{Kind: EmptyPin, Word: pin.Axis, Axis: pin.Axis, At: at}}
	}
	var problems []Problem
	for i, v := range pin.Values {
		if _, ok := m.Value(axis, v); !ok {
			at.Value = i
			problems = append(problems, Problem{
				Kind: UnknownValue, Word: v, Axis: pin.Axis, Known: m.axes[axis].Values, At: at,
			})
		}
	}
	return problems
}

// Cells returns the cells that selectors leave, in order, and the selectors that do nothing, by position:
// those of Include that match no cell of the product, and those of Exclude that match no cell that Include
// keeps. An Exclude selector does something also when an earlier one drops the same cells. Names that the
// matrix does not know match nothing; see [Matrix.Check].
func (m *Matrix) Cells(s Selectors) (cells []Cell, unusedInclude, unusedExclude []int) {
	include, exclude := m.compile(s.Include), m.compile(s.Exclude)
	cells = make([]Cell, 0, m.Len())
	for c := range m.All() {
		kept := include.match(c) || len(include) == 0
		if kept && !exclude.match(c) {
			cells = append(cells, c)
		}
	}
	return cells, include.unused(), exclude.unused()
}

// compiled is a list of selectors, with a note of those that matched.
type compiled []struct {
	pins []mask
	used bool
}

// mask says for each value of an axis, by position, whether it matches.
type mask struct {
	axis  int
	known bool // whether there is such an axis
	set   []bool
}

func (m *Matrix) compile(selectors []Selector) compiled {
	list := make(compiled, len(selectors))
	for i, selector := range selectors {
		list[i].pins = make([]mask, len(selector))
		for j, pin := range selector {
			list[i].pins[j] = m.mask(pin)
		}
	}
	return list
}

func (m *Matrix) mask(pin Pin) mask {
	axis, ok := m.Axis(pin.Axis)
	if !ok {
		return mask{}
	}
	set := make([]bool, len(m.axes[axis].Values))
	for i, v := range m.axes[axis].Values {
		set[i] = slices.Contains(pin.Values, v)
	}
	return mask{axis: axis, known: true, set: set}
}

// match reports whether any selector matches c, and notes all that do.
func (list compiled) match(c Cell) bool {
	matched := false
	for i := range list {
		if matchAll(list[i].pins, c) {
			list[i].used = true
			matched = true
		}
	}
	return matched
}

func matchAll(pins []mask, c Cell) bool {
	for _, pin := range pins {
		if !pin.known || !pin.set[c.Position(pin.axis)] {
			return false
		}
	}
	return true
}

func (list compiled) unused() []int {
	var unused []int
	for i := range list {
		if !list[i].used {
			unused = append(unused, i)
		}
	}
	return unused
}
