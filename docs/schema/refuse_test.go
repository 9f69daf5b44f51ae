package schema_test

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v3"

	"tailor/internal/diag"
	"tailor/render"
)

// cases are texts of the files that have a schema, each with the code of tailor's error; "" when it is right.
var cases = []struct{ name, file, text, code string }{
	{"empty", "tailor", "# nothing\n", ""},
	{"unknown key", "tailor", "imagse: {}", "T0201"},
	{"key of image.yaml", "tailor", "matrix: { a: [x] }", "T0201"},
	{"list", "tailor", "[images]", "T0202"},
	{"version", "tailor", "schemaVersion: 2", "T0208"},
	{"version as a text", "tailor", "schemaVersion: '1'", ""},
	{"members", "tailor", "images: { members: gizmo }", "T0202"},
	{"exclude", "tailor", "images: { exclude: [[gizmo]] }", "T0202"},
	{"unknown key of images", "tailor", "images: { member: [gizmo] }", "T0201"},
	{"inline image without a name", "tailor", "images: { inline: [{ config: {} }] }", "T0203"},
	{"inline image", "tailor", "images: { inline: [{ name: x, matrix: { edition: [a, 1.0] }, config: { a: { $default: 1 } } }] }", ""},
	{"other defaults", "tailor", "defaults: { anything: [1] }", ""},
	{"default outputs", "tailor", "defaults: { outputs: [{ format: iso }, { format: vhd, path: x }] }", ""},
	{"default output without a format", "tailor", "defaults: { outputs: [{ path: x }] }", "T0203"},
	{"format of a default output", "tailor", "defaults: { outputs: [{ format: ova }] }", "T0208"},
	{"directive among default outputs", "tailor", "defaults: { outputs: [{ $include: x.yaml }] }", "T0203"},
	{"default outputs", "tailor", "defaults: { outputs: { $append: [] } }", "T0202"},
	{"base image", "tailor", "baseImages: [{ name: 1, path: x, arch: arm64, source: { any: [thing] } }]", ""},
	{"base image without a path", "tailor", "baseImages: [{ name: x }]", "T0203"},
	{"arch of a base image", "tailor", "baseImages: [{ name: x, path: x, arch: x86_64 }]", "T0208"},
	{"unknown key of a base image", "tailor", "baseImages: [{ name: x, path: x, url: x }]", "T0201"},
	{"base images", "tailor", "baseImages: { name: x }", "T0202"},
	{"output directory", "tailor", "render: { outputDir: '' }", "T0208"},
	{"assets", "tailor", "render: { assets: link }", "T0208"},
	{"unknown key of render", "tailor", "render: { output: x }", "T0201"},
	{"bundle root", "tailor", "render: { bundleRoot: sub }", "T0208"},
	{"absolute bundle root", "tailor", "render: { bundleRoot: /.. }", "T0208"},
	{"bundle roots", "tailor", "render: { bundleRoot: ../.., assets: ~ }", ""},
	{"bundle root with a detour", "tailor", "render: { bundleRoot: ../x/../ }", ""},
	{"images to export", "tailor", "export: { images: [] }", "T0208"},
	{"export", "tailor", "export: { images: [gizmo], outputDir: x }", ""},
	{"unknown key of export", "tailor", "export: { image: [gizmo] }", "T0201"},
	{"warning", "tailor", "warnings: { T0999: off }", "T0208"},
	{"error as a warning", "tailor", "warnings: { T0401: off }", "T0208"},
	{"setting of a warning", "tailor", "warnings: { T0310: on }", "T0208"},
	{"warnings", "tailor", "warnings: { T0310: off, T0413: false, T0414: 'off' }", ""},
	{"rule without a place", "tailor", "merge: [{ list: set }]", "T0203"},
	{"rule without a policy", "tailor", "merge: [{ at: a }]", "T0203"},
	{"unknown key of a rule", "tailor", "merge: [{ at: a, map: set }]", "T0201"},
	{"policy for lists", "tailor", "merge: [{ at: a, list: union }]", "T0208"},
	{"key without a name", "tailor", "merge: [{ at: a, list: 'key:' }]", "T0208"},
	{"second key without a name", "tailor", "merge: [{ at: a, list: key:a+ }]", "T0208"},
	{"policy for scalars", "tailor", "merge: [{ at: a, scalar: first }]", "T0208"},
	{"rules", "tailor", "merge: [{ at: a, list: index }, { at: b, list: key:a+b, scalar: last }]", ""},
	{"rules as a map", "tailor", "merge: { at: a, list: set }", "T0202"},
	{"unknown check", "tailor", "checks: { requires: [a] }", "T0201"},
	{"reference without a target", "tailor", "checks: { refs: [{ from: a }] }", "T0203"},
	{"reference without any target", "tailor", "checks: { refs: [{ from: a, to: [] }] }", "T0203"},
	{"unknown key of a reference", "tailor", "checks: { refs: [{ from: a, to: b, at: c }] }", "T0201"},
	{"required map", "tailor", "checks: { require: { a: b } }", "T0202"},
	{"checks", "tailor", "checks: { unique: [a, b], require: ~, refs: [{ from: a, to: b }] }", ""},
	{"images", "tailor", "images: { members: ['*'], exclude: [other] }\nrender: { outputDir: x }", ""},
	{"schema of a check", "tailor", "checks: { schema: [x.json] }", "T0219"},
	{"list of images", "tailor", "images: [gizmo]", "T0202"},
	{"excluded text", "tailor", "images: { exclude: gizmo }", "T0202"},
	{"member that is a list", "tailor", "images: { members: [[gizmo]] }", "T0202"},
	{"inline images as a map", "tailor", "images: { inline: { name: x } }", "T0202"},
	{"defaults", "tailor", "defaults: [x]", "T0202"},
	{"text among default outputs", "tailor", "defaults: { outputs: [cosi] }", "T0202"},
	{"number for a default format", "tailor", "defaults: { outputs: [{ format: 7 }] }", "T0208"},
	{"text among base images", "tailor", "baseImages: [x]", "T0202"},
	{"name of a base image", "tailor", "baseImages: [{ name: [x], path: x }]", "T0202"},
	{"path of a base image", "tailor", "baseImages: [{ name: x, path: [x] }]", "T0202"},
	{"list for render", "tailor", "render: [x]", "T0202"},
	{"list for an output directory", "tailor", "render: { outputDir: [x] }", "T0202"},
	{"list for a bundle root", "tailor", "render: { bundleRoot: [..] }", "T0202"},
	{"text for export", "tailor", "export: x", "T0202"},
	{"directory of exports", "tailor", "export: { outputDir: '' }", "T0208"},
	{"list for a directory of exports", "tailor", "export: { outputDir: [x] }", "T0202"},
	{"text for the images to export", "tailor", "export: { images: gizmo }", "T0202"},
	{"list of checks", "tailor", "checks: [a]", "T0202"},
	{"list in a requirement", "tailor", "checks: { require: [[a]] }", "T0202"},
	{"unique map", "tailor", "checks: { unique: { a: b } }", "T0202"},
	{"schema map", "tailor", "checks: { schema: { a: b } }", "T0202"},
	{"references as a text", "tailor", "checks: { refs: a }", "T0202"},
	{"text among references", "tailor", "checks: { refs: [a] }", "T0202"},
	{"list that names others", "tailor", "checks: { refs: [{ from: [a], to: b }] }", "T0202"},
	{"map of targets", "tailor", "checks: { refs: [{ from: a, to: { b: c } }] }", "T0202"},
	{"list among targets", "tailor", "checks: { refs: [{ from: a, to: [[b]] }] }", "T0202"},
	{"text among rules", "tailor", "merge: [a]", "T0202"},
	{"place of a rule", "tailor", "merge: [{ at: [a], list: set }]", "T0202"},
	{"list of policies", "tailor", "merge: [{ at: a, list: ['key:b'] }]", "T0202"},
	{"rule with more", "tailor", "merge: [{ at: a, list: set, map: x }]", "T0201"},
	{"list of warnings", "tailor", "warnings: [T0310]", "T0202"},
	{"what is left alone", "tailor", "toolchains: [1]\nruntime: x\nsigning: { a: 1 }\npreviewFeatures: ~\ntoolsDirSources: 3", ""},

	{"no name", "image", "config: {}", "T0203"},
	{"null name", "image", "name:", "T0203"},
	{"number for a name", "image", "name: 7", ""},
	{"name with a blank", "image", "name: my image", "T0204"},
	{"name that is a directory", "image", "name: ..", "T0204"},
	{"list for a name", "image", "name: [x]", "T0202"},
	{"unknown key", "image", "name: x\nconfg: {}", "T0201"},
	{"key of tailor.yaml", "image", "name: x\nbaseImages: []", "T0201"},
	{"skip", "image", "name: x\nskip: yes", "T0202"},
	{"operation", "image", "name: x\noperation: converted", "T0208"},
	{"config of a conversion", "image", "name: x\noperation: convert\nconfig: { a: 1 }", "T0209"},
	{"null config of a conversion", "image", "name: x\noperation: convert\nconfig:", ""},
	{"axis values", "image", "name: x\nmatrix: { release: [3.0, 3.10, 3.1, true, 2026-01-15, 0x1, azl3] }", ""},
	{"axis name", "image", "name: x\nmatrix: { my_axis: [a] }", "T0301"},
	{"axis feature", "image", "name: x\nmatrix: { feature: [a] }", "T0301"},
	{"axis value", "image", "name: x\nmatrix: { edition: [a_b] }", "T0302"},
	{"axis value with a sign", "image", "name: x\nmatrix: { edition: [-1] }", "T0302"},
	{"null axis value", "image", "name: x\nmatrix: { edition: [~] }", "T0202"},
	{"architecture", "image", "name: x\nmatrix: { arch: [x86_64] }", "T0302"},
	{"architecture that there is not", "image", "name: x\nmatrix: { arch: [riscv] }", "T0302"},
	{"axis without values", "image", "name: x\nmatrix: { edition: [] }", "T0303"},
	{"null axis", "image", "name: x\nmatrix: { edition: }", "T0303"},
	{"axis that is a text", "image", "name: x\nmatrix: { edition: pro }", "T0202"},
	{"directive for an axis", "image", "name: x\nmatrix: { edition: { $append: [pro] } }", "T0202"},
	{"selectors without a matrix", "image", "name: x\nselectors: { exclude: [] }", "T0308"},
	{"selectors", "image", "name: x\nmatrix: { a: [1, 2, 3], arch: [arm64, amd64] }\nselectors: { include: [{ a: 1 }, { a: [2], arch: arm64 }], exclude: ~ }", ""},
	{"unknown key of selectors", "image", "name: x\nmatrix: { a: [x] }\nselectors: { only: [] }", "T0201"},
	{"selector", "image", "name: x\nmatrix: { a: [x] }\nselectors: { exclude: [a] }", "T0202"},
	{"pin without values", "image", "name: x\nmatrix: { a: [x] }\nselectors: { exclude: [{ a: [] }] }", "T0303"},
	{"architecture of a selector", "image", "name: x\nmatrix: { arch: [arm64] }\nselectors: { exclude: [{ arch: x86 }] }", "T0307"},
	{"features", "image", "name: x\nfeatures: { fips: true }", "T0202"},
	{"feature", "image", "name: x\nfeatures: [a_b]", "T0208"},
	{"base", "image", "name: x\nbase: base.vhdx", "T0202"},
	{"base file", "image", "name: x\nbase: { path: '${name}.vhdx', arch: arm64, other: [1] }", ""},
	{"architecture of a base", "image", "name: x\nbase: { path: x, arch: x86_64 }", "T0208"},
	{"interpolated architecture", "image", "name: x\nmatrix: { cpu: [arm64] }\nbase: { path: x, arch: '${cpu}' }", ""},
	{"default architecture", "image", "name: x\nbase: { path: x, arch: { $default: arm64 } }", ""},
	{"map for a slot", "image", "name: x\nbase: { ref: { name: x } }", "T0202"},
	{"list for a base", "image", "name: x\nbase: { $append: [x] }", "T0202"},
	{"outputs", "image", "name: x\noutputs: [{ format: cosi }, { format: '${name}' }]", "T0208"},
	{"format", "image", "name: x\noutputs: [{ format: ova }]", "T0208"},
	{"appended format", "image", "name: x\noutputs: { $append: [{ format: ova }] }", "T0208"},
	{"output without a format", "image", "name: x\noutputs: [{ path: x }]", "T0203"},
	{"output that is a text", "image", "name: x\noutputs: [cosi]", "T0202"},
	{"outputs that are a map", "image", "name: x\noutputs: { format: cosi }", "T0202"},
	{"default outputs", "image", "name: x\noutputs: { $default: [{ format: iso }] }", ""},
	{"params", "image", "name: x\nparams: [a]", "T0202"},
	{"include in params", "image", "name: x\nparams: { $include: p.yaml }", "T0408"},
	{"include deep in params", "image", "name: x\nparams: { a: { $default: { $include: p.yaml } } }", "T0408"},
	{"include in sources", "image", "name: x\nrpmSources: [{ $include: p.yaml }]", "T0408"},
	{"part in sources", "image", "name: x\nextraDependencies: [{ $use: p.yaml }]", "T0460"},
	{"part in a base", "image", "name: x\nbase: { $use: p.yaml }", "T0460"},
	{"dependencies", "image", "name: x\nextraDependencies: { a: b }", "T0202"},
	{"sources", "image", "name: x\nrpmSources: { $set: [a, { b: c }] }", ""},
	{"assets", "image", "name: x\nassets: files/*", "T0202"},
	{"config", "image", "name: x\nconfig: [a]", "T0202"},
	{"null config", "image", "name: x\nconfig: ~", ""},
	{"values of a config", "image", "name: x\nconfig: { a: [1, { b: ~ }], '': x, 3: 2026-01-15, d: '$unset', e: $unset, f: { g$: 1 } }", ""},
	{"unset config", "image", "name: x\nconfig: { $unset: true }", "T0407"},
	{"config that is a list", "image", "name: x\nconfig: { $append: [x] }", "T0202"},
	{"directive beside a plain key", "image", "name: x\nconfig: { a: { $append: [x], b: 1 } }", "T0402"},
	{"unknown directive", "image", "name: x\nconfig: { a: { $apend: [x] } }", "T0403"},
	{"reserved directive", "image", "name: x\nconfig: { a: { $select: {} } }", "T0404"},
	{"directives together", "image", "name: x\nconfig: { a: { $set: [x], $append: [y] } }", "T0405"},
	{"text to append", "image", "name: x\nconfig: { a: { $append: x } }", "T0406"},
	{"list to include", "image", "name: x\nconfig: { a: { $include: [x] } }", "T0406"},
	{"value of unset", "image", "name: x\nconfig: { a: { $unset: false } }", "T0406"},
	{"unset in a list", "image", "name: x\nconfig: { a: [{ $unset: true }] }", "T0407"},
	{"absolute include", "image", "name: x\nconfig: { a: { $include: /x.yaml } }", "T0412"},
	{"marker on an item", "image", "name: x\nconfig: { a: [{ $default: 1 }] }", "T0440"},
	{"set by force", "image", "name: x\nconfig: { a: { $force: { b: { $set: 1 } } } }", "T0440"},
	{"match as a value", "image", "name: x\nconfig: { a: { $match: { b: 1 } } }", "T0454"},
	{"part beside a directive", "image", "name: x\nconfig: { a: { $use: p.yaml, $append: [] } }", "T0460"},
	{"part in a marker", "image", "name: x\nconfig: { a: { $default: { $use: p.yaml } } }", "T0460"},
	{"merge without items", "image", "name: x\nconfig: { a: { $merge: { key: id } } }", "T0406"},
	{"merge by key and position", "image", "name: x\nconfig: { a: { $merge: { key: id, index: 0, items: [] } } }", "T0406"},
	{"insert without a place", "image", "name: x\nconfig: { a: { $insert: { items: [] } } }", "T0406"},
	{"unknown key of insert", "image", "name: x\nconfig: { a: { $insert: { befor: x, items: [] } } }", "T0406"},
	{"everything", "image", "name: x\nskip: false\nfeatures: ~\nmerge: ~\nassets: ~\nchecks: ~\nparams: {}\nextraDependencies: ~\noutputs: ~\nselectors: ~\ntoolchain: 1\ntoolsDir: [1]\nsigning: ~\noutputArtifacts: {}\ninjectFiles: x", ""},
	{"config of an image from nothing", "image", "name: x\noperation: create\nconfig: { a: 1 }", ""},
	{"list of axes", "image", "name: x\nmatrix: [a]", "T0202"},
	{"architecture without values", "image", "name: x\nmatrix: { arch: [] }", "T0303"},
	{"architecture as a text", "image", "name: x\nmatrix: { arch: arm64 }", "T0202"},
	{"list of selectors", "image", "name: x\nmatrix: { a: [x] }\nselectors: [{ a: x }]", "T0202"},
	{"included selector without a list", "image", "name: x\nmatrix: { a: [x] }\nselectors: { include: { a: x } }", "T0202"},
	{"pin that is a map", "image", "name: x\nmatrix: { a: [x] }\nselectors: { exclude: [{ a: { b: c } }] }", "T0202"},
	{"list in a pin", "image", "name: x\nmatrix: { a: [x] }\nselectors: { exclude: [{ a: [[x]] }] }", "T0202"},
	{"value of a pin", "image", "name: x\nmatrix: { a: [x] }\nselectors: { exclude: [{ a: x_y }] }", "T0307"},
	{"value of a pin with a sign", "image", "name: x\nmatrix: { a: [1] }\nselectors: { exclude: [{ a: -1 }] }", "T0307"},
	{"axis of a pin", "image", "name: x\nmatrix: { a: [x] }\nselectors: { exclude: [{ a_b: x }] }", "T0306"},
	{"pinned architecture without values", "image", "name: x\nmatrix: { arch: [arm64] }\nselectors: { exclude: [{ arch: [] }] }", "T0303"},
	{"pinned architectures", "image", "name: x\nmatrix: { arch: [arm64] }\nselectors: { exclude: [{ arch: [x86] }] }", "T0307"},
	{"selectors with a null matrix", "image", "name: x\nmatrix:\nselectors: {}", "T0308"},
	{"list for a slot", "image", "name: x\nbase: { ref: [x] }", "T0202"},
	{"nothing for a slot", "image", "name: x\nbase: { ref: {} }", "T0202"},
	{"number for a format", "image", "name: x\noutputs: [{ format: 7 }]", "T0208"},
	{"empty output", "image", "name: x\noutputs: [{}]", "T0203"},
	{"part among outputs", "image", "name: x\noutputs: [{ $use: p.yaml, format: cosi }]", "T0460"},
	{"part in params", "image", "name: x\nparams: { a: { $use: p.yaml } }", "T0460"},
	{"sources that are a map", "image", "name: x\nrpmSources: { a: b }", "T0202"},
	{"part among sources", "image", "name: x\nrpmSources: [{ $use: p.yaml }]", "T0460"},
	{"include in dependencies", "image", "name: x\nextraDependencies: [{ $include: p.yaml }]", "T0408"},
	{"config that is replaced by a list", "image", "name: x\nconfig: { $replace: [x] }", "T0202"},
	{"config with an item before", "image", "name: x\nconfig: { $prepend: [x] }", "T0202"},
	{"config without an item", "image", "name: x\nconfig: { $remove: [x] }", "T0202"},
	{"config as a union", "image", "name: x\nconfig: { $union: [x] }", "T0202"},
	{"config with a merged item", "image", "name: x\nconfig: { $merge: { key: a, items: [{ a: 1 }] } }", "T0202"},
	{"config with an inserted item", "image", "name: x\nconfig: { $insert: [] }", "T0202"},
	{"list", "image", "[name]", "T0202"},
	{"rules", "image", "name: x\nmerge: x", "T0202"},
	{"checks", "image", "name: x\nchecks: x", "T0202"},

	{"empty", "fragment", "", ""},
	{"unknown key", "fragment", "confg: {}", "T0201"},
	{"key of image.yaml", "fragment", "features: [x]", "T0201"},
	{"checks", "fragment", "checks: {}", "T0201"},
	{"config", "fragment", "config: text", "T0202"},
	{"skip", "fragment", "skip: 1", "T0202"},
	{"list", "fragment", "[config]", "T0202"},
	{"base", "fragment", "base: x", "T0202"},
	{"outputs", "fragment", "outputs: x", "T0202"},
	{"params", "fragment", "params: x", "T0202"},
	{"sources", "fragment", "rpmSources: x", "T0202"},
	{"dependencies", "fragment", "extraDependencies: x", "T0202"},
	{"sections", "fragment", "base: { path: x }\nparams: { a: b }\nrpmSources: [x]\nextraDependencies: [x]", ""},
	{"directives", "fragment", `
config:
  plain: 1
  list: { $prepend: [a], $append: [{ $include: p.yaml }], $union: [c], $remove: [{ $match: { id: x } }, d] }
  items: { $merge: { key: [id, type], items: [{ id: a, type: b, size: { $set: 1 } }] } }
  more: { $merge: { index: 0, items: [] }, $insert: [] }
  part: { $use: [p.yaml], own: { $force: 1 } }
  gone: { $unset: true }
outputs: { $replace: [{ format: iso }] }
signing: anything
skip: false
`, ""},
}

