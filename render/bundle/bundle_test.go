package bundle_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"tailor/internal/diag"
	"tailor/render"
	"tailor/render/bundle"
)

// workspace writes an archive to a new directory.
func workspace(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	if err := txtar.Write(txtar.Parse([]byte(archive)), dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// collect bundles everything of the workspace in a directory. It returns the short form of what was reported.
func collect(t *testing.T, dir string, o bundle.Options) (*bundle.Bundle, []string) {
	t.Helper()
	var report diag.Report
	w, err := render.Open(render.Place{Dir: dir, Marker: "tailor.yaml"}, &report)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	b, err := bundle.Collect(w, w.Plan(render.Selection{}), &report, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b, short(t, &report)
}

// short is the short form of a report, by lines.
func short(t *testing.T, report *diag.Report) []string {
	t.Helper()
	var text strings.Builder
	if err := diag.Print(&text, diag.Part{Printer: diag.Printer{Format: "short"}, List: report.All()}); err != nil {
		t.Fatal(err)
	}
	return strings.FieldsFunc(text.String(), func(r rune) bool { return r == '\n' })
}

// paths lists the assets of a bundle.
func paths(b *bundle.Bundle) []string {
	out := []string{}
	for _, a := range b.Assets {
		out = append(out, a.Path)
	}
	return out
}

// link makes a symbolic link below a directory.
func link(t *testing.T, dir, target, name string) {
	t.Helper()
	at := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, at); err != nil {
		t.Skip(err)
	}
}

// TestLinks: links are what they point to inside the workspace; what leads out of it is never read.
func TestLinks(t *testing.T) {
	t.Parallel()
	top := workspace(t, `
-- secret --
outside
-- secrets/key --
outside
-- ws/tailor.yaml --
-- ws/gizmo/image.yaml --
name: gizmo
config:
  file: link
  dir: dirlink
  tree: tree
  out: out-link
  outDir: out-dir
  absolute: absolute
  above: ../../secret
  loop: loop
  self: self
  gone: gone
  here: here
  up: tree/..
-- ws/gizmo/real/file --
x
-- ws/gizmo/tree/one --
1
`)
	ws := filepath.Join(top, "ws")
	for name, target := range map[string]string{
		"link": "real/file", "dirlink": "real", "out-link": "../../secret", "out-dir": "../../secrets", "self": "self",
		"absolute": filepath.Join(ws, "gizmo", "real", "file"), "loop": "loop2", "loop2": "loop", "gone": "nowhere", "here": ".",
		"tree/back": "..", "tree/again": "../tree", "tree/out": "../../../secrets", "tree/gone": "nowhere", "tree/file": "../real/file",
		"tree/manifest": "../../tailor.yaml", "tree/real": "../real",
	} {
		link(t, filepath.Join(ws, "gizmo"), target, name)
	}
	b, messages := collect(t, ws, bundle.Options{})
	want := []string{
		"gizmo/dirlink/file", "gizmo/link", "gizmo/tree/file", "gizmo/tree/one", "gizmo/tree/real/file",
	}
	if diff := cmp.Diff(want, paths(b)); diff != "" {
		t.Error(diff)
	}
	wantMessages := []string{
		"gizmo/image.yaml:5:9: warning[T0801]: `tree/out` leaves the workspace: it is not copied",
		"gizmo/image.yaml:5:9: warning[T0803]: `tree/again` is not copied: the link leads back into itself",
		"gizmo/image.yaml:5:9: warning[T0803]: `tree/gone` is not copied: the link leads nowhere",
		"gizmo/image.yaml:6:8: warning[T0801]: `out-link` leaves the workspace: it is not copied",
		"gizmo/image.yaml:7:11: warning[T0801]: `out-dir` leaves the workspace: it is not copied",
		"gizmo/image.yaml:8:13: warning[T0801]: `absolute` is not copied: it is an absolute link",
		"gizmo/image.yaml:9:10: warning[T0801]: `../../secret` leaves the workspace: it is not copied",
		"gizmo/image.yaml:10:9: warning[T0803]: `loop` is not copied: it goes through too many links",
		"gizmo/image.yaml:11:9: warning[T0803]: `self` is not copied: it goes through too many links",
		"gizmo/image.yaml:12:9: warning[T0803]: `gone` is not copied: the link leads nowhere",
	}
	if diff := cmp.Diff(wantMessages, messages); diff != "" {
		t.Error(diff)
	}
	if _, messages := collect(t, ws, bundle.Options{NoAssets: true}); len(messages) > 0 {
		t.Error("nothing is copied, and still:", messages)
	}
}

// TestEmptyDirectory warns: git does not keep one, so a fresh clone would render something else.
func TestEmptyDirectory(t *testing.T) {
	t.Parallel()
	dir := workspace(t, "-- tailor.yaml --\n-- gizmo/image.yaml --\nname: gizmo\nconfig: { dir: rootfs }\n-- gizmo/rootfs/file --\n")
	if err := os.MkdirAll(filepath.Join(dir, "gizmo", "rootfs", "var", "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	b, messages := collect(t, dir, bundle.Options{})
	want := []string{"gizmo/image.yaml:2:16: warning[T0803]: `rootfs/var/empty` is not copied: the directory is empty"}
	if diff := cmp.Diff(want, messages); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"gizmo/rootfs/file"}, paths(b)); diff != "" {
		t.Error(diff)
	}
}

// TestOddNames: a name that JSON cannot hold is left out.
func TestOddNames(t *testing.T) {
	t.Parallel()
	dir := workspace(t, "-- tailor.yaml --\n-- gizmo/image.yaml --\nname: gizmo\nconfig: { dir: rootfs }\n-- gizmo/rootfs/a b --\n")
	if err := os.WriteFile(dir+"/gizmo/rootfs/b\xff", nil, 0o600); err != nil {
		t.Skip(err)
	}
	b, messages := collect(t, dir, bundle.Options{})
	want := []string{"gizmo/image.yaml:2:16: warning[T0803]: `rootfs/b\\xff` is not copied: its name is not UTF-8"}
	if diff := cmp.Diff(want, messages); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"gizmo/rootfs/a b"}, paths(b)); diff != "" {
		t.Error(diff)
	}
}

