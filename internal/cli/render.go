package cli

import (
	"io"
	"strings"
	"time"

	ucli "github.com/urfave/cli/v2"

	"tailor/render"
	"tailor/render/bundle"
	"tailor/render/output"
)

const defaultOutputDir = "out"

func (s *run) renderCommand() *ucli.Command {
	return &ucli.Command{
		Name:      "render",
		Usage:     "write the config of every selected cell, and the files that it names",
		ArgsUsage: "[IMAGE|SLUG]...",
		Description: "Writes OUT/IMAGE-DIRECTORY/SLUG.yaml for every selected cell, and copies the files that a config\n" +
			"names beside it. OUT is --output-dir, else `render.outputDir` of tailor.yaml, else `out` in the\n" +
			"workspace. What is there already is not touched; what no cell makes any more is removed when\n" +
			"everything is rendered. After any error nothing is written.\n\n" +
			"   tailor render                                     everything\n" +
			"   tailor render gizmo -s arch=arm64                 the arm64 cells of one image\n" +
			"   tailor render -o /tmp/configs                     to another directory\n" +
			"   tailor render --watch                             again whenever a file is saved\n" +
			"   tailor render --check                             in CI: is out/ up to date?\n" +
			"   tailor render --depfile out.d --stamp out.stamp   from make or ninja\n" +
			"   tailor render --shard 2/8                         an eighth of it, on one of eight machines",
		Flags: outputFlags(
			sinceFlag(), shardFlag(), watchFlag(),
			&ucli.BoolFlag{Name: "stdout", Usage: "print the configs and write nothing", DisableDefaultText: true},
			choiceFlag("assets", "copy the files that configs name, `WHICH`", "copy", "none").without(),
			&ucli.StringFlag{Name: "depfile", Usage: "write what the result depends on to `FILE`, for make and ninja"},
			&ucli.StringFlag{Name: "stamp", Usage: "touch `FILE` after success; it is the target in --depfile"},
		),
		Action: func(c *ucli.Context) error {
			if c.Bool(flagWatch) {
				return s.watch(c)
			}
			return s.render(c)
		},
	}
}

func (s *run) render(c *ucli.Context) error {
	start := time.Now().Add(-clockTick)
	s.exclusive(c, "stdout", "check", "dry-run")
	assets := s.chosen(c, "assets")
	s.checkDepfile(c)
	return s.withPlan(c, func(w *render.Workspace, plan *render.Plan) error {
		dir := s.renderDir(w)
		if flag := c.String("output-dir"); flag != "" {
			dir = flag
		}
		none := assets == "none" || assets == "" && w.Settings.NoAssets
		o := bundle.Options{OutputDir: dir, Listed: listed(dir), NoAssets: none, Trees: c.Bool("stdout")}
		var looks *output.Looks
		if !o.Trees {
			looks = output.Look(dir, plan.Count())
			defer looks.Close()
			o.Look = looks.Config
		}
		b, err := s.bundle(w, plan, o)
		if b == nil {
			return err
		}
		defer b.Close()
		if s.round != nil {
			s.round.saw(w, b, dir)
		}
		if c.Bool("stdout") {
			err = printConfigs(s.streams.Out, b.Configs)
		} else {
			err = s.deliver(c, plan, b, dir, looks)
		}
		if err != nil || s.differs || s.report.HasErrors() {
			return err
		}
		return s.depend(c, w, b, dir, start)
	})
}

// renderDir is where configs go when the command line does not say it, as a path from the current directory.
func (s *run) renderDir(w *render.Workspace) string {
	return s.fromRoot(outputDir(w))
}

// bundle renders the plan; it returns nil when anything was wrong. The caller closes it.
func (s *run) bundle(w *render.Workspace, plan *render.Plan, o bundle.Options) (*bundle.Bundle, error) {
	if s.report.HasErrors() {
		plan.Render() // for what is wrong besides
		return nil, nil
	}
	b, err := bundle.Collect(w, plan, &s.report, o)
	if err != nil {
		return nil, err
	}
	if s.report.HasErrors() {
		b.Close()
		return nil, nil
	}
	return b, nil
}

// listed returns what an earlier run wrote into a directory, when somebody asks.
func listed(dir string) func() map[string]bool {
	return func() map[string]bool { return output.Listed(dir) }
}

// printConfigs prints configs as documents of one stream. Several are told apart by their slugs.
func printConfigs(w io.Writer, configs []bundle.Config) error {
	var b strings.Builder
	for i, c := range configs {
		if i > 0 {
			b.WriteString("---\n")
		}
		if len(configs) > 1 {
			b.WriteString("# " + c.Output.Slug + "\n")
		}
		b.Write(c.Text())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// imageCount is the number of slugs of an image.
type imageCount struct {
	image *render.Image
	cells int
}

// perImage counts the outputs of cells, in the order of the images.
func perImage(cells []*render.Cell) []imageCount {
	var out []imageCount
	for _, c := range cells {
		if len(out) == 0 || out[len(out)-1].image != c.Image {
			out = append(out, imageCount{image: c.Image})
		}
		out[len(out)-1].cells += len(c.Outputs)
	}
	return out
}
