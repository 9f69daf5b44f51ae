package cli

import (
	"cmp"
	"context"
	"maps"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"slices"
	"syscall"

	ucli "github.com/urfave/cli/v2"

	"tailor/internal/diag"
	"tailor/internal/revision"
	"tailor/internal/source"
	"tailor/render"
	"tailor/render/bundle"
	"tailor/render/diff"
)

// side is one of two workspaces that are compared. It may have no workspace: then it has no cells.
type side struct {
	*run

	flag  string // that names it
	value string // a directory or a revision; "" for the working tree
	past  bool   // its warnings are nobody's business any more

	options  options // where its files are, from the current directory
	revision string  // "" when it is on the disk
	prefix   string  // of the workspace in the repository
	report   diag.Report
	faults   diag.Report // of the selection: the other side may know better

	tree  *revision.Tree
	w     *render.Workspace
	plan  *render.Plan
	cells []diff.Cell
}

// newSide adds a side to the run.
func (s *run) newSide(flag, value string, past bool) *side {
	d := &side{run: s, flag: flag, value: value, past: past}
	d.report.Strict = s.report.Strict && !past
	s.sides = append(s.sides, d)
	return d
}

// interruptible returns a context that an interrupt ends. A second interrupt ends the program.
func interruptible() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// compare opens, plans and renders two sides, and goes on with do when nothing was wrong.
func (s *run) compare(c *ucli.Context, do func(from, to *side) error) error {
	s.setup(c)
	ctx, stop := interruptible()
	defer stop()
	from, to := s.newSide("--from", c.String("from"), true), s.newSide("--to", c.String("to"), false)
	defer from.close()
	defer to.close()
	if s.options.manifest != "" && isDir(from.value) && isDir(to.value) {
		s.report.Add(diag.New(codeUsage, s.line.value("--manifest", s.options.manifest),
			"`--manifest` names a workspace that is not looked at", "leave it out: `--from` and `--to` are directories"))
	}
	if s.report.HasErrors() {
		return nil
	}
	for _, d := range s.sides {
		if err := d.open(ctx); err != nil {
			return err
		}
	}
	selection := s.selection(c)
	from.planCells(selection)
	to.planCells(selection)
	s.report.Add(commonFaults(from, to)...)
	if s.report.HasErrors() {
		return nil
	}
	for _, d := range s.sides {
		if err := d.render(ctx); err != nil {
			return err
		}
	}
	if s.anyErrors() {
		return nil
	}
	from.close() // everything is in memory, and who prints into a closed pipe ends at once
	to.close()
	return do(from, to)
}

// anyErrors reports whether the run or any of its sides has errors.
func (s *run) anyErrors() bool {
	return s.report.HasErrors() || slices.ContainsFunc(s.sides, func(d *side) bool { return exitCode(d.part().List) != exitOK })
}

// open opens the workspace of the side. What is wrong with it goes to its report, what is wrong with the argument to
// that of the run.
func (d *side) open(ctx context.Context) error {
	place, ok, err := d.locate(ctx)
	if err != nil || !ok {
		return err
	}
	if d.w, err = render.Open(place, &d.report); err != nil {
		return err
	}
	if root := d.w.Settings.BundleRoot; d.tree != nil && root != "" {
		return d.fillAround(ctx, root)
	}
	return nil
}

// locate finds the workspace of the side. It returns false when there is none.
func (d *side) locate(ctx context.Context) (place render.Place, ok bool, err error) {
	if d.value != "" && isDir(d.value) {
		if d.isRevision(ctx) {
			d.run.report.Add(d.ambiguous())
			return place, false, nil
		}
		dir, err := here()
		if err != nil {
			return place, false, err
		}
		place, err = render.FindNamed(dir, render.Arg{Value: d.value, Span: d.span()}, d.flag)
		d.options.prefix, d.options.dir = seen(dir, place.Dir)
		return place, err == nil, err
	}
	place, err = d.find()
	d.options.prefix, d.options.dir = d.run.options.prefix, d.run.options.dir
	if err != nil || d.value == "" {
		return place, err == nil, err
	}
	return d.checkOut(ctx, place)
}

// span is where the side is named.
func (d *side) span() source.Span { return d.line.value(d.flag, d.value) }

// close gives everything back; it may be called twice.
func (d *side) close() {
	if d.w != nil {
		d.w.Close()
	}
	if d.tree != nil {
		d.tree.Remove()
	}
}

// planCells plans the selection, as far as the side has it.
func (d *side) planCells(selection render.Selection) {
	if d.w == nil {
		return
	}
	selection.Partial, selection.Faults = true, &d.faults
	d.plan = d.w.Plan(selection)
}

// render renders the planned cells.
func (d *side) render(ctx context.Context) error {
	if d.plan == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	if d.w.Settings.NoAssets { // then nobody is told about them elsewhere either
		d.report.Off = maps.Clone(d.report.Off)
		if d.report.Off == nil {
			d.report.Off = map[diag.Code]bool{}
		}
		for _, code := range []diag.Code{render.CodeAssetOutside, render.CodeAssetTooLarge, render.CodeAssetIrregular} {
			d.report.Off[code] = true
		}
	}
	var err error
	out := below(d.w.Dir(), outputDir(d.w))
	d.cells, err = cellsOf(d.w, d.plan, &d.report, bundle.Options{OutputDir: out, Listed: listed(out)})
	return cmp.Or(err, ctx.Err())
}

// cellsOf renders the cells of a plan and finds their digests, in the order of the plan.
func cellsOf(w *render.Workspace, plan *render.Plan, report *diag.Report, o bundle.Options) ([]diff.Cell, error) {
	o.Trees, o.Conversions = true, true
	b, err := bundle.Collect(w, plan, report, o)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	if report.HasErrors() {
		return nil, nil
	}
	bySlug := map[string]bundle.Config{}
	for _, config := range b.Configs {
		bySlug[config.Output.Slug] = config
	}
	var out []diff.Cell
	for _, c := range plan.Cells {
		for _, o := range c.Outputs {
			out = append(out, diff.Cell{Config: bySlug[o.Slug], Slot: w.Slot(c.BaseImage)})
		}
	}
	return out, nil
}

// part is what is to be printed of the report of the side.
func (d *side) part() diag.Part {
	printer := d.run.options.printer(d.streams.Err)
	printer.Prefix, printer.Dir = d.options.prefix, d.options.dir
	if d.revision != "" {
		printer.Revision, printer.Prefix = d.revision, d.prefix
	}
	all := d.report.All()
	if d.past {
		all = slices.DeleteFunc(all, func(d diag.Diagnostic) bool { return d.Severity == diag.Warning })
	}
	return diag.Part{Printer: printer, List: all}
}

// path is the path of a file of the side, from the current directory as if it were there now.
func (d *side) path(f *source.File) string {
	return diag.Printer{Prefix: d.options.prefix, Dir: d.options.dir}.Path(f)
}

// name is what the user calls the side.
func (d *side) name() string { return cmp.Or(d.value, diff.WorkingTree) }

// outputDir is where the configs of a workspace go by its settings.
func outputDir(w *render.Workspace) string { return cmp.Or(w.Settings.OutputDir, defaultOutputDir) }

// below is a slash-separated path from a directory.
func below(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, filepath.FromSlash(path.Clean(name)))
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
