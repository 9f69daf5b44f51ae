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

// SetBudget sets how many bytes the interpolations in a scope may still make.
func SetBudget(s *Scope, budget int) { s.budget = budget }

// What a Filler remembers at most, and what it does remember.
const (
	MaxFilled     = maxFilled
	MaxFilledText = maxFilledText
)

// Remembered returns the number of nodes that a Filler remembers, and the bytes of their texts.
func Remembered(f *Filler) (nodes, size int) {
	for _, was := range f.memo {
		size += len(was.text)
	}
	return len(f.memo), size
}
