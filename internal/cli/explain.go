package cli

import (
	"errors"

	ucli "github.com/urfave/cli/v2"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/render"
	"tailor/render/explain"
)

// codeNoPath is a path that no selected config has; docs/errors.md has an example and the cure.
const codeNoPath diag.Code = "T0620"

func (s *run) explainCommand() *ucli.Command {
	return &ucli.Command{
		Name:      "explain",
		Usage:     "show what the selected cells are made of, and where every value came from",
		ArgsUsage: "[IMAGE|SLUG]...",
		Description: "Prints the documents that each selected cell is merged from, base first. With --path, the story of one\n" +
			"place in the config: who set it, who changed it, what is in the result. With --blame, the config with the\n" +
			"place of every line.\n\n" +
			"   tailor explain gizmo_pro_arm64_stable_cosi\n" +
			"   tailor explain --cell gizmo_pro_arm64_stable_cosi --with-config\n" +
			"   tailor explain gizmo -s edition=pro --path os.hostname\n" +
			"   tailor explain gizmo_pro_arm64_stable_cosi --path 'os.packages.install[2]'\n" +
			"   tailor explain gizmo_pro_arm64_stable_cosi --blame\n" +
			"   tailor explain gizmo_pro_arm64_stable_cosi --format mermaid",
		Flags: selectionFlags(
			&ucli.StringFlag{Name: "path", Usage: "tell the story of the value at `PATH`, such as os.hostname"},
			&ucli.BoolFlag{Name: "blame", Usage: "print the config with the place of every line", DisableDefaultText: true},
			&ucli.BoolFlag{Name: "with-config", Usage: "print the merged config too", DisableDefaultText: true},
			choiceFlag("format", "print as `FORMAT`", "text", "json", "mermaid"),
		),
		Action: s.explain,
	}
}

func (s *run) explain(c *ucli.Context) error {
	s.exclusive(c, "path", "blame", "with-config")
	format := s.explainFormat(c)
	steps := s.pathSteps(c)
	return s.withPlan(c, func(_ *render.Workspace, plan *render.Plan) error {
		if s.report.HasErrors() {
			return nil
		}
		if c.String("path") == "" && !c.Bool("blame") && !c.Bool("with-config") {
			return s.printOrder(plan.Cells, format)
		}
		renderings := plan.Render()
		switch {
		case s.report.HasErrors():
			return nil
		case c.Bool("with-config"):
			return explain.Configs(s.streams.Out, plan.Cells, renderings)
		case c.Bool("blame"):
			return s.printBlame(renderings, format)
		}
		return s.printPath(c.String("path"), steps, renderings, format)
	})
}

// explainFormat reads --format, as far as the other flags allow.
func (s *run) explainFormat(c *ucli.Context) string {
	switch format := c.String("format"); {
	case c.Bool("with-config"):
		return s.choice("--format", format, []string{"text"})
	case c.String("path") != "" || c.Bool("blame"):
		return s.choice("--format", format, []string{"text", "json"})
	}
	return s.chosen(c, "format")
}

// pathSteps reads --path; the `config.` that messages print before a path may be there.
func (s *run) pathSteps(c *ucli.Context) []directives.Step {
	text := c.String("path")
	if text == "" {
		return nil
	}
	steps, err := directives.ParsePath(text)
	if bad, ok := errors.AsType[*directives.PathError](err); ok {
		at := s.line.value("--path", text)
		s.report.Add(diag.New(codeUsage, at.File.Span(at.Start+bad.Start, at.Start+bad.End), bad.Message, bad.Help))
		return nil
	}
	if steps[0].Key == "config" && steps[0].Index < 0 {
		steps = steps[1:]
	}
	return steps
}

func (s *run) printOrder(cells []*render.Cell, format string) error {
	switch format {
	case "json":
		return s.jsonPrinter().Order(s.streams.Out, cells)
	case "mermaid":
		return explain.Mermaid(s.streams.Out, cells)
	}
	return explain.Order(s.streams.Out, cells)
}

func (s *run) printBlame(renderings []render.Rendering, format string) error {
	if format == "json" {
		return s.jsonPrinter().Blame(s.streams.Out, renderings)
	}
	return s.storyPrinter().Blame(s.streams.Out, renderings)
}

func (s *run) printPath(text string, steps []directives.Step, renderings []render.Rendering, format string) error {
	tell := s.storyPrinter().Paths
	if format == "json" {
		tell = s.jsonPrinter().Paths
	}
	found, err := tell(s.streams.Out, renderings, steps)
	if err == nil && !found {
		s.noPath(text, steps, renderings)
	}
	return err
}

// noPath reports a path that no config has, with the nearest that one has.
func (s *run) noPath(text string, steps []directives.Step, renderings []render.Rendering) {
	path := directives.PathOf(append([]directives.Step{{Key: "config", Index: -1}}, steps...)).String()
	s.report.Add(diag.New(codeNoPath, s.line.value("--path", text),
		"no selected config has, or ever had, a value at `"+path+"`", explain.Near(renderings, steps)))
}

func (s *run) storyPrinter() explain.Printer {
	p := s.options.printer(s.streams.Err)
	return explain.Printer{Place: p.Place, Color: s.options.colored(s.results())}
}

func (s *run) jsonPrinter() explain.JSONPrinter {
	return explain.JSONPrinter{File: s.options.printer(s.streams.Err).Path}
}
