// Package fragments knows what the path of a fragment says: to which cells it applies, and where it stands
// in their order.
//
//	by-edition/pro.yaml               cells with edition=pro
//	by-channel/stable+edge.yaml       any of several values of one axis
//	by-channel/!beta,edge.yaml        any but these values
//	by-edition+arch/pro+arm64.yaml    one position for each of several axes; all must match
//	by-edition+channel/pro+beta,edge.yaml      a position with alternatives
//	by-edition+channel/pro+!stable.yaml        a position with any but
//	by-feature/fips.yaml              every cell, when image.yaml lists the feature
//
// Axes in a directory name, and the values of a position, are declared, distinct and in declared order. So a
// condition has one path, and beside it those that name the excluded values; two files for one condition are a
// warning.
//
// [Discover] finds the fragments of an image, in the order in which they apply, and reports all that would
// otherwise silently never apply: a typo in an axis or value, `.yml`, a directory called `By-edition`.
// [Fragment.Matches] picks those of one cell:
//
//	all, faults := fragments.Discover(fsys, fragments.Image{Dir: "gizmo", Matrix: m, Features: []string{"fips"}})
//	for _, f := range all {
//		if f.Matches(cell) {
//			fmt.Println(f.Path, f.Reason()) // by-edition/pro.yaml edition=pro
//		}
//	}
//
// Order, later wins: by arity (how many axes), then by the declared positions of the axes, then by breadth
// (how many combinations of their values match), broader first, then by the declared positions of the values that
// match, one axis after the other, then the spelling without `!` first. A feature has arity 1 and
// stands after every axis, in the order of `features:`. Nothing else matters: not the listing of a
// directory, not the locale, not the file system.
//
// The package reads directories and never the text of a fragment. It implements
// docs/reference/fragments.md.
package fragments
