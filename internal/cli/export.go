package cli

import (
	"slices"

	ucli "github.com/urfave/cli/v2"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/render"
	"tailor/render/bundle"
	"tailor/render/output"
)

// codeNoExportDir is an export without a directory; docs/errors.md has an example and the cure.
const codeNoExportDir diag.Code = "T0607"

func (s *run) exportCommand() *ucli.Command {
	return &ucli.Command{
		Name:      "export",
		Usage:     "write the configs to commit: one flat directory, without the files that they name",
		ArgsUsage: "[IMAGE|SLUG]...",
		Description: "Writes DIR/SLUG.yaml for every selected cell of the images in `export.images`, by default all.\n" +
			"DIR is --output-dir, else `export.outputDir` of tailor.yaml.\n\n" +
			"   tailor export            before a commit\n" +
			"   tailor export --check    in CI: are the committed configs up to date?",
		Flags:  outputFlags(),
		Action: s.export,
	}
}

func (s *run) export(c *ucli.Context) error {
	s.exclusive(c, "check", "dry-run")
	return s.withPlan(c, func(w *render.Workspace, plan *render.Plan) error {
		s.exported(c, w, plan)
		dir := c.String("output-dir")
		if dir == "" {
			dir = s.fromRoot(w.Settings.ExportDir)
		}
		if c.String("output-dir")+w.Settings.ExportDir == "" && !s.report.HasErrors() {
			at := source.NewPath(w.Marker()).Whole()
			s.report.Add(diag.New(codeNoExportDir, at, "there is no directory to export to",
				"set `export: { outputDir: DIR }` in tailor.yaml, or give `--output-dir DIR`"))
		}
		looks := output.Look(dir, plan.Count())
		defer looks.Close()
		b, err := s.bundle(w, plan, bundle.Options{OutputDir: dir, Listed: listed(dir), Flat: true, Look: looks.Config})
		if b == nil {
			return err
		}
		defer b.Close()
		return s.deliver(c, plan, b, dir, looks)
	})
}

// exported leaves only those cells in a plan whose image is to be exported. It reports names of other images.
func (s *run) exported(c *ucli.Context, w *render.Workspace, plan *render.Plan) {
	if w.Settings.ExportImages == nil {
		return
	}
	names := make([]string, len(w.Settings.ExportImages))
	for i, arg := range w.Settings.ExportImages {
		names[i] = arg.Value
	}
	for _, arg := range s.line.names() {
		if img := w.ImageOf(arg.Value); img != nil && !slices.Contains(names, img.Name) {
			s.report.Add(diag.New(codeUsage, arg.Span, "`"+img.Name+"` is not exported",
				"add it to `export.images` in tailor.yaml, which has "+diag.List(names)))
		}
	}
	plan.Restrict(names, s.selection(c))
}
