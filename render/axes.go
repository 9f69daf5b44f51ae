package render

import (
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
	"tailor/matrix"
)

// axisCodes gives the code of each kind of problem with axes and selectors.
var axisCodes = map[matrix.Kind]diag.Code{
	matrix.BadAxis:        CodeBadAxis,
	matrix.ReservedAxis:   CodeBadAxis,
	matrix.DuplicateAxis:  CodeDuplicateAxisValue,
	matrix.EmptyAxis:      CodeEmptyAxis,
	matrix.BadValue:       CodeBadAxisValue,
	matrix.BadArch:        CodeBadAxisValue,
	matrix.DuplicateValue: CodeDuplicateAxisValue,
	matrix.TooManyCells:   CodeTooManyCells,
	matrix.UnknownAxis:    CodeSelectorAxis,
	matrix.UnknownValue:   CodeSelectorValue,
	matrix.EmptyPin:       CodeEmptyAxis,
}

// spannedAxis is an axis, or a pin of a selector, with the places of its name and its values.
type spannedAxis struct {
	name   text
	values []text
	bad    bool // some of its values could not be read
}

func (a spannedAxis) words() []string {
	out := make([]string, len(a.values))
	for i, v := range a.values {
		out[i] = v.value
	}
	return out
}

// place is the span of a value by position, or that of the name.
func (a spannedAxis) place(value int) source.Span {
	if value >= 0 {
		return a.values[value].span
	}
	return a.name.span
}

// matrix reads `matrix:`, an ordered map of axes to lists of values.
func (d decoder) matrix(n *yamltree.Node, img *Image) {
	if !d.isKind(n, "matrix", yamltree.Map) {
		return
	}
	var axes []spannedAxis
	var plain []matrix.Axis
	for _, e := range n.Entries {
		axis := spannedAxis{name: text{e.Key.Name, e.Key.Span}}
		if e.Value.IsNull() || d.isKind(e.Value, e.Key.Name, yamltree.List) {
			axis.values = d.scalars(e.Value, e.Key.Name)
			axis.bad = !e.Value.IsNull() && len(axis.values) < len(e.Value.Items)
		} else {
			continue
		}
		axes = append(axes, axis)
		plain = append(plain, matrix.Axis{Name: axis.name.value, Values: axis.words()})
		img.axisSpans[axis.name.value] = axis.name.span
		for _, v := range axis.values {
			img.values[[2]string{axis.name.value, v.value}] = v.span
		}
	}
	m, problems := matrix.New(plain)
	img.Matrix = m
	for _, p := range problems {
		if p.Kind != matrix.EmptyAxis || !axes[p.At.Axis].bad {
			d.problem(p, axes[p.At.Axis], axes)
		}
	}
}

// problem reports one problem of an axis or pin. all are the axes of which At.Other names one.
func (d decoder) problem(p matrix.Problem, a spannedAxis, all []spannedAxis) {
	f := diag.New(axisCodes[p.Kind], a.place(p.At.Value), p.Error(), p.Help(diag.Nearest))
	if p.At.Other >= 0 {
		first := a
		if p.Kind == matrix.DuplicateAxis {
			first = all[p.At.Other]
			f.Labels = append(f.Labels, diag.Label{Span: first.name.span, Text: "first here"})
		} else {
			f.Labels = append(f.Labels, diag.Label{Span: first.place(p.At.Other), Text: "first here"})
		}
	}
	d.report.Add(f)
}

var selectorsKeys = keys{where: "`selectors`", read: []string{"include", "exclude"}}

// selectors reads `selectors:` and fills in the cells of the image.
func (d decoder) selectors(n *yamltree.Node, img *Image) {
	node := n.Get("selectors")
	if !node.IsNull() && n.Get("matrix").IsNull() {
		d.fail(CodeSelectorsAlone, n.Entries[n.Index("selectors")].Key.Span,
			"`selectors` without `matrix`", "add the axes under `matrix:`, or remove `selectors`")
		return
	}
	var include, exclude [][]spannedAxis
	for _, e := range d.entries(node, "selectors", selectorsKeys) {
		read := d.selectorList(e.Value, e.Key.Name)
		if e.Key.Name == "include" {
			include = read
		} else {
			exclude = read
		}
	}
	s := matrix.Selectors{Include: plainSelectors(include), Exclude: plainSelectors(exclude)}
	lists := map[matrix.List][][]spannedAxis{matrix.Include: include, matrix.Exclude: exclude}
	problems := img.Matrix.Check(s)
	for _, p := range problems {
		d.problem(p, lists[p.At.List][p.At.Selector][p.At.Axis], nil)
	}
	if len(problems) > 0 {
		img.broken = true
		return
	}
	var noInclude, noExclude []int
	img.Cells, noInclude, noExclude = img.Matrix.Cells(s)
	img.unused(node.Get("include"), noInclude, "this `include` selector matches no cell")
	img.unused(node.Get("exclude"), noExclude, "this `exclude` selector drops no cell")
	if len(img.Cells) == 0 {
		d.fail(CodeNoCells, head(node), "the selectors leave no cell of the matrix", "remove an `exclude` selector, or add an `include` one")
	}
}

func (img *Image) unused(selectors *yamltree.Node, which []int, message string) {
	for _, i := range which {
		img.warnings = append(img.warnings, warning(CodeUnusedSelector, head(selectors.Items[i]), message, "remove it, or correct its values"))
	}
}

// selectorList reads a list of selectors. A selector that is no map stays in the list as an empty one, so
// that positions hold.
func (d decoder) selectorList(n *yamltree.Node, name string) [][]spannedAxis {
	if !d.isKind(n, name, yamltree.List) {
		return nil
	}
	out := make([][]spannedAxis, len(n.Items))
	for i, item := range n.Items {
		if item.Kind != yamltree.Map {
			d.fail(CodeWrongShape, head(item), "a selector must be a map, not "+shape(item), "write `- { axis: value }`")
			continue
		}
		for _, e := range item.Entries {
			out[i] = append(out[i], d.pin(e))
		}
	}
	return out
}

func (d decoder) pin(e yamltree.Entry) spannedAxis {
	pin := spannedAxis{name: text{e.Key.Name, e.Key.Span}}
	if e.Value.Kind == yamltree.List {
		pin.values = d.scalars(e.Value, e.Key.Name)
	} else if t, ok := d.scalar(e.Value, e.Key.Name); ok {
		pin.values = []text{t}
	}
	return pin
}

func plainSelectors(selectors [][]spannedAxis) []matrix.Selector {
	out := make([]matrix.Selector, len(selectors))
	for i, s := range selectors {
		for _, pin := range s {
			out[i] = append(out[i], matrix.Pin{Axis: pin.name.value, Values: pin.words()})
		}
	}
	return out
}
