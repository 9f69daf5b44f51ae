package directives

import "tailor/internal/yamltree"

// Known are all directives but `$match`, Shareable those that may share a map.
var (
	Known     = known
	Shareable = shareable
)

// Found is a place in a tree.
type Found struct {
	Steps []Step
	Node  *yamltree.Node
}

// Select returns the places that [Pattern.Each] visits.
func (p Pattern) Select(tree *yamltree.Node) []Found {
	var out []Found
	p.Each(tree, func(path *Path, n *yamltree.Node) {
		out = append(out, Found{Steps: path.Steps(), Node: n})
	})
	return out
}
