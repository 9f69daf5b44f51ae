package render

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// files reads the YAML files of a workspace, each of them once. It never leaves the workspace: paths
// are resolved by an os.Root, symbolic links too.
type files struct {
	root   *os.Root
	edited map[string][]byte // what files are to be read as
	byPath map[string]*document
	early  map[string]*document // that were read and not asked for yet
}

// document is one file of the workspace, read and parsed.
type document struct {
	file   *source.File
	root   *yamltree.Node
	faults []diag.Diagnostic
	info   fs.FileInfo
	err    error // the file could not be read
}

func newFiles(root *os.Root, edited map[string][]byte) *files {
	return &files{root: root, edited: edited, byPath: map[string]*document{}, early: map[string]*document{}}
}

// load returns the file at a slash-separated path from the root.
func (f *files) load(name string) *document {
	name = path.Clean(name)
	if doc, ok := f.byPath[name]; ok {
		return doc
	}
	doc := f.early[name]
	if doc == nil {
		doc = f.read(name)
	}
	delete(f.early, name)
	f.byPath[name] = doc
	return doc
}

// expect reads files that will be loaded and were not yet, several at a time.
func (f *files) expect(names []string) {
	names = slices.DeleteFunc(names, func(name string) bool { return f.byPath[name] != nil })
	docs := make([]*document, len(names))
	Share(len(names), runtime.GOMAXPROCS(0), func(_, i int) { docs[i] = f.read(names[i]) })
	for i, name := range names {
		f.early[name] = docs[i]
	}
}

// identity names a file whatever path led to it: the first of the paths to it that were loaded.
func (f *files) identity(doc *document) string {
	id := doc.file.Path
	for name, other := range f.byPath {
		if name < id && other.info != nil && os.SameFile(other.info, doc.info) {
			id = name
		}
	}
	return id
}

func (f *files) read(name string) *document {
	raw, info, err := f.bytes(name)
	if err != nil {
		return &document{file: source.NewPath(name), err: err}
	}
	doc := &document{file: source.New(name, raw), info: info}
	doc.root, doc.faults = yamltree.Parse(doc.file)
	return doc
}

// bytes reads one byte more than a file may have, so that Parse sees when there are too many. It opens without waiting, as
// it would for whoever writes into a pipe.
func (f *files) bytes(name string) ([]byte, fs.FileInfo, error) {
	file, err := f.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = notRegular(info)
	}
	if err != nil {
		return nil, nil, err
	}
	if text, ok := f.edited[name]; ok {
		return text, info, nil
	}
	raw, err := io.ReadAll(io.LimitReader(file, yamltree.MaxFile+1))
	return raw, info, err
}

// notRegular is the cause why something that exists cannot be read as a file.
func notRegular(info fs.FileInfo) error {
	if info.IsDir() {
		return errors.New("it is a directory")
	}
	return errors.New("it is not a regular file")
}

// Escapes reports whether an os.Root refused to follow a path out of the root.
func Escapes(err error) bool {
	return err != nil && strings.Contains(err.Error(), "path escapes from parent")
}

// readFault reports a file that cannot be read.
func readFault(name string, err error) diag.Diagnostic {
	d := diag.New(CodeRead, source.NewPath(name).Whole(), fmt.Sprintf("cannot read `%s`: %s", name, diag.Cause(err)), "")
	if Escapes(err) {
		d.Message = fmt.Sprintf("cannot read `%s`: it lies outside the workspace", name)
		d.Help = "put the file into the workspace: links that leave it, and absolute links, are not followed"
	}
	return d
}
