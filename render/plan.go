package render

import (
	"slices"

	"tailor/internal/diag"
	"tailor/internal/source"
)

// Plan is what a command works on: the selected cells, in the order of the images and their matrices.
type Plan struct {
	Cells []*Cell
	// Partial says that a selection was made, or will be. Warnings that look at all cells of an image are left out then.
	Partial bool

	w           *Workspace
	conversions []Rendering
	skipped     []*Cell // by a fragment; they count for warnings
	metas       map[*Image][]*fold
	slugs       map[*Image]map[string]bool // of images that are skipped, nil when they cannot be told
}

// Plan loads the fragments of the selected images and evaluates their cells. Faults of cells count only when
// they are selected. It implements docs/reference/cli.md, "Selecting cells".
func (w *Workspace) Plan(s Selection) *Plan {
	plan := &Plan{
		w: w, Partial: s.Partial || !s.IsEmpty(), metas: map[*Image][]*fold{}, slugs: map[*Image]map[string]bool{},
	}
	p := w.picker(s)
	w.selectArgs(s.Select, p)
	for _, img := range w.Images {
		if !plan.Partial {
			w.report.Add(img.warnings...)
		}
		if !p.wants(img) {
			continue
		}
		w.loadSchemas(w.checks)
		w.loadSchemas(img.checks)
		before := w.report.Errors()
		w.loadLayers(img)
		if w.report.Errors() == before && !img.broken {
			plan.add(img, p)
		}
	}
	w.unknownSlugs(p, s)
	if len(plan.Cells) == 0 && w.report.Errors()+p.report.Errors() == 0 {
		p.report.Add(w.emptySelection(s))
	}
	return plan
}

// add evaluates the cells of an image and keeps the selected ones.
func (plan *Plan) add(img *Image, p *picker) {
	cells, metas := plan.w.evaluate(img, img.Cells)
	plan.metas[img] = metas
	plan.Cells = slices.Grow(plan.Cells, len(cells))
	for _, c := range cells {
		switch {
		case p.pick(c):
			plan.Cells = append(plan.Cells, c)
			for _, f := range c.faults {
				plan.w.report.AddIn(c.name(), f)
			}
		case !plan.Partial:
			plan.skipped = append(plan.skipped, c)
		}
	}
}

// Restrict leaves only the cells of some images in the plan. s is what the plan was made for: when it picked only
// others, that is reported like a selection without a cell.
func (plan *Plan) Restrict(images []string, s Selection) {
	plan.Cells = slices.DeleteFunc(plan.Cells, func(c *Cell) bool { return !slices.Contains(images, c.Image.Name) })
	if len(plan.Cells) == 0 && plan.Partial && plan.w.report.Errors() == 0 {
		plan.w.report.Add(plan.w.emptySelection(s))
	}
}

// Keep leaves only some slugs in the plan, and the cells that have one. It may leave nothing.
func (plan *Plan) Keep(wanted func(slug string) bool) {
	plan.Cells = slices.DeleteFunc(plan.Cells, func(c *Cell) bool {
		c.Outputs = slices.DeleteFunc(c.Outputs, func(o Output) bool { return !wanted(o.Slug) })
		return len(c.Outputs) == 0
	})
}

// unknownSlugs reports the slugs that no cell has.
func (w *Workspace) unknownSlugs(p *picker, s Selection) {
	if w.report.Errors() > 0 {
		return
	}
	for _, arg := range append(append([]Arg{}, s.Names...), s.Slugs...) {
		if _, isSlug := p.args[arg.Value]; !isSlug || p.found[arg.Value] {
			continue
		}
		slugs := w.slugsOf(arg.Value)
		if slices.Contains(slugs, arg.Value) {
			continue // the rest of the selection leaves it out
		}
		f := diag.New(CodeUnknownName, arg.Span, "there is no cell `"+arg.Value+"`",
			diag.Suggest(arg.Value, slugs, "`tailor slugs` lists the cells"))
		p.report.Add(f)
	}
}

// emptySelection is the fault that nothing is left to work on.
func (w *Workspace) emptySelection(s Selection) diag.Diagnostic {
	args := append(append(append([]Arg{}, s.Names...), s.Slugs...), s.Select...)
	at := source.NewPath(w.marker).Whole()
	message, help := "every cell is skipped", "name an image or a cell that has `skip: true`, or remove its `skip`"
	if len(args) > 0 {
		at = args[0].Span
		for _, arg := range args {
			at.Start, at.End = min(at.Start, arg.Span.Start), max(at.End, arg.Span.End)
		}
		message, help = "no cell matches the selection", "`tailor slugs` lists the cells; a cell with `skip: true` must be named"
	}
	return diag.New(CodeEmptySelection, at, message, help)
}
