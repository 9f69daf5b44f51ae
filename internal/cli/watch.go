package cli

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	ucli "github.com/urfave/cli/v2"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/watch"
)

// codeWatch is a directory that cannot be watched; docs/errors.md has an example and the cure.
const codeWatch diag.Code = "T0709"

const flagWatch = "watch"

func watchFlag() ucli.Flag {
	return &ucli.BoolFlag{Name: flagWatch, Aliases: []string{"w"}, Usage: "render again whenever a file is saved, until Ctrl-C", DisableDefaultText: true}
}

// watching renders again and again.
type watching struct {
	*run

	c    *ucli.Context
	root string // of the workspace, absolute and without links
	last round
	said string // what was printed about problems last
}

// watch renders, and then again whenever something changes, until an interrupt. Problems are printed and do not end
// it, except those of the command line.
func (s *run) watch(c *ucli.Context) error {
	for _, name := range []string{"stdout", "check", "dry-run", "depfile", "stamp"} {
		s.exclusive(c, flagWatch, name)
	}
	s.setup(c)
	if s.report.HasErrors() {
		return nil
	}
	place, err := s.find()
	if err != nil {
		return err
	}
	v := &watching{run: s, c: c, root: unlinked(place.Dir)}
	return v.loop()
}

// loop watches from before the first rendering on, so that no change is missed.
func (v *watching) loop() error {
	ctx, stop := interruptible()
	defer stop()
	w, err := watch.New(v.ignores)
	if err != nil {
		return v.fault(v.root, err)
	}
	defer w.Close()
	if err := w.AddTree(v.root); err != nil {
		return v.fault(v.root, err)
	}
	if err := v.first(w); err != nil || v.report.HasErrors() {
		return err
	}
	for {
		burst, err := w.Next(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return v.fault(v.root, err)
		}
		if err := v.again(w, burst); err != nil {
			return err
		}
	}
}

// first renders for the first time. What is wrong with the command line no saved file can cure.
func (v *watching) first(w *watch.Watcher) error {
	s, err := v.render(false)
	if err != nil {
		return err
	}
	for _, d := range s.report.All() {
		if at := d.Primary().Span; d.Severity == diag.Error && at.File != nil && at.File.Kind == source.CommandLine {
			v.report.Add(d)
		}
	}
	if v.report.HasErrors() {
		return nil
	}
	text, _, err := problems(s)
	if err != nil {
		return err
	}
	line := "watching `" + diag.Clean(filepath.ToSlash(v.shortest(v.root))) + "`, until Ctrl-C\n"
	if v.c.Bool("quiet") {
		line = ""
	}
	if err := v.print(text + line); err != nil {
		return err
	}
	return v.keep(w, s, text)
}

// again renders after a burst, and says what that changed.
func (v *watching) again(w *watch.Watcher, burst watch.Burst) error {
	s, err := v.render(true)
	if err != nil {
		return err
	}
	text, errs, err := problems(s)
	if err != nil {
		return err
	}
	line := v.line(burst, s.round, errs)
	if line != "" || text != v.said {
		if err := v.print(text + line); err != nil {
			return err
		}
	}
	return v.keep(w, s, text)
}

// render renders once, on a run of its own.
func (v *watching) render(later bool) (*run, error) {
	s := &run{streams: v.streams, version: v.version, line: v.run.line, round: &round{later: later, out: v.last.out, known: v.last.known}}
	if err := s.render(v.c); err != nil {
		d, ok := errors.AsType[*diag.Diagnostic](err)
		if !ok {
			return nil, err
		}
		s.report.Add(*d)
	}
	s.round.failed = s.anyErrors()
	return s, nil
}

// keep makes a run the last one, and watches what it has: not the output directory, but sources that are hidden or
// outside of the workspace.
func (v *watching) keep(w *watch.Watcher, s *run, said string) error {
	v.last, v.said = *s.round, said
	if v.last.out != "" {
		w.Forget(v.last.out)
	}
	for dir := range v.last.dirs() {
		if err := w.Add(dir); err != nil {
			return v.fault(dir, err)
		}
	}
	return nil
}

