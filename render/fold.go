package render

import (
	"tailor/directives"
	"tailor/internal/yamltree"
)

// fold merges the layers of cell after cell. Cells in matrix order share long prefixes of their layers, so
// the trees of the last cell are kept, and only what differs is merged again.
type fold struct {
	merger *directives.Merger
	part   func(*Layer) *yamltree.Node
	layers []*Layer
	trees  []*yamltree.Node // trees[i] is the result of the layers up to and including i
}

func newFold(part func(*Layer) *yamltree.Node) *fold {
	return &fold{merger: directives.NewMerger(), part: part}
}

// of returns the merged tree of layers; nil when none of them has anything.
func (f *fold) of(layers []*Layer) *yamltree.Node {
	same := 0
	for same < len(layers) && same < len(f.layers) && layers[same] == f.layers[same] {
		same++
	}
	f.layers, f.trees = f.layers[:same], f.trees[:same]
	var tree *yamltree.Node
	if same > 0 {
		tree = f.trees[same-1]
	}
	for _, l := range layers[same:] {
		tree = f.merger.Merge(tree, f.part(l))
		f.layers = append(f.layers, l)
		f.trees = append(f.trees, tree)
	}
	return tree
}
