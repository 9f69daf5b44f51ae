package render

import (
	"slices"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
	"tailor/matrix"
)

// Cell is one combination of axis values of an image: what it is folded from and what comes out of it.
type Cell struct {
	Image  *Image
	Values matrix.Cell
	// Layers are in the order of the merge, the image definition first.
	Layers []*Layer
	// Arch is the architecture; "" when it could not be found out.
	Arch string
	// BaseImage is the `baseImages` slot that `base.ref` names, or "".
	BaseImage string
	// Outputs are those that were selected, at least one unless the cell has faults.
	Outputs []Output

	meta   *yamltree.Node // the merged sections other than config
	base   *yamltree.Node // interpolated, nil when absent
	faults []diag.Diagnostic
	lacks  bool // it lacks a part of its config, because an include in it is at fault or was not looked at
}

// Output is one config of a cell.
type Output struct {
	Format string
	// Slug is the name of the config, see docs/reference/image-yaml.md.
	Slug string
}

// Path is where the config of an output belongs below an output directory that mirrors the workspace, slash-separated.
func (c *Cell) Path(o Output) string {
	if c.Image.Dir == "." || c.Image.Dir == "" {
		return o.Slug + ".yaml"
	}
	return c.Image.Dir + "/" + o.Slug + ".yaml"
}

// name is how reports call the cell: its first slug, or what is known of it.
func (c *Cell) name() string {
	if len(c.Outputs) > 0 {
		return c.Outputs[0].Slug
	}
	return c.stem()
}

// stem is the start that all slugs of the cell share.
func (c *Cell) stem() string { return matrix.Stem(c.Image.Name, c.Values) }

// reason says why a file takes part in the cell.
func (c *Cell) reason(file *source.File) string {
	for _, l := range c.Layers {
		if l.file == file {
			return l.Reason
		}
	}
	return ""
}

// Reason says why the file through which a node came takes part in the cell, such as `edition=pro`; "" when it
// does not.
func (c *Cell) Reason(n *yamltree.Node) string {
	if n == nil {
		return ""
	}
	return c.reason(n.Root())
}

// evaluator finds out what the cells of one image are: architecture, outputs, slugs.
type evaluator struct {
	w    *Workspace
	img  *Image
	meta *fold

	applied        []bool // which fragments of the image apply to some cell
	filler         directives.Filler
	axes, builtins map[string]string // of the present cell
}

func (w *Workspace) evaluator(img *Image) *evaluator {
	return &evaluator{
		w: w, img: img, meta: newFold(func(l *Layer) *yamltree.Node { return l.meta }),
		applied: make([]bool, len(img.Fragments)),
		axes:    map[string]string{}, builtins: map[string]string{"name": img.Name, "slug": "", "arch": ""},
	}
}

// cell evaluates one cell. Its faults stay with it: they count only when the cell is selected.
func (e *evaluator) cell(values matrix.Cell, layers []*Layer) *Cell {
	c := &Cell{Image: e.img, Values: values, Layers: layers}
	c.lacks = slices.ContainsFunc(layers, func(l *Layer) bool { return l.confVaries })
	if !c.layersIn(false) {
		return c
	}
	c.meta = e.meta.of(c.Layers)
	if c.meta.Has(yamltree.HasConflict) {
		c.faults = append(c.faults, directives.Conflicts(c.meta, c.reason)...)
	}
	for _, name := range sections {
		c.checkKind(c.meta, name)
	}
	if len(c.faults) > 0 {
		return c
	}
	c.setAxes(e.axes)
	base := e.base(c)
	formats := e.formats(c)
	if len(c.faults) > 0 {
		return c
	}
	c.base = base
	e.bind(c, base)
	for _, format := range formats {
		c.Outputs = append(c.Outputs, Output{Format: format, Slug: matrix.Slug(e.img.Name, values, c.Arch, format)})
	}
	c.lacks = !c.layersIn(true)
	return c
}

// checkKind reports a merged section that came out in another shape than it must have.
func (c *Cell) checkKind(tree *yamltree.Node, name string) {
	n := tree.Get(name)
	if n == nil || n.Kind == yamltree.Absent || n.Kind == kinds[name] {
		return
	}
	f := diag.New(CodeWrongShape, n.Span, "`"+name+"` must be a "+kinds[name].String()+", not "+shape(n),
		shapeHelp(name, kinds[name]))
	f.Labels[0].Via = n.Via.Sites()
	c.faults = append(c.faults, f)
}

// setAxes gives the axes of a cell their values, by name.
func (c *Cell) setAxes(to map[string]string) {
	for i, axis := range c.Image.Matrix.Axes() {
		to[axis.Name] = axis.Values[c.Values.Position(i)]
	}
}

