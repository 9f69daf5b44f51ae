package cli

import (
	ucli "github.com/urfave/cli/v2"
)

func (s *session) validateCommand() *ucli.Command {
	return &ucli.Command{
		Name:      "validate",
		Usage:     "check everything, write nothing",
		ArgsUsage: "[IMAGE|SLUG]...",
		Description: "Renders every selected cell in memory and reports all problems.\n\n" +
			"   tailor validate                        the whole workspace\n" +
			"   tailor validate --strict               warnings are errors too\n" +
			"   tailor validate --error-format github  annotate a pull request",
		Flags:  selectionFlags(&ucli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print no summary", DisableDefaultText: true}),
		Action: s.validate,
	}
}

func (s *session) validate(c *ucli.Context) error {
	s.setup(c)
	w, err := s.open()
	if w == nil {
		return err
	}
	defer w.Close()
	plan := w.Plan(s.selection(c))
	plan.Render()
	if s.report.HasErrors() || c.Bool("quiet") {
		return nil
	}
	t := table{}
	for _, count := range perImage(plan.Cells) {
		t.add(count.image.Name, plural(count.cells, "cell")+" valid")
	}
	return t.print(s.streams.Out)
}
