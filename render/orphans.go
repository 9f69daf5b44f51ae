package render

import (
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// notIncluded warns of YAML files that nothing includes although they stand beside files that are included: the name
// of one is misspelt somewhere, or it is left over. Files that configs name are for Image Customizer.
func (plan *Plan) notIncluded() {
	included := map[string]bool{}
	for _, img := range plan.w.Images {
		if img.layers == nil && !plan.w.quietly(func() { plan.w.loadLayers(img) }) {
			return // nobody knows what it includes
		}
		for _, name := range img.Included() {
			included[name] = true
		}
	}
	orphans := plan.w.orphans(included)
	for _, name := range plan.w.schemaFiles() {
		delete(orphans, name)
	}
	for _, img := range plan.w.Images {
		for _, l := range img.allLayers() {
			orphans.drop(img.Dir, l.conf, false)
			for _, e := range sectionsOf(l.meta) {
				orphans.drop(img.Dir, e.Value, e.Key.Name == "extraDependencies")
			}
		}
		for _, arg := range img.Assets {
			orphans.dropPattern(path.Join(EscapeGlob(img.Dir), arg.Value))
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

// drop leaves out the files that a value of a tree names, and those in a directory that it names. What a name in a
// template stands for can be anything; globs says that the values are patterns.
func (o orphanFiles) drop(dir string, n *yamltree.Node, globs bool) {
	switch {
	case n == nil || len(o) == 0:
	case n.Kind == yamltree.Scalar && n.Type == yamltree.String && n.Value != "":
		value := n.Value
		if !globs {
			value = EscapeGlob(template.ReplaceAllString(value, "\x00"))
		}
		o.dropPattern(path.Join(EscapeGlob(dir), strings.ReplaceAll(template.ReplaceAllString(value, "*"), "\x00", "*")))
	default:
		for _, e := range n.Entries {
			o.drop(dir, e.Value, globs)
		}
		for _, item := range n.Items {
			o.drop(dir, item, globs)
		}
		for _, part := range n.Parts() {
			o.drop(dir, part.Root, globs)
		}
	}
}

var template = regexp.MustCompile(`\$\{[^}]*\}`)

// dropPattern leaves out the files that a pattern matches, and those in directories that it does.
func (o orphanFiles) dropPattern(pattern string) {
	for name := range o {
		for at := name; at != "."; at = path.Dir(at) {
			if ok, _ := doublestar.Match(pattern, at); ok && (at == name || !strings.HasSuffix(pattern, "*")) {
				delete(o, name)
			}
		}
	}
}

// EscapeGlob makes a path mean itself in a pattern of doublestar.
func EscapeGlob(name string) string {
	return strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `]`, `\]`, `{`, `\{`, `}`, `\}`, `\`, `\\`).Replace(name)
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
