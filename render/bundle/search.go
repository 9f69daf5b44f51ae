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
	"path/filepath"
	"slices"
	"syscall"
	"unicode/utf8"

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
	anyFile bool          // sources count too, because nothing is copied
}

// maxProblems is how many problems of one value are shown.
const maxProblems = 10

// start searches what a value names, and returns it with a word about problems that are not shown.
func (s *search) start(name, value string) *found {
	s.visit(name, value)
	if len(s.assets) > 0 && s.named == "" {
		s.named = name
	}
	if s.more > 0 {
		d := leftOut(render.CodeAssetIrregular, value, "", "name a smaller directory, or remove them from it")
		d.Message = fmt.Sprintf("%d more things in `%s` are not copied", s.more, value)
		s.problems = append(s.problems, d)
	}
	return &s.found
}

// leaveOut notes something that is not copied.
func (s *search) leaveOut(d diag.Diagnostic) {
	if len(s.problems) < maxProblems {
		s.problems = append(s.problems, d)
		return
	}
	s.more++
}

// visit adds what is at a path below the root. shown is how messages call it.
func (s *search) visit(name, shown string) {
	info, err := s.f.root.Stat(name)
	switch {
	case s.skip(name):
		s.hidden(name, shown, info, err)
	case err != nil:
		s.broken(name, shown, err)
	case s.full():
	case !utf8.ValidString(name):
		s.leaveOut(leftOut(render.CodeAssetIrregular, shown, "its name is not UTF-8", "rename it"))
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
	return s.isSource(name) && !s.anyFile || s.f.outputs.has(name)
}

// isSource reports whether a path is one of the files that the image is defined by.
func (s *search) isSource(name string) bool { return s.ia.sources[name] || s.f.sourceNames[name] }

// hidden warns of a file that a config names, and that is no asset only because it lies where tailor writes.
func (s *search) hidden(name, shown string, info fs.FileInfo, err error) {
	if err == nil && len(s.parents) == 0 && info.Mode().IsRegular() && !s.isSource(name) && !s.f.outputs.own[name] {
		s.leaveOut(leftOut(render.CodeAssetIrregular, shown, "it lies in a directory that tailor writes", "move it out of the output directory"))
	}
}

// maxVisits bounds how often files and directories are looked at: links can lead to one file on many ways.
const maxVisits = 4 * MaxAssets

// full counts, and reports that there is too much.
func (s *search) full() bool {
	s.f.visits++
	if s.f.visits <= maxVisits && len(s.f.byPath) <= MaxAssets {
		return false
	}
	if !s.f.tooMany {
		s.f.report.Add(diag.Diagnostic{
			Code:    render.CodeTooManyAssets,
			Message: fmt.Sprintf("the configs name more than %d files", MaxAssets),
			Labels:  []diag.Label{s.by},
			Help:    "name what the image needs, not the directory around it",
		})
	}
	s.f.tooMany = true
	return true
}

// broken looks at something that is not there or cannot be reached.
func (s *search) broken(name, shown string, err error) {
	link, linkErr := s.f.root.Readlink(name)
	isLink := linkErr == nil
	switch {
	case isLink && filepath.IsAbs(link):
		s.leaveOut(leftOut(render.CodeAssetOutside, shown, "it is an absolute link", "write the link relative to its directory"))
	case render.Escapes(err):
		s.leaveOut(outside(shown))
	case errors.Is(err, syscall.ELOOP) && (isLink || len(s.parents) > 0):
		s.leaveOut(leftOut(render.CodeAssetIrregular, shown, "it goes through too many links", "repair the link, or remove it"))
	case missing(err) && isLink:
		s.leaveOut(leftOut(render.CodeAssetIrregular, shown, "the link leads nowhere", "repair the link, or remove it"))
	case missing(err):
		s.absent(name)
	default:
		s.leaveOut(leftOut(render.CodeAssetIrregular, shown, diag.Cause(err), "make it readable"))
	}
}

// absent notes the directory around something that is not there: what appears in it later can be an asset.
func (s *search) absent(name string) {
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		if info, err := s.f.root.Stat(dir); dir == "." || err == nil && info.IsDir() {
			s.f.dirs[dir] = true
			return
		}
	}
}

// unreadable reports a file that cannot be read: it is needed.
func (s *search) unreadable(name string, err error) {
	s.f.report.Add(diag.Diagnostic{
		Code: render.CodeRead, Message: "cannot read `" + name + "`: " + diag.Cause(err),
		Labels: []diag.Label{s.by}, Help: "make it readable, or remove it",
	})
}

func (s *search) directory(name, shown string, info fs.FileInfo) {
	same := func(other fs.FileInfo) bool { return os.SameFile(info, other) }
	switch {
	case slices.ContainsFunc(s.ia.above, same) || s.f.outputs.is(info) || s.f.outputs.inTree(name):
		return
	case slices.ContainsFunc(s.parents, same):
		s.leaveOut(leftOut(render.CodeAssetIrregular, shown, "the link leads back into itself", "remove the link"))
		return
	}
	if len(s.parents) == 0 {
		s.named = name + "/"
	}
	entries, err := fs.ReadDir(s.f.root.FS(), name)
	if err != nil {
		s.unreadable(name, err)
		return
	}
	if len(entries) == 0 {
		s.leaveOut(leftOut(render.CodeAssetIrregular, shown, "the directory is empty", "put a file into it, as git needs too"))
		return
	}
	s.f.dirs[name] = true
	s.parents = append(s.parents, info)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	for _, e := range entries {
		s.visit(path.Join(name, e.Name()), path.Join(shown, e.Name()))
	}
	s.parents = s.parents[:len(s.parents)-1]
}

func (s *search) file(name, shown string, info fs.FileInfo) {
	if !s.anyFile && (s.f.sourceFiles.Has(info) || s.ia.included.Has(info)) {
		return
	}
	if info.Size() > MaxUnasked && !s.asked && !s.ia.asked[name] {
		s.leaveOut(leftOut(render.CodeAssetTooLarge, shown, fmt.Sprintf("it is larger than %d MiB", MaxUnasked>>20), "list it in `assets:` of the image to copy it"))
		return
	}
	known := s.f.byPath[name]
	if known == nil {
		known = &Asset{Path: name, Mode: info.Mode().Perm(), info: info, by: s.by}
		s.f.byPath[name] = known
	}
	s.assets = append(s.assets, known)
}

// sum returns the hash of the content of an asset, which is read once. It reports one that cannot be read. When
// there are too many assets none is read any more.
func (f *finder) sum(a *Asset) string {
	if a.Sum != "" || f.tooMany || f.noDigests && f.read[a.Path] {
		return a.Sum
	}
	f.read[a.Path] = true
	sum, err := f.hash(a.Path)
	if err != nil {
		(&search{f: f, by: a.by}).unreadable(a.Path, err)
		return ""
	}
	a.Sum = sum
	return sum
}

// hash is the SHA-256 of the content of a file. Without digests it is "": then it is enough that the file opens.
func (f *finder) hash(name string) (string, error) {
	file, err := f.root.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	if f.noDigests {
		return "", nil
	}
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
