package render

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// notIncluded warns of YAML files that nothing includes although they stand beside files that are included: the name
// of one is misspelt somewhere, or it is left over. Files that configs name are for Image Customizer.
func (plan *Plan) notIncluded(renderings []Rendering) {
	included := map[string]bool{}
	for _, img := range plan.w.Images {
		if img.layers == nil && !plan.loadQuietly(img) {
			return // nobody knows what it includes
		}
		for _, l := range img.allLayers() {
			for _, name := range appendIncludes(nil, img.Dir, l.Includes) {
				included[name] = true
			}
		}
	}
	orphans := plan.w.orphans(included)
	if len(orphans) == 0 {
		return
	}
	for _, r := range renderings {
		drop(orphans, r.Cell.Image.Dir, r.Config)
		drop(orphans, r.Cell.Image.Dir, r.ExtraDependencies)
	}
	for _, img := range plan.w.Images {
		for _, arg := range img.Assets {
			pattern := path.Join(img.Dir, arg.Value)
			orphans.delete(func(name string) bool {
				ok, _ := doublestar.Match(pattern, name)
				return ok || within(name, pattern)
			})
		}
	}
	for name, beside := range orphans {
		w := warning(CodeNotIncluded, source.NewPath(name).Whole(), "nothing includes `"+name+"`",
			"`$include` it, or move it away from the files that are included")
		w.Notes = []string{"`" + beside + "` beside it is included"}
		plan.w.report.Add(w)
	}
}

// orphanFiles are files that nothing includes, with one beside each that is.
type orphanFiles map[string]string

func (o orphanFiles) delete(match func(name string) bool) {
	for name := range o {
		if match(name) {
			delete(o, name)
		}
	}
}

// orphans lists the YAML files that are not included in directories of files that are.
func (w *Workspace) orphans(included map[string]bool) orphanFiles {
	own := map[string]bool{w.marker: true}
	for _, img := range w.Images {
		own[img.Path] = true
	}
	out := orphanFiles{}
	for _, beside := range slices.Sorted(maps.Keys(included)) {
		dir := path.Dir(beside)
		if strings.HasPrefix(path.Base(dir), "by-") {
			continue
		}
		entries, _ := fs.ReadDir(w.tree, dir) // it was read from a moment ago
		for _, e := range entries {
			name := path.Join(dir, e.Name())
			isYAML := path.Ext(name) == ".yaml" || path.Ext(name) == ".yml"
			if _, known := out[name]; isYAML && !known && !included[name] && !own[name] && !strings.HasPrefix(e.Name(), ".") && e.Type().IsRegular() {
				out[name] = beside
			}
		}
	}
	return out
}

// drop leaves out the files that a value of a tree names, and those in a directory that it names.
func drop(orphans orphanFiles, dir string, n *yamltree.Node) {
	switch {
	case n == nil || len(orphans) == 0:
	case n.Kind == yamltree.Scalar && n.Type == yamltree.String:
		named := path.Join(dir, n.Value)
		orphans.delete(func(name string) bool { return named != dir && !within(dir, named) && within(name, named) })
	default:
		for _, e := range n.Entries {
			drop(orphans, dir, e.Value)
		}
		for _, item := range n.Items {
			drop(orphans, dir, item)
		}
	}
}

// within reports whether a path is a directory or below it.
func within(name, dir string) bool { return name == dir || strings.HasPrefix(name, dir+"/") }

// loadQuietly loads the layers of an image that takes no part in the plan. It reports whether it has no faults.
func (plan *Plan) loadQuietly(img *Image) bool {
	report := plan.w.report
	plan.w.report = &diag.Report{}
	plan.w.loadLayers(img)
	ok := plan.w.report.Errors() == 0
	plan.w.report = report
	return ok
}
