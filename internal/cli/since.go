package cli

import (
	"cmp"

	ucli "github.com/urfave/cli/v2"

	"tailor/render"
	"tailor/render/bundle"
	"tailor/render/diff"
)

const flagSince = "changed-since"

// sinceFlag is part of the selection where it makes sense to work on the cells that changed.
func sinceFlag() ucli.Flag {
	return &ucli.StringFlag{Name: flagSince, Usage: "take cells only that are new or have another digest than in `REV|DIR`"}
}

// keepChanged leaves only the cells in a plan that are new or have another digest than in --changed-since. It returns
// false when the command ends here. With errors in the plan nothing is left out: they are reported as always.
func (s *run) keepChanged(c *ucli.Context, w *render.Workspace, plan *render.Plan) (ok bool, err error) {
	if s.report.HasErrors() {
		return true, nil
	}
	ctx, stop := interruptible()
	defer stop()
	from := s.newSide("--"+flagSince, c.String(flagSince), true)
	defer from.close()
	if err := from.open(ctx); err != nil {
		return false, err
	}
	from.planCells(s.selection(c))
	if err := from.render(ctx); err != nil {
		return false, err
	}
	out := cmp.Or(c.String("output-dir"), s.renderDir(w))
	cells, err := cellsOf(w, plan, &s.report, bundle.Options{OutputDir: out, Listed: listed(out), NoAssets: true})
	if err != nil || s.anyErrors() {
		return false, cmp.Or(err, ctx.Err())
	}
	slugs, _ := diff.Affected(from.cells, cells)
	affected := map[string]bool{}
	for _, slug := range slugs {
		affected[slug] = true
	}
	plan.Keep(func(slug string) bool { return affected[slug] })
	return true, ctx.Err()
}
