package cli

import (
	ucli "github.com/urfave/cli/v2"

	"tailor/render"
	"tailor/render/explain"
)

func (s *run) explainCommand() *ucli.Command {
	return &ucli.Command{
		Name:      "explain",
		Usage:     "show what the selected cells are made of, in the order of the merge",
		ArgsUsage: "[IMAGE|SLUG]...",
		Description: "Prints the documents that each selected cell is merged from, base first.\n\n" +
			"   tailor explain gizmo_pro_arm64_stable_cosi\n" +
			"   tailor explain --cell gizmo_pro_arm64_stable_cosi --with-config\n" +
			"   tailor explain gizmo -s edition=pro",
		Flags:  selectionFlags(&ucli.BoolFlag{Name: "with-config", Usage: "print the merged config too", DisableDefaultText: true}),
		Action: s.explain,
	}
}

func (s *run) explain(c *ucli.Context) error {
	return s.withPlan(c, func(_ *render.Workspace, plan *render.Plan) error {
		if s.report.HasErrors() {
			return nil
		}
		if !c.Bool("with-config") {
			return explain.Order(s.streams.Out, plan.Cells)
		}
		renderings := plan.Render()
		if s.report.HasErrors() {
			return nil
		}
		return explain.Configs(s.streams.Out, plan.Cells, renderings)
	})
}
