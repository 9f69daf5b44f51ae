package render

import (
	"path"
	"path/filepath"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/yamltree"
)

var (
	renderKeys = keys{where: "`render`", read: []string{"outputDir", "assets", "bundleRoot"}}
	exportKeys = keys{where: "`export`", read: []string{"outputDir", "images"}}
)

// renderSettings reads `render:`.
func (d decoder) renderSettings(n *yamltree.Node, s *Settings) {
	for _, e := range d.entries(n, "render", renderKeys) {
		if e.Value.IsNull() {
			continue
		}
		t, ok := d.scalar(e.Value, e.Key.Name)
		if !ok {
			continue
		}
		switch e.Key.Name {
		case "outputDir":
			s.OutputDir = d.directory(t, "outputDir", "to write to `out`")
		case "assets":
			s.NoAssets = d.assetsMode(t)
		case "bundleRoot":
			s.BundleRoot = d.bundleRoot(t)
		}
	}
}

// exportSettings reads `export:`.
func (d decoder) exportSettings(n *yamltree.Node, s *Settings) {
	for _, e := range d.entries(n, "export", exportKeys) {
		if e.Value.IsNull() {
			continue
		}
		if e.Key.Name == "images" {
			s.ExportImages = d.args(e.Value, "images")
			if e.Value.Kind == yamltree.List && len(e.Value.Items) == 0 {
				d.fail(CodeBadValue, e.Value.Span, "`images` is empty, so nothing is exported", "name images, or remove the key to export all")
			}
			continue
		}
		if t, ok := d.scalar(e.Value, "outputDir"); ok {
			s.ExportDir = d.directory(t, "outputDir", "and name a directory with `--output-dir`")
		}
	}
}

// directory checks the name of a directory.
func (d decoder) directory(t text, name, without string) string {
	if t.value == "" {
		d.fail(CodeBadValue, t.span, "`"+name+"` is empty", "write a directory, or remove the key "+without)
	}
	return t.value
}

// assetsMode reports whether no assets are copied.
func (d decoder) assetsMode(t text) bool {
	if t.value != "copy" && t.value != "none" {
		d.fail(CodeBadValue, t.span, "`assets` cannot be `"+t.value+"`", "write `assets: copy`, the default, or `assets: none`")
	}
	return t.value == "none"
}

// bundleRoot checks that a path names a directory above the root, and returns it in its shortest form.
func (d decoder) bundleRoot(t text) string {
	clean := path.Clean(filepath.ToSlash(t.value))
	if clean == "." && t.value != "" {
		return ""
	}
	if strings.Trim(clean, "./") != "" || strings.Contains(clean, "...") || path.IsAbs(clean) || t.value == "" {
		d.fail(CodeBadValue, t.span, "`bundleRoot` cannot be `"+t.value+"`", "write a directory above the root, such as `..`")
		return ""
	}
	return clean
}

// checkExportImages reports images to export that do not exist.
func (w *Workspace) checkExportImages() {
	for _, arg := range w.Settings.ExportImages {
		if w.Image(arg.Value) == nil && !w.unreadable {
			help := diag.Suggest(arg.Value, w.names(), "`tailor list` lists the images")
			w.report.Add(diag.New(CodeExportImage, arg.Span, "there is no image `"+arg.Value+"` to export", help))
		}
	}
}