// problems are the diagnostics of a run as they are printed, and the number of errors among them.
func problems(s *run) (text string, errs int, err error) {
	var b bytes.Buffer
	parts := s.parts()
	err = diag.Print(&b, parts...)
	for _, part := range parts {
		for i := range part.List {
			if part.List[i].Severity == diag.Error {
				errs++
			}
		}
	}
	return b.String(), errs, err
}

// line is the line about a burst; "" for one without a source that changed nothing.
func (v *watching) line(burst watch.Burst, r *round, errs int) string {
	cause := v.cause(burst, r)
	switch {
	case v.c.Bool("quiet") || cause == "" && !r.wrote() && r.failed == v.last.failed:
		return ""
	case burst.Lost:
		cause = "many files"
	case cause == "":
		cause = v.names(burst.Paths)
	}
	if r.failed {
		return cause + " → failed, " + diag.Count(errs, "error") + "\n"
	}
	return cause + " → " + r.effect() + "\n"
}

func (v *watching) print(text string) error {
	_, err := v.streams.Err.Write([]byte(text))
	return err
}

// cause names the sources in a burst; "" when there are none. When a round failed, every file may be one.
func (v *watching) cause(burst watch.Burst, r *round) string {
	var sources []string
	for _, path := range burst.Paths {
		if v.last.isSource(path) || r.isSource(path) || (r.failed || v.last.failed) && isThere(path) {
			sources = append(sources, path)
		}
	}
	return v.names(slices.DeleteFunc(sources, func(path string) bool {
		return slices.ContainsFunc(sources, func(other string) bool { return other != path && isWithin(other, path) })
	}))
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// names are some paths as the user knows them.
func (v *watching) names(paths []string) string {
	shown := make([]string, len(paths))
	for i, path := range paths {
		shown[i] = v.nameOf(path)
	}
	return some(shown)
}

// nameOf is an absolute path as the user knows it.
func (v *watching) nameOf(path string) string {
	return diag.Clean(filepath.ToSlash(filepath.Join(v.shortest(filepath.Dir(path)), filepath.Base(path))))
}

// ignores reports whether news of a path make no difference: of the output directory, of hidden files and those that
// editors leave, and of the content of files that nobody reads. After an error nobody knows which files those are.
func (v *watching) ignores(path string, content bool) bool {
	switch {
	case v.last.out != "" && isWithin(path, v.last.out):
		return true
	case v.last.known[path]:
		return false
	}
	below, err := filepath.Rel(v.root, path)
	if err != nil {
		return true
	}
	for part := range strings.SplitSeq(filepath.ToSlash(below), "/") {
		if len(part) > 1 && strings.HasPrefix(part, ".") && part != ".." || strings.HasSuffix(part, "~") {
			return true
		}
	}
	return content && !v.last.failed && v.last.known != nil
}

// unlinked is the absolute path of a directory without links, as far as it is there.
func unlinked(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return dir
	}
	if resolved, err := filepath.EvalSymlinks(abs); err == nil {
		return resolved
	}
	if up := filepath.Dir(abs); up != abs {
		return filepath.Join(unlinked(up), filepath.Base(abs))
	}
	return abs
}

// fault reports a directory that cannot be watched.
func (v *watching) fault(dir string, err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		dir = path.Path
	}
	d := watchFault(filepath.ToSlash(v.shortest(dir)), err)
	return &d
}

func watchFault(dir string, err error) diag.Diagnostic {
	why, help := diag.Cause(err), "let the directory be one that can be watched, or leave `--watch` out"
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EMFILE) {
		why = "the system lets nobody watch more"
		help = "raise `fs.inotify.max_user_watches` and `fs.inotify.max_user_instances` with `sysctl`, or end what else watches"
	}
	return diag.New(codeWatch, source.NewOutputPath(dir).Whole(), "cannot watch `"+dir+"`: "+why, help)
}
