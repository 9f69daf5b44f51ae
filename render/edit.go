package render

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"tailor/fragments"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
	"tailor/matrix"
)

// CodeNotTaken is a new image that the workspace would leave out.
const CodeNotTaken diag.Code = "T0632"

// Document is a file of the workspace as it was written, and the steps to a part of it.
type Document struct {
	File *source.File
	// Root is the whole document, nil for nothing.
	Root *yamltree.Node
	// Steps lead from Root to the part that is meant.
	Steps []yamltree.Step
}

// Definition is where an image of the workspace is defined. Its file must have had no faults.
func (w *Workspace) Definition(img *Image) Document {
	doc := Document{File: img.file, Root: w.files.load(img.Path).root}
	if path.Base(img.Path) == imageName {
		return doc
	}
	images, inline := key(doc.Root, "images"), key(doc.Root.Get("images"), "inline")
	at := slices.Index(doc.Root.Get("images").Get("inline").Items, img.node)
	doc.Steps = []yamltree.Step{images, inline, {Index: at}}
	return doc
}

// key is the step to the value of a key, which must be there.
func key(n *yamltree.Node, name string) yamltree.Step {
	return yamltree.Step{Key: n.Entries[n.Index(name)].Key}
}

// CanAdd returns what is wrong with a new image in a directory of its name. unnamed is the list of tailor.yaml to which
// the directory must be added; with the zero Document the image is found as it is.
func (w *Workspace) CanAdd(name Arg) (unnamed Document, faults []diag.Diagnostic) {
	var report diag.Report
	d := decoder{&report}
	if !matrix.ValidImageName(name.Value) {
		report.Add(BadName(name))
	}
	if other := w.Image(name.Value); other != nil {
		d.twice("two images would be named `"+name.Value+"`", "choose another name: it starts every slug", other.nameSpan, name.Span)
	}
	switch {
	case w.marker == imageName:
		d.fail(CodeNotTaken, name.Span, "a lone `"+imageName+"` is a workspace of one image",
			"create a `"+manifestName+"`, and move the image and its fragments into a directory beside it")
	case !report.HasErrors():
		unnamed = d.membership(w, name)
	}
	return unnamed, report.All()
}

// membership tells whether a directory with an image would be a member, and what is to be done when it would not.
func (d decoder) membership(w *Workspace, name Arg) (unnamed Document) {
	doc := w.files.load(w.marker)
	images := doc.root.Get("images")
	quiet := decoder{&diag.Report{}}
	for _, p := range quiet.scalars(images.Get("exclude"), "exclude") {
		if match, _ := doublestar.Match(memberDir(p.value), name.Value); match {
			f := diag.New(CodeNotTaken, name.Span, "`images.exclude` leaves out an image in `"+name.Value+"`", "choose another name, or change the pattern")
			f.Labels = append(f.Labels, diag.Label{Span: p.span, Text: "left out here"})
			d.report.Add(f)
			return unnamed
		}
	}
	members := images.Get("members")
	switch {
	case members.IsNull() && hidden(name.Value):
		d.fail(CodeNotTaken, name.Span, "an image in the directory `"+name.Value+"` would not be found",
			"choose a name that does not begin with a dot, or list the directories in `images.members`")
	case members.IsNull(), slices.ContainsFunc(quiet.scalars(members, "members"), func(p text) bool { return takes(p.value, name.Value) }):
	default:
		unnamed = Document{doc.file, doc.root, []yamltree.Step{key(doc.root, "images"), key(images, "members")}}
	}
	return unnamed
}

// takes reports whether a member, a path or a pattern, means a directory.
func takes(member, dir string) bool {
	pattern := memberDir(member)
	match, _ := doublestar.Match(pattern, dir)
	return match && (!hidden(dir) || hidden(pattern))
}

// CheckAxis returns what is wrong with the axes of an image when it has another axis, or more values of one that it has.
func (i *Image) CheckAxis(axis Arg, values []Arg) []diag.Diagnostic {
	var axes []spannedAxis
	for _, a := range i.Matrix.Axes() {
		s := spannedAxis{name: text{a.Name, i.axisSpans[a.Name]}}
		for _, v := range a.Values {
			s.values = append(s.values, text{v, i.ValueSpan(a.Name, v)})
		}
		axes = append(axes, s)
	}
	at := slices.IndexFunc(axes, func(a spannedAxis) bool { return a.name.value == axis.Value })
	if at < 0 {
		at = len(axes)
		axes = append(axes, spannedAxis{name: text{axis.Value, axis.Span}})
	}
	for _, v := range values {
		axes[at].values = append(axes[at].values, text{v.Value, v.Span})
	}
	plain := make([]matrix.Axis, len(axes))
	for j, a := range axes {
		plain[j] = matrix.Axis{Name: a.name.value, Values: a.words()}
	}
	var report diag.Report
	_, problems := matrix.New(plain)
	for _, p := range problems {
		decoder{&report}.problem(p, axes[p.At.Axis], axes)
	}
	return report.All()
}

