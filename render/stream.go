package render

import (
	"runtime"
	"slices"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// Visit takes one rendering of a plan, at its position among all of them. It is called by several workers at once, which
// count from 0: calls with one number come one after the other, in the order of the plan. What it adds to the report is
// kept in the order of the plan too, and left out when any config is at fault.
type Visit func(worker, at int, r Rendering, report *diag.Report)

// Workers is how many workers may render a plan at once: as many as Go uses processors, and one when a JSON Schema takes part.
func (plan *Plan) Workers() int {
	for _, set := range plan.w.rulesets() {
		if len(set.rules.Schemas) > 0 {
			return 1 // a schema that costs too much for one config is left out for the next, see package checks
		}
	}
	return runtime.GOMAXPROCS(0)
}

// Count is the number of renderings of a plan.
func (plan *Plan) Count() int {
	n := 0
	for _, c := range plan.Cells {
		n += c.configs()
	}
	return n
}

// configs is how many configs a cell has.
func (c *Cell) configs() int {
	if c.lacks || c.Image.Converts() {
		return 0
	}
	return len(c.Outputs)
}

// Stream folds and interpolates the configs of the plan's cells and gives each to visit, by some workers at once. Faults
// go to the report of the workspace, in which nobody sees how many workers there were; with faults nothing that was
// visited counts. Images that are only converted have no configs. Less than one worker is one.
func (plan *Plan) Stream(workers int, visit Visit) {
	plan.conversions = nil
	stretches := plan.stretches(workers)
	team := make([]*worker, max(1, workers))
	for i := range team {
		team[i] = &worker{plan: plan, number: i, visit: visit, confs: map[*Image]*fold{}}
	}
	Share(len(stretches), workers, func(worker, at int) { team[worker].render(stretches[at]) })
	for _, s := range stretches {
		plan.w.report.Merge(&s.report)
		plan.conversions = append(plan.conversions, s.conversions...)
	}
	if plan.w.report.Errors() > 0 {
		return
	}
	for _, s := range stretches {
		plan.w.report.Merge(&s.visited)
	}
	plan.warn(team, stretches)
}

// maxStretch is how many cells a worker renders in a row at most: enough to share most of the work of neighbours, and few
// enough that no worker waits long for the last one.
const maxStretch = 64

// Stretch is how many of some cells a worker of several is to work on in a row, at least one. With less than one worker it
// is that for one.
func Stretch(cells, workers int) int {
	const turns = 4 // that each worker gets at least
	return min(max(cells/(turns*max(workers, 1)), 1), maxStretch)
}

// stretch is a number of cells that follow each other, and what came of them.
type stretch struct {
	cells []*Cell
	at    int  // the position of the first rendering
	extra bool // the cells are left out, and rendered for the sake of warnings

	report      diag.Report
	visited     diag.Report // by visitors
	late        diag.Report // warnings, for when nothing else is wrong
	conversions []Rendering
}

// stretches splits the cells of a plan.
func (plan *Plan) stretches(workers int) []*stretch {
	var out []*stretch
	at := 0
	for cells := range slices.Chunk(plan.Cells, Stretch(len(plan.Cells), workers)) {
		s := plan.newStretch(cells)
		s.at = at
		out = append(out, s)
		for _, c := range cells {
			at += c.configs()
		}
	}
	if plan.Partial {
		return out
	}
	rendered := map[*Image]bool{}
	for _, c := range plan.Cells {
		rendered[c.Image] = rendered[c.Image] || c.configs() > 0
	}
	skipped := slices.DeleteFunc(slices.Clone(plan.skipped), func(c *Cell) bool { return !rendered[c.Image] && !c.Image.Converts() })
	for cells := range slices.Chunk(skipped, Stretch(len(skipped), workers)) {
		s := plan.newStretch(cells)
		s.extra = true
		out = append(out, s)
	}
	return out
}

func (plan *Plan) newStretch(cells []*Cell) *stretch {
	s := &stretch{cells: cells}
	for _, report := range []*diag.Report{&s.report, &s.visited, &s.late} {
		report.Off = plan.w.report.Off
	}
	return s
}

// worker renders stretches of cells, one after the other.
type worker struct {
	plan   *Plan
	number int
	visit  Visit
	confs  map[*Image]*fold
	filler directives.Filler
	out    []Rendering // of the present cell
	now    *stretch

	image          *Image // the one that names are for
	axes, builtins map[string]string
}

func (w *worker) render(s *stretch) {
	w.now = s
	at := s.at
	for _, c := range s.cells {
		switch {
		case s.extra && c.lacks:
			w.unordered(c, nil)
		case s.extra:
			w.unordered(c, w.merge(c))
		case c.lacks: // as was reported
		case c.Image.Converts():
			s.conversions = append(s.conversions, w.finish(c, nil)...)
		default:
			merged := w.merge(c)
			w.unordered(c, merged)
			for _, rendering := range w.finish(c, merged) {
				w.visit(w.number, at, rendering, &s.visited)
				at++
			}
		}
	}
}

// unordered notes the warnings of a cell that concern its merged trees.
func (w *worker) unordered(c *Cell, merged *yamltree.Node) {
	if !w.plan.Partial {
		w.plan.unorderedSets(c, c.meta, &w.now.late)
		w.plan.unorderedSets(c, merged, &w.now.late)
	}
}

// merge folds the config of a cell; nil when its image is only converted.
func (w *worker) merge(c *Cell) *yamltree.Node {
	if c.Image.Converts() {
		return nil
	}
	f := w.confs[c.Image]
	if f == nil {
		f = newFold(func(l *Layer) *yamltree.Node { return l.conf })
		f.merger.Rules = slices.Concat(w.plan.w.rules, c.Image.rules)
		w.confs[c.Image] = f
	}
	return f.of(c.Layers)
}

// finish turns the merged sections of a cell into its renderings, which are valid until the next call.
func (w *worker) finish(c *Cell, merged *yamltree.Node) []Rendering {
	faults := w.faults(c, merged)
	c.faults = nil
	c.checkKind(merged, "config")
	w.now.report.AddIn(c.name(), append(faults, c.faults...)...)
	conf := merged.Get("config")
	out := w.out[:0]
	sound := !hasError(faults) && !hasError(c.faults)
	for _, o := range c.Outputs {
		r, filled := w.interpolate(c, o, conf)
		out = append(out, r)
		same := len(out) > 1 && out[len(out)-2].Config == r.Config
		if sound && filled && !same && !c.Image.Converts() {
			w.plan.check(r, merged, &w.now.report)
		}
	}
	w.out = out
	return out
}

// faults are what is wrong with the merged sections of a cell.
func (w *worker) faults(c *Cell, merged *yamltree.Node) []diag.Diagnostic {
	const marks = yamltree.HasConflict | yamltree.HasOutrank | yamltree.HasLast
	if !merged.HasAny(marks) && !c.meta.HasAny(marks) {
		return nil
	}
	return slices.Concat(directives.Conflicts(merged, c.reason), w.plan.priorities(c, merged), w.plan.unordered(c, merged))
}

// interpolate fills in the names of everything that a cell has, which it leaves as it is. It reports whether it could.
func (w *worker) interpolate(c *Cell, o Output, conf *yamltree.Node) (Rendering, bool) {
	r := Rendering{Cell: c, Output: o, Merged: conf, Base: c.base}
	var made *directives.Scope
	scope := func() *directives.Scope {
		if made == nil {
			made = w.scope(c, o)
		}
		return made
	}
	var faults []diag.Diagnostic
	section := func(name string) *yamltree.Node {
		n, more := c.section(&w.filler, scope, name)
		faults = append(faults, more...)
		return n
	}
	section("params")
	r.RPMSources, r.ExtraDependencies = section("rpmSources"), section("extraDependencies")
	out := conf
	if conf.Has(yamltree.HasTemplate) {
		filled, more := w.filler.Interpolate(scope(), conf, "config")
		out, faults = filled, append(faults, more...)
	}
	w.now.report.AddIn(c.name(), faults...)
	if out == nil || out.Kind != yamltree.Map {
		out = yamltree.NewMap(nil, source.Span{})
	}
	r.Config = out
	return r, len(faults) == 0
}

// scope is what the names of a config mean.
func (w *worker) scope(c *Cell, o Output) *directives.Scope {
	if w.image != c.Image {
		w.image, w.axes, w.builtins = c.Image, map[string]string{}, map[string]string{"name": c.Image.Name}
	}
	c.setAxes(w.axes)
	w.builtins["arch"], w.builtins["slug"] = c.Arch, o.Slug
	return directives.NewScope(w.axes, w.builtins, c.meta.Get("params"), nil)
}

// Renderer renders cells one at a time, for when all of them were rendered before and the trees are gone. Cells that follow
// each other in the plan share work. It reports nothing. One Renderer is not safe for concurrent use; several of one plan
// may work at once.
type Renderer struct{ worker worker }

// Renderer makes a Renderer for the cells of a plan.
func (plan *Plan) Renderer() *Renderer {
	return &Renderer{worker{plan: plan, confs: map[*Image]*fold{}, now: &stretch{}}}
}

// Config renders the config of one output of a cell, which had no fault when the plan was rendered. It is never nil.
func (r *Renderer) Config(c *Cell, o Output) *yamltree.Node {
	rendering, _ := r.worker.interpolate(c, o, r.worker.merge(c).Get("config"))
	return rendering.Config
}
