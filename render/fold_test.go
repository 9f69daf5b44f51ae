package render_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tailor/internal/yamltree"
	"tailor/render"
)

// TestFoldSharing holds that cells folded one after the other, which share what their layers have in common,
// come out as each does alone, whatever the order of the cells and their layers.
func TestFoldSharing(t *testing.T) {
	t.Parallel()
	var archive strings.Builder
	archive.WriteString("-- image.yaml --\nname: a\nmatrix: { x: [p, q], y: [r, s] }\nconfig: { l: [base], m: { k: 1 } }\n")
	for i, name := range []string{"by-x/p", "by-x/q", "by-y/r", "by-y/s", "by-x+y/p+r", "by-x+y/q+s"} {
		fmt.Fprintf(&archive, "-- %s.yaml --\nconfig:\n  l: [f%d]\n  m: { k: { $set: %d }, k%d: x }\n", name, i, i, i)
	}
	archive.WriteString("-- by-x/p+q.yaml --\nconfig: { l: { $remove: [f0, base], $prepend: [z] }, m: $unset }\n")
	ws, report := open(t, archive.String())
	var layers []*render.Layer
	for _, c := range ws.Plan(render.Selection{}).Cells {
		layers = append(layers, c.Layers...)
	}
	if problems := printed(t, report); problems != "" || len(layers) == 0 {
		t.Fatal(problems)
	}
	rapid.Check(t, func(t *rapid.T) {
		lists := rapid.SliceOfN(rapid.SliceOfN(rapid.SampledFrom(layers), 0, 6), 1, 8).Draw(t, "layers")
		cells := make([]*render.Cell, len(lists))
		for i, list := range lists {
			cells[i] = render.WithLayers(list...)
		}
		together := render.Fold(cells)
		for i, c := range cells {
			alone := render.Fold([]*render.Cell{c})[0]
			if got, want := text(together[i]), text(alone); !bytes.Equal(got, want) {
				t.Fatalf("cell %d:\n%s\nalone:\n%s", i, got, want)
			}
		}
	})
}

func text(n *yamltree.Node) []byte {
	if n == nil {
		return nil
	}
	return yamltree.Append(nil, n)
}
