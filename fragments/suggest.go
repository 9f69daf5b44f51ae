package fragments

import (
	"cmp"
	"slices"
	"strings"

	"tailor/internal/diag"
	"tailor/matrix"
)

// Path spells the path of the fragment that applies to the cells with one of the values of each axis that pairs name,
// relative to the directory of the image. The pairs may stand in any order and repeat; the matrix must have each of them,
// and there must be one.
func Path(m *matrix.Matrix, pairs []matrix.Pair) string {
	p := &parser{img: Image{Matrix: m}}
	values := map[int][]word{}
	for _, pair := range pairs {
		axis, _ := m.Axis(pair.Axis)
		values[axis] = append(values[axis], word{text: pair.Value})
	}
	terms := make([]term, 0, len(values))
	for axis, words := range values {
		terms = append(terms, term{axis: axis, values: p.valuesOn(axis, words)})
	}
	return p.pathOf(inOrder(terms))
}

// FeaturePath spells the path of the fragment of a feature, relative to the directory of the image.
func FeaturePath(feature string) string {
	return spell([]string{matrix.FeatureAxis}, []string{feature})
}

// pathOf spells the path of terms: as few as one, each of another axis.
func (p *parser) pathOf(terms []term) string {
	names := make([]string, len(terms))
	values := make([]string, len(terms))
	for i, t := range terms {
		a := p.img.Matrix.Axes()[t.axis]
		words := make([]string, len(t.values))
		for k, v := range t.values {
			words[k] = a.Values[v]
		}
		names[i] = a.Name
		switch {
		case t.except:
			values[i] = not + strings.Join(words, or)
		case len(terms) == 1:
			values[i] = strings.Join(words, "+")
		default:
			values[i] = strings.Join(words, or)
		}
	}
	return spell(names, values)
}

func spell(axes, values []string) string {
	return prefix + strings.Join(axes, "+") + "/" + strings.Join(values, "+") + extension
}

// rightPath spells terms in order; "" when they are not all that the path names, or match nothing.
func (p *parser) rightPath(terms []term, known bool) string {
	if !known || !p.matchesSome(terms) {
		return ""
	}
	return p.pathOf(inOrder(terms))
}

// example spells a path for axes with one value of each: one of the words if it fits, else the first.
func (p *parser) example(axes []int, words []word) string {
	names, values := make([]string, len(axes)), make([]string, len(axes))
	for i, axis := range axes {
		a := p.img.Matrix.Axes()[axis]
		names[i], values[i] = a.Name, "<value>"
		if at := append(p.valuesOn(axis, words), 0)[0]; at < len(a.Values) {
			values[i] = a.Values[at]
		}
	}
	return spell(names, values)
}

// assign gives each axis one of the positions, and reports whether every axis gets one and none is left.
func (p *parser) assign(axes []int, at []position) ([]term, bool) {
	used := make([]bool, len(at))
	terms := make([]term, 0, len(axes))
	for _, axis := range axes {
		for i, pos := range at {
			if !used[i] && p.allOn(axis, pos.words) {
				used[i] = true
				terms = append(terms, term{axis, pos.except, p.valuesOn(axis, pos.words)})
				break
			}
		}
	}
	return terms, len(terms) == len(axes) && !slices.Contains(used, false)
}

// group gives each axis the positions that stand side by side and have its values, and reports whether every axis
// gets some and none is left.
func (p *parser) group(axes []int, at []position) ([]term, bool) {
	terms := make([]term, 0, len(axes))
	for _, axis := range axes {
		n := 0
		for n < len(at) && p.allOn(axis, at[n].words) && at[n].except == at[0].except {
			n++
		}
		if n == 0 {
			return nil, false
		}
		terms = append(terms, term{axis, at[0].except, p.valuesOn(axis, allWords(at[:n]))})
		at = at[n:]
	}
	return terms, len(at) == 0
}

