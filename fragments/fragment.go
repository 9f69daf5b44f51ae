package fragments

import (
	"strings"

	"tailor/matrix"
)

// Image is what fragments need to know of the image that they belong to.
type Image struct {
	// Dir is the image's directory, slash-separated and relative to the workspace root; "" and "." are the
	// root itself.
	Dir string
	// Matrix is the image's; nil means no axes.
	Matrix *matrix.Matrix
	// Features are those that the image enables, in their order.
	Features []string
}

// Fragment is a file that applies to some cells of an image. It never changes and is safe for concurrent
// use.
type Fragment struct {
	// Path is slash-separated and relative to the image's directory.
	Path string
	// Axes are the positions of the fragment's axes in the matrix, ascending; nil for a feature.
	Axes []int
	// Values are, for each of Axes, the positions of the values that match, ascending.
	Values [][]int
	// Except says, for each of Axes, that the path names the values that do not match: `!a,b`.
	Except []bool
	// Feature is the name of the feature, "" for a fragment of axes.
	Feature string
	// FeatureAt is the position of the feature in `features:`, -1 when the image does not enable it.
	FeatureAt int

	m    *matrix.Matrix
	sets [][]bool // for each of Axes, by position of the value
}

// newFragment makes a fragment of terms, whose axes ascend.
func newFragment(path string, m *matrix.Matrix, terms []term) *Fragment {
	f := &Fragment{Path: path, FeatureAt: -1, m: m}
	for _, t := range terms {
		values := t.matching(m)
		set := make([]bool, len(m.Axes()[t.axis].Values))
		for _, v := range values {
			set[v] = true
		}
		f.Axes, f.Values, f.Except, f.sets = append(f.Axes, t.axis), append(f.Values, values), append(f.Except, t.except), append(f.sets, set)
	}
	return f
}

// Arity returns the number of axes; a feature has arity 1.
func (f *Fragment) Arity() int { return max(1, len(f.Axes)) }

// Breadth returns the number of combinations of values of the fragment's axes that match, 1 for a feature. Selectors
// do not count.
func (f *Fragment) Breadth() int {
	n := 1
	for _, values := range f.Values {
		n *= len(values)
	}
	return n
}

// Matches reports whether the fragment applies to a cell of the image's matrix.
func (f *Fragment) Matches(c matrix.Cell) bool { return f.MatchesAt(c.Positions(nil)) }

// MatchesAt is [Fragment.Matches] for the positions of a cell, for when many fragments are asked.
func (f *Fragment) MatchesAt(positions []int) bool {
	if f.Feature != "" {
		return f.FeatureAt >= 0
	}
	for i, axis := range f.Axes {
		if !f.sets[i][positions[axis]] {
			return false
		}
	}
	return true
}

// Pairs returns the axes and the values that match, in declared order; nil for a feature.
func (f *Fragment) Pairs() []matrix.Pair {
	var pairs []matrix.Pair
	for i, axis := range f.Axes {
		for _, v := range f.Values[i] {
			a := f.m.Axes()[axis]
			pairs = append(pairs, matrix.Pair{Axis: a.Name, Value: a.Values[v]})
		}
	}
	return pairs
}

// Reason says when the fragment applies: `edition=pro`, `channel ∈ {stable,edge}`, `channel ≠ beta`,
// `edition=pro ∧ channel ∉ {beta,edge}` or `feature=fips`.
func (f *Fragment) Reason() string {
	if f.Feature != "" {
		return matrix.FeatureAxis + "=" + f.Feature
	}
	words := make([]string, len(f.Axes))
	for i := range f.Axes {
		words[i] = f.reason(i)
	}
	return strings.Join(words, " ∧ ")
}

// reason says what the path says about one of the axes.
func (f *Fragment) reason(i int) string {
	a := f.m.Axes()[f.Axes[i]]
	var named []string
	for v, matches := range f.sets[i] {
		if matches != f.Except[i] {
			named = append(named, a.Values[v])
		}
	}
	several := " {" + strings.Join(named, ",") + "}"
	switch one := len(named) == 1; {
	case one && f.Except[i]:
		return a.Name + " ≠ " + named[0]
	case f.Except[i]:
		return a.Name + " ∉" + several
	case one:
		return matrix.Pair{Axis: a.Name, Value: named[0]}.String()
	}
	return a.Name + " ∈" + several
}
