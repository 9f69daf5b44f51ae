package render

import (
	"slices"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// manifest is the content of tailor.yaml, as far as tailor reads it.
type manifest struct {
	members        []text // nil: every directory below the root with an image.yaml
	exclude        []text
	inline         []*yamltree.Node
	defaultOutputs *yamltree.Node
	baseImages     []BaseImage
	settings       Settings
	rules          []directives.Rule
	checks         *ruleset
}

// Settings are the parts of tailor.yaml that say what is written where. The zero Settings are the defaults.
type Settings struct {
	// OutputDir is `render.outputDir`, relative to the root, or "".
	OutputDir string
	// NoAssets is `render.assets: none`.
	NoAssets bool
	// BundleRoot is `render.bundleRoot`, a clean path of `..` parts from the root, or "" for the root itself.
	BundleRoot string
	// ExportDir is `export.outputDir`, relative to the root, or "".
	ExportDir string
	// ExportImages is `export.images`, nil for all images.
	ExportImages []Arg
}

// BaseImage is one entry of `baseImages` in tailor.yaml.
type BaseImage struct {
	Name, Path, Arch string

	span source.Span
	node *yamltree.Node
}

var manifestKeys = keys{
	where:   "tailor.yaml",
	read:    []string{"schemaVersion", "images", "defaults", "baseImages", "export", "render", "warnings", "merge", "checks"},
	ignored: []string{"toolchains", "toolsDirSources", "runtime", "signing", "previewFeatures"},
	moved: map[string]string{
		"matrix": "image.yaml", "selectors": "image.yaml", "config": "image.yaml", "params": "image.yaml",
		"features": "image.yaml", "outputs": "`defaults:`",
	},
}

var (
	imagesKeys    = keys{where: "`images`", read: []string{"members", "exclude", "inline"}}
	baseImageKeys = keys{where: "a base image", read: []string{"name", "path", "arch", "source"}}
)

// decodeManifest reads tailor.yaml. An empty file is a workspace with all defaults.
func (d decoder) decodeManifest(doc *document) manifest {
	var m manifest
	read := map[string]func(*yamltree.Node){
		"schemaVersion": d.schemaVersion,
		"images":        func(n *yamltree.Node) { d.images(n, &m) },
		"defaults":      func(n *yamltree.Node) { d.defaults(n, &m) },
		"baseImages":    func(n *yamltree.Node) { m.baseImages = d.baseImages(n) },
		"export":        func(n *yamltree.Node) { d.exportSettings(n, &m.settings) },
		"render":        func(n *yamltree.Node) { d.renderSettings(n, &m.settings) },
		"warnings":      d.warnings,
		"merge":         func(n *yamltree.Node) { m.rules = d.rules(n) },
		"checks":        func(n *yamltree.Node) { m.checks = d.checks(n, ".") },
	}
	for _, e := range d.entries(doc.root, "tailor.yaml", manifestKeys) {
		read[e.Key.Name](e.Value)
	}
	return m
}

func (d decoder) schemaVersion(n *yamltree.Node) {
	if n.IsNull() {
		return
	}
	if t, ok := d.scalar(n, "schemaVersion"); ok && t.value != "1" {
		d.fail(CodeBadValue, t.span, "unknown schema version `"+t.value+"`", "this tailor reads `schemaVersion: 1`")
	}
}

func (d decoder) images(n *yamltree.Node, m *manifest) {
	for _, e := range d.entries(n, "images", imagesKeys) {
		switch e.Key.Name {
		case "members":
			if m.members = d.scalars(e.Value, "members"); m.members == nil && !e.Value.IsNull() {
				m.members = []text{}
			}
		case "exclude":
			m.exclude = d.scalars(e.Value, "exclude")
		case "inline":
			if d.isKind(e.Value, "inline", yamltree.List) {
				m.inline = e.Value.Items
			}
		}
	}
}

// defaults reads `defaults.outputs`; the other defaults are left alone.
func (d decoder) defaults(n *yamltree.Node, m *manifest) {
	if !d.isKind(n, "defaults", yamltree.Map) {
		return
	}
	if outputs := n.Get("outputs"); d.isKind(outputs, "outputs", yamltree.List) {
		m.defaultOutputs = outputs
	}
}

func (d decoder) baseImages(n *yamltree.Node) []BaseImage {
	if !d.isKind(n, "baseImages", yamltree.List) {
		return nil
	}
	var out []BaseImage
	for _, item := range n.Items {
		b, ok := d.baseImage(item)
		if !ok {
			continue
		}
		if i := slices.IndexFunc(out, func(o BaseImage) bool { return o.Name == b.Name }); i >= 0 {
			d.twice("two base images are named `"+b.Name+"`", "give one of them another name", out[i].span, b.span)
			continue
		}
		out = append(out, b)
	}
	return out
}

func (d decoder) baseImage(n *yamltree.Node) (b BaseImage, ok bool) {
	if n.IsNull() || n.Kind != yamltree.Map {
		d.fail(CodeWrongShape, head(n), "a base image must be a map, not "+shape(n), "write `- { name: NAME, path: PATH }`")
		return b, false
	}
	b.span, b.node = head(n), n
	fields := map[string]*string{"name": &b.Name, "path": &b.Path, "arch": &b.Arch}
	for _, e := range d.entries(n, "baseImages", baseImageKeys) {
		field := fields[e.Key.Name]
		if field == nil {
			continue
		}
		t, _ := d.scalar(e.Value, e.Key.Name)
		*field = t.value
		switch e.Key.Name {
		case "name":
			b.span = t.span
		case "arch":
			d.arch(t)
		}
	}
	for _, name := range []string{"name", "path"} {
		if n.Get(name) == nil {
			d.fail(CodeMissingKey, head(n), "a base image needs a `"+name+"`", "write `- { name: NAME, path: PATH }`")
			return b, false
		}
	}
	return b, true
}

// warnings reads which warnings are off.
func (d decoder) warnings(n *yamltree.Node) {
	if !d.isKind(n, "warnings", yamltree.Map) {
		return
	}
	for _, e := range n.Entries {
		code := diag.Code(e.Key.Name)
		if !slices.Contains(Warnings, code) {
			d.fail(CodeBadValue, e.Key.Span, "`"+e.Key.Name+"` is no warning", "the warnings are "+diag.List(codeNames(Warnings)))
			continue
		}
		if t, ok := d.scalar(e.Value, e.Key.Name); ok && t.value != "off" && t.value != "false" {
			d.fail(CodeBadValue, t.span, "`"+t.value+"` is no setting of a warning", "write `"+e.Key.Name+": off`, or remove the line")
			continue
		}
		if d.report.Off == nil {
			d.report.Off = map[diag.Code]bool{}
		}
		d.report.Off[code] = true
	}
}

func codeNames(codes []diag.Code) []string {
	out := make([]string, len(codes))
	for i, c := range codes {
		out[i] = string(c)
	}
	return out
}
