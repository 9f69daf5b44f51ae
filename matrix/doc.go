// Package matrix turns axes into cells, and cells into names.
//
// An image varies along axes, each with a list of values. Its cells are the product of the axes in
// declared order, the last axis varying fastest:
//
//	m, problems := matrix.New([]matrix.Axis{
//		{Name: "edition", Values: []string{"home", "pro"}},
//		{Name: "arch", Values: []string{"amd64", "arm64"}},
//	})
//	cells, _, _ := m.Cells(matrix.Selectors{})
//	matrix.Slug("gizmo", cells[0], "amd64", "cosi") // gizmo_home_amd64_cosi
//
// [Selectors] keep and drop cells where the image is defined; a [Selection] picks cells on the command
// line. Both are checked against the axes, and what is wrong comes back as a [Problem]: its kind, the
// user's word, what could stand there, and where by index. The caller knows the text that was read and
// turns indexes into places.
//
// The rules:
//
//   - axis names and values match [A-Za-z0-9][A-Za-z0-9.-]*, since `_` separates the parts of a slug and
//     `+` joins names in fragment paths
//   - the axis name `feature` is taken by fragments, and `arch` has the values amd64 and arm64 only
//   - no axes at all make one cell
//   - a matrix has at most [MaxCells] cells, counted before selectors drop any
//
// Everything here is immutable once made and safe for concurrent use. The package imports nothing of the
// project and implements docs/reference/image-yaml.md.
package matrix