// invisible are the cases with an error that a schema cannot see.
var invisible = []string{"tailor schema of a check", "image outputs"}

// TestCases holds that the schemas and tailor agree about each case.
func TestCases(t *testing.T) {
	t.Parallel()
	schemas := compiled(t)
	for _, c := range cases {
		files := map[string]string{"tailor": "", "image": "name: gizmo\nmatrix: { edition: [pro] }\n"}
		files[c.file] = c.text + "\n"
		codes := tailorsCodes(t, files)
		if c.code == "" && len(codes) > 0 || c.code != "" && !slices.Contains(codes, diag.Code(c.code)) {
			t.Errorf("%s, %s: tailor says %v, not %q\n%s", c.file, c.name, codes, c.code, c.text)
		}
		right := c.code == "" || slices.Contains(invisible, c.file+" "+c.name)
		if err := schemas[c.file].Validate(value(t, c.text)); (err == nil) != right {
			t.Errorf("%s, %s: the schema says %v\n%s", c.file, c.name, err, c.text)
		}
	}
}

// TestWarnings holds that each warning can be switched off, and nothing else.
func TestWarnings(t *testing.T) {
	t.Parallel()
	s := compiled(t)["tailor"]
	for _, code := range render.Warnings {
		off, on := value(t, "warnings: { "+string(code)+": off }"), value(t, "warnings: { "+string(code)+": on }")
		if s.Validate(off) != nil || s.Validate(on) == nil {
			t.Errorf("%s: off gives %v, and on %v", code, s.Validate(off), s.Validate(on))
		}
	}
}

