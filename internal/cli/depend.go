package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"tailor/render"
	"tailor/render/bundle"
	"tailor/render/output"
)

// checkDepfile reports flags for make that make no sense as they are.
func (s *run) checkDepfile(c *ucli.Context) {
	depfile, stamp := c.String("depfile"), c.String("stamp")
	if depfile != "" && stamp == "" {
		s.report.Add(usageFault(s.line.value("--depfile", depfile), "`--depfile` needs `--stamp`",
			"add `--stamp FILE`, the target whose dependencies are written"))
	} else if depfile != "" {
		if d := output.CheckDepfile(depfile, stamp); d != nil {
			s.report.Add(*d)
		}
	}
	if stamp != "" && c.Bool("dry-run") {
		s.report.Add(usageFault(s.line.value("--stamp", stamp), "`--stamp` cannot be combined with `--dry-run`", "leave one of the two out"))
	}
}

// depend writes the dependency file and touches the stamp, after success.
func (s *run) depend(c *ucli.Context, w *render.Workspace, b *bundle.Bundle, out string) error {
	depfile, stamp := c.String("depfile"), c.String("stamp")
	if stamp == "" {
		return nil
	}
	if depfile != "" {
		if d := output.Depfile(depfile, stamp, s.inputs(w, b, out, filepath.Dir(stamp), filepath.Dir(depfile))); d != nil {
			return d
		}
	}
	if d := output.Touch(stamp); d != nil {
		return d
	}
	return nil
}

// inputs lists every file that was read and every directory that was searched, as paths from the current
// directory. The output directory is left out, for each run changes it, and so are directories without an image that
// each run changes.
func (s *run) inputs(w *render.Workspace, b *bundle.Bundle, out string, changing ...string) []string {
	files, dirs, candidates := w.Inputs()
	all := s.fromHere(w.Dir(), files)
	all = append(all, s.fromHere(w.Dir(), dirs, out)...)
	all = append(all, s.fromHere(w.Dir(), candidates, append(changing, out)...)...)
	files, dirs = b.Inputs()
	all = append(all, s.fromHere(b.Dir(), files)...)
	all = append(all, s.fromHere(b.Dir(), dirs, out)...)
	slices.Sort(all)
	return slices.Compact(all)
}

// fromHere makes slash-separated names below a directory paths from the current directory. It leaves out some
// directories and what lies in them.
func (s *run) fromHere(dir string, names []string, without ...string) []string {
	here, err := os.Getwd()
	if abs, absErr := filepath.Abs(dir); err == nil && absErr == nil {
		dir = abs
		if rel, err := filepath.Rel(here, abs); err == nil {
			dir = rel
		}
	}
	var out []string
	for _, name := range names {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if !slices.ContainsFunc(without, func(dir string) bool { return isWithin(name, filepath.Clean(dir)) }) {
			out = append(out, name)
		}
	}
	return out
}

// isWithin reports whether a clean path is a directory or lies in it.
func isWithin(name, dir string) bool {
	return name == dir || strings.HasPrefix(name, dir+string(filepath.Separator))
}
