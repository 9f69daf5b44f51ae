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
	// Values are, for each of Axes, the positions of the values that match, ascending. Of several axes each
	// has one.
	Values [][]int
	// Feature is the name of the feature, "" for a fragment of axes.
	Feature string
	// FeatureAt is the position of the feature in `features:`, -1 when the image does not enable it.
	FeatureAt int

	m    *matrix.Matrix
	sets [][]bool // for each of Axes, by position of the value
}

// newFragment makes a fragment of axes. Axes and values are positions.
func newFragment(path string, m *matrix.Matrix, axes []int, values [][]int) *Fragment {
	f := &Fragment{Path: path, Axes: axes, Values: values, FeatureAt: -1, m: m, sets: make([][]bool, len(axes))}
	for i, axis := range axes {
		set := make([]bool, len(m.Axes()[axis].Values))
		for _, v := range values[i] { //nolint:gosec // as many as axes
			set[v] = true
		}
		f.sets[i] = set
	}
	return f
}

// Arity returns the number of axes; a feature has arity 1.
func (f *Fragment) Arity() int { return max(1, len(f.Axes)) }

// Breadth returns the number of values that match: more than one only on a single axis.
func (f *Fragment) Breadth() int {
	if len(f.Values) == 1 {
		return len(f.Values[0])
	}
	return 1
}

// Matches reports whether the fragment applies to a cell of the image's matrix.
func (f *Fragment) Matches(c matrix.Cell) bool {
	if f.Feature != "" {
		return f.FeatureAt >= 0
	}
	for i, axis := range f.Axes {
		if !f.sets[i][c.Position(axis)] {
			return false
		}
	}
	return true
}

// Pairs returns the fragment's own axes and values, in declared order; nil for a feature.
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

// Reason says when the fragment applies: `edition=pro`, `channel ∈ {stable,edge}`,
// `edition=pro ∧ arch=arm64` or `feature=fips`.
func (f *Fragment) Reason() string {
	if f.Feature != "" {
		return matrix.FeatureAxis + "=" + f.Feature
	}
	pairs := f.Pairs()
	if f.Breadth() > 1 {
		values := make([]string, len(pairs))
		for i, p := range pairs {
			values[i] = p.Value
		}
		return pairs[0].Axis + " ∈ {" + strings.Join(values, ",") + "}"
	}
	words := make([]string, len(pairs))
	for i, p := range pairs {
		words[i] = p.String()
	}
	return strings.Join(words, " ∧ ")
}

// Select returns the fragments that apply to a cell, in the order given: that of [Discover] is the order
// in which they apply.
func Select(all []*Fragment, c matrix.Cell) []*Fragment {
	var applying []*Fragment
	for _, f := range all {
		if f.Matches(c) {
			applying = append(applying, f)
		}
	}
	return applying
}
