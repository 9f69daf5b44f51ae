package render

import (
	"slices"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/matrix"
)

// variant is a layer as it is in the cells that give the names in the paths of its includes the same values.
type variant struct {
	layer  *Layer
	faults []diag.Diagnostic // they count in the cells that have it
}

// variants finds the variant of a cell by the values of the names that were asked for when it was made. Which name
// comes next may depend on the values before it, so it is a tree. The zero variants are empty.
type variants struct {
	name string // asked for first
	next map[string]*variants
	made *variant
}

// find returns the variant for some values, or nil.
func (v *variants) find(value func(name string) string) *variant {
	for v != nil && v.made == nil {
		v = v.next[value(v.name)]
	}
	if v == nil {
		return nil
	}
	return v.made
}

// add puts a variant where the values that were asked for lead to.
func (v *variants) add(asked []matrix.Pair, made *variant) {
	for _, p := range asked {
		if v.next == nil {
			v.name, v.next = p.Axis, map[string]*variants{}
		}
		if v.next[p.Value] == nil {
			v.next[p.Value] = &variants{}
		}
		v = v.next[p.Value]
	}
	v.made = made
}

// inCell returns the layer as it is in a cell, with its config or all but that in place, and what is wrong with it
// there. It is made once for all cells that agree on the names that it uses.
func (img *Image) inCell(l *Layer, c *Cell, config bool) (*Layer, []diag.Diagnostic) {
	if config && !l.confVaries || !config && !l.metaVaries {
		return l, nil
	}
	v := l.made.find(c.pathValue)
	if v == nil {
		var asked []matrix.Pair
		v = img.vary(l, config, func(name string) string {
			p := matrix.Pair{Axis: name, Value: c.pathValue(name)}
			if !slices.Contains(asked, p) {
				asked = append(asked, p)
			}
			return p.Value
		})
		if len(asked) > 0 { // the includes of the image are not too many
			l.made.add(asked, v)
			img.varied = append(img.varied, v.layer)
		}
	}
	return v.layer, v.faults
}

// vary compiles the config of a layer, or all but that, with values for the names in the paths of includes.
func (img *Image) vary(l *Layer, config bool, value func(name string) string) *variant {
	report := &diag.Report{}
	out := *l
	out.parts, out.made = slices.Clone(l.parts), variants{}
	for i, p := range out.parts {
		if p.varies && (p.key.Name == "config") == config {
			names := img.pathNames(p.key.Name)
			names.Value = value
			out.parts[i] = decoder{report}.section(p, img, names)
			out.parts[i].varies = false
		}
	}
	out.assemble()
	return &variant{&out, report.All()}
}

// pathNames are the names that the paths of the includes in a section may use.
func (img *Image) pathNames(section string) directives.PathNames {
	known := img.Matrix.AxisNames()
	out := directives.PathNames{}
	if !slices.Contains(known, matrix.ArchAxis) {
		if section == "config" {
			known = append(known, matrix.ArchAxis)
		} else {
			out.Banned = map[string]string{matrix.ArchAxis: archBan}
		}
	}
	if !slices.Contains(known, "name") {
		known = append(known, "name")
	}
	out.Known = known
	return out
}

// pathValue is what a name in the path of an include stands for in a cell.
func (c *Cell) pathValue(name string) string {
	if value, ok := c.Values.Value(name); ok {
		return value
	}
	if name == matrix.ArchAxis {
		return c.Arch
	}
	return c.Image.Name
}

// layersIn puts the layers as they are in the cell in the place of those of all cells. It reports whether that
// worked.
func (c *Cell) layersIn(config bool) bool {
	ok := true
	for i, l := range c.Layers {
		in, faults := c.Image.inCell(l, c, config)
		c.Layers[i] = in
		c.faults = append(c.faults, faults...)
		ok = ok && len(faults) == 0
	}
	return ok
}

// complete makes the variants of all cells that were not evaluated yet, without a word about their faults.
func (img *Image) complete() {
	if rest := img.rest; rest != nil {
		img.rest = nil
		rest()
	}
}
