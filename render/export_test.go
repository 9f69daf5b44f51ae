package render

import "tailor/internal/yamltree"

// Fold merges the layers of cells one after the other, as rendering does, and returns the config of each.
func Fold(cells []*Cell) []*yamltree.Node {
	f := newFold(func(l *Layer) *yamltree.Node { return l.conf })
	out := make([]*yamltree.Node, len(cells))
	for i, c := range cells {
		out[i] = f.of(c.Layers)
	}
	return out
}

// WithLayers is a cell of some layers.
func WithLayers(layers ...*Layer) *Cell { return &Cell{Layers: layers} }

// Variants counts the layers that were made for cells because the paths of their includes use names.
func Variants(img *Image) int { return len(img.varied) }
