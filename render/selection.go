package render

import (
	"cmp"
	"runtime"
	"slices"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/matrix"
)

// Arg is a word of the user, on the command line or in a file, and its place there.
type Arg struct {
	Value string
	Span  source.Span
}

// Selection is what the user picked on the command line. The zero Selection is everything.
type Selection struct {
	// Names are images or slugs: those that take part, all when there are none.
	Names []Arg
	// Slugs are exact slugs; when there are any, nothing else takes part.
	Slugs []Arg
	// Select has the arguments of --select.
	Select []Arg
	// Partial says that the caller takes only some of what is picked, with [Plan.Keep].
	Partial bool
	// Faults takes what is wrong with the selection itself, for a selection in several workspaces: what it names
	// need not be in each. Nil is the report of the workspace.
	Faults *diag.Report
}

// IsEmpty reports whether nothing was picked, so that everything takes part.
func (s Selection) IsEmpty() bool {
	return len(s.Names)+len(s.Slugs)+len(s.Select) == 0
}

// picker is a Selection that was checked against a workspace.
type picker struct {
	images  map[*Image]bool  // named as a whole
	slugs   map[string]bool  // named as positional slugs
	exact   map[string]bool  // named by --cell
	pins    matrix.Selection // of --select
	args    map[string][]Arg // the args of each slug, of both kinds
	found   map[string]bool  // slugs that some cell has
	all     bool
	exactly bool         // --cell was given
	report  *diag.Report // of faults of the selection itself
}

// picker checks the names of a selection against the images. Slugs are checked when the cells are known.
func (w *Workspace) picker(s Selection) *picker {
	p := &picker{
		images: map[*Image]bool{}, slugs: map[string]bool{}, exact: map[string]bool{},
		args: map[string][]Arg{}, found: map[string]bool{}, all: len(s.Names) == 0, exactly: len(s.Slugs) > 0,
		report: cmp.Or(s.Faults, w.report),
	}
	for _, arg := range s.Names {
		if img := w.Image(arg.Value); img != nil {
			p.images[img] = true
		} else if w.slugImage(arg, p.report) {
			p.slugs[arg.Value] = true
			p.args[arg.Value] = append(p.args[arg.Value], arg)
		}
	}
	for _, arg := range s.Slugs {
		if w.slugImage(arg, p.report) {
			p.exact[arg.Value] = true
			p.args[arg.Value] = append(p.args[arg.Value], arg)
		}
	}
	return p
}

// slugImage reports whether a word can be a slug of some image, and reports one that cannot.
func (w *Workspace) slugImage(arg Arg, report *diag.Report) bool {
	if w.Image(matrix.Image(arg.Value)) != nil && strings.Contains(arg.Value, "_") {
		return true
	}
	if w.unreadable {
		return false // it may be the name of an image that could not be read
	}
	f := diag.New(CodeUnknownName, arg.Span, "there is no image or cell `"+arg.Value+"`", "")
	names := w.names()
	if slices.Contains(names, arg.Value) {
		f.Message, f.Help = "`"+arg.Value+"` is an image, not a cell", "write `"+arg.Value+"` without `--cell` to take all its cells"
		report.Add(f)
		return false
	}
	switch near := diag.Nearest(matrix.Image(arg.Value), names); {
	case near != "" && strings.Contains(arg.Value, "_"):
		f.Help = "did you mean the image `" + near + "`, whose slugs start with `" + near + "_`?"
	case near != "":
		f.Help = "did you mean `" + near + "`?"
	case len(names) == 1:
		f.Help = "the only image is `" + names[0] + "`; `tailor slugs` lists its cells"
	case len(names) > 0:
		f.Help = "the images are " + diag.List(names) + "; `tailor slugs` lists the cells"
	default:
		f.Help = "`tailor list` lists the images"
	}
	report.Add(f)
	return false
}

// FindImage returns the image that an argument names; it reports a name that is none.
func (w *Workspace) FindImage(arg Arg) *Image {
	img := w.Image(arg.Value)
	if img == nil && !w.unreadable {
		help := diag.Suggest(arg.Value, w.names(), "`tailor list` lists the images")
		w.report.Add(diag.New(CodeUnknownName, arg.Span, "there is no image `"+arg.Value+"`", help))
	}
	return img
}

// wants reports whether an image can contribute cells.
func (p *picker) wants(img *Image) bool {
	named := p.images[img] || p.hasSlugOf(img.Name)
	if img.Skip && !named {
		return false
	}
	if !p.all && !p.images[img] && !p.hasPositional(img.Name) {
		return false
	}
	return !p.exactly || p.hasExact(img.Name)
}

func (p *picker) hasSlugOf(image string) bool { return p.hasPositional(image) || p.hasExact(image) }

func (p *picker) hasPositional(image string) bool { return hasSlug(p.slugs, image) }

func (p *picker) hasExact(image string) bool { return hasSlug(p.exact, image) }

func hasSlug(slugs map[string]bool, image string) bool {
	for slug := range slugs {
		if matrix.Image(slug) == image {
			return true
		}
	}
	return false
}

