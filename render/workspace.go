package render

import (
	"os"
	"path"
	"path/filepath"
	"slices"

	"tailor/directives"
	"tailor/fragments"
	"tailor/internal/diag"
	"tailor/internal/yamltree"
	"tailor/matrix"
)

// Workspace is an opened workspace: its images with their matrices and the order of their fragments. It
// is not safe for concurrent use.
type Workspace struct {
	// Images are sorted by path; inline ones come last, in their order.
	Images []*Image
	// BaseImages are the slots of tailor.yaml.
	BaseImages []BaseImage
	// Settings say what is written where.
	Settings Settings

	marker         string // the file that defines the workspace
	root           *os.Root
	tree           *tree
	files          *files
	report         *diag.Report
	unreadable     bool // tailor.yaml or an image could not be read, so there may be more names than are known
	defaultOutputs *yamltree.Node
	rules          []directives.Rule // of `merge:`, for all images
	checks         *ruleset          // of tailor.yaml, nil when it has none
	schemas        map[string]bool   // the files of schemas that were read
}

// Open reads tailor.yaml, every image definition and every fragment path of the workspace at a place.
// Faults go to the report; the workspace is usable as far as it could be read. Close it after use. The
// error, a *diag.Diagnostic, says that the root directory cannot be read; then there is no workspace. It
// implements docs/reference/tailor-yaml.md and docs/reference/image-yaml.md.
func Open(place Place, report *diag.Report) (*Workspace, error) {
	return OpenEdited(place, nil, report)
}

// OpenEdited is Open as if some files had another content already; edited has it by their slash-separated paths from the
// root.
func OpenEdited(place Place, edited map[string][]byte, report *diag.Report) (*Workspace, error) {
	root, err := os.OpenRoot(place.Dir)
	if err != nil {
		d := readFault(filepath.ToSlash(place.Dir), err)
		return nil, &d
	}
	w := &Workspace{marker: place.Marker, root: root, tree: newTree(root), files: newFiles(root, edited), report: report, schemas: map[string]bool{}}
	if place.Standalone {
		w.openImage(place.Marker, ".")
	} else {
		w.openManifest(place.Marker)
	}
	w.checkNames()
	w.checkExportImages()
	for _, img := range w.Images {
		w.discover(img)
	}
	return w, nil
}

// Close releases the root directory.
func (w *Workspace) Close() { _ = w.root.Close() }

// Dir is the root directory, a path of the operating system.
func (w *Workspace) Dir() string { return w.root.Name() }

// Marker is the file that defines the workspace, relative to its root.
func (w *Workspace) Marker() string { return w.marker }

// Slot returns the entry of `baseImages` with a name as it is written, or nil.
func (w *Workspace) Slot(name string) *yamltree.Node {
	for _, b := range w.BaseImages {
		if b.Name == name {
			return b.node
		}
	}
	return nil
}

// Image returns the image of a name, or nil.
func (w *Workspace) Image(name string) *Image {
	for _, img := range w.Images {
		if img.Name == name {
			return img
		}
	}
	return nil
}

// ImageOf returns the image of a name or a slug, or nil.
func (w *Workspace) ImageOf(nameOrSlug string) *Image { return w.Image(matrix.Image(nameOrSlug)) }

// names lists the names of all images in order.
func (w *Workspace) names() []string {
	out := make([]string, 0, len(w.Images))
	for _, img := range w.Images {
		out = append(out, img.Name)
	}
	return out
}

func (w *Workspace) openManifest(name string) {
	doc := w.files.load(name)
	if !w.usable(doc, name) {
		w.unreadable = true
		return
	}
	d := decoder{w.report}
	m := d.decodeManifest(doc)
	w.BaseImages, w.Settings, w.defaultOutputs, w.rules = m.baseImages, m.settings, m.defaultOutputs, m.rules
	w.checks = m.checks
	for _, dir := range w.members(m) {
		w.openImage(path.Join(dir, imageName), dir)
	}
	for _, n := range m.inline {
		if n.Kind == yamltree.Map {
			w.Images = append(w.Images, d.image(n, doc.file, "."))
			continue
		}
		d.fail(CodeWrongShape, head(n), "an item of `inline` must be a map, not "+shape(n), "write `- name: NAME`, and other keys of an image below it")
	}
	if len(w.Images) == 0 && w.report.Errors() == 0 {
		d.fail(CodeNoImages, doc.file.Whole(), "the workspace has no image",
			"make one with `tailor add image NAME`")
	}
}

func (w *Workspace) openImage(name, dir string) {
	doc := w.files.load(name)
	if !w.usable(doc, name) {
		w.unreadable = true
		return
	}
	w.Images = append(w.Images, decoder{w.report}.image(doc.root, doc.file, dir))
}

// checkNames reports images of one name. Slugs cannot clash otherwise: they start with the name, and
// neither names nor values have a `_`.
func (w *Workspace) checkNames() {
	first := map[string]*Image{}
	for _, img := range w.Images {
		if img.Name == "" {
			continue
		}
		if other := first[img.Name]; other != nil {
			decoder{w.report}.twice("two images are named `"+img.Name+"`",
				"give one of them another name: it starts every slug", other.nameSpan, img.nameSpan)
			continue
		}
		first[img.Name] = img
	}
}

// discover finds and orders the fragments of an image. Images that share a directory each have all of
// its fragments.
func (w *Workspace) discover(img *Image) {
	found, faults := fragments.Discover(w.tree, img.paths())
	w.report.Add(faults...)
	img.Fragments = found
	if slices.ContainsFunc(faults, func(f diag.Diagnostic) bool { return f.Severity == diag.Error }) {
		img.broken = true
	}
}
