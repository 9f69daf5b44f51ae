// Package output writes rendered configs to disk.
//
// Each file is written to a temporary name beside it and then renamed, so that at any moment a file is
// the old one or the new one, never half of either. A file that has its bytes already is not touched.
// Nothing outside the output directory is written, also not through symbolic links in it.
//
//	result, faults, err := output.Write(ctx, "out", []output.File{{Path: "gizmo/gizmo_pro_amd64_cosi.yaml", Text: text}})
//
// It implements docs/reference/cli.md, "tailor render".
package output

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"

	"tailor/internal/diag"
	"tailor/internal/source"
)

// The codes of this package; docs/errors.md has an example and the cure for each.
const (
	// CodeWrite is a file or directory that cannot be written.
	CodeWrite diag.Code = "T0702"
	// CodeInTheWay is something else where a file or directory should be.
	CodeInTheWay diag.Code = "T0703"
)

// File is one file to write.
type File struct {
	// Path is below the output directory, slash-separated.
	Path string
	Text []byte
}

// Result says for each file, in order, whether it was written; the others were unchanged.
type Result struct {
	Written []bool
}

// tempPrefix starts the name of a file that is being written.
const tempPrefix = ".tailor-tmp-"

// Write brings files into a directory, which it creates when it is missing. It looks first at everything
// that is there and returns every obstacle that it finds; then nothing was written. Writing stops at the
// first file that fails, and when ctx is done: every file is whole then, old or new. No files at all
// create no directory.
//
// Faults are diagnostics with a path; the error is nil or that of ctx.
func Write(ctx context.Context, dir string, files []File) (Result, []diag.Diagnostic, error) {
	result := Result{Written: make([]bool, len(files))}
	if len(files) == 0 {
		return result, nil, nil
	}
	changed, faults := compare(dir, files)
	if len(faults) > 0 {
		return result, faults, nil
	}
	w := writer{dir: dir}
	defer w.close()
	for i, f := range files {
		if err := ctx.Err(); err != nil {
			return result, nil, err
		}
		if !changed[i] {
			continue
		}
		if err := w.write(f); err != nil {
			return result, []diag.Diagnostic{writeFault(dir, f.Path, err)}, nil
		}
		result.Written[i] = true
	}
	return result, nil, nil
}

// compare says which files differ from what a directory holds, and what stands in the way of any.
func compare(dir string, files []File) (changed []bool, faults []diag.Diagnostic) {
	changed = make([]bool, len(files))
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		for i := range changed {
			changed[i] = true
		}
		return changed, nil
	}
	if err != nil {
		return nil, []diag.Diagnostic{obstacle(dir, ".", err)}
	}
	defer root.Close()
	for i, f := range files {
		same, err := equal(root, f)
		if err != nil {
			faults = append(faults, obstacle(dir, f.Path, err))
		}
		changed[i] = !same
	}
	return changed, faults
}

// equal reports whether a file has its bytes already. A missing file has not; anything that is no
// regular file is an error.
func equal(root *os.Root, f File) (bool, error) {
	name := filepath.FromSlash(f.Path)
	info, err := root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case info.IsDir():
		return false, errIsDir
	case info.Mode()&fs.ModeSymlink != 0:
		return false, errIsLink
	case !info.Mode().IsRegular():
		return false, errNotRegular
	case info.Size() != int64(len(f.Text)):
		return false, nil
	}
	file, err := root.Open(name)
	if err != nil {
		return false, err
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	return err == nil && bytes.Equal(text, f.Text), err
}

var (
	errIsDir      = errors.New("there is a directory of this name")
	errIsLink     = errors.New("there is a symbolic link of this name")
	errNotRegular = errors.New("there is something else than a regular file of this name")
)

// writer writes files below a directory that it creates on the first one.
type writer struct {
	dir  string
	root *os.Root
	made string // the directory that was made last
}

func (w *writer) close() {
	if w.root != nil {
		_ = w.root.Close() // a directory that was only read
	}
}

func (w *writer) write(f File) error {
	if err := w.open(); err != nil {
		return err
	}
	if dir := path.Dir(f.Path); dir != w.made {
		if err := w.root.MkdirAll(filepath.FromSlash(dir), 0o777); err != nil {
			return err
		}
		w.made = dir
	}
	temp := path.Join(path.Dir(f.Path), tempPrefix+rand.Text())
	if err := w.fill(filepath.FromSlash(temp), f.Text); err != nil {
		return err
	}
	if err := w.root.Rename(filepath.FromSlash(temp), filepath.FromSlash(f.Path)); err != nil {
		return errors.Join(err, w.root.Remove(filepath.FromSlash(temp)))
	}
	return nil
}

func (w *writer) open() error {
	if w.root != nil {
		return nil
	}
	if err := os.MkdirAll(w.dir, 0o777); err != nil {
		return err
	}
	root, err := os.OpenRoot(w.dir)
	w.root = root
	return err
}

// fill makes a new file with a text; it leaves none behind when that fails.
func (w *writer) fill(name string, text []byte) error {
	file, err := w.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err = errors.Join(err, file.Close()); err != nil {
		return errors.Join(err, w.root.Remove(name))
	}
	return nil
}

func writeFault(dir, name string, err error) diag.Diagnostic {
	return fault(CodeWrite, dir, name, fmt.Sprintf("cannot write `%s`: %s", shown(dir, name), diag.Cause(err)))
}

func obstacle(dir, name string, err error) diag.Diagnostic {
	d := fault(CodeInTheWay, dir, name, fmt.Sprintf("cannot write `%s`: %s", shown(dir, name), why(dir, name, err)))
	d.Help = "move it away, or choose another directory with `--output-dir`"
	return d
}

// why says what stands in the way of a file.
func why(dir, name string, err error) string {
	if errors.Is(err, syscall.ENOTDIR) {
		for at := filepath.Join(dir, name); at != filepath.Dir(at); at = filepath.Dir(at) {
			if info, err := os.Stat(at); err == nil && !info.IsDir() {
				return "`" + filepath.ToSlash(at) + "` is no directory"
			}
		}
	}
	return diag.Cause(err)
}

func fault(code diag.Code, dir, name, message string) diag.Diagnostic {
	at := source.NewOutputPath(shown(dir, name))
	return diag.Diagnostic{Code: code, Message: message, Labels: []diag.Label{{Span: at.Whole(), Primary: true}}}
}

// shown is the path of a file below an output directory, as the user knows it.
func shown(dir, name string) string { return filepath.ToSlash(filepath.Join(dir, name)) }
