package diff

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"tailor/directives"
	"tailor/internal/source"
	"tailor/internal/yamltree"
	"tailor/render"
	"tailor/render/explain"
)

// Cause is a line of a source that a difference comes from.
type Cause struct {
	Side Side
	File *source.File
	// Line and Column are where the value is, counted from 1.
	Line, Column int
}

// Text is the line without the blanks around it.
func (c Cause) Text() string { return strings.TrimSpace(c.File.Line(c.Line)) }

// spot is a line of a source. Files are told apart by their paths, for each side has its own.
type spot struct {
	side Side
	path string
	line int
}

// causes are the causes of a group, each line once.
type causes map[spot]Cause

// of adds the causes of a difference in one cell.
func (cs causes) of(d difference) {
	cs.lines(From, d.from, d.to)
	cs.lines(To, d.to, d.from)
}

// lines adds where the changed lines of one side come from, and why the other side has not got them.
func (cs causes) lines(side Side, v, other version) {
	for _, i := range v.changed {
		line := v.blame[i]
		if line.Span.IsZero() {
			continue
		}
		cs.add(side, line.Span, continued(v.blame, i))
		if n := line.Node; n.Origin != nil && n.Origin.Op == yamltree.OpInterpolate {
			cs.params(side, v.Uses(n.Origin.Before))
		}
		if other.Config != nil {
			cs.gone(1-side, other.Rendering, v.Rendering, line.Path)
		}
	}
}

// continued is how many lines of its source a line of a config stands behind the start of its value: a literal
// block is written line by line as it is.
func continued(blame []explain.Line, i int) int {
	n := 0
	for blame[i-n].Continued {
		n++
	}
	if blame[i].Node.Style != yamltree.Literal {
		return 0
	}
	return n
}

// add adds the line at which a span starts, or one behind it that is still in the span.
func (cs causes) add(side Side, at source.Span, behind int) {
	line, column := at.Position()
	if behind > 0 {
		last, _ := at.File.Position(at.End)
		line = min(line+behind, last)
		text := at.File.Line(line)
		column = len(text) - len(strings.TrimLeft(text, " ")) + 1
	}
	key := spot{side, at.File.Path, line}
	if known, ok := cs[key]; !ok || column < known.Column {
		cs[key] = Cause{Side: side, File: at.File, Line: line, Column: column}
	}
}

// params adds where the params of a template are set.
func (cs causes) params(side Side, uses []directives.Use) {
	for _, u := range uses {
		if u.Param != nil && !directives.At(u.Param).IsZero() {
			cs.add(side, directives.At(u.Param), 0)
		}
		cs.params(side, u.Uses)
	}
}

// gone adds what on one side took away what the other one has at a path: `$unset`, `$remove`, or a `$set` or
// `$replace` of what is around it.
func (cs causes) gone(side Side, r, other render.Rendering, path string) {
	steps, err := directives.ParsePath(path)
	if err != nil {
		return
	}
	for steps = steps[1:]; len(steps) > 0; steps = steps[:len(steps)-1] {
		for _, at := range takenAway(r, other, steps) {
			cs.add(side, at, 0)
		}
	}
}

// takenAway returns where it is written that a place is not in a config, which another config has.
func takenAway(r, other render.Rendering, steps []directives.Step) []source.Span {
	if last := steps[len(steps)-1]; last.Index < 0 {
		if n := directives.Lookup(r.Merged, steps); n != nil && n.Kind != yamltree.Absent {
			return nil
		}
		story, ok := explain.Tell(r, steps)
		if !ok {
			return nil
		}
		return []source.Span{story.Events[len(story.Events)-1].Span()}
	}
	above := steps[:len(steps)-1]
	item := directives.Lookup(other.Merged, steps)
	story, _ := explain.Tell(r, above)
	var out []source.Span
	for _, gone := range story.Gone {
		if yamltree.Equal(gone.Value, item) {
			out = append(out, directives.At(gone.Place))
		}
	}
	return out
}

// list returns the causes in order. A line that is a cause on both sides and reads the same on both did not change:
// it stands for a template, say, whose param did. It is left out when something else is left.
func (cs causes) list() []Cause {
	type words struct{ path, text string }
	texts := map[words][2]int{}
	for key, c := range cs {
		w := words{key.path, c.Text()}
		count := texts[w]
		count[c.Side]++
		texts[w] = count
	}
	all := slices.SortedFunc(maps.Values(cs), byPlace)
	changed := slices.DeleteFunc(slices.Clone(all), func(c Cause) bool {
		count := texts[words{c.File.Path, c.Text()}]
		return count[From] > 0 && count[From] == count[To]
	})
	if len(changed) > 0 {
		return changed
	}
	return all
}

func byPlace(a, b Cause) int {
	return cmp.Or(cmp.Compare(a.Side, b.Side), cmp.Compare(a.File.Path, b.File.Path), cmp.Compare(a.Line, b.Line))
}
