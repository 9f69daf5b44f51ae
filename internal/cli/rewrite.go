package cli

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/render"
	"tailor/render/scaffold"
)

// rewrite is a file of the workspace and what it is to hold.
type rewrite struct {
	path   string // from the root
	before []byte // what it holds
	text   []byte
	mode   fs.FileMode
}

// errChanged is why a file is not rewritten that somebody else changed since it was read.
var errChanged = errors.New("it was changed meanwhile")

// prepare makes an edit of a file in memory. It returns nil when it cannot be made, which it reports. A link is not
// edited: its name would become a file of its own, and what it leads to may belong to others.
func (s *run) prepare(w *render.Workspace, edit scaffold.Edit) *rewrite {
	name := edit.File.Path
	root, err := os.OpenRoot(w.Dir())
	if err != nil {
		s.report.Add(notWritten(s.shown(name), err))
		return nil
	}
	defer root.Close()
	info, err := root.Lstat(filepath.FromSlash(name))
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		s.report.Add(diag.New(scaffold.CodeUneditable, source.NewPath(name).Whole(), "`"+name+"` is a symbolic link", "edit the file that it leads to"))
		return nil
	}
	raw, readErr := root.ReadFile(filepath.FromSlash(name))
	if err := errors.Join(err, readErr); err != nil {
		s.report.Add(notWritten(s.shown(name), err))
		return nil
	}
	text, faults := edit.Apply(raw)
	s.report.Add(faults...)
	if len(faults) > 0 {
		return nil
	}
	return &rewrite{path: name, before: raw, text: text, mode: info.Mode().Perm()}
}

// write gives the file its new text: at any moment it has the old one or the new one, and the old one when the context ends.
// What somebody else wrote since it was read stays, and is an error.
func (r *rewrite) write(ctx context.Context, root *os.Root) error {
	name := filepath.FromSlash(r.path)
	temp := filepath.Join(filepath.Dir(name), tempPrefix+rand.Text())
	file, err := root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(r.text)
	err = errors.Join(err, file.Chmod(r.mode), file.Sync(), file.Close(), ctx.Err())
	if err == nil {
		err = r.rename(root, temp)
	}
	if err != nil {
		_ = root.Remove(temp)
	}
	return err
}

// rename gives the temporary file the name of the file, if this holds what it held.
func (r *rewrite) rename(root *os.Root, temp string) error {
	name := filepath.FromSlash(r.path)
	switch now, err := root.ReadFile(name); {
	case err != nil:
		return err
	case !bytes.Equal(now, r.before):
		return errChanged
	}
	return root.Rename(temp, name)
}

// replace writes the file alone. It reports a failure; the error is about an interrupt.
func (s *run) replace(w *render.Workspace, r *rewrite) error {
	ctx, stop := interruptible()
	defer stop()
	root, err := os.OpenRoot(w.Dir())
	if err == nil {
		err = r.write(ctx, root)
		_ = root.Close() // it was only looked up in
	}
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		s.report.Add(notWritten(s.shown(r.path), err))
	}
	return nil
}
