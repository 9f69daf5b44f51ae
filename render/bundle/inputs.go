package bundle

import (
	"io/fs"
	"slices"
)

// searchedFS is the root as a file system; it notes the directories that are looked into.
type searchedFS struct{ f *finder }

// Open opens a file.
func (s searchedFS) Open(name string) (fs.File, error) {
	return s.f.root.FS().Open(name) //nolint:wrapcheck // callers word the cause
}

// Stat follows links inside the root.
func (s searchedFS) Stat(name string) (fs.FileInfo, error) {
	return fs.Stat(s.f.root.FS(), name) //nolint:wrapcheck // callers word the cause
}

// ReadDir lists a directory.
func (s searchedFS) ReadDir(name string) ([]fs.DirEntry, error) {
	s.f.dirs[name] = true
	return fs.ReadDir(s.f.root.FS(), name) //nolint:wrapcheck // callers word the cause
}

// Inputs returns the files that were read and the directories that were searched for the bundle, besides those
// of the workspace, as slash-separated paths from Dir, each sorted.
func (b *Bundle) Inputs() (files, dirs []string) { return b.files, b.dirs }

// Dir is the root of the bundle, an absolute path of the operating system.
func (b *Bundle) Dir() string { return b.dir }

// sources are the files that were read or found, and those of the workspace.
func (f *finder) sources() []fs.FileInfo {
	out := slices.Clone(f.infos)
	for _, a := range f.byPath {
		out = append(out, a.info)
	}
	return out
}

// inputs lists what the finder looked at.
func (f *finder) inputs() (files, dirs []string) {
	for name := range f.read {
		files = append(files, name)
	}
	for name := range f.dirs {
		dirs = append(dirs, name)
	}
	slices.Sort(files)
	slices.Sort(dirs)
	return files, dirs
}
