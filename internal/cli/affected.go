package cli

import (
	"io"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"tailor/internal/diag"
	"tailor/render/diff"
)

func (s *run) affectedCommand() *ucli.Command {
	return &ucli.Command{
		Name:      "affected",
		Usage:     "list the slugs whose image a change affects",
		ArgsUsage: "[IMAGE|SLUG]...",
		Description: "Prints the slugs that were added and those whose digest is another one than in --from, one a line: the\n" +
			"images to make again. `tailor matrix --changed-since REV` lists the same cells with their axes.\n\n" +
			"   tailor affected --from main                 of a branch\n" +
			"   tailor affected --from HEAD^ --removed      what is not made any more",
		Flags: sideFlags(&ucli.StringFlag{Name: "from", Usage: "compare with what was in `REV|DIR`"},
			&ucli.BoolFlag{Name: "removed", Usage: "print the slugs that are gone instead", DisableDefaultText: true},
		),
		Action: s.affected,
	}
}

func (s *run) affected(c *ucli.Context) error {
	if c.String("from") == "" {
		s.report.Add(diag.New(codeUsage, s.line.file.Find("affected"), "`tailor affected` needs `--from`",
			"write `--from REV`, such as `--from HEAD~1`, or `--from DIR`"))
	}
	return s.compare(c, func(from, to *side) error {
		slugs, removed := diff.Affected(from.cells, to.cells)
		if c.Bool("removed") {
			slugs = removed
		}
		var b strings.Builder
		for _, slug := range slugs {
			b.WriteString(slug + "\n")
		}
		_, err := io.WriteString(s.streams.Out, b.String())
		return err
	})
}
