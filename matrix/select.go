package matrix

import (
	"slices"
	"strings"
)

// Selection is what `-s axis=value` picks on the command line: for each axis that it names, a cell must
// have one of its values. The zero Selection matches every cell.
type Selection struct {
	pins []pick
}

// pick is an axis of a selection with its values, and where each was written.
type pick struct {
	axis   string
	values []string
	places []Place // of values
	named  []Place // of each mention of the axis
}

// ParseSelect reads the arguments of `-s`, each `axis=value[,value][,axis=value]`. Values of one axis are
// alternatives wherever they stand, and axes are and-ed. The problems tell of arguments that cannot be
// read; what can be read is in the Selection nevertheless. Names are not checked; see [Selection.Check].
func ParseSelect(args []string) (Selection, []Problem) {
	var p selectParser
	for i, arg := range args {
		p.parse(i, arg)
	}
	return p.selection, p.problems
}

type selectParser struct {
	selection Selection
	problems  []Problem
	last      int // the pick that a bare value belongs to
}

// What last is while there is no pick.
const (
	noPick     = -1 // no axis yet
	brokenPick = -2 // an axis that was reported
)

func (p *selectParser) parse(arg int, text string) {
	p.last = noPick
	start := 0
	for piece := range strings.SplitSeq(text, ",") {
		at := Place{Axis: -1, Value: -1, Other: -1, Arg: arg, Start: start, End: start + len(piece)}
		p.piece(piece, at)
		start += len(piece) + 1
	}
}

// piece reads what stands between two commas.
func (p *selectParser) piece(piece string, at Place) {
	axis, value, starts := strings.Cut(piece, "=")
	if starts {
		p.axis(axis, piece, at)
		at.Start += len(axis) + 1
	} else {
		value = piece
	}
	switch {
	case p.last == brokenPick:
	case p.last == noPick:
		p.stray(piece, at)
	case value == "":
		pick := p.selection.pins[p.last]
		p.problems = append(p.problems, Problem{Kind: EmptyValue, Axis: pick.axis, At: at})
	default:
		pick := &p.selection.pins[p.last]
		pick.values = append(pick.values, value)
		pick.places = append(pick.places, at)
	}
}

// stray reports a piece without an axis before it.
func (p *selectParser) stray(piece string, at Place) {
	kind := NoAxis
	if piece == "" {
		kind = EmptyArgument
	}
	p.problems = append(p.problems, Problem{Kind: kind, Word: piece, At: at})
	p.last = brokenPick
}

// axis makes last the pick of an axis.
func (p *selectParser) axis(name, piece string, at Place) {
	if name == "" {
		p.problems = append(p.problems, Problem{Kind: EmptyName, Word: piece, At: at})
		p.last = brokenPick
		return
	}
	at.End = at.Start + len(name)
	pins := p.selection.pins
	p.last = slices.IndexFunc(pins, func(k pick) bool { return k.axis == name })
	if p.last < 0 {
		p.last = len(pins)
		pins = append(pins, pick{axis: name})
	}
	pins[p.last].named = append(pins[p.last].named, at)
	p.selection.pins = pins
}

// Axes returns the axes that the selection names, in the order of their first mention.
func (s Selection) Axes() []string {
	axes := make([]string, len(s.pins))
	for i, p := range s.pins {
		axes[i] = p.axis
	}
	return axes
}

// Values returns the values that the selection names of an axis, as often and in the order in which they were written;
// none for an axis that it does not name.
func (s Selection) Values(axis string) []string {
	for _, p := range s.pins {
		if p.axis == axis {
			return slices.Clone(p.values)
		}
	}
	return nil
}

// Pins reports whether the selection names this very value of this axis.
func (s Selection) Pins(axis, value string) bool {
	return slices.ContainsFunc(s.pins, func(p pick) bool {
		return p.axis == axis && slices.Contains(p.values, value)
	})
}

// Match reports whether a cell of an architecture is picked. Where `arch` is no axis of the cell, it is
// the architecture; a cell without any other axis that the selection names is not picked.
func (s Selection) Match(c Cell, arch string) bool {
	for _, p := range s.pins {
		value, ok := c.Value(p.axis)
		if !ok && p.axis == ArchAxis {
			value, ok = arch, true
		}
		if !ok || !slices.Contains(p.values, value) {
			return false
		}
	}
	return true
}

// Check returns the axes that none of the matrices has, and the values that their axes have in none. The
// matrices are those of all images that could contribute cells; a nil one has no axes. `arch` is known
// always, with both architectures unless each matrix has an axis that says otherwise.
func (s Selection) Check(matrices []*Matrix) []Problem {
	var problems []Problem
	for _, p := range s.pins {
		known, ok := valuesOf(matrices, p.axis)
		if !ok {
			axes := axesOf(matrices)
			for _, at := range p.named {
				problems = append(problems, Problem{Kind: UnknownAxis, Word: p.axis, Known: axes, At: at})
			}
			continue
		}
		for i, v := range p.values {
			if !slices.Contains(known, v) {
				problems = append(problems, Problem{
					Kind: UnknownValue, Word: v, Axis: p.axis, Known: known, At: p.places[i],
				})
			}
		}
	}
	return problems
}

// Selectable returns the axes that a selection of images with these matrices can name, with the values that at least one
// of them has; `arch` is always there. A nil matrix has no axes.
func Selectable(matrices []*Matrix) []Axis {
	names := axesOf(matrices)
	axes := make([]Axis, len(names))
	for i, name := range names {
		axes[i].Name = name
		axes[i].Values, _ = valuesOf(matrices, name)
	}
	return axes
}

// valuesOf collects the values of an axis over matrices, and whether any has it.
func valuesOf(matrices []*Matrix, name string) ([]string, bool) {
	var values []string
	found, missing := false, false
	for _, m := range matrices {
		i, ok := m.Axis(name)
		if !ok {
			missing = true
			continue
		}
		found = true
		values = appendNew(values, m.axes[i].Values)
	}
	if name == ArchAxis && (missing || !found) {
		values, found = appendNew(values, Arches), true
	}
	return values, found
}

// axesOf collects the names of axes over matrices, and `arch`.
func axesOf(matrices []*Matrix) []string {
	var names []string
	for _, m := range matrices {
		names = appendNew(names, m.AxisNames())
	}
	return appendNew(names, []string{ArchAxis})
}

// appendNew appends the words that list does not have yet.
func appendNew(list, words []string) []string {
	for _, w := range words {
		if !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}
