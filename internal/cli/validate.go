package cli

import (
	ucli "github.com/urfave/cli/v2"

	"tailor/internal/diag"
	"tailor/render"
	"tailor/render/bundle"
	"tailor/render/output"
)

func (s *run) validateCommand() *ucli.Command {
	return &ucli.Command{
		Name:      "validate",
		Usage:     "check that every config renders, write nothing",
		ArgsUsage: "[IMAGE|SLUG]...",
		Description: "Renders every selected cell in memory and reports all problems.\n\n" +
			"   tailor validate                        the whole workspace\n" +
			"   tailor validate --strict               warnings are errors too\n" +
			"   tailor validate --error-format github  annotate a pull request\n" +
			"   tailor validate --shard 2/8            an eighth of it, on one of eight machines",
		Flags:  selectionFlags(sinceFlag(), shardFlag(), &ucli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print no summary", DisableDefaultText: true}),
		Action: s.validate,
	}
}

func (s *run) validate(c *ucli.Context) error {
	return s.withPlan(c, func(w *render.Workspace, plan *render.Plan) error {
		b, err := s.bundle(w, plan, bundle.Options{
			OutputDir: s.renderDir(w), Listed: output.Listed(s.renderDir(w)), NoAssets: w.Settings.NoAssets, NoDigests: true,
		})
		if b == nil {
			return err
		}
		b.Close()
		if c.Bool("quiet") {
			return nil
		}
		t := table{}
		for _, count := range perImage(plan.Cells) {
			t.add(count.image.Name, diag.Count(count.cells, "cell")+" valid")
		}
		return t.print(s.streams.Out)
	})
}