// NewFragment returns the fragment of an image for the cells that args pick, each `axis=value[,value]` in any order, or
// `feature=NAME` alone. It is nil when something is wrong with them, or with the path for another image in the directory.
func (w *Workspace) NewFragment(img *Image, args []Arg) (*fragments.Fragment, []diag.Diagnostic) {
	name, faults := img.fragmentPath(args)
	if len(faults) > 0 {
		return nil, faults
	}
	fragment, faults := fragments.Parse(name, img.paths())
	for _, other := range w.Images {
		if other == img || other.Dir != img.Dir {
			continue
		}
		_, more := fragments.Parse(name, other.paths())
		for _, f := range more {
			f.Notes = append(f.Notes, "`"+other.Name+"` is in the same directory, so it would have this fragment too")
			faults = append(faults, f)
		}
	}
	if len(faults) > 0 {
		return nil, faults
	}
	return fragment, nil
}

// paths is what fragment paths of the image depend on.
func (i *Image) paths() fragments.Image {
	return fragments.Image{Dir: i.Dir, Matrix: i.Matrix, Features: i.Features}
}

// fragmentPath spells the path of a fragment.
func (i *Image) fragmentPath(args []Arg) (string, []diag.Diagnostic) {
	const feature = matrix.FeatureAxis + "="
	if at := slices.IndexFunc(args, func(a Arg) bool { return strings.HasPrefix(a.Value, feature) }); at >= 0 {
		name := strings.TrimPrefix(args[at].Value, feature)
		if len(args) > 1 || strings.Contains(name, ",") {
			return "", []diag.Diagnostic{diag.New(CodeBadSelect, args[at].Span, "a feature combines with nothing", "write `"+feature+"NAME` alone")}
		}
		return fragments.FeaturePath(name), nil
	}
	words := make([]string, len(args))
	for j, a := range args {
		words[j] = a.Value
	}
	var faults []diag.Diagnostic
	pins, problems := matrix.ParseSelect(words)
	for _, p := range append(problems, pins.Check([]*matrix.Matrix{i.Matrix})...) {
		faults = append(faults, i.pinFault(p, args))
	}
	if _, ok := i.Matrix.Axis(matrix.ArchAxis); !ok && slices.Contains(pins.Axes(), matrix.ArchAxis) {
		faults = append(faults, diag.New(CodeSelectAxis, args[0].Span.File.Find(matrix.ArchAxis+"="), "`"+i.Name+"` has no axis `arch`",
			"its architecture comes from its base; `tailor add axis "+i.Name+" arch amd64 arm64` makes it an axis"))
	}
	if len(faults) > 0 {
		return "", faults
	}
	var pairs []matrix.Pair
	for _, axis := range pins.Axes() {
		for _, v := range pins.Values(axis) {
			pairs = append(pairs, matrix.Pair{Axis: axis, Value: v})
		}
	}
	return fragments.Path(i.Matrix, pairs), nil
}

// pinFault is pinFault for the words of a fragment.
func (i *Image) pinFault(p matrix.Problem, args []Arg) diag.Diagnostic {
	if p.Kind == matrix.UnknownAxis {
		p.Known = i.Matrix.AxisNames() // without `arch`, which can always be selected
	}
	f := pinFault(p, args)
	if value, ok := strings.CutPrefix(p.Word, "!"); ok && p.Kind == matrix.UnknownValue {
		f.Help = "name the values that match; for any but `" + value + "` make `by-" + p.Axis + "/!" + value + ".yaml` yourself"
	}
	return f
}

// pinFault makes a diagnostic of a problem with arguments that pick cells.
func pinFault(p matrix.Problem, args []Arg) diag.Diagnostic {
	codes := map[matrix.Kind]diag.Code{matrix.UnknownAxis: CodeSelectAxis, matrix.UnknownValue: CodeSelectValue}
	code, ok := codes[p.Kind]
	if !ok {
		code = CodeBadSelect
	}
	at := args[p.At.Arg].Span
	at = at.File.Span(at.Start+p.At.Start, min(at.Start+p.At.End, at.End))
	return diag.New(code, at, p.Error(), p.Help(diag.Nearest))
}
