package bundle

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"tailor/internal/diag"
	"tailor/render"
)

// search collects what one value names: a file, or all files of a directory. Symbolic links are followed
// inside the root.
type search struct {
	found

	f       *finder
	ia      *imageAssets
	by      diag.Label
	parents []fs.FileInfo // the directories that are being looked into
	asked   bool          // by `assets:`, so that no file is too large
}

// visit adds what is at a path below the root. shown is how messages call it.
func (s *search) visit(name, shown string) {
	if s.skip(name) || s.full() {
		return
	}
	info, err := s.f.root.Stat(name)
	switch {
	case render.Escapes(err):
		s.problems = append(s.problems, outside(shown))
	case err != nil && missing(err):
		s.absent(name, shown)
	case err != nil:
		s.unreadable(name, err)
	case info.IsDir():
		s.directory(name, shown, info)
	case info.Mode().IsRegular():
		s.file(name, shown, info)
	default:
		s.problems = append(s.problems, leftOut(render.CodeAssetIrregular, shown, "it is neither a file nor a directory",
			"let it be a regular file"))
	}
}

// skip reports whether a path is never an asset.
func (s *search) skip(name string) bool {
	return s.ia.sources[name] || s.f.out != "" && within(name, s.f.out) || strings.HasPrefix(path.Base(name), Reserved)
}

// Reserved starts the names of the files that tailor keeps for itself in output directories.
const Reserved = ".tailor-"

// full counts, and reports that there is too much.
func (s *search) full() bool {
	s.f.visits++
	if s.f.visits <= MaxAssets {
		return false
	}
	s.f.report.Add(diag.Diagnostic{
		Code:    render.CodeTooManyAssets,
		Message: "the configs name more than 100,000 files and directories",
		Labels:  []diag.Label{s.by},
		Help:    "name what the image needs, not the directory around it, or switch copying off with `--assets none`",
	})
	return true
}

// absent looks at something that is not there. At the top that is a string like any other; in a directory it
// is a link to nothing. What appears later in the directory around it can make it an asset.
func (s *search) absent(name, shown string) {
	if len(s.parents) > 0 {
		s.problems = append(s.problems, leftOut(render.CodeAssetIrregular, shown, "the link leads nowhere", "repair the link, or remove it"))
		return
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if info, err := s.f.root.Stat(dir); err == nil && info.IsDir() {
			s.f.dirs[dir] = true
			return
		}
	}
}

// unreadable reports a file that cannot be read: it may be needed.
func (s *search) unreadable(name string, err error) {
	s.f.report.Add(diag.Diagnostic{
		Code: render.CodeRead, Message: "cannot read `" + name + "`: " + diag.Cause(err),
		Labels: []diag.Label{s.by}, Help: "make it readable, or remove it",
	})
}

func (s *search) directory(name, shown string, info fs.FileInfo) {
	same := func(other fs.FileInfo) bool { return os.SameFile(info, other) }
	if slices.ContainsFunc(s.ia.above, same) {
		return
	}
	if slices.ContainsFunc(s.parents, same) {
		s.problems = append(s.problems, leftOut(render.CodeAssetIrregular, shown, "the link leads back into itself", "remove the link"))
		return
	}
	entries, err := fs.ReadDir(s.f.root.FS(), name)
	if err != nil {
		s.unreadable(name, err)
		return
	}
	s.f.dirs[name] = true
	s.parents = append(s.parents, info)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	for _, e := range entries {
		s.visit(path.Join(name, e.Name()), path.Join(shown, e.Name()))
	}
	s.parents = s.parents[:len(s.parents)-1]
	if len(entries) == 0 {
		s.add(name, &Asset{Path: name, Mode: fs.ModeDir})
	}
}

func (s *search) file(name, shown string, info fs.FileInfo) {
	if info.Size() > MaxUnasked && !s.asked && !s.ia.asked[name] {
		s.problems = append(s.problems, leftOut(render.CodeAssetTooLarge, shown, "it is larger than 64 MiB",
			"list it in `assets:` of the image to copy it"))
		return
	}
	s.add(name, &Asset{Path: name, Mode: info.Mode().Perm(), size: info.Size()})
}

// add takes an asset, read once however many values name it.
func (s *search) add(name string, a *Asset) {
	if known := s.f.byPath[name]; known != nil {
		s.assets = append(s.assets, known)
		return
	}
	a.by = s.by
	if !a.Mode.IsDir() {
		sum, err := s.f.sum(name)
		if err != nil {
			s.unreadable(name, err)
			return
		}
		a.Sum = sum
	}
	s.f.byPath[name] = a
	s.assets = append(s.assets, a)
}

// sum hashes the content of a file.
func (f *finder) sum(name string) (string, error) {
	file, err := f.root.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	f.read[name] = true
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
