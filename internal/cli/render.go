package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	ucli "github.com/urfave/cli/v2"

	"tailor/internal/diag"
	"tailor/render"
	"tailor/render/output"
)

const defaultOutputDir = "out"

func (s *run) renderCommand() *ucli.Command {
	return &ucli.Command{
		Name:      "render",
		Usage:     "write the config of every selected cell",
		ArgsUsage: "[IMAGE|SLUG]...",
		Description: "Writes OUT/IMAGE-DIRECTORY/SLUG.yaml for every selected cell. OUT is --output-dir, else\n" +
			"`render.outputDir` of tailor.yaml, else `out` in the workspace. Files that have their content\n" +
			"already are not touched. After any error nothing is written.\n\n" +
			"   tailor render                          everything\n" +
			"   tailor render gizmo -s arch=arm64      the arm64 cells of one image\n" +
			"   tailor render -o /tmp/configs          to another directory",
		Flags: selectionFlags(
			&ucli.StringFlag{Name: "output-dir", Aliases: []string{"o"}, Usage: "write below `DIR`"},
			&ucli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print no summary", DisableDefaultText: true},
		),
		Action: s.render,
	}
}

func (s *run) render(c *ucli.Context) error {
	return s.withPlan(c, func(w *render.Workspace, plan *render.Plan) error {
		renderings := plan.Render()
		if s.report.HasErrors() {
			return nil
		}
		files := make([]output.File, len(renderings))
		for i, r := range renderings {
			files[i] = output.File{Path: r.Path(), Text: r.Text()}
		}
		dir := outputDir(c.String("output-dir"), w, s.options.prefix)
		result, faults, err := write(dir, files)
		s.report.Add(faults...)
		if len(faults) > 0 || err != nil || c.Bool("quiet") {
			return err
		}
		return s.summary(plan, renderings, result)
	})
}

// write writes the files. An interrupt stops it between two files; before that, nothing needs to be finished,
// and an interrupt ends the program at once.
func write(dir string, files []output.File) (output.Result, []diag.Diagnostic, error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return output.Write(ctx, dir, files)
}

// outputDir is where configs go, as a path from the current directory: the flag is relative to that, the
// setting and the default to the root of the workspace.
func outputDir(flag string, w *render.Workspace, root string) string {
	if flag != "" {
		return flag
	}
	dir := w.OutputDir
	if dir == "" {
		dir = defaultOutputDir
	}
	if filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(filepath.FromSlash(root), filepath.FromSlash(dir))
}

// summary prints one line for each image: what was done with its configs.
func (s *run) summary(plan *render.Plan, renderings []render.Rendering, result output.Result) error {
	t := table{}
	written := map[*render.Image]int{}
	for i, r := range renderings {
		if result.Written[i] {
			written[r.Cell.Image]++
		}
	}
	for _, count := range perImage(plan.Cells) {
		if count.image.Converts() {
			continue
		}
		t.add(count.image.Name, plural(count.cells, "cell"), fmt.Sprintf("%d written", written[count.image]),
			fmt.Sprintf("%d unchanged", count.cells-written[count.image]), "0 pruned")
	}
	return t.print(s.streams.Err)
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

func plural(n int, word string) string {
	if n != 1 {
		word += "s"
	}
	return fmt.Sprintf("%d %s", n, strings.TrimSpace(word))
}
