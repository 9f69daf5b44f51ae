package bundle

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"tailor/internal/diag"
	"tailor/internal/yamltree"
	"tailor/render"
)

// finder looks for the files that values name. It looks up each value of an image once.
type finder struct {
	w      *render.Workspace
	root   *os.Root
	prefix string // of the workspace below the root
	report *diag.Report
	out    string // the output directory below the root, "" when there is none in the way
	quiet  bool   // assets are not copied, so warnings about them are left out

	byPath map[string]*Asset // all files that were found
	read   map[string]bool   // files by path
	dirs   map[string]bool   // that were searched
	images map[*render.Image]*imageAssets
	visits int
}

// imageAssets is what is known of the values of one image.
type imageAssets struct {
	img     *render.Image
	dir     string          // of the image, below the root
	above   []fs.FileInfo   // the directory of the image and those around it
	sources map[string]bool // files that are never assets
	listed  []*Asset        // those of `assets:`
	asked   map[string]bool // their paths
	byValue map[string]found
}

// found is what a value names, and what is wrong with it.
type found struct {
	assets   []*Asset
	problems []diag.Diagnostic // without a place
}

func newFinder(w *render.Workspace, root *os.Root, prefix string, report *diag.Report) *finder {
	return &finder{
		w: w, root: root, prefix: prefix, report: report,
		byPath: map[string]*Asset{}, read: map[string]bool{}, dirs: map[string]bool{},
		images: map[*render.Image]*imageAssets{},
	}
}

// exclude keeps the finder out of an output directory, unless that holds an image: then it is the tree of the
// sources, and nothing is copied onto itself later.
func (f *finder) exclude(root, out string) {
	abs, err := filepath.Abs(out)
	if out == "" || err != nil {
		return
	}
	if resolved, err := filepath.EvalSymlinks(abs); err == nil {
		abs = resolved
	}
	rel, err := filepath.Rel(root, abs)
	if err != nil || !filepath.IsLocal(rel) || rel == "." {
		return
	}
	f.out = filepath.ToSlash(rel)
	for _, img := range f.w.Images {
		if within(path.Join(f.prefix, img.Dir), f.out) {
			f.out = ""
		}
	}
}

// within reports whether a path is a directory or below it.
func within(name, dir string) bool {
	return name == dir || dir == "." || strings.HasPrefix(name, dir+"/")
}

// image prepares what all configs of an image share.
func (f *finder) image(img *render.Image) *imageAssets {
	if known := f.images[img]; known != nil {
		return known
	}
	ia := &imageAssets{
		img: img, dir: path.Join(f.prefix, img.Dir), sources: map[string]bool{},
		asked: map[string]bool{}, byValue: map[string]found{},
	}
	f.images[img] = ia
	for name := range f.w.SourcesOf(img) {
		ia.sources[path.Join(f.prefix, name)] = true
	}
	for dir := ia.dir; ; dir = path.Dir(dir) {
		if info, err := f.root.Stat(dir); err == nil {
			ia.above = append(ia.above, info)
		}
		if dir == "." {
			break
		}
	}
	f.list(ia)
	return ia
}

// assets returns the assets of a config, sorted by path, and reports what is wrong with them.
func (f *finder) assets(r render.Rendering) []*Asset {
	ia := f.image(r.Cell.Image)
	set := map[*Asset]bool{}
	for _, a := range ia.listed {
		set[a] = true
	}
	f.walk(r.Config, func(n *yamltree.Node) {
		got := f.value(ia, n)
		for _, a := range got.assets {
			set[a] = true
		}
		if !f.quiet {
			f.problems(got.problems, r, n)
		}
	})
	out := make([]*Asset, 0, len(set))
	for a := range set {
		out = append(out, a)
	}
	slices.SortFunc(out, byPath)
	return out
}

// problems reports the problems of a value, at its place.
func (f *finder) problems(problems []diag.Diagnostic, r render.Rendering, n *yamltree.Node) {
	for _, p := range problems {
		p.Labels = []diag.Label{{Span: n.Span, Primary: true, Via: n.Via.Sites()}}
		f.report.AddIn(r.Output.Slug, p)
	}
}

// walk calls do for every string in a tree.
func (f *finder) walk(n *yamltree.Node, do func(*yamltree.Node)) {
	switch n.Kind {
	case yamltree.Map:
		for _, e := range n.Entries {
			f.walk(e.Value, do)
		}
	case yamltree.List:
		for _, item := range n.Items {
			f.walk(item, do)
		}
	case yamltree.Scalar:
		if n.Type == yamltree.String {
			do(n)
		}
	default:
	}
}

// value returns what a string names.
func (f *finder) value(ia *imageAssets, n *yamltree.Node) found {
	got, ok := ia.byValue[n.Value]
	if !ok {
		got = f.find(ia, n)
		ia.byValue[n.Value] = got
	}
	return got
}

// maxPath is the length in bytes from which no system takes a path.
const maxPath = 4096

// find looks for the file or directory that a string names.
func (f *finder) find(ia *imageAssets, n *yamltree.Node) found {
	v := n.Value
	if v == "" || len(v) > maxPath || strings.ContainsAny(v, "\n\x00") || path.IsAbs(v) {
		return found{}
	}
	name := path.Join(ia.dir, v)
	switch {
	case within(ia.dir, name) || strings.Trim(name, "./") == "":
		return found{} // the directory of the image, or one around it
	case name == ".." || strings.HasPrefix(name, "../"):
		return found{problems: []diag.Diagnostic{outside(v)}}
	}
	s := &search{f: f, ia: ia, by: diag.Label{Span: n.Span, Primary: true, Via: n.Via.Sites()}}
	s.visit(name, v)
	return s.all(v)
}

// outside warns of a path that leaves the workspace.
func outside(value string) diag.Diagnostic {
	return diag.Diagnostic{
		Severity: diag.Warning, Code: render.CodeAssetOutside,
		Message: "`" + value + "` leaves the workspace: it is not copied",
		Help:    "move it into the workspace, or let `render.bundleRoot` in tailor.yaml name a directory around both",
	}
}

// leftOut warns of something that a config names and that is not copied.
func leftOut(code diag.Code, name, why, help string) diag.Diagnostic {
	return diag.Diagnostic{
		Severity: diag.Warning, Code: code,
		Message: fmt.Sprintf("`%s` is not copied: %s", name, why), Help: help,
	}
}

// missing reports whether an error says that a string names no file, as most strings do not.
func missing(err error) bool {
	for _, target := range []error{fs.ErrNotExist, syscall.ENOTDIR, syscall.ENAMETOOLONG, syscall.EINVAL, syscall.ELOOP} {
		if errors.Is(err, target) {
			return true
		}
	}
	return false
}
