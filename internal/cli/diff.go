package cli

import (
	"io"

	ucli "github.com/urfave/cli/v2"

	"tailor/internal/source"
	"tailor/render/diff"
)

// sideFlags are those of the commands that compare two workspaces. fromUsage describes --from.
func sideFlags(from *ucli.StringFlag, more ...ucli.Flag) []ucli.Flag {
	return selectionFlags(append([]ucli.Flag{
		from,
		&ucli.StringFlag{Name: "to", Usage: "compare what is in `REV|DIR`; else the working tree"},
	}, more...)...)
}

func (s *run) diffCommand() *ucli.Command {
	return &ucli.Command{
		Name:      "diff",
		Usage:     "show what a change does to the configs of all cells",
		ArgsUsage: "[IMAGE|SLUG]...",
		Description: "Renders the workspace as it was and as it is, and prints the cells that were added, removed and\n" +
			"changed. Cells that change in the same way are shown once, with the lines that caused it. A REV is a\n" +
			"revision of git, such as HEAD~1 or main; a directory is the workspace in it.\n\n" +
			"   tailor diff                                 what is not committed yet\n" +
			"   tailor diff --from main gizmo               a branch, one image\n" +
			"   tailor diff --from HEAD^ --format markdown  as a comment for a pull request\n" +
			"   tailor diff --from v1.2 --to v1.3 --stat",
		Flags: sideFlags(&ucli.StringFlag{Name: "from", Value: "HEAD", Usage: "compare with what was in `REV|DIR`"},
			&ucli.BoolFlag{Name: "stat", Usage: "print counts only", DisableDefaultText: true},
			choiceFlag("format", "print as `FORMAT`", "text", "json", "markdown"),
			&ucli.BoolFlag{Name: "exit-code", Usage: "exit with 3 if anything differs", DisableDefaultText: true},
		),
		Action: s.diff,
	}
}

func (s *run) diff(c *ucli.Context) error {
	format := s.chosen(c, "format")
	return s.compare(c, func(from, to *side) error {
		result := diff.Compare(from.cells, to.cells)
		s.differs = c.Bool("exit-code") && !result.None()
		p := diff.Printer{From: from.name(), To: to.name(), Path: func(of diff.Side, f *source.File) string {
			if of == diff.From {
				return from.path(f)
			}
			return to.path(f)
		}}
		formats := map[string]func(io.Writer, diff.Result) error{"text": p.Text, "json": p.JSON, "markdown": p.Markdown}
		if c.Bool("stat") {
			formats = map[string]func(io.Writer, diff.Result) error{"text": p.StatText, "json": p.StatJSON, "markdown": p.StatMarkdown}
		}
		return formats[format](s.streams.Out, result)
	})
}