// tailorsCodes returns the codes of the errors that tailor finds in a workspace.
func tailorsCodes(t *testing.T, texts map[string]string) []diag.Code {
	t.Helper()
	dir := t.TempDir()
	a := &txtar.Archive{Files: []txtar.File{
		{Name: "tailor.yaml", Data: []byte(texts["tailor"])},
		{Name: "gizmo/image.yaml", Data: []byte(texts["image"])},
		{Name: "gizmo/p.yaml", Data: []byte("a: 1\n")},
	}}
	if text, ok := texts["fragment"]; ok {
		a.Files = append(a.Files, txtar.File{Name: "gizmo/by-edition/pro.yaml", Data: []byte(text)})
	}
	if err := txtar.Write(a, dir); err != nil {
		t.Fatal(err)
	}
	var report diag.Report
	w := opened(t, dir, &report)
	defer w.Close()
	w.Plan(render.Selection{}).Render()
	var codes []diag.Code
	for _, d := range report.All() {
		if d.Severity == diag.Error {
			codes = append(codes, d.Code)
		}
	}
	return codes
}

// visible are the codes of errors that a schema sees, whatever is in other files.
var visible = []diag.Code{
	"T0201", "T0202", "T0203", "T0204", "T0208", "T0209", "T0301", "T0302", "T0303", "T0308",
	"T0402", "T0403", "T0404", "T0405", "T0406", "T0408", "T0440", "T0454", "T0460",
}

