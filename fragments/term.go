package fragments

import (
	"slices"
	"strings"

	"tailor/matrix"
)

const (
	not = "!" // first in a position: any but the values that follow
	or  = "," // between alternatives
)

// position is what stands between two `+` of a file name: `a`, `a,b` or `!a,b`.
type position struct {
	whole  word
	except bool // it begins with `!`
	words  []word
}

func positions(stem word) []position {
	pieces := split(stem, "+")
	out := make([]position, 0, len(pieces))
	for _, piece := range pieces {
		rest, except := piece, strings.HasPrefix(piece.text, not)
		if except {
			rest = word{piece.text[len(not):], piece.start + len(not)}
		}
		out = append(out, position{whole: piece, except: except, words: split(rest, or)})
	}
	return out
}

// mixed reports whether a `!` stands elsewhere than first.
func (p position) mixed() bool {
	return slices.ContainsFunc(p.words, func(w word) bool { return strings.Contains(w.text, not) })
}

// wholes are the positions as words.
func wholes(at []position) []word {
	out := make([]word, len(at))
	for i, pos := range at {
		out[i] = pos.whole
	}
	return out
}

func allWords(at []position) []word {
	var out []word
	for _, pos := range at {
		out = append(out, pos.words...)
	}
	return out
}

// term is what a path says about one axis: the positions of the values that it names, in order and distinct.
type term struct {
	axis   int
	except bool // the named values are those that do not match
	values []int
}

// matching returns the positions of the values that match, ascending.
func (t term) matching(m *matrix.Matrix) []int {
	if !t.except {
		return t.values
	}
	var out []int
	for v := range m.Axes()[t.axis].Values {
		if !slices.Contains(t.values, v) {
			out = append(out, v)
		}
	}
	return out
}

// terms reads one position for each axis and reports whether all of the words are values.
func (p *parser) terms(axes []int, at []position) (terms []term, known bool) {
	known = true
	for i, axis := range axes {
		values := p.valuesOn(axis, at[i].words)
		terms = append(terms, term{axis, at[i].except, values})
		known = known && p.allOn(axis, at[i].words)
	}
	return terms, known
}

// inOrder sorts terms by the positions of their axes.
func inOrder(terms []term) []term {
	return slices.SortedFunc(slices.Values(terms), func(a, b term) int { return a.axis - b.axis })
}

// valuesOn returns the positions of those words that an axis has, ascending and distinct.
func (p *parser) valuesOn(axis int, words []word) []int {
	var values []int
	for _, w := range words {
		if v, ok := p.img.Matrix.Value(axis, w.text); ok {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	return slices.Compact(values)
}

// allOn reports whether an axis has all of the words.
func (p *parser) allOn(axis int, words []word) bool {
	return !slices.ContainsFunc(words, func(w word) bool {
		_, ok := p.img.Matrix.Value(axis, w.text)
		return !ok
	})
}
