package render

import (
	"path"
	"slices"

	"tailor/directives"
	"tailor/fragments"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
	"tailor/matrix"
)

// Layer is one document that takes part in cells: the image definition, or a fragment.
type Layer struct {
	// Path is relative to the image directory, slash-separated; for an inline image that of tailor.yaml.
	Path string
	// Reason says when it applies: "base", or as in `edition=pro`.
	Reason string
	// Fragment is nil for the image definition.
	Fragment *fragments.Fragment
	// Includes are the files that it brings in.
	Includes []directives.Include

	file *source.File
	skip *yamltree.Node // its `skip`, nil when it has none
	meta *yamltree.Node // a map of the sections that decide what the cells are: all but config
	conf *yamltree.Node // a map of config alone, or nil

	parts      []part   // its sections, in the order of the file
	metaVaries bool     // an include in meta has a path that uses names
	confVaries bool     // one in conf has
	made       variants // what it is in cells that give these names values
}

// part is a section of a document.
type part struct {
	key      *yamltree.Key
	written  *yamltree.Node
	root     *yamltree.Node // compiled, nil for nothing
	includes []directives.Include
	varies   bool // the paths of its includes use names
}

var fragmentKeys = keys{
	where:   "a fragment",
	read:    append([]string{"skip"}, sections...),
	ignored: []string{"signing"},
	moved: map[string]string{
		"name": "image.yaml", "matrix": "image.yaml", "selectors": "image.yaml", "features": "image.yaml",
		"operation": "image.yaml", "checks": "image.yaml", "baseImages": "tailor.yaml",
	},
}

// includable are the sections in which `$include` works.
var includable = []string{"config", "base", "outputs"}

// kinds are the shapes of the sections.
var kinds = map[string]yamltree.Kind{
	"config": yamltree.Map, "base": yamltree.Map, "params": yamltree.Map,
	"outputs": yamltree.List, "rpmSources": yamltree.List, "extraDependencies": yamltree.List,
}

// fill compiles the sections among the entries of a document into the layer.
func (d decoder) fill(l *Layer, entries []yamltree.Entry, img *Image) {
	for _, e := range entries {
		if !slices.Contains(sections, e.Key.Name) || e.Value.IsNull() {
			continue
		}
		if e.Key.Name == "config" && img.Converts() {
			d.convertConfig(e.Key.Span, img)
			continue
		}
		l.parts = append(l.parts, d.section(part{key: e.Key, written: e.Value}, img, img.pathNames(e.Key.Name)))
	}
	l.assemble()
}

// assemble puts the parts of a layer together.
func (l *Layer) assemble() {
	var meta, conf []yamltree.Entry
	l.Includes, l.meta, l.conf, l.metaVaries, l.confVaries = nil, nil, nil, false, false
	for _, p := range l.parts {
		l.Includes = append(l.Includes, p.includes...)
		l.metaVaries = l.metaVaries || p.varies && p.key.Name != "config"
		l.confVaries = l.confVaries || p.varies && p.key.Name == "config"
		switch {
		case p.root == nil:
		case p.key.Name == "config":
			conf = append(conf, yamltree.Entry{Key: p.key, Value: p.root})
		default:
			meta = append(meta, yamltree.Entry{Key: p.key, Value: p.root})
		}
	}
	if len(meta) > 0 {
		l.meta = yamltree.NewMap(meta, source.Span{File: l.file})
	}
	if len(conf) > 0 {
		l.conf = yamltree.NewMap(conf, source.Span{File: l.file})
	}
}

// section compiles one section and checks its shape.
func (d decoder) section(p part, img *Image, names directives.PathNames) part {
	var doc directives.Document
	var faults []diag.Diagnostic
	if slices.Contains(includable, p.key.Name) {
		doc, faults = img.compiler.Compile(p.written, names)
	} else {
		doc, faults = img.compiler.CompilePlain(p.written)
	}
	if p.key.Name != "config" {
		faults = append(faults, directives.MisplacedParts(doc.Root)...)
	}
	d.report.Add(faults...)
	if names.Value == nil { // a cell has no warnings of its own
		d.report.Add(doc.Warnings...)
	}
	p.includes, p.varies = doc.Includes, doc.Varies
	if len(faults) > 0 || doc.Root == nil {
		return p
	}
	if p.key.Name == "params" {
		d.shadows(directives.Body(doc.Root), img)
	}
	isDirective := doc.Root.Kind == yamltree.Map && directives.IsDirective(doc.Root) || directives.IsUnset(doc.Root)
	if isDirective || d.isKind(doc.Root, p.key.Name, kinds[p.key.Name]) {
		p.root = doc.Root
	}
	return p
}