// TestRefused holds that the schemas refuse the files of the docs and scripts in which tailor finds an error that a schema
// can see.
func TestRefused(t *testing.T) {
	t.Parallel()
	schemas := compiled(t)
	seen := map[diag.Code]bool{}
	for _, dir := range workspaces(t) {
		var report diag.Report
		w := opened(t, dir, &report)
		w.Plan(render.Selection{}).Render()
		w.Close()
		for _, d := range report.All() {
			at := d.Primary().Span.File
			if at == nil || !slices.Contains(visible, d.Code) {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, at.Path))
			var v any
			if err != nil || yaml.Unmarshal(text, &v) != nil || schemas[kind(at.Path)] == nil {
				continue
			}
			seen[d.Code] = true
			if schemas[kind(at.Path)].Validate(plain(v)) == nil {
				t.Errorf("the schema accepts %s, in which tailor finds %s: %s\n%s", at.Path, d.Code, d.Message, text)
			}
		}
	}
	for _, code := range visible {
		if !seen[code] {
			t.Errorf("there is no file with %s", code)
		}
	}
}

// kind is the schema of a file, "" for a file that is included.
func kind(name string) string {
	base, dir := path.Base(name), path.Base(path.Dir(name))
	switch {
	case base == "tailor.yaml" || base == "image.yaml":
		return base[:len(base)-len(".yaml")]
	case len(dir) > 3 && dir[:3] == "by-":
		return "fragment"
	}
	return ""
}
