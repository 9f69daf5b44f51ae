package cli

import (
	ucli "github.com/urfave/cli/v2"

	"tailor/internal/diag"
	"tailor/render"
	"tailor/render/bundle"
)

func (s *run) validateCommand() *ucli.Command {
	return &ucli.Command{
		Name:      "validate",
		Usage:     "check that every config renders, write nothing",
		ArgsUsage: "[IMAGE|SLUG]...",
		Description: "Renders every selected cell in memory and reports all problems. With --with, CMD is then run on every config,\n" +
			"in a temporary directory with the files that the configs name; `{}` in CMD is the path of the config.\n\n" +
			"   tailor validate                                    the whole workspace\n" +
			"   tailor validate --strict                           warnings are errors too\n" +
			"   tailor validate --error-format github              annotate a pull request\n" +
			"   tailor validate --shard 2/8                        an eighth of it, on one of eight machines\n" +
			"   tailor validate --with imagecustomizer             ask Image Customizer too\n" +
			"   tailor validate --with 'yamllint -f parsable {}'   or any other program",
		Flags: selectionFlags(
			sinceFlag(), shardFlag(),
			&ucli.StringFlag{Name: flagWith, Usage: "run `CMD` on every config too, which must end with 0"},
			&ucli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print no summary", DisableDefaultText: true},
		),
		Action: s.validate,
	}
}

func (s *run) validate(c *ucli.Context) error {
	k := s.checker(c)
	return s.withPlan(c, func(w *render.Workspace, plan *render.Plan) error {
		b, err := s.bundle(w, plan, bundle.Options{
			OutputDir: s.renderDir(w), Listed: listed(s.renderDir(w)), NoAssets: w.Settings.NoAssets, NoDigests: k == nil, Trees: k != nil,
		})
		if b == nil {
			return err
		}
		defer b.Close()
		if k != nil {
			if err := k.check(c, b); err != nil || s.report.HasErrors() {
				return err
			}
		}
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