// TestTooManyAssets stops at links that multiply.
func TestTooManyAssets(t *testing.T) {
	t.Parallel()
	dir := workspace(t, "-- tailor.yaml --\n-- gizmo/image.yaml --\nname: gizmo\nconfig: { dir: many }\n-- gizmo/real/file --\n")
	for i := range 330 {
		link(t, dir, "../real", "gizmo/many/"+strconv.Itoa(i))
		link(t, dir, "file", "gizmo/real/"+strconv.Itoa(i))
	}
	_, messages := collect(t, dir, bundle.Options{})
	want := "gizmo/image.yaml:2:16: error[T0805]: the configs name more than 100000 files"
	if diff := cmp.Diff([]string{want}, messages); diff != "" {
		t.Error(diff)
	}
}

// TestManyProblems shows the first ones only.
func TestManyProblems(t *testing.T) {
	t.Parallel()
	dir := workspace(t, "-- tailor.yaml --\n-- gizmo/image.yaml --\nname: gizmo\nconfig: { dir: many }\n-- gizmo/many/file --\n")
	for i := range 15 {
		link(t, dir, "nowhere", "gizmo/many/"+strconv.Itoa(10+i))
	}
	b, messages := collect(t, dir, bundle.Options{})
	if len(messages) != 11 || len(b.Assets) != 1 {
		t.Error(messages, paths(b))
	}
	want := "gizmo/image.yaml:2:16: warning[T0803]: 5 more things in `many` are not copied"
	if !slices.Contains(messages, want) {
		t.Error(messages)
	}
}

// TestDigest: the digest changes with everything that the image is made from, and with nothing else.
func TestDigest(t *testing.T) {
	t.Parallel()
	const start = `
-- tailor.yaml --
warnings: { T0509: off }
baseImages:
  - { name: base, path: base.vhdx }
-- gizmo/image.yaml --
name: gizmo
base: { ref: base }
rpmSources: [rpms]
extraDependencies: [dep, "deps/*.txt", missing, ../../outside]
params: { p: one }
config:
  a: { b: 0755, c: "two" }
  file: files/x
  dir: tree
-- gizmo/files/x --
x
-- gizmo/tree/y --
y
-- gizmo/dep --
d
-- gizmo/deps/1.txt --
1
-- gizmo/unnamed --
u
`
	tests := []struct {
		name, old, new string
		changes        bool
	}{
		{"nothing", "", "", false},
		{"key order and style", "a: { b: 0755, c: \"two\" }", "a: { c: two, b: 0755 } # said", false},
		{"a block for a flow", "a: { b: 0755, c: \"two\" }\n", "a:\n    b: 0755\n    c: 'two'\n", false},
		{"a file that nothing names", "u\n", "v\n", false},
		{"a param that nothing uses", "one", "two", false},
		{"a scalar as text", "0755", "493", true},
		{"a type", "0755", "\"0755\"", true},
		{"a key", "c: \"two\"", "d: \"two\"", true},
		{"an asset", "x --\nx", "x --\nz", true},
		{"a file in a directory", "y --\ny", "y --\nz", true},
		{"a new file in a directory", "-- gizmo/tree/y --", "-- gizmo/tree/z --\n-- gizmo/tree/y --", true},
		{"the base", "{ ref: base }", "{ path: base.vhdx }", true},
		{"the slot of the base", "path: base.vhdx", "path: other.vhdx", true},
		{"the output", "base: { ref: base }", "base: { ref: base }\noutputs: [{ format: iso }]", true},
		{"rpmSources", "[rpms]", "[other]", true},
		{"a dependency", "dep --\nd", "dep --\ne", true},
		{"a dependency by glob", "1.txt --\n1", "1.txt --\n2", true},
		{"a new dependency by glob", "-- gizmo/deps/1.txt --", "-- gizmo/deps/2.txt --\n-- gizmo/deps/1.txt --", true},
		{"a dependency that appears", "-- gizmo/dep --", "-- gizmo/missing --\n-- gizmo/dep --", true},
		{"an asset in `assets:`", "params:", "assets: [unnamed]\nparams:", true},
	}
	digest := func(t *testing.T, archive string, o bundle.Options) string {
		t.Helper()
		b, messages := collect(t, workspace(t, archive), o)
		if len(messages) > 0 || len(b.Configs) != 1 {
			t.Error(messages, len(b.Configs))
		}
		return b.Configs[0].Digest.String()
	}
	before := digest(t, start, bundle.Options{})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(start, tt.old) {
				t.Fatal("there is no", tt.old)
			}
			after := digest(t, strings.Replace(start, tt.old, tt.new, 1), bundle.Options{})
			if (before != after) != tt.changes {
				t.Errorf("%s, %s", before, after)
			}
		})
	}
	for _, o := range []bundle.Options{{NoAssets: true}, {Flat: true}, {OutputDir: t.TempDir()}} {
		if got := digest(t, start, o); got != before {
			t.Errorf("%+v: %s, %s", o, before, got)
		}
	}
}

