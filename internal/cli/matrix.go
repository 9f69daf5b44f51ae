package cli

import (
	"io"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"tailor/matrix"
	"tailor/render"
	"tailor/render/bundle"
)

func (s *run) matrixCommand() *ucli.Command {
	return &ucli.Command{
		Name:      "matrix",
		Usage:     "list the selected cells with their axes",
		ArgsUsage: "[IMAGE|SLUG]...",
		Description: "Prints one line or entry for each output of each selected cell. The formats github, ado and gitlab\n" +
			"make a job of each, with the arguments that select it; when there are more than the CI system\n" +
			"takes, or with --shards, a job has several cells.\n\n" +
			"   tailor matrix                                a table\n" +
			"   tailor matrix --format json                  for scripts\n" +
			"   tailor matrix gizmo -s arch=arm64 --format slugs\n" +
			"   echo \"matrix=$(tailor matrix --format github)\" >>\"$GITHUB_OUTPUT\"\n" +
			"   tailor matrix --format github --shards 8     eight jobs, whatever the number of cells\n" +
			"   tailor matrix --ado cells                    sets an output variable of Azure Pipelines",
		Flags: selectionFlags(sinceFlag(), shardFlag(),
			choiceFlag("format", "print as `FORMAT`", "table", "json", "slugs", formatGitHub, formatAzure, formatGitLab),
			&ucli.StringFlag{Name: "shards", Usage: "make at most `N` jobs, of several cells each"},
			&ucli.StringFlag{Name: "ado", Usage: "print the jobs as a command that sets the output variable `VAR` of Azure Pipelines"}),
		Action: func(c *ucli.Context) error {
			if jobs, ok := s.jobMatrix(c); ok {
				return s.withPlan(c, jobs.print)
			}
			return s.printCells(c, s.chosen(c, "format"))
		},
	}
}

func (s *run) slugsCommand() *ucli.Command {
	return &ucli.Command{
		Name:      "slugs",
		Usage:     "list the slugs of the selected cells, one a line",
		ArgsUsage: "[IMAGE|SLUG]...",
		Description: "Prints the slug of each output of each selected cell.\n\n" +
			"   tailor slugs gizmo | while read -r slug; do ...; done\n" +
			"   tailor slugs --shard 2/8    those that the second of eight machines has to do",
		Flags:  selectionFlags(sinceFlag(), shardFlag()),
		Action: func(c *ucli.Context) error { return s.printCells(c, "slugs") },
	}
}

func (s *run) printCells(c *ucli.Context, format string) error {
	return s.withPlan(c, func(w *render.Workspace, plan *render.Plan) error {
		if s.report.HasErrors() {
			return nil
		}
		switch format {
		case "json":
			return s.printJSON(w, plan)
		case "slugs":
			return printSlugs(s.streams.Out, plan)
		default:
			return printTable(s.streams.Out, plan)
		}
	})
}

func printSlugs(w io.Writer, plan *render.Plan) error {
	var b strings.Builder
	for _, c := range plan.Cells {
		for _, o := range c.Outputs {
			b.WriteString(o.Slug + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func printTable(w io.Writer, plan *render.Plan) error {
	t := table{}
	t.add("SLUG", "IMAGE", "ARCH", "FORMAT", "AXES")
	for _, c := range plan.Cells {
		for _, o := range c.Outputs {
			t.add(o.Slug, c.Image.Name, c.Arch, o.Format, dash(strings.ReplaceAll(c.Values.String(), ", ", ",")))
		}
	}
	return t.print(w)
}

// dash stands for nothing in a table, so that every row has all columns.
func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// cellJSON is one entry of `tailor matrix --format json`.
type cellJSON struct {
	Image     string       `json:"image"`
	Slug      string       `json:"slug"`
	Axes      matrix.Pairs `json:"axes"`
	Arch      string       `json:"arch"`
	Format    string       `json:"format"`
	BaseImage string       `json:"baseImage,omitempty"`
	// Digest is that of the manifest; an image that is only converted has none.
	Digest string `json:"digest,omitempty"`
}

// printJSON prints the cells with their digests, which need everything that rendering needs.
func (s *run) printJSON(w *render.Workspace, plan *render.Plan) error {
	digests, err := s.digests(w, plan)
	if digests == nil {
		return err
	}
	entries := []cellJSON{}
	for _, c := range plan.Cells {
		for _, o := range c.Outputs {
			entries = append(entries, cellJSON{
				Image: c.Image.Name, Slug: o.Slug, Axes: c.Values.Pairs(), Arch: c.Arch, Format: o.Format, BaseImage: c.BaseImage,
				Digest: digests[o.Slug],
			})
		}
	}
	return render.PrintJSON(s.streams.Out, entries)
}

// digests returns the digest of each slug that has a config. It returns nil when anything was wrong.
func (s *run) digests(w *render.Workspace, plan *render.Plan) (map[string]string, error) {
	b, err := s.bundle(w, plan, bundle.Options{OutputDir: s.renderDir(w), Listed: listed(s.renderDir(w)), NoAssets: true})
	if b == nil {
		return nil, err
	}
	defer b.Close()
	digests := map[string]string{}
	for _, c := range b.Configs {
		digests[c.Output.Slug] = c.Digest.String()
	}
	return digests, nil
}
