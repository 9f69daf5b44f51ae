package render

import (
	"io/fs"
	"path"

	"tailor/directives"
	"tailor/internal/diag"
)

// Sources lists the file of a layer of an image and what it includes, as slash-separated paths from the root. A file that
// is brought in twice is there twice.
func (l *Layer) Sources(img *Image) []string {
	return appendIncludes([]string{l.file.Path}, img.Dir, l.Includes)
}

func appendIncludes(out []string, dir string, includes []directives.Include) []string {
	for _, in := range includes {
		out = append(out, path.Join(dir, in.Path))
		out = appendIncludes(out, dir, in.Includes)
	}
	return out
}

// Sources returns the files by which the workspace is defined, whatever was selected: tailor.yaml, every image
// definition and every fragment, as slash-separated paths from the root. What images include is not among them.
func (w *Workspace) Sources() []string {
	out := []string{w.marker}
	for _, img := range w.Images {
		out = append(out, img.Path)
		for _, f := range img.Fragments {
			out = append(out, path.Join(img.Dir, f.Path))
		}
	}
	out = append(out, w.schemaFiles()...)
	return out
}

// Info is what is known of a file of the workspace that was read, by its slash-separated path from the root; nil for
// another one.
func (w *Workspace) Info(name string) fs.FileInfo {
	if doc := w.files.byPath[path.Clean(name)]; doc != nil {
		return doc.info
	}
	return nil
}

// Included returns the files that an image includes, as slash-separated paths from the root; none when it was not
// loaded.
func (i *Image) Included() []string {
	if i.layers == nil {
		return nil
	}
	var out []string
	for _, l := range i.allLayers() {
		out = appendIncludes(out, i.Dir, l.Includes)
	}
	return out
}

// LoadAll loads every image, also those that take no part in anything, without a word about their faults. It is for
// runs that must know what not to overwrite.
func (w *Workspace) LoadAll() {
	w.quietly(func() {
		for _, img := range w.Images {
			w.loadLayers(img)
		}
	})
}

// quietly runs something whose faults are nobody's business, and reports whether it had none.
func (w *Workspace) quietly(do func()) bool {
	report := w.report
	w.report = &diag.Report{}
	do()
	ok := w.report.Errors() == 0
	w.report = report
	return ok
}
