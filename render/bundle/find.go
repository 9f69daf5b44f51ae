package bundle

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"syscall"

	"tailor/internal/diag"
	"tailor/internal/yamltree"
	"tailor/render"
)

// finder looks for the files that values name. It looks up each value of an image once. Whoever uses it at the same
// time as others holds mu.
type finder struct {
	mu     sync.Mutex
	w      *render.Workspace
	root   *os.Root
	prefix string // of the workspace below the root
	report *diag.Report
	quiet  bool // assets are not copied, so warnings about them are left out
	none   Set  // that of all configs when they are not copied

	noDigests bool // files are only opened, to see that they can be read
	tooMany   bool // there are more files than tailor takes, which is reported

	sourceNames map[string]bool // the files by which the workspace is defined
	sourceFiles Identities      // the same

	outputs *outputs
	byPath  map[string]*Asset // all files that were found
	read    map[string]bool   // files by path
	dirs    map[string]bool   // that were searched
	images  map[*render.Image]*imageAssets
	visits  int
	infos   []fs.FileInfo // of all sources that are known
}

// imageAssets is what is known of the values of one image.
type imageAssets struct {
	img      *render.Image
	dir      string          // of the image, below the root
	above    []fs.FileInfo   // the directory of the image and those around it
	sources  map[string]bool // the files that it includes
	included Identities      // the same
	listed   []*found        // of `assets:`
	asked    map[string]bool // the paths of their files
	byValue  map[string]*found
	sets     map[string]*Set // by the names of which they consist
	needed   map[string]*Set // of `extraDependencies`, by value
}

// found is what a value names, and what is wrong with it.
type found struct {
	named    string // the path, with a slash for a directory; "" for nothing
	assets   []*Asset
	problems []diag.Diagnostic // without a place
}

func newFinder(w *render.Workspace, root *os.Root, prefix string, report *diag.Report) *finder {
	f := &finder{
		w: w, root: root, prefix: prefix, report: report,
		byPath: map[string]*Asset{}, read: map[string]bool{}, dirs: map[string]bool{},
		images: map[*render.Image]*imageAssets{}, sourceNames: map[string]bool{},
	}
	for _, name := range w.Sources() {
		f.source(name, f.sourceNames, &f.sourceFiles)
	}
	return f
}

// within reports whether a path is a directory or below it.
func within(name, dir string) bool {
	return name == dir || dir == "." || strings.HasPrefix(name, dir+"/")
}

// source notes a file of the workspace.
func (f *finder) source(name string, names map[string]bool, files *Identities) {
	at := path.Join(f.prefix, name)
	if names[at] {
		return
	}
	names[at] = true
	info := f.w.Info(name)
	if info == nil {
		var err error
		if info, err = f.root.Stat(at); err != nil {
			return
		}
	}
	files.Add(info)
	f.infos = append(f.infos, info)
}

// image prepares what all configs of an image share.
func (f *finder) image(img *render.Image) *imageAssets {
	if known := f.images[img]; known != nil {
		return known
	}
	ia := &imageAssets{
		img: img, dir: path.Join(f.prefix, img.Dir), sources: map[string]bool{},
		asked: map[string]bool{}, byValue: map[string]*found{}, sets: map[string]*Set{}, needed: map[string]*Set{},
	}
	f.images[img] = ia
	for _, name := range img.Included() {
		f.source(name, ia.sources, &ia.included)
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

// set returns the assets of some names, sorted by path. Most cells of an image have the same.
func (ia *imageAssets) set(names []*found) *Set {
	set := newSet(names)
	key := strings.Join(set.Named, "\x00")
	if known := ia.sets[key]; known != nil {
		return known
	}
	ia.sets[key] = set
	return set
}

func newSet(names []*found) *Set {
	named, all := map[string]bool{}, map[*Asset]bool{}
	for _, got := range names {
		named[got.named] = true
		for _, a := range got.assets {
			all[a] = true
		}
	}
	return &Set{Named: slices.Sorted(maps.Keys(named)), Assets: slices.SortedFunc(maps.Keys(all), byPath)}
}

// eachString calls do for every string in a tree.
func eachString(n *yamltree.Node, do func(*yamltree.Node)) {
	switch n.Kind {
	case yamltree.Map:
		for _, e := range n.Entries {
			eachString(e.Value, do)
		}
	case yamltree.List:
		for _, item := range n.Items {
			eachString(item, do)
		}
	case yamltree.Scalar:
		if n.Type == yamltree.String {
			do(n)
		}
	default:
	}
}

// value returns what a string names.
func (f *finder) value(ia *imageAssets, n *yamltree.Node) *found {
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
func (f *finder) find(ia *imageAssets, n *yamltree.Node) *found {
	v := n.Value
	if v == "" || len(v) > maxPath || strings.ContainsAny(v, "\n\x00") || path.IsAbs(v) {
		return &found{}
	}
	name := path.Join(ia.dir, v)
	switch {
	case within(ia.dir, name) || strings.Trim(name, "./") == "":
		return &found{} // the directory of the image, or one around it
	case name == ".." || strings.HasPrefix(name, "../"):
		return &found{problems: []diag.Diagnostic{outside(v)}}
	}
	s := &search{f: f, ia: ia, by: diag.Label{Span: n.Span, Primary: true, Via: n.Via.Sites()}}
	return s.start(name, v)
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