// elsewhere finds the path for which positions would be right: those of one axis, or one of each of several. It
// is "" when there is none.
func (p *parser) elsewhere(at []position) string {
	var having []int // axes that have some of the words
	for axis := range p.img.Matrix.Axes() {
		words := allWords(at)
		if terms, ok := p.group([]int{axis}, at); ok && len(terms[0].values) == len(words) && p.matchesSome(terms) {
			return p.pathOf(terms)
		}
		if len(p.valuesOn(axis, words)) > 0 {
			having = append(having, axis)
		}
	}
	if terms, ok := p.assign(having, at); ok && len(terms) > 0 && p.matchesSome(terms) {
		return p.pathOf(terms)
	}
	return ""
}

// matchesSome reports whether every one of the terms matches some value.
func (p *parser) matchesSome(terms []term) bool {
	return !slices.ContainsFunc(terms, func(t term) bool { return len(t.matching(p.img.Matrix)) == 0 })
}

// unmixed spells what a path with a misplaced `!`, `,` or `+` in a position may mean; none when that cannot be told.
func (p *parser) unmixed(axes []int, at []position, pos position) []string {
	if len(axes) == 1 {
		return p.spellings(p.readings(axes[0], at), make([]term, 1), 0)
	}
	var terms, own []term
	which := 0
	for i, other := range at {
		all := p.readings(axes[i], at[i:i+1])
		switch {
		case other.whole == pos.whole:
			own, which = all, i
			terms = append(terms, term{})
		case len(all) == 1:
			terms = append(terms, all[0])
		default:
			return nil
		}
	}
	return p.spellings(own, terms, which)
}

// spellings are the paths of terms with each of some readings at a position, those that match something.
func (p *parser) spellings(readings, terms []term, at int) []string {
	var out []string
	for _, t := range readings {
		all := slices.Clone(terms)
		all[at] = t
		if p.matchesSome(all) {
			out = append(out, p.pathOf(inOrder(all)))
		}
	}
	return out
}

// readings are the terms that positions of one axis with misplaced `!` may mean: the values without a `!`, and any
// but those with one. A `!` at the very beginning is for all of them.
func (p *parser) readings(axis int, at []position) []term {
	var plain, excluded []word
	for _, pos := range at {
		for _, w := range pos.words {
			bare := word{strings.TrimLeft(w.text, not), w.start}
			if at[0].except || pos.except || bare.text != w.text {
				excluded = append(excluded, bare)
			} else {
				plain = append(plain, bare)
			}
		}
	}
	if !p.allOn(axis, plain) || !p.allOn(axis, excluded) {
		return nil
	}
	var out []term
	if len(plain) > 0 {
		out = append(out, term{axis, false, p.valuesOn(axis, plain)})
	}
	if len(excluded) > 0 {
		out = append(out, term{axis, true, p.valuesOn(axis, excluded)})
	}
	return out
}

// nearest is the candidate that was meant by a word: one that differs in case, or else a typo.
func nearest(name string, candidates []string) string {
	return cmp.Or(fold(name, candidates), diag.Nearest(name, candidates))
}

// fold is the candidate that a word differs from in case at most, or "".
func fold(name string, candidates []string) string {
	for _, c := range candidates {
		if strings.EqualFold(name, c) {
			return c
		}
	}
	return ""
}

// fields splits a text at any of the separators, and drops empty pieces.
func fields(text, separators string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(separators, r) })
}

// misjoined are the characters that people write where `+` is meant.
const misjoined = "_-.,;&= "

// rejoin spells a word whose parts are candidates, joined by something else than the separator, as it should be:
// with each part once, in the order of the candidates.
func rejoin(name string, candidates []string, separator string) string {
	parts := fields(name, misjoined)
	if len(parts) < 2 {
		return ""
	}
	named := map[string]bool{}
	for _, part := range parts {
		right := fold(part, candidates)
		if right == "" {
			return ""
		}
		named[right] = true
	}
	var out []string
	for _, c := range candidates {
		if named[c] {
			out = append(out, c)
		}
	}
	return strings.Join(out, separator)
}
