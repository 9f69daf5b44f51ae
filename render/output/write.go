package output

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"

	otiai "github.com/otiai10/copy"

	"tailor/render/bundle"
)

// tempPrefix starts the name of a file that is being written; 26 random letters and digits follow.
const tempPrefix = bundle.Reserved + "tmp-"

var tempName = regexp.MustCompile(`^\.tailor-tmp-[A-Z2-7]{26}$`)

// writer writes files below a directory.
type writer struct {
	dir  string
	fsys fs.FS // where assets are
	sync bool
	root *os.Root
	made string // the directory that was made last
}

func (w *writer) close() {
	if w.root != nil {
		_ = w.root.Close() // a directory that was only read
	}
}

// open opens the directory, and creates it when it is missing.
func (w *writer) open() error {
	if err := os.MkdirAll(w.dir, 0o777); err != nil {
		return err
	}
	root, err := os.OpenRoot(w.dir)
	w.root = root
	return err
}

// write brings a text to a path.
func (w *writer) write(name string, text []byte) error {
	return w.replace(name, func(temp string) error {
		file, err := w.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return err
		}
		_, err = file.Write(text)
		if err == nil && w.sync {
			err = file.Sync()
		}
		return errors.Join(err, file.Close())
	})
}

// place brings an asset to its place, with its permissions.
func (w *writer) place(a *bundle.Asset) error {
	return w.replace(a.Path, func(temp string) error {
		h := sha256.New()
		err := otiai.Copy(a.Path, filepath.Join(w.dir, temp), otiai.Options{
			FS: w.fsys, Sync: w.sync,
			WrapReader: func(r io.Reader) io.Reader { return io.TeeReader(r, h) },
			PermissionControl: func(_ fs.FileInfo, dest string) (func(*error), error) {
				return func(err *error) { *err = errors.Join(*err, os.Chmod(dest, a.Mode.Perm())) }, nil
			},
		})
		if err == nil && hex.EncodeToString(h.Sum(nil)) != a.Sum {
			err = errMoving
		}
		return err
	})
}

var errMoving = errors.New("it changed while it was copied")

// replace has a file filled under a temporary name and then gives it its own. A failure leaves nothing behind.
func (w *writer) replace(name string, fill func(temp string) error) error {
	dir := path.Dir(name)
	if dir != w.made {
		if err := w.root.MkdirAll(filepath.FromSlash(dir), 0o777); err != nil {
			return err
		}
		w.made = dir
	}
	temp := filepath.FromSlash(path.Join(dir, tempPrefix+rand.Text()))
	err := fill(temp)
	if err == nil {
		err = w.root.Rename(temp, filepath.FromSlash(name))
	}
	if err != nil {
		_ = w.root.Remove(temp) // it need not be there
	}
	return err
}

// hasDebris reports whether a killed run left something in the top directory, or another run is at work.
func hasDebris(root *os.Root) bool {
	entries, _ := fs.ReadDir(root.FS(), ".") // what cannot be read has none
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return e.Name() == lockName || tempName.MatchString(e.Name())
	})
}

// sweep removes the temporary files that a killed run left in a directory.
func (w *writer) sweep(dir string) {
	entries, _ := fs.ReadDir(w.root.FS(), dir) // what cannot be read is not swept
	for _, e := range entries {
		if e.Type().IsRegular() && tempName.MatchString(e.Name()) {
			_ = w.root.Remove(filepath.FromSlash(path.Join(dir, e.Name())))
		}
	}
}
