package render

import (
	"io/fs"
	"os"
	"slices"
)

// tree is the workspace as a file system that remembers which of its directories were looked into: what is
// new in one of them can change the result.
type tree struct {
	fs.FS

	searched map[string]bool // false for those in which only an image.yaml was looked for
}

func newTree(root *os.Root) *tree {
	return &tree{FS: root.FS(), searched: map[string]bool{}}
}

// ReadDir lists a directory.
func (t *tree) ReadDir(name string) ([]fs.DirEntry, error) {
	t.searched[name] = true
	return fs.ReadDir(t.FS, name) //nolint:wrapcheck // callers word the cause
}

// Stat follows links inside of the workspace.
func (t *tree) Stat(name string) (fs.FileInfo, error) {
	return fs.Stat(t.FS, name) //nolint:wrapcheck // callers word the cause
}

// candidate notes a directory in which there could be an image.yaml.
func (t *tree) candidate(dir string) { t.searched[dir] = t.searched[dir] || false }

// Inputs returns the files that were read and the directories that were searched so far, as slash-separated
// paths from the root, each sorted: the result can change only when one of them does. Candidates are directories
// without an image.yaml, which matter when one appears in them.
func (w *Workspace) Inputs() (files, dirs, candidates []string) {
	for name, doc := range w.files.byPath {
		if doc.err == nil {
			files = append(files, name)
		}
	}
	for name, listed := range w.tree.searched {
		if listed {
			dirs = append(dirs, name)
		} else {
			candidates = append(candidates, name)
		}
	}
	slices.Sort(files)
	slices.Sort(dirs)
	slices.Sort(candidates)
	return files, dirs, candidates
}
