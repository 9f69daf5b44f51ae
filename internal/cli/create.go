package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	otiai "github.com/otiai10/copy"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/render/bundle"
	"tailor/render/output"
	"tailor/render/scaffold"
)

// codeThere is a file that would be made and is there already.
const codeThere diag.Code = "T0630"

// tempPrefix starts the names of files and directories that are there only while something is written.
const tempPrefix = bundle.Reserved + "tmp-"

// create makes new files below a directory, all of them or none. Nothing outside the directory is written, also not
// through symbolic links, and nothing that is there is overwritten. change is made with them; it may be nil. What fails
// is reported; the error is that of the context, when this ends first.
func (s *run) create(ctx context.Context, dir string, files []scaffold.File, change *rewrite) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		s.report.Add(notWritten(s.shown("."), err))
		return nil
	}
	defer root.Close()
	c := &creation{root: root}
	for _, o := range c.obstacles(files) {
		s.report.Add(notCreated(s.shown(o.path), o.err))
	}
	if s.report.HasErrors() {
		return nil
	}
	at, err := c.all(ctx, files)
	if err == nil && change != nil {
		at, err = change.path, change.write(ctx, root)
	}
	if err != nil {
		c.undo()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		s.report.Add(notCreated(s.shown(at), err))
	}
	return nil
}

// creation is the making of some files. What it made is in the order in which it was made.
type creation struct {
	root *os.Root
	made []string
}

// errNoDirectory is why there is no file below another one.
var errNoDirectory = errors.New("no directory")

// obstacle is what stands in the way of new files, and why it does.
type obstacle struct {
	path string
	err  error
}

// obstacles returns what stands in the way of some files, each once.
func (c *creation) obstacles(files []scaffold.File) []obstacle {
	var list []obstacle
	for _, f := range files {
		o := c.check(f.Path)
		if o.err != nil && !slices.ContainsFunc(list, func(other obstacle) bool { return other.path == o.path }) {
			list = append(list, o)
		}
	}
	return list
}

// check returns why there cannot be a new file of a name, without an error when there can.
func (c *creation) check(name string) obstacle {
	for up := path.Dir(name); up != "."; up = path.Dir(up) {
		if info, err := c.root.Stat(filepath.FromSlash(up)); err == nil && !info.IsDir() {
			return obstacle{up, errNoDirectory}
		}
	}
	_, err := c.root.Lstat(filepath.FromSlash(name))
	switch {
	case err == nil:
		err = fs.ErrExist
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	}
	return obstacle{name, err}
}

// all copies the templates into a temporary directory first, so that a full disk leaves nothing half made, and then
// gives each file its name. It returns the path at which it failed.
func (c *creation) all(ctx context.Context, files []scaffold.File) (at string, err error) {
	temp := tempPrefix + rand.Text()
	if err := c.root.Mkdir(temp, 0o777); err != nil {
		return ".", err
	}
	defer c.root.RemoveAll(temp) //nolint:errcheck // nothing can be done about it
	for i, f := range files {
		err := otiai.Copy(f.Template, filepath.Join(c.root.Name(), temp, strconv.Itoa(i)), otiai.Options{
			FS: f.FS, WrapReader: f.Fill, PermissionControl: otiai.DoNothing,
		})
		if err != nil {
			return f.Path, err
		}
	}
	for i, f := range files {
		if ctx.Err() != nil {
			return f.Path, ctx.Err()
		}
		if err := c.place(filepath.Join(temp, strconv.Itoa(i)), f.Path); err != nil {
			return f.Path, err
		}
	}
	return "", nil
}

// place gives a file its name. The name is taken first: a rename alone would overwrite what appeared meanwhile.
func (c *creation) place(temp, name string) error {
	if err := c.directories(path.Dir(name)); err != nil {
		return err
	}
	local := filepath.FromSlash(name)
	taken, err := c.root.OpenFile(local, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	c.made = append(c.made, local)
	return errors.Join(taken.Close(), c.root.Rename(temp, local))
}

// directories makes a directory and those above it that are missing, and remembers which those were.
func (c *creation) directories(name string) error {
	if name == "." {
		return nil
	}
	if err := c.directories(path.Dir(name)); err != nil {
		return err
	}
	local := filepath.FromSlash(name)
	if info, err := c.root.Stat(local); err == nil && info.IsDir() {
		return nil
	}
	if err := c.root.Mkdir(local, 0o777); err != nil {
		return err
	}
	c.made = append(c.made, local)
	return nil
}

// undo removes what was made, the last first.
func (c *creation) undo() {
	for i := range c.made {
		_ = c.root.Remove(c.made[len(c.made)-1-i]) // a directory in which something else appeared stays
	}
}

// notCreated is the error about a file that could not be made. shown is its path from the current directory.
func notCreated(shown string, err error) diag.Diagnostic {
	help := "move it away, or choose another name or directory"
	switch {
	case errors.Is(err, errNoDirectory):
		return diag.New(codeThere, source.NewOutputPath(shown).Whole(), "`"+shown+"` is there already, and is no directory", help)
	case !errors.Is(err, fs.ErrExist):
		return notWritten(shown, err)
	case path.Base(shown) == "tailor.yaml":
		help = "add an image to its workspace with `tailor add image NAME`, or choose another directory"
	case strings.HasPrefix(path.Base(path.Dir(shown)), "by-"):
		help = "write into the file that is there, or move it away"
	}
	return diag.New(codeThere, source.NewOutputPath(shown).Whole(), "`"+shown+"` is there already", help)
}

// notWritten is the error about a file that could not be written. shown is its path from the current directory.
func notWritten(shown string, err error) diag.Diagnostic {
	if errors.Is(err, errChanged) {
		return diag.New(scaffold.CodeUneditable, source.NewOutputPath(shown).Whole(), "`"+shown+"` was changed meanwhile",
			"nothing was written: run `tailor` again")
	}
	cause, help := diag.Cause(err), "nothing was written: make room, or make it writable, and run tailor again"
	if cause == diag.LeadsOutside {
		help = "nothing was written: remove the link, or choose another name or directory"
	}
	return diag.New(output.CodeWrite, source.NewOutputPath(shown).Whole(), "cannot write `"+shown+"`: "+cause, help)
}
