package cli

import (
	ucli "github.com/urfave/cli/v2"

	"tailor/render/explain"
)

func (s *session) explainCommand() *ucli.Command {
	return &ucli.Command{
		Name:      "explain",
		Usage:     "show what the selected cells are made of, in the order of the merge",
		ArgsUsage: "[IMAGE|SLUG]...",
		Description: "   tailor explain gizmo_pro_arm64_stable_cosi\n" +
			"   tailor explain --cell gizmo_pro_arm64_stable_cosi --with-config\n" +
			"   tailor explain gizmo -s edition=pro",
		Flags:  selectionFlags(&ucli.BoolFlag{Name: "with-config", Usage: "print the merged config too", DisableDefaultText: true}),
		Action: s.explain,
	}
}

func (s *session) explain(c *ucli.Context) error {
	s.setup(c)
	w, err := s.open()
	if w == nil {
		return err
	}
	defer w.Close()
	plan := w.Plan(s.selection(c))
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
}
