package bundle

import (
	"cmp"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"tailor/render"
)

// Reserved starts the names of the files that tailor keeps for itself in output directories.
const Reserved = ".tailor-"

// ManifestName is the name of the file that says of a directory that tailor writes it.
const ManifestName = render.OutputManifest

// outputs knows which files below the root of a bundle are output: they are never assets.
type outputs struct {
	root *os.Root
	dirs []fs.FileInfo   // of the directories that are written now or by the settings, whatever their path
	own  map[string]bool // paths that are written, in a directory that holds sources too
	here map[string]bool // whether a directory is an output tree or lies in one
	keep map[string]bool // directories that hold sources, which are no output tree whatever is in them
}

// newOutputs looks at the output directory of this run and at those of the settings.
func newOutputs(w *render.Workspace, b *Bundle, prefix string, o Options, plan *render.Plan) *outputs {
	out := &outputs{root: b.root, own: map[string]bool{}, here: map[string]bool{}, keep: map[string]bool{}}
	sources := w.Sources()
	for _, img := range w.Images {
		sources = append(sources, img.Included()...)
	}
	for _, name := range sources {
		for dir := path.Join(prefix, path.Dir(name)); !out.keep[dir]; dir = path.Dir(dir) {
			out.keep[dir] = true
		}
	}
	for _, dir := range []string{cmp.Or(w.Settings.OutputDir, "out"), w.Settings.ExportDir} {
		if dir != "" && !filepath.IsAbs(dir) {
			dir = filepath.Join(w.Dir(), filepath.FromSlash(dir))
		}
		out.exclude(b, dir)
	}
	if out.exclude(b, o.OutputDir) {
		b.overlaps = true
		w.LoadAll() // whatever any image includes must not be overwritten
		b.inPlace = out.ownPaths(b.dir, prefix, o, plan)
	}
	return out
}

// exclude adds an output directory. It reports whether that holds sources: then it is the tree of the sources, or
// lies around it, and only single files in it are output.
func (out *outputs) exclude(b *Bundle, dir string) (holdsSources bool) {
	info, err := os.Stat(dir)
	if dir == "" || err != nil {
		return false
	}
	for name := range out.keep {
		if kept, err := b.root.Stat(name); err == nil && os.SameFile(kept, info) {
			return true
		}
	}
	resolved, err := filepath.EvalSymlinks(dir)
	if abs, absErr := filepath.Abs(resolved); err == nil && absErr == nil {
		if rel, err := filepath.Rel(abs, b.dir); err == nil && filepath.IsLocal(rel) {
			return true // around the root
		}
	}
	out.dirs = append(out.dirs, info)
	return false
}

// ownPaths notes what this run writes, and what earlier ones wrote, into a tree of sources. It reports whether that
// is the root itself: an asset there is its own copy, whatever a manifest says.
func (out *outputs) ownPaths(root, prefix string, o Options, plan *render.Plan) (inPlace bool) {
	abs, err := filepath.Abs(o.OutputDir)
	if resolved, resolveErr := filepath.EvalSymlinks(abs); resolveErr == nil {
		abs = resolved
	}
	below, relErr := filepath.Rel(root, abs)
	if err != nil || relErr != nil {
		return false
	}
	inPlace = below == "."
	add := func(name string) { out.own[path.Join(filepath.ToSlash(below), name)] = true }
	for _, c := range plan.Cells {
		for _, output := range c.Outputs {
			add(o.place(prefix, c.Path(output)))
		}
	}
	if o.Listed == nil {
		return inPlace
	}
	for name, isConfig := range o.Listed() {
		if isConfig || !inPlace {
			add(name)
		}
	}
	return inPlace
}

// has reports whether a path is output.
func (out *outputs) has(name string) bool {
	return strings.HasPrefix(path.Base(name), Reserved) || out.own[name] || out.inTree(path.Dir(name))
}

// inTree reports whether a directory is an output tree or lies in one: one that is written, or that a manifest says
// is tailor's.
func (out *outputs) inTree(dir string) bool {
	in, known := out.here[dir]
	if !known {
		in = !out.keep[dir] && (out.isTree(dir) || dir != "." && out.inTree(path.Dir(dir)))
		out.here[dir] = in
	}
	return in
}

func (out *outputs) isTree(dir string) bool {
	if _, err := out.root.Lstat(path.Join(dir, ManifestName)); err == nil {
		return true
	}
	info, err := out.root.Stat(dir)
	return err == nil && out.is(info)
}

// is reports whether a directory is one that is written.
func (out *outputs) is(info fs.FileInfo) bool {
	for _, dir := range out.dirs {
		if os.SameFile(dir, info) {
			return true
		}
	}
	return false
}