// pick narrows a cell to its selected outputs and reports whether any is left. A cell with faults has no
// outputs yet; it is selected when nothing rules it out.
func (p *picker) pick(c *Cell) bool {
	if len(c.Outputs) == 0 {
		return p.pins.Match(c.Values, c.Arch) && p.mayBe(c)
	}
	matches := p.pins.Match(c.Values, c.Arch)
	byName := p.all || p.images[c.Image]
	named := false
	c.Outputs = slices.DeleteFunc(c.Outputs, func(o Output) bool {
		if p.slugs[o.Slug] || p.exact[o.Slug] {
			p.found[o.Slug] = true
			named = true
		}
		return !matches || !byName && !p.slugs[o.Slug] || p.exactly && !p.exact[o.Slug]
	})
	return len(c.Outputs) > 0 && (named || !p.skipped(c))
}

// mayBe reports whether a cell without slugs could be one of those that were named.
func (p *picker) mayBe(c *Cell) bool {
	start := c.stem() + "_"
	could := func(slugs map[string]bool) bool {
		for slug := range slugs {
			if strings.HasPrefix(slug, start) {
				p.found[slug] = true
				return true
			}
		}
		return false
	}
	byName := p.all || p.images[c.Image] || could(p.slugs)
	return byName && (!p.exactly || could(p.exact)) && !p.skipped(c)
}

// skipped reports whether the last `skip` among the fragments of a cell drops it: unless --select pins a
// pair of that fragment.
func (p *picker) skipped(c *Cell) bool {
	for _, l := range slices.Backward(c.Layers) {
		if l.skip == nil {
			continue
		}
		for _, pair := range l.Fragment.Pairs() {
			if p.pins.Pins(pair.Axis, pair.Value) {
				return false
			}
		}
		return isTrue(l.skip)
	}
	return false
}

// selectArgs parses --select and checks it against the images that can contribute.
func (w *Workspace) selectArgs(args []Arg, p *picker) {
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = a.Value
	}
	pins, problems := matrix.ParseSelect(words)
	var matrices []*matrix.Matrix
	for _, img := range w.Images {
		if p.wants(img) || p.exactly && len(p.exact) == 0 { // an unknown --cell is fault enough
			matrices = append(matrices, img.Matrix)
		}
	}
	problems = append(problems, pins.Check(matrices)...)
	for _, problem := range problems {
		f := pinFault(problem, args)
		at := f.Primary().Span
		if img := w.withAxis(at.Text()); f.Code == CodeSelectAxis && img != nil {
			f.Message = "no selected image has the axis `" + at.Text() + "`"
			f.Help = "`" + img.Name + "` has it: name this image, or leave the axis out"
		}
		p.report.Add(f)
	}
	p.pins = pins
}

// withAxis returns the first image that has an axis, or nil.
func (w *Workspace) withAxis(name string) *Image {
	for _, img := range w.Images {
		if slices.Contains(img.Matrix.AxisNames(), name) {
			return img
		}
	}
	return nil
}

// slugsOf lists the slugs of the image that a slug seems to be of.
func (w *Workspace) slugsOf(slug string) []string {
	img := w.Image(matrix.Image(slug))
	if img == nil || img.broken {
		return nil
	}
	var out []string
	for _, c := range w.CellsOf(img, img.Cells) {
		for _, o := range c.Outputs {
			out = append(out, o.Slug)
		}
	}
	return out
}

// CellsOf evaluates some cells of an image, apart from any plan: what they are called is needed to complete a command
// line. Faults of the documents go to the report of the workspace; a cell with faults of its own may have no outputs.
func (w *Workspace) CellsOf(img *Image, some []matrix.Cell) []*Cell {
	w.loadLayers(img)
	return w.cells(img, some)
}

// cells evaluates cells of an image whose layers are loaded, apart from any plan.
func (w *Workspace) cells(img *Image, some []matrix.Cell) []*Cell {
	cells, _ := w.evaluate(img, some)
	return cells
}

// evaluate evaluates cells of an image whose layers are loaded. It returns what was merged for that, too.
func (w *Workspace) evaluate(img *Image, some []matrix.Cell) ([]*Cell, []*fold) {
	img.rest = nil
	workers := runtime.GOMAXPROCS(0)
	if img.varies() {
		workers = 1 // layers are made for the first cell that needs them
	}
	size := Stretch(len(some), workers)
	stretches := (len(some) + size - 1) / size
	workers = max(1, min(workers, stretches))
	evaluators, metas := make([]*evaluator, workers), make([]*fold, workers)
	for i := range evaluators {
		evaluators[i] = w.evaluator(img)
		metas[i] = evaluators[i].meta
	}
	out := make([]*Cell, len(some))
	Share(stretches, workers, func(worker, stretch int) {
		e := evaluators[worker]
		for i := stretch * size; i < min((stretch+1)*size, len(some)); i++ {
			out[i] = e.cell(some[i], img.layersOf(some[i], e.applied))
		}
	})
	for _, e := range evaluators {
		for i, applied := range e.applied {
			img.applied[i] = img.applied[i] || applied
		}
	}
	return out, metas
}
