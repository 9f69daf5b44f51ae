package render

import (
	"path"

	"tailor/directives"
)

// Sources lists the files that a cell is made of, in the order of the merge: each document and what it
// includes, as slash-separated paths from the root. A file that is brought in twice is there twice.
func (c *Cell) Sources() []string {
	var out []string
	for _, l := range c.Layers {
		out = append(out, l.file.Path)
		out = appendIncludes(out, c.Image.Dir, l.Includes)
	}
	return out
}

func appendIncludes(out []string, dir string, includes []directives.Include) []string {
	for _, in := range includes {
		out = append(out, path.Join(dir, in.Path))
		out = appendIncludes(out, dir, in.Includes)
	}
	return out
}

// SourcesOf returns the files from which the workspace and one image are defined, whatever was selected:
// tailor.yaml, every image definition and every fragment, and what the image includes.
func (w *Workspace) SourcesOf(img *Image) map[string]bool {
	out := map[string]bool{w.marker: true}
	for _, other := range w.Images {
		out[other.Path] = true
		for _, f := range other.Fragments {
			out[path.Join(other.Dir, f.Path)] = true
		}
	}
	for _, l := range img.layers {
		for _, name := range appendIncludes(nil, img.Dir, l.Includes) {
			out[name] = true
		}
	}
	for _, name := range appendIncludes(nil, img.Dir, img.base.Includes) {
		out[name] = true
	}
	return out
}