// section interpolates one merged section of the cell.
func (c *Cell) section(filler *directives.Filler, scope func() *directives.Scope, name string) (*yamltree.Node, []diag.Diagnostic) {
	n := c.meta.Get(name)
	var faults []diag.Diagnostic
	if n.Has(yamltree.HasTemplate) {
		n, faults = filler.Interpolate(scope(), n, name)
	}
	if n != nil && n.Kind == yamltree.Absent {
		return nil, faults
	}
	return n, faults
}

const (
	slugBan = "`${slug}` is made from the base and the outputs: write the axis values that it should hold, such as `${name}`"
	archBan = "without an `arch` axis the base decides the architecture: add `arch` to `matrix:`, or write the architecture out"
)

// What a template may not use: in the outputs, and in the base of an image without an `arch` axis.
var (
	bannedInOutputs = map[string]string{"slug": slugBan}
	bannedInBase    = map[string]string{"slug": slugBan, "arch": archBan}
)

// base interpolates the base and finds the architecture of the cell.
func (e *evaluator) base(c *Cell) *yamltree.Node {
	banned := bannedInBase
	if arch, ok := c.Values.Value("arch"); ok {
		e.builtins["arch"], banned = arch, bannedInOutputs
	}
	base, faults := c.section(&e.filler, func() *directives.Scope {
		return directives.NewScope(e.axes, e.builtins, c.meta.Get("params"), banned)
	}, "base")
	c.faults = append(c.faults, faults...)
	if len(c.faults) == 0 {
		c.Arch = e.arch(c, base)
	}
	return base
}

// formats interpolates the outputs and returns their formats.
func (e *evaluator) formats(c *Cell) []string {
	e.builtins["arch"] = c.Arch
	scope := func() *directives.Scope {
		return directives.NewScope(e.axes, e.builtins, c.meta.Get("params"), bannedInOutputs)
	}
	outputs, faults := c.section(&e.filler, scope, "outputs")
	if outputs == nil {
		outputs = e.w.defaultOutputs
		if outputs.Has(yamltree.HasTemplate) {
			outputs, faults = e.filler.Interpolate(scope(), outputs, "outputs")
		}
	}
	c.faults = append(c.faults, faults...)
	if len(c.faults) > 0 {
		return nil
	}
	if outputs == nil {
		return []string{"cosi"}
	}
	return c.decodeFormats(outputs)
}

// decodeFormats reads the formats of a list of outputs.
func (c *Cell) decodeFormats(outputs *yamltree.Node) []string {
	var formats []string
	var places []*yamltree.Node
	for _, item := range outputs.Items {
		n := item.Get("format")
		switch {
		case item.Kind != yamltree.Map:
			c.fail(CodeWrongShape, item, "an output must be a map with a `format`, not "+shape(item), "write `- format: cosi`")
			continue
		case n.IsNull():
			c.fail(CodeMissingKey, item, "an output needs a `format`", "write `- format: cosi`")
			continue
		case n.Kind != yamltree.Scalar:
			c.fail(CodeWrongShape, n, "`format` must be a text, not "+shape(n), "write `- format: cosi`")
			continue
		}
		if i := slices.Index(formats, n.Value); i >= 0 {
			c.duplicateFormat(places[i], n)
			continue
		}
		if !matrix.ValidFormat(n.Value) {
			c.badFormat(n)
			continue
		}
		formats, places = append(formats, n.Value), append(places, n)
	}
	if len(formats) == 0 && len(c.faults) == 0 {
		c.fail(CodeMissingKey, outputs, "the cell has no output", "write at least one, such as `- format: cosi`")
	}
	return formats
}

func (c *Cell) badFormat(n *yamltree.Node) {
	help := diag.Suggest(n.Value, matrix.Formats, "the formats are "+diag.List(matrix.Formats))
	c.fail(CodeBadValue, n, "unknown output format `"+n.Value+"`", help)
}

func (c *Cell) duplicateFormat(first, second *yamltree.Node) {
	f := diag.New(CodeDuplicateFormat, second.Span, "the cell has the output format `"+second.Value+"` twice",
		"remove one of the two, or replace the inherited outputs with `$replace`")
	f.Labels[0].Via = second.Via.Sites()
	f.Labels = append(f.Labels, diag.Label{Span: first.Span, Text: "first here", Via: first.Via.Sites()})
	c.faults = append(c.faults, f)
}

// fail adds a fault at a node.
func (c *Cell) fail(code diag.Code, n *yamltree.Node, message, help string) {
	f := diag.New(code, n.Span, message, help)
	f.Labels[0].Via = n.Via.Sites()
	c.faults = append(c.faults, f)
}