// TestNoDigests: without digests nothing is hashed, and what cannot be opened is reported all the same.
func TestNoDigests(t *testing.T) {
	t.Parallel()
	const gone = "error[T0701]: cannot read `gizmo/gone`: no such file or directory"
	dir := workspace(t, "-- tailor.yaml --\n-- gizmo/image.yaml --\nname: gizmo\nconfig: { script: run }\n-- gizmo/run --\n")
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, noDigests := range []bool{false, true} {
		o := bundle.Options{NoDigests: noDigests}
		b, messages := collect(t, dir, o)
		if len(messages) > 0 || len(b.Assets) != 1 {
			t.Fatalf("%+v: %v, %v", o, paths(b), messages)
		}
		if got := b.Assets[0].Sum; (got == "") != noDigests {
			t.Errorf("%+v: the sum is %q", o, got)
		}
		if got := b.Configs[0].Digest; (got == bundle.Sum{}) != noDigests {
			t.Errorf("%+v: the digest is %q", o, got)
		}
		var report diag.Report
		if got := bundle.SumOf(root, &bundle.Asset{Path: "gizmo/gone"}, &report, o); got != "" {
			t.Errorf("%+v: the sum of nothing is %q", o, got)
		}
		if diff := cmp.Diff([]string{gone}, short(t, &report)); diff != "" {
			t.Errorf("%+v: %s", o, diff)
		}
	}
}

// TestOutputDir: what lies in an output directory is no asset, whichever it is and whatever path leads there.
// In the tree of the sources only what is written is output.
func TestOutputDir(t *testing.T) {
	t.Parallel()
	dir := workspace(t, `
-- tailor.yaml --
render: { outputDir: gizmo/build/set }
export: { outputDir: committed }
-- gizmo/image.yaml --
name: gizmo
config: { a: build, b: ../build/x, c: build/out/y, d: files/z, e: ../committed/y, f: old, g: gizmo_amd64_cosi.yaml, h: link }
-- gizmo/build/out/y --
-- gizmo/build/log --
-- gizmo/build/set/y --
-- gizmo/files/z --
-- gizmo/old/.tailor-manifest.json --
-- gizmo/old/sub/y --
-- gizmo/gizmo_amd64_cosi.yaml --
-- committed/y --
-- build/x --
`)
	link(t, dir, "build/out", "gizmo/link")
	const config = "gizmo/gizmo_amd64_cosi.yaml"
	all := []string{"build/x", "gizmo/build/log", "gizmo/build/out/y", "gizmo/files/z", config, "gizmo/link/y"}
	for out, want := range map[string][]string{
		"":                all,
		"../elsewhere":    all,
		"gizmo/build/out": {"build/x", "gizmo/build/log", "gizmo/files/z", config},
		"build":           {"gizmo/build/log", "gizmo/build/out/y", "gizmo/files/z", config, "gizmo/link/y"},
		".":               {"build/x", "gizmo/build/log", "gizmo/build/out/y", "gizmo/link/y"},
		"gizmo":           {"build/x", "gizmo/build/log", "gizmo/build/out/y", "gizmo/files/z", config, "gizmo/link/y"},
		"..":              all,
	} {
		o := bundle.Options{OutputDir: filepath.Join(dir, filepath.FromSlash(out)), Listed: func() map[string]bool { return map[string]bool{"gizmo/files/z": true} }}
		if out == "" {
			o.OutputDir = ""
		}
		b, messages := collect(t, dir, o)
		messages = slices.DeleteFunc(messages, func(m string) bool { return strings.Contains(m, "lies in a directory that tailor writes") })
		if out != "." { // where the config is
			messages = slices.DeleteFunc(messages, func(m string) bool { return strings.Contains(m, "T0806") })
		}
		if diff := cmp.Diff(want, paths(b)); diff != "" || len(messages) > 0 {
			t.Error(out, diff, messages)
		}
	}
}
