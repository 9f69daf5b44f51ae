package matrix

import (
	"iter"
	"slices"
)

// MaxCells is the largest product of axes that New takes.
const MaxCells = 100_000

// Axis is a name and the values that it takes, in declared order.
type Axis struct {
	Name   string
	Values []string
}

// Matrix is the product of axes. A nil Matrix has no axes and one cell. It never changes and is safe for
// concurrent use.
type Matrix struct {
	axes    []Axis
	names   map[string]int   // axis name to position
	values  []map[string]int // per axis, value to position
	strides []int            // per axis, how many cells share one of its values in a row
	size    int
}

// New makes the matrix of the axes and returns all problems with them. No axes make one cell.
//
// With problems the Matrix is not nil: it knows the names and values (the first of duplicates), so that
// selectors and fragments can be checked against it in the same run, but it has no cells.
func New(axes []Axis) (*Matrix, []Problem) {
	m := &Matrix{names: map[string]int{}}
	var problems []Problem
	places := make([]int, 0, len(axes)) // of m.axes in axes
	for i, axis := range axes {
		if first, ok := m.names[axis.Name]; ok {
			problems = append(problems, Problem{
				Kind: DuplicateAxis, Word: axis.Name, At: Place{Axis: i, Value: -1, Other: places[first]},
			})
			continue
		}
		problems = append(problems, checkName(axis.Name, i)...)
		places = append(places, i)
		problems = append(problems, m.add(axis, i)...)
	}
	problems = append(problems, m.count(places)...)
	if len(problems) > 0 {
		m.size = 0
	}
	return m, problems
}

// checkName returns what is wrong with the name of axis i.
func checkName(name string, i int) []Problem {
	at := Place{Axis: i, Value: -1, Other: -1}
	switch {
	case name == FeatureAxis:
		return []Problem{{Kind: ReservedAxis, Word: name, At: at}}
	case !ValidName(name):
		return []Problem{{Kind: BadAxis, Word: name, At: at}}
	}
	return nil
}

// add appends an axis with a new name, which is axis i of those given, and returns what is wrong with its
// values.
func (m *Matrix) add(axis Axis, i int) []Problem {
	var problems []Problem
	values := make([]string, 0, len(axis.Values))
	index := make(map[string]int, len(axis.Values))
	places := make([]int, 0, len(axis.Values)) // of values in axis.Values
	for j, v := range axis.Values {
		at := Place{Axis: i, Value: j, Other: -1}
		if first, ok := index[v]; ok {
			at.Other = places[first]
			problems = append(problems, Problem{Kind: DuplicateValue, Word: v, Axis: axis.Name, At: at})
			continue
		}
		switch {
		case axis.Name == ArchAxis && !ValidArch(v):
			problems = append(problems, Problem{Kind: BadArch, Word: v, Axis: axis.Name, Known: Arches, At: at})
		case !ValidName(v):
			problems = append(problems, Problem{Kind: BadValue, Word: v, Axis: axis.Name, At: at})
		}
		index[v] = len(values)
		values = append(values, v)
		places = append(places, j)
	}
	if len(values) == 0 {
		at := Place{Axis: i, Value: -1, Other: -1}
		problems = append(problems, Problem{Kind: EmptyAxis, Word: axis.Name, Axis: axis.Name, At: at})
	}
	m.names[axis.Name] = len(m.axes)
	m.axes = append(m.axes, Axis{Name: axis.Name, Values: values})
	m.values = append(m.values, index)
	return problems
}

// count fills in size and strides. The problem, if any, is at the axis that crosses the limit.
func (m *Matrix) count(places []int) []Problem {
	size := uint64(1)
	for i, axis := range m.axes {
		size *= uint64(max(1, len(axis.Values))) // below MaxCells so far, so this cannot overflow
		if size > MaxCells {
			at := Place{Axis: places[i], Value: -1, Other: -1}
			return []Problem{{Kind: TooManyCells, Word: axis.Name, Axis: axis.Name, Count: size, At: at}}
		}
	}
	m.size = int(size)
	m.strides = make([]int, len(m.axes))
	stride := 1
	for i, axis := range slices.Backward(m.axes) {
		m.strides[i] = stride
		stride *= max(1, len(axis.Values))
	}
	return nil
}

// Axes returns the axes in declared order. The caller must not change them.
func (m *Matrix) Axes() []Axis {
	if m == nil {
		return nil
	}
	return m.axes
}

// Axis returns the position of the axis with a name, and whether there is one.
func (m *Matrix) Axis(name string) (int, bool) {
	if m == nil {
		return 0, false
	}
	i, ok := m.names[name]
	return i, ok
}

// Value returns the position of a value among those of the axis at a position, and whether the axis has
// it.
func (m *Matrix) Value(axis int, value string) (int, bool) {
	i, ok := m.values[axis][value]
	return i, ok
}

// AxisNames returns the names of the axes in declared order.
func (m *Matrix) AxisNames() []string {
	names := make([]string, len(m.Axes()))
	for i, axis := range m.Axes() {
		names[i] = axis.Name
	}
	return names
}

// Len returns the number of cells before any selector: the product of the axes.
func (m *Matrix) Len() int {
	if m == nil {
		return 1
	}
	return m.size
}

// All returns the cells in order, before any selector.
func (m *Matrix) All() iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for i := range m.Len() {
			if !yield(Cell{m: m, at: i}) {
				return
			}
		}
	}
}
