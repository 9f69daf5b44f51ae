package fragments

import (
	"cmp"
	"slices"
	"strings"

	"tailor/internal/diag"
)

// pathOf spells the one path of a condition.
func (p *parser) pathOf(axes []int, values [][]int) string {
	names := make([]string, 0, len(axes))
	words := make([]string, 0, len(axes))
	for i, axis := range axes {
		a := p.img.Matrix.Axes()[axis]
		names = append(names, a.Name)
		for _, v := range values[i] {
			words = append(words, a.Values[v])
		}
	}
	return spell(names, words)
}

func spell(axes, values []string) string {
	return prefix + strings.Join(axes, "+") + "/" + strings.Join(values, "+") + extension
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

// assign gives each axis one of the words, and reports whether every axis gets one and no word is left.
func (p *parser) assign(axes []int, words []word) ([]int, [][]int, bool) {
	used := make([]bool, len(words))
	values := make([][]int, 0, len(axes))
	for _, axis := range axes {
		for i, w := range words {
			if v, ok := p.img.Matrix.Value(axis, w.text); ok && !used[i] {
				used[i] = true
				values = append(values, []int{v})
				break
			}
		}
	}
	return axes, values, len(values) == len(axes) && !slices.Contains(used, false)
}

// elsewhere finds the path for which words would be right: several values of one axis, or one of each of
// several. It is "" when there is none.
func (p *parser) elsewhere(words []word) string {
	var having []int // axes that have some of the words
	for axis := range p.img.Matrix.Axes() {
		values := p.valuesOn(axis, words)
		if len(values) == len(words) {
			return p.pathOf([]int{axis}, [][]int{values})
		}
		if len(values) > 0 {
			having = append(having, axis)
		}
	}
	if axes, values, ok := p.assign(having, words); ok && len(axes) > 0 {
		return p.pathOf(axes, values)
	}
	return ""
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

// rejoin spells a word whose parts are candidates, joined by something else than `+`, as it should be.
func rejoin(name string, candidates []string) string {
	parts := fields(name, misjoined)
	for i, part := range parts {
		if parts[i] = fold(part, candidates); parts[i] == "" {
			return ""
		}
	}
	if len(parts) < 2 {
		return ""
	}
	return strings.Join(parts, "+")
}
