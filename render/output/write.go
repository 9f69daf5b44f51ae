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
	"sync"

	otiai "github.com/otiai10/copy"

	"tailor/render/bundle"
)

// tempPrefix starts the name of a file that is being written; 26 random letters and digits follow.
const tempPrefix = bundle.Reserved + "tmp-"

var tempName = regexp.MustCompile(`^\.tailor-tmp-[A-Z2-7]{26}$`)

// writer writes files below a directory. It is safe for concurrent use.
type writer struct {
	dir  string
	fsys fs.FS // where assets are
	sync bool
	root *os.Root
	dirs *dirs

	mu      sync.Mutex
	made    map[string]bool       // directories
	handles map[*os.Root]*os.File // of directories
}

func (w *writer) close() {
	for _, dir := range w.handles {
		_ = dir.Close() // a directory that was only looked at; nil has nothing to close
	}
	if w.dirs != nil {
		w.dirs.close()
	}
}

// open opens the directory, and creates it when it is missing.
func (w *writer) open() error {
	if err := os.MkdirAll(w.dir, 0o777); err != nil {
		return err
	}
	root, err := os.OpenRoot(w.dir)
	if err == nil {
		w.root, w.dirs, w.made, w.handles = root, newDirs(root), map[string]bool{}, map[*os.Root]*os.File{}
	}
	return err
}

// write brings a text to a path. Very many texts are written, so it does without what package os does besides, where the
// system lets it.
func (w *writer) write(name string, text []byte) error {
	err := w.mkdir(path.Dir(name))
	if err != nil {
		return err
	}
	root, base, err := w.dirs.of(name)
	if err != nil {
		return err
	}
	if dir := w.handle(root); dir != nil && base == path.Base(name) {
		err = replaceIn(dir, base, tempPrefix+rand.Text(), text, w.sync)
		if !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
	}
	return w.stream(name, func(to io.Writer) error {
		_, err := to.Write(text)
		return err
	})
}

// handle is the open directory of a root; nil when it cannot be opened.
func (w *writer) handle(root *os.Root) *os.File {
	w.mu.Lock()
	defer w.mu.Unlock()
	dir, ok := w.handles[root]
	if !ok {
		dir, _ = root.Open(".") // without it there is another way
		w.handles[root] = dir
	}
	return dir
}

// stream brings to a path what is written.
func (w *writer) stream(name string, write func(io.Writer) error) error {
	return w.replace(name, func(root *os.Root, temp string) error {
		file, err := root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return err
		}
		err = write(file)
		if err == nil && w.sync {
			err = file.Sync()
		}
		return errors.Join(err, file.Close())
	})
}

// place brings an asset to its place, with its permissions.
func (w *writer) place(a *bundle.Asset) error {
	return w.replace(a.Path, func(_ *os.Root, temp string) error {
		h := sha256.New()
		err := otiai.Copy(a.Path, filepath.Join(w.dir, filepath.FromSlash(path.Dir(a.Path)), filepath.Base(temp)), otiai.Options{
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

// replace has a file filled under a temporary name, in a root that holds its directory, and then gives it its own name. A
// failure leaves nothing behind.
func (w *writer) replace(name string, fill func(root *os.Root, temp string) error) error {
	if err := w.mkdir(path.Dir(name)); err != nil {
		return err
	}
	root, base, err := w.dirs.of(name)
	if err != nil {
		return err
	}
	temp := filepath.Join(filepath.Dir(base), tempPrefix+rand.Text())
	err = fill(root, temp)
	if err == nil {
		err = root.Rename(temp, base)
	}
	if err != nil {
		_ = root.Remove(temp) // it need not be there
	}
	return err
}

// mkdir makes a directory, once.
func (w *writer) mkdir(dir string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.made[dir] {
		return nil
	}
	err := w.root.MkdirAll(filepath.FromSlash(dir), 0o777)
	w.made[dir] = err == nil
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
