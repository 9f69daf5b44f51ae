package diff_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/render"
	"tailor/render/bundle"
	"tailor/render/diff"
)

// cells are those of a workspace in txtar form.
func cells(t *testing.T, files string) []diff.Cell {
	t.Helper()
	dir := t.TempDir()
	if err := txtar.Write(txtar.Parse([]byte(files)), dir); err != nil {
		t.Fatal(err)
	}
	return cellsIn(t, dir)
}

func cellsIn(t *testing.T, dir string) []diff.Cell {
	t.Helper()
	var report diag.Report
	place, err := render.Find(dir, render.Arg{})
	if err != nil {
		t.Fatal(err)
	}
	ws, err := render.Open(place, &report)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	plan := ws.Plan(render.Selection{})
	b, err := bundle.Collect(ws, plan, &report, bundle.Options{Trees: true, Conversions: true})
	if err != nil || report.HasErrors() {
		t.Fatal(err, report.All())
	}
	defer b.Close()
	var out []diff.Cell
	for _, c := range b.Configs {
		out = append(out, diff.Cell{Config: c, Slot: ws.Slot(c.Cell.BaseImage)})
	}
	return out
}

// show is a result as text.
func show(t *testing.T, r diff.Result) string {
	t.Helper()
	var b bytes.Buffer
	p := diff.Printer{From: "HEAD", To: diff.WorkingTree, Path: func(_ diff.Side, f *source.File) string { return f.Path }}
	if err := p.Text(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// base is a workspace that the tests change.
const base = `
-- tailor.yaml --
baseImages: [{ name: azl, path: azl.vhdx }]
-- gizmo/image.yaml --
name: gizmo
matrix: { edition: [lite, pro], arch: [amd64, arm64] }
outputs: [{ format: cosi }, { format: iso }]
params:
  who: world
  greeting: hello ${who}
config:
  packages: [a, b]
  services: [a]
  users:
    - { name: root, shell: /bin/sh }
    - { name: guest, shell: /bin/false }
  motd: ${greeting}
-- gizmo/by-edition/pro.yaml --
config:
  packages: [c]
-- disk/image.yaml --
name: disk
operation: convert
base: { ref: azl }
extraDependencies: ["keys/*.pem", notes]
-- disk/keys/a.pem --
a
-- disk/notes --
one
`

// edit replaces texts in a workspace, in pairs.
func edit(t *testing.T, files string, pairs ...string) string {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(files, pairs[i]) {
			t.Fatalf("%q is not there", pairs[i])
		}
		files = strings.ReplaceAll(files, pairs[i], pairs[i+1])
	}
	return files
}

func TestCompare(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, to string
		want     string
	}{
		{"nothing", base, ""},
		{"a comment, another style and a moved image", edit(t, base,
			"packages: [a, b]", "packages: # two\n    - a\n    - b", "gizmo/", "gadget/"), ""},
		{"other lines around a change", edit(t, base, "services: [a]", "services: [z]"), `
in 8 cells: gizmo_lite_amd64_cosi, gizmo_lite_amd64_iso, gizmo_lite_arm64_cosi, gizmo_lite_arm64_iso, gizmo_pro_amd64_cosi, gizmo_pro_amd64_iso, gizmo_pro_arm64_cosi, gizmo_pro_arm64_iso
--- gizmo/gizmo_lite_amd64_cosi.yaml
+++ gizmo/gizmo_lite_amd64_cosi.yaml
@@ -2,7 +2,7 @@
   - a
   - b
 services:
-  - a
+  - z
 users:
   - name: root
     shell: /bin/sh
caused by:
- gizmo/image.yaml:9:14  services: [a]
+ gizmo/image.yaml:9:14  services: [z]
`},
		{"one line at two places", base + `-- gizmo/by-arch/amd64.yaml --
config: { packages: [x] }
-- gizmo/by-arch/arm64.yaml --
config: { services: [x] }
`, `
in 4 cells: gizmo_lite_amd64_cosi, gizmo_lite_amd64_iso, gizmo_pro_amd64_cosi, gizmo_pro_amd64_iso
--- gizmo/gizmo_lite_amd64_cosi.yaml
+++ gizmo/gizmo_lite_amd64_cosi.yaml
@@ -1,6 +1,7 @@
 packages:
   - a
   - b
+  - x
 services:
   - a
 users:
caused by:
+ gizmo/by-arch/amd64.yaml:1:22  config: { packages: [x] }

in 4 cells: gizmo_lite_arm64_cosi, gizmo_lite_arm64_iso, gizmo_pro_arm64_cosi, gizmo_pro_arm64_iso
--- gizmo/gizmo_lite_arm64_cosi.yaml
+++ gizmo/gizmo_lite_arm64_cosi.yaml
@@ -3,6 +3,7 @@
   - b
 services:
   - a
+  - x
 users:
   - name: root
     shell: /bin/sh
caused by:
+ gizmo/by-arch/arm64.yaml:1:22  config: { services: [x] }
`},
		{"a fragment that removes an item and replaces a list", edit(t, base, "packages: [c]", `services: { $replace: [] }
  users: { $remove: [{ name: guest, shell: /bin/false }] }
  packages: [c]`), `
in 4 cells: gizmo_pro_amd64_cosi, gizmo_pro_amd64_iso, gizmo_pro_arm64_cosi, gizmo_pro_arm64_iso
--- gizmo/gizmo_pro_amd64_cosi.yaml
+++ gizmo/gizmo_pro_amd64_cosi.yaml
@@ -2,11 +2,8 @@
   - a
   - b
   - c
-services:
-  - a
+services: []
 users:
   - name: root
     shell: /bin/sh
-  - name: guest
-    shell: /bin/false
 motd: hello world
caused by:
- gizmo/image.yaml:9:3            services: [a]
- gizmo/image.yaml:12:15          - { name: guest, shell: /bin/false }
+ gizmo/by-edition/pro.yaml:2:25  services: { $replace: [] }
+ gizmo/by-edition/pro.yaml:3:22  users: { $remove: [{ name: guest, shell: /bin/false }] }
`},
		{"a param of a param", edit(t, base, "who: world", "who: you"), `
in 8 cells: gizmo_lite_amd64_cosi, gizmo_lite_amd64_iso, gizmo_lite_arm64_cosi, gizmo_lite_arm64_iso, gizmo_pro_amd64_cosi, gizmo_pro_amd64_iso, gizmo_pro_arm64_cosi, gizmo_pro_arm64_iso
--- gizmo/gizmo_lite_amd64_cosi.yaml
+++ gizmo/gizmo_lite_amd64_cosi.yaml
@@ -8,4 +8,4 @@
     shell: /bin/sh
   - name: guest
     shell: /bin/false
-motd: hello world
+motd: hello you
caused by:
- gizmo/image.yaml:5:8  who: world
+ gizmo/image.yaml:5:8  who: you
`},
		{"an order of lines that only moves", edit(t, base, "packages: [a, b]", "packages: [b, a]"), `
in 8 cells: gizmo_lite_amd64_cosi, gizmo_lite_amd64_iso, gizmo_lite_arm64_cosi, gizmo_lite_arm64_iso, gizmo_pro_amd64_cosi, gizmo_pro_amd64_iso, gizmo_pro_arm64_cosi, gizmo_pro_arm64_iso
--- gizmo/gizmo_lite_amd64_cosi.yaml
+++ gizmo/gizmo_lite_amd64_cosi.yaml
@@ -1,6 +1,6 @@
 packages:
-  - a
   - b
+  - a
 services:
   - a
 users:
caused by:
- gizmo/image.yaml:8:14  packages: [a, b]
+ gizmo/image.yaml:8:17  packages: [b, a]
`},
		{"an image that gets a config", edit(t, base, "operation: convert", "config: { a: 1 }"), `
in 1 cell: disk_amd64_cosi
--- disk/disk_amd64_cosi.yaml
+++ disk/disk_amd64_cosi.yaml
@@ -0,0 +1 @@
+a: 1
caused by:
+ disk/image.yaml:2:14  config: { a: 1 }
`},
		{"files on which an image depends", edit(t, base, "a.pem", "b.pem", "\none\n", "\ntwo\n"), `
in 1 cell: disk_amd64_cosi
changed files: disk/notes
added files: disk/keys/b.pem
removed files: disk/keys/a.pem
`},
		{"a base that is another one", edit(t, base, "ref: azl", "path: azl.vhdx"), `
in 1 cell: disk_amd64_cosi
--- disk/disk_amd64_cosi.yaml (inputs)
+++ disk/disk_amd64_cosi.yaml (inputs)
@@ -1,7 +1,4 @@
 base:
-  ref: azl
-baseImage:
-  name: azl
   path: azl.vhdx
 extraDependencies:
   - "keys/*.pem"
caused by:
- disk/image.yaml:3:14  base: { ref: azl }
- tailor.yaml:1:14      baseImages: [{ name: azl, path: azl.vhdx }]
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			result := diff.Compare(cells(t, base), cells(t, tt.to))
			want := strings.TrimPrefix(tt.want, "\n")
			if d := cmp.Diff(want, show(t, result)); d != "" || result.None() != (want == "") {
				t.Error("-want +got:\n" + d)
			}
		})
	}
}

// TestSame holds that a workspace does not differ from itself, wherever it lies.
func TestSame(t *testing.T) {
	t.Parallel()
	const example = "../../testdata/examples/appliance"
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(example)); err != nil {
		t.Fatal(err)
	}
	from, to := cellsIn(t, example), cellsIn(t, dir)
	result := diff.Compare(from, to)
	if affected, removed := diff.Affected(from, to); !result.None() || len(affected)+len(removed) > 0 {
		t.Error(show(t, result), affected, removed)
	}
	want := []diff.Count{{Image: "gateway", Unchanged: 10}, {Image: "recovery", Unchanged: 2}}
	if d := cmp.Diff(want, result.Images); d != "" {
		t.Error(d)
	}
}

// TestAffected holds that the digest decides, in the order of the matrix.
func TestAffected(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, to          string
		affected, removed []string
	}{
		{"nothing", base, nil, nil},
		{"another order of keys", edit(t, base, "{ name: root, shell: /bin/sh }", "{ shell: /bin/sh, name: root }"), nil, nil},
		{"a slot", edit(t, base, "path: azl.vhdx", "path: new.vhdx"), []string{"disk_amd64_cosi"}, nil},
		{"a fragment and new cells", edit(t, base, "packages: [c]", "packages: [d]", "[{ format: cosi }, { format: iso }]", "[{ format: raw }, { format: iso }]",
			"arch: [amd64, arm64]", "arch: [amd64]"), []string{
			"gizmo_lite_amd64_raw", "gizmo_pro_amd64_raw", "gizmo_pro_amd64_iso",
		}, []string{
			"gizmo_lite_amd64_cosi", "gizmo_lite_arm64_cosi", "gizmo_lite_arm64_iso", "gizmo_pro_amd64_cosi", "gizmo_pro_arm64_cosi", "gizmo_pro_arm64_iso",
		}},
	}
	for _, tt := range tests {
		affected, removed := diff.Affected(cells(t, base), cells(t, tt.to))
		if d := cmp.Diff(tt.affected, affected) + cmp.Diff(tt.removed, removed); d != "" {
			t.Errorf("%s:\n%s", tt.name, d)
		}
	}
}

// TestMarkdown holds that nothing in a config gets out of its block.
func TestMarkdown(t *testing.T) {
	t.Parallel()
	from := "-- image.yaml --\nname: solo\nconfig: { a: x }\n"
	to := edit(t, from, "x", "'```</details>`'")
	var b bytes.Buffer
	p := diff.Printer{From: "`odd`", To: "v1", Path: func(_ diff.Side, f *source.File) string { return f.Path }}
	if err := p.Markdown(&b, diff.Compare(cells(t, from), cells(t, to))); err != nil {
		t.Fatal(err)
	}
	want := "**0 cells added, 0 removed, 1 changed, 0 unchanged**, from `` `odd` `` to `v1`.\n\n" +
		"<details>\n<summary>1 cell changed: <code>solo_amd64_cosi</code></summary>\n\n" +
		"````diff\n--- solo_amd64_cosi.yaml\n+++ solo_amd64_cosi.yaml\n@@ -1 +1 @@\n-a: x\n+a: '```</details>`'\n````\n\n" +
		"Caused by\n\n````diff\n- image.yaml:2:14  config: { a: x }\n+ image.yaml:2:14  config: { a: '```</details>`' }\n````\n\n</details>\n"
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Error(d)
	}
}

// TestPrintFaults holds that a failure to write is returned, in every format.
func TestPrintFaults(t *testing.T) {
	t.Parallel()
	result := diff.Compare(cells(t, base), cells(t, edit(t, base, "who: world", "who: you")))
	p := diff.Printer{Path: func(_ diff.Side, f *source.File) string { return f.Path }}
	for i, format := range []func(io.Writer, diff.Result) error{p.Text, p.JSON, p.Markdown, p.StatText, p.StatJSON, p.StatMarkdown} {
		if err := format(full{}, result); !errors.Is(err, errFull) {
			t.Errorf("format %d: %v", i, err)
		}
	}
}

var errFull = errors.New("no room")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
