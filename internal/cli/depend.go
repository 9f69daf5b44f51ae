package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	ucli "github.com/urfave/cli/v2"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/render"
	"tailor/render/bundle"
	"tailor/render/output"
)

// checkDepfile reports flags for make that make no sense as they are.
func (s *run) checkDepfile(c *ucli.Context) {
	depfile, stamp := c.String("depfile"), c.String("stamp")
	if depfile != "" && stamp == "" {
		s.report.Add(diag.New(codeUsage, s.line.value("--depfile", depfile), "`--depfile` needs `--stamp`",
			"add `--stamp FILE`, the target whose dependencies are written"))
	} else if stamp != "" {
		if d := output.CheckDepfile(depfile, stamp); d != nil {
			s.report.Add(*d)
		}
	}
	if depfile != "" && c.String(flagSince) != "" {
		s.report.Add(diag.New(codeUsage, s.line.value("--depfile", depfile), "`--depfile` cannot be combined with `--"+flagSince+"`",
			"leave one of the two out: make cannot see what is in a revision"))
	}
	if stamp != "" && c.Bool("dry-run") {
		s.report.Add(diag.New(codeUsage, s.line.value("--stamp", stamp), "`--stamp` cannot be combined with `--dry-run`", "leave one of the two out"))
	}
}

// depend writes the dependency file and touches the stamp, after success. start is when the run began to read.
func (s *run) depend(c *ucli.Context, w *render.Workspace, b *bundle.Bundle, out string, start time.Time) error {
	depfile, stamp := c.String("depfile"), c.String("stamp")
	if stamp == "" {
		return nil
	}
	files, dirs := s.inputs(w, b, out, stamp, depfile)
	if depfile != "" {
		inputs := slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(files), dirs...))))
		unspelt, d := output.Depfile(depfile, stamp, inputs)
		if d != nil {
			return d
		}
		s.unspelt(depfile, unspelt)
	}
	if !b.Overlaps() { // else this run may have changed any of the directories
		own := append(s.fromHere(filepath.Dir(stamp), []string{"."}), s.fromHere(filepath.Dir(depfile), []string{"."})...)
		own = append(own, s.fromHere(out, []string{"."})...)
		files = append(files, slices.DeleteFunc(dirs, func(dir string) bool {
			return slices.ContainsFunc(own, func(name string) bool { return isWithin(name, dir) || dir == "." && filepath.IsLocal(name) })
		})...)
	}
	if d := output.Touch(stamp, stampTime(files, start)); d != nil {
		return d
	}
	return nil
}

// clockTick is how much behind the clock the times of files can be.
const clockTick = 10 * time.Millisecond

// stampTime is the time for a stamp: now, unless an input was changed since the run began to read; then nobody knows
// which content it saw, and make must see that it is newer.
func stampTime(inputs []string, start time.Time) time.Time {
	for _, name := range inputs {
		if info, err := os.Stat(name); err == nil && info.ModTime().After(start) {
			return start
		}
	}
	return time.Time{}
}

// unspelt warns of inputs that are left out of a dependency file.
func (s *run) unspelt(depfile string, names []string) {
	for _, name := range names {
		s.report.Add(diag.Diagnostic{
			Severity: diag.Warning, Code: render.CodeUnspelt,
			Message: "make cannot spell `" + name + "`: its changes are not noticed",
			Labels:  []diag.Label{{Span: source.NewOutputPath(filepath.ToSlash(depfile)).Whole(), Primary: true}},
			Help:    "rename the file to letters, digits, dots and dashes",
		})
	}
}

// inputs lists every file that was read and every directory that was searched, as paths from the current
// directory. Left out are directories that each run changes: the output directory, unless it holds sources, and
// directories without an image in which the stamp or the dependency file is.
func (s *run) inputs(w *render.Workspace, b *bundle.Bundle, out, stamp, depfile string) (files, dirs []string) {
	read, searched, candidates := w.Inputs()
	below, belowDirs := b.Inputs()
	files = append(s.fromHere(w.Dir(), read), s.fromHere(b.Dir(), below)...)
	var without []string
	if !b.Overlaps() {
		without = s.fromHere(out, []string{"."})
	}
	dirs = append(s.fromHere(w.Dir(), searched, without...), s.fromHere(b.Dir(), belowDirs, without...)...)
	for _, name := range []string{stamp, depfile} {
		without = append(without, s.fromHere(filepath.Dir(name), []string{"."})...)
	}
	return files, append(dirs, s.fromHere(w.Dir(), candidates, without...)...)
}

// fromHere makes slash-separated names below a directory paths from the current directory. It leaves out some
// directories and what lies in them.
func (s *run) fromHere(dir string, names []string, without ...string) []string {
	dir = s.shortest(dir)
	var out []string
	for _, name := range names {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if !slices.ContainsFunc(without, func(dir string) bool { return isWithin(name, dir) }) {
			out = append(out, name)
		}
	}
	return out
}

// shortest is a directory as seen from the current one. Both are taken without links, or `..` would lead somewhere
// else.
func (s *run) shortest(dir string) string {
	here, err := os.Getwd()
	if err == nil {
		here, err = filepath.EvalSymlinks(here)
	}
	abs, absErr := filepath.Abs(dir)
	if resolved, err := filepath.EvalSymlinks(abs); err == nil {
		abs = resolved
	}
	if err != nil || absErr != nil {
		return dir
	}
	if rel, err := filepath.Rel(here, abs); err == nil {
		return rel
	}
	return abs
}

// isWithin reports whether a clean path is a directory or lies in it.
func isWithin(name, dir string) bool {
	return name == dir || strings.HasPrefix(name, dir+string(filepath.Separator))
}