func (d decoder) convertConfig(at source.Span, img *Image) {
	d.fail(CodeConvertConfig, at, "`"+img.Name+"` has `operation: convert` and a `config`",
		"remove `config`, which a conversion does not read, or remove `operation: convert`")
}

// shadows reports params that have the name of an axis.
func (d decoder) shadows(params *yamltree.Node, img *Image) {
	for _, e := range params.Entries {
		for _, axis := range img.Matrix.Axes() {
			if axis.Name != e.Key.Name {
				continue
			}
			f := diag.New(CodeParamShadowsAxis, e.Key.Span, "the param `"+axis.Name+"` has the name of an axis",
				"give the param another name: `${"+axis.Name+"}` is the value of the axis")
			f.Labels = append(f.Labels, diag.Label{Span: img.axisSpans[axis.Name], Text: "the axis"})
			d.report.Add(f)
		}
	}
}

// loadLayers reads all fragments of an image and compiles every document, once.
func (w *Workspace) loadLayers(img *Image) {
	if img.layers != nil {
		return
	}
	d := decoder{w.report}
	before := w.report.Errors()
	img.layers, img.applied = make([]*Layer, len(img.Fragments)), make([]bool, len(img.Fragments))
	img.compiler = directives.NewCompiler(w.loader(img))
	img.base = &Layer{Path: path.Base(img.Path), Reason: "base", file: img.file}
	if img.node != nil {
		d.fill(img.base, img.node.Entries, img)
	}
	names := make([]string, len(img.Fragments))
	for i, f := range img.Fragments {
		names[i] = path.Join(img.Dir, f.Path)
	}
	w.files.expect(names)
	for i, f := range img.Fragments {
		img.layers[i] = w.loadFragment(img, f)
	}
	if img.varies() && w.report.Errors() == before {
		img.rest = func() { w.cells(img, img.Cells) }
	}
}

// varies reports whether some layer depends on the cell.
func (img *Image) varies() bool {
	return slices.ContainsFunc(append(slices.Clone(img.layers), img.base), func(l *Layer) bool { return l.metaVaries || l.confVaries })
}

func (w *Workspace) loadFragment(img *Image, f *fragments.Fragment) *Layer {
	d := decoder{w.report}
	name := path.Join(img.Dir, f.Path)
	doc := w.files.load(name)
	l := &Layer{Path: f.Path, Reason: f.Reason(), Fragment: f, file: doc.file}
	if !w.usable(doc, name) {
		return l
	}
	entries := d.entries(doc.root, f.Path, fragmentKeys)
	for _, e := range entries {
		if e.Key.Name == "skip" && !e.Value.IsNull() {
			d.flag(e.Value, "skip")
			l.skip = e.Value
		}
	}
	d.fill(l, entries, img)
	return l
}

// usable reports whether a file could be read and parsed; it reports why not.
func (w *Workspace) usable(doc *document, name string) bool {
	if doc.err != nil {
		w.report.Add(readFault(name, doc.err))
		return false
	}
	w.report.Add(doc.faults...)
	return !slices.ContainsFunc(doc.faults, func(f diag.Diagnostic) bool { return f.Severity == diag.Error })
}

// layersOf returns the layers of a cell in the order of their merge, and notes in applied which fragments apply.
func (img *Image) layersOf(values matrix.Cell, applied []bool) []*Layer {
	const many = 64
	var space [many]*Layer
	out := append(space[:0], img.base)
	var axes [16]int
	positions := values.Positions(axes[:0])
	for i, f := range img.Fragments {
		if f.MatchesAt(positions) {
			out, applied[i] = append(out, img.layers[i]), true
		}
	}
	return slices.Clone(out)
}

// sameRank reports whether two layers are fragments whose order only the position of their values decides.
func sameRank(a, b *Layer) bool {
	return a != nil && b != nil && a != b && a.Fragment != nil && b.Fragment != nil &&
		fragments.SameRank(a.Fragment, b.Fragment)
}
