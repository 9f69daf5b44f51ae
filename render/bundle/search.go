package bundle

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"

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
	more    int           // problems that are not shown
	asked   bool          // by `assets:`, so that no file is too large
}

// maxProblems is how many problems of one value are shown.
const maxProblems = 10

// leaveOut notes something that is not copied.
func (s *search) leaveOut(d diag.Diagnostic) {
	if len(s.problems) < maxProblems {
		s.problems = append(s.problems, d)
		return
	}
	s.more++
}

// all returns what the search found for a value, with a word about problems that are not shown.
func (s *search) all(value string) found {
	if s.more > 0 {
		d := leftOut(render.CodeAssetIrregular, value, "", "name a smaller directory, or remove them from it")
		d.Message = fmt.Sprintf("%d more things in `%s` are not copied", s.more, value)
		s.problems = append(s.problems, d)
	}
	return s.found
}

// visit adds what is at a path below the root. shown is how messages call it.
func (s *search) visit(name, shown string) {
	if s.skip(name) || s.full() {
		return
	}
	info, err := s.f.root.Stat(name)
	switch {
	case render.Escapes(err):
		s.leaveOut(outside(shown))
	case err != nil && missing(err):
		s.absent(name, shown, err)
	case err != nil:
		s.unreadable(name, err)
	case info.IsDir():
		s.directory(name, shown, info)
	case info.Mode().IsRegular():
		s.file(name, shown, info)
	default:
		s.leaveOut(leftOut(render.CodeAssetIrregular, shown, "it is neither a file nor a directory", "let it be a regular file"))
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
func (s *search) absent(name, shown string, err error) {
	if len(s.parents) > 0 {
		why := "the link leads nowhere"
		if errors.Is(err, syscall.ELOOP) {
			why = "it goes through too many links"
		}
		s.leaveOut(leftOut(render.CodeAssetIrregular, shown, why, "repair the link, or remove it"))
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
		s.leaveOut(leftOut(render.CodeAssetIrregular, shown, "the link leads back into itself", "remove the link"))
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
		s.leaveOut(leftOut(render.CodeAssetTooLarge, shown, "it is larger than 64 MiB", "list it in `assets:` of the image to copy it"))
		return
	}
	s.add(name, &Asset{Path: name, Mode: info.Mode().Perm(), size: info.Size()})
}

// add takes an asset, one however many values name it.
func (s *search) add(name string, a *Asset) {
	if known := s.f.byPath[name]; known != nil {
		s.assets = append(s.assets, known)
		return
	}
	a.by = s.by
	s.f.byPath[name] = a
	s.assets = append(s.assets, a)
}

// sum returns the hash of the content of an asset, which is read once. It reports one that cannot be read. When
// there are too many assets none is read any more.
func (f *finder) sum(a *Asset) string {
	if a.Sum != "" || a.Mode.IsDir() || f.visits > MaxAssets {
		return a.Sum
	}
	f.read[a.Path] = true
	h := sha256.New()
	file, err := f.root.Open(a.Path)
	if err == nil {
		defer file.Close()
		_, err = io.Copy(h, file)
	}
	if err != nil {
		(&search{f: f, by: a.by}).unreadable(a.Path, err)
		return ""
	}
	a.Sum = hex.EncodeToString(h.Sum(nil))
	return a.Sum
}
