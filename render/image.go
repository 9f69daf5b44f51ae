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

// Image is one image of a workspace: its matrix, and the layers that its cells are folded from. Its
// exported fields never change after it was opened.
type Image struct {
	Name string
	// Dir is the directory of the image, relative to the root and slash-separated; "." is the root.
	Dir string
	// Path is the file that defines the image, relative to the root.
	Path string
	// Matrix is never nil; without `matrix:` it has one cell.
	Matrix *matrix.Matrix
	// Features are the enabled features, in order.
	Features []string
	// Skip says that the image takes part only when it is named.
	Skip bool
	// Operation is `customize` unless the image says otherwise; one with `convert` has no configs.
	Operation string
	// Cells are those that the selectors leave, in matrix order.
	Cells []matrix.Cell
	// Assets are the entries of `assets:`, paths and globs from Dir, which belong to every config of the image.
	Assets []Arg
	// Fragments are all fragments of the image, in the order in which they would apply.
	Fragments []*fragments.Fragment

	file      *source.File
	nameSpan  source.Span
	values    map[[2]string]source.Span // where an axis has a value
	axisSpans map[string]source.Span    // where an axis has its name
	node      *yamltree.Node
	warnings  []diag.Diagnostic // about its definition, for runs that look at all of its cells
	base      *Layer
	layers    []*Layer // of Fragments; nil until they are loaded
	applied   []bool   // which of Fragments apply to some cell
	compiler  *directives.Compiler
	rules     []directives.Rule // of `merge:`
	varied    []*Layer          // what layers are in cells, when they depend on them
	rest      func()            // evaluates all cells; nil when that is done, or there are no such layers
	checks    *ruleset          // nil when it has none
	broken    bool              // its definition or the path of a fragment is at fault: its cells are not evaluated
}

// ValueSpan is the place where an axis has a value; the zero Span when it has not.
func (i *Image) ValueSpan(axis, value string) source.Span { return i.values[[2]string{axis, value}] }

// Converts reports whether the image is only converted: it has cells and outputs and no config.
func (i *Image) Converts() bool { return i.Operation == operationConvert }

const operationConvert = "convert"

var operations = []string{"customize", "create", operationConvert}

// sections are the parts of a file that merge.
var sections = []string{"base", "outputs", "params", "rpmSources", "extraDependencies", "config"}

var imageKeys = keys{
	where: "an image",
	read: slices.Concat([]string{"name", "skip", "matrix", "selectors", "features", "operation", "assets", "merge", "checks"},
		sections),
	ignored: []string{"toolchain", "toolsDir", "signing", "outputArtifacts", "injectFiles"},
	moved:   map[string]string{"baseImages": "tailor.yaml", "images": "tailor.yaml", "defaults": "tailor.yaml"},
}

// image reads one image definition; dir is the directory of the image.
func (d decoder) image(n *yamltree.Node, file *source.File, dir string) *Image {
	img := &Image{Dir: dir, Path: file.Path, Operation: operations[0], file: file, node: n}
	img.values, img.axisSpans = map[[2]string]source.Span{}, map[string]source.Span{}
	img.Matrix, _ = matrix.New(nil)
	before := d.report.Errors()
	read := map[string]func(*yamltree.Node){
		"name":      func(n *yamltree.Node) { d.name(n, img) },
		"skip":      func(n *yamltree.Node) { img.Skip = d.flag(n, "skip") },
		"matrix":    func(n *yamltree.Node) { d.matrix(n, img) },
		"features":  func(n *yamltree.Node) { img.Features = d.features(n) },
		"operation": func(n *yamltree.Node) { d.operation(n, img) },
		"assets":    func(n *yamltree.Node) { img.Assets = d.args(n, "assets") },
		"merge":     func(n *yamltree.Node) { img.rules = d.rules(n) },
		"checks":    func(n *yamltree.Node) { img.checks = d.checks(n, dir) },
	}
	for _, e := range d.entries(n, path.Base(file.Path), imageKeys) {
		if f := read[e.Key.Name]; f != nil {
			f(e.Value)
		}
	}
	if n.Get("name").IsNull() {
		d.missingName(n, img)
	}
	if img.broken = d.report.Errors() > before; !img.broken {
		d.selectors(n, img)
	}
	img.broken = d.report.Errors() > before
	return img
}

func (d decoder) missingName(n *yamltree.Node, img *Image) {
	at := img.file.Whole()
	if n != nil && n.Span.File == img.file {
		at = head(n)
	}
	help := "write `name: NAME` on the first line"
	switch name := path.Base(img.Dir); {
	case path.Base(img.Path) != imageName:
		help = "write `- name: NAME` first"
	case matrix.ValidImageName(name) && img.Dir != ".":
		help = "write `name: " + name + "` on the first line, like its directory"
	}
	d.fail(CodeMissingKey, at, "the image has no `name`", help)
}

func (d decoder) name(n *yamltree.Node, img *Image) {
	if n.IsNull() {
		return
	}
	t, ok := d.scalar(n, "name")
	if !ok {
		return
	}
	img.Name, img.nameSpan = t.value, t.span
	if !matrix.ValidImageName(t.value) {
		d.report.Add(BadName(Arg{Value: t.value, Span: t.span}))
	}
}

// BadName is the error about a name that no image can have.
func BadName(name Arg) diag.Diagnostic {
	help := "use letters, digits, `.` and `-`: `_` separates the parts of a slug"
	if name.Value == "." || name.Value == ".." {
		help = "it would be a directory: use a letter or a digit too"
	}
	return diag.New(CodeBadName, name.Span, "`"+name.Value+"` cannot be the name of an image", help)
}

func (d decoder) operation(n *yamltree.Node, img *Image) {
	if n.IsNull() {
		return
	}
	t, ok := d.scalar(n, "operation")
	if !ok {
		return
	}
	if !slices.Contains(operations, t.value) {
		help := diag.Suggest(t.value, operations, "the operations are "+diag.List(operations))
		d.fail(CodeBadValue, t.span, "unknown operation `"+t.value+"`", help)
		return
	}
	img.Operation = t.value
}

func (d decoder) features(n *yamltree.Node) []string {
	var out []string
	places := map[string]source.Span{}
	for _, t := range d.scalars(n, "features") {
		if first, ok := places[t.value]; ok {
			d.twice("the feature `"+t.value+"` is listed twice", "remove one of the two", first, t.span)
			continue
		}
		places[t.value] = t.span
		if !matrix.ValidName(t.value) {
			d.fail(CodeBadValue, t.span, "`"+t.value+"` cannot be the name of a feature",
				"use letters, digits, `.` and `-`, and begin with a letter or a digit")
		}
		out = append(out, t.value)
	}
	return out
}
