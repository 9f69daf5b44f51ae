package fragments

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Compare orders fragments of one image as they apply: negative when a comes before b, 0 only for equal paths. Of two
// spellings of one condition the one without `!` comes first. A feature that is not enabled stands after those that
// are.
func Compare(a, b *Fragment) int {
	return cmp.Or(
		cmp.Compare(a.Arity(), b.Arity()),
		cmp.Compare(a.featureRank(), b.featureRank()),
		slices.Compare(a.Axes, b.Axes),
		cmp.Compare(b.Breadth(), a.Breadth()),
		slices.CompareFunc(a.Values, b.Values, slices.Compare[[]int]),
		slices.CompareFunc(a.Except, b.Except, plainFirst),
		strings.Compare(a.Feature, b.Feature),
	)
}

// plainFirst orders the spellings of one position.
func plainFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// SameCondition reports whether a and b are fragments of axes that apply to the same cells: two spellings of one
// condition.
func SameCondition(a, b *Fragment) bool {
	return a.Feature == "" && b.Feature == "" && slices.Equal(a.Axes, b.Axes) && slices.EqualFunc(a.Values, b.Values, slices.Equal[[]int])
}

// featureRank puts axes before features, and features in their order.
func (f *Fragment) featureRank() int {
	switch {
	case f.Feature == "":
		return -1
	case f.FeatureAt < 0:
		return math.MaxInt
	}
	return f.FeatureAt
}

// SameRank reports whether only the declared positions of values, or the spelling of the path, order a and b: their
// arity, axes and breadth are equal. Features never are of one rank, since `features:` is an order that somebody wrote
// down.
func SameRank(a, b *Fragment) bool {
	return a.Feature == "" && b.Feature == "" && slices.Equal(a.Axes, b.Axes) && a.Breadth() == b.Breadth()
}
