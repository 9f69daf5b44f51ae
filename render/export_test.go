package render

import (
	"os"
	"slices"

	"tailor/internal/yamltree"
	"tailor/matrix"
)

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

// Sources lists the files that a cell is made of, in the order of the merge.
func (c *Cell) Sources() []string {
	var out []string
	for _, l := range c.Layers {
		out = append(out, l.Sources(c.Image)...)
	}
	return out
}

// Variants counts the layers that were made for cells because the paths of their includes use names.
func Variants(img *Image) int { return len(img.varied) }

// Known lists the keys of the maps that are decoded, read or left alone, by their place in the JSON Schemas.
func Known() map[string][]string {
	out := map[string][]string{}
	for at, k := range map[string]keys{
		"tailor":                                         manifestKeys,
		"tailor/properties/images":                       imagesKeys,
		"tailor/properties/baseImages/items":             baseImageKeys,
		"tailor/properties/render":                       renderKeys,
		"tailor/properties/export":                       exportKeys,
		"tailor/definitions/image":                       imageKeys,
		"image":                                          imageKeys,
		"image/definitions/selectors":                    selectorsKeys,
		"image/definitions/merge/items":                  ruleKeys,
		"image/definitions/checks":                       checksKeys,
		"image/definitions/checks/properties/refs/items": refKeys,
		"fragment":                                       fragmentKeys,
	} {
		out[at] = slices.Concat(k.read, k.ignored)
	}
	out["image/definitions/base"] = append(slices.Clone(baseSources), "arch")
	out["tailor/definitions/warnings"] = codeNames(Warnings)
	return out
}

// Words lists the words that a value may be, by its place in the JSON Schemas.
func Words() map[string][]string {
	return map[string][]string{
		"image/properties/operation":                            operations,
		"image/definitions/merge/items/properties/list/anyOf/0": listPolicies[:len(listPolicies)-1],
		"image/definitions/format":                              matrix.Formats,
		"image/definitions/matrix/properties/arch/items":        matrix.Arches,
		"image/definitions/base/properties/arch/anyOf/0":        append(slices.Clone(matrix.Arches), "$unset"),
		"tailor/properties/baseImages/items/properties/arch":    matrix.Arches,
	}
}

// Files are the files of a workspace as tests see them.
type Files struct{ files *files }

// NewFiles reads the files of a directory.
func NewFiles(root *os.Root) Files { return Files{newFiles(root, nil)} }

// Load returns a file, the same value for the same reading.
func (f Files) Load(name string) any { return f.files.load(name) }

// Expect reads files that will be loaded.
func (f Files) Expect(names ...string) { f.files.expect(names) }

// Early returns a file that was read and not loaded yet, and whether there is one.
func (f Files) Early(name string) (file any, ok bool) {
	file, ok = f.files.early[name]
	return file, ok
}
