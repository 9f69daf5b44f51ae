package render_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"tailor/internal/diag"
	"tailor/render"
)

// open writes the files of a txtar archive to a new directory and opens it as a workspace, whose report is
// returned too.
func open(t *testing.T, archive string) (*render.Workspace, *diag.Report) {
	t.Helper()
	dir := t.TempDir()
	if err := txtar.Write(txtar.Parse([]byte(archive)), dir); err != nil {
		t.Fatal(err)
	}
	return openDir(t, dir)
}

// openDir opens the workspace of a directory.
func openDir(t *testing.T, dir string) (*render.Workspace, *diag.Report) {
	t.Helper()
	place, err := render.Find(dir, render.Arg{})
	if err != nil {
		t.Fatal(err)
	}
	var report diag.Report
	ws, err := render.Open(place, &report)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	return ws, &report
}

// configs renders a workspace and returns its configs as one text, each below its slug.
func configs(ws *render.Workspace, s render.Selection) string {
	var b strings.Builder
	for _, r := range ws.Plan(s).Render() {
		b.WriteString("# " + r.Output.Slug + "\n" + string(r.Text()))
	}
	return b.String()
}

func printed(t *testing.T, report *diag.Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := diag.Print(&b, diag.Part{Printer: diag.Printer{Format: diag.Short}, List: report.All()}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRender(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, archive, want string }{
		{
			"a cell to which nothing contributes",
			"-- image.yaml --\nname: solo\n",
			"# solo_amd64_cosi\n{}\n",
		},
		{
			"an empty fragment, one with comments, and a null config",
			"-- tailor.yaml --\n-- a/image.yaml --\nname: a\nmatrix: { x: [p, q, r] }\nconfig: { k: v }\n" +
				"-- a/by-x/p.yaml --\n-- a/by-x/q.yaml --\n# nothing\n-- a/by-x/r.yaml --\nconfig:\n",
			"# a_p_amd64_cosi\nk: v\n# a_q_amd64_cosi\nk: v\n# a_r_amd64_cosi\nk: v\n",
		},
		{
			"literal text stays",
			"-- image.yaml --\nname: solo\nconfig:\n  permissions: 0755\n  version: 3.0\n  tag: 1.10\n  key: yes\n  nothing:\n" +
				"  date: 2026-01-01\n  quoted: \"664\"\n  script: |\n    #!/bin/sh\n    echo $1 $(pwd)\n    if true; then\n    \techo tab\n    fi\n",
			"# solo_amd64_cosi\npermissions: 0755\nversion: 3.0\ntag: 1.10\nkey: yes\nnothing:\n" +
				"date: 2026-01-01\nquoted: \"664\"\nscript: |\n  #!/bin/sh\n  echo $1 $(pwd)\n  if true; then\n  \techo tab\n  fi\n",
		},
		{
			"outputs: those of image and fragments, else the defaults",
			"-- tailor.yaml --\ndefaults: { outputs: [{ format: raw }] }\n-- a/image.yaml --\nname: a\n" +
				"-- b/image.yaml --\nname: b\nmatrix: { x: [p, q] }\n-- b/by-x/q.yaml --\noutputs: [{ format: iso }, { format: vhdx }]\n" +
				"config: { slug: \"${slug}\" }\n",
			"# a_amd64_raw\n{}\n# b_p_amd64_raw\n{}\n# b_q_amd64_iso\nslug: \"b_q_amd64_iso\"\n# b_q_amd64_vhdx\nslug: \"b_q_amd64_vhdx\"\n",
		},
		{
			"the architecture: axis, slot, sibling of the path, platform, amd64",
			"-- tailor.yaml --\nbaseImages: [{ name: slot, path: x.vhdx, arch: arm64 }]\n" +
				"-- a/image.yaml --\nname: a\nmatrix: { arch: [arm64] }\nbase: { ref: slot }\nconfig: { arch: \"${arch}\" }\n" +
				"-- b/image.yaml --\nname: b\nbase: { ref: slot }\nconfig: { arch: \"${arch}\" }\n" +
				"-- c/image.yaml --\nname: c\nbase: { path: p, arch: arm64 }\nconfig: { arch: \"${arch}\" }\n" +
				"-- d/image.yaml --\nname: d\nbase: { oci: { uri: u, platform: linux/arm64/v8 } }\nconfig: { arch: \"${arch}\" }\n" +
				"-- e/image.yaml --\nname: e\nconfig: { arch: \"${arch}\" }\n",
			"# a_arm64_cosi\narch: \"arm64\"\n# b_arm64_cosi\narch: \"arm64\"\n# c_arm64_cosi\narch: \"arm64\"\n# d_arm64_cosi\narch: \"arm64\"\n# e_amd64_cosi\narch: \"amd64\"\n",
		},
		{
			"features in the order of `features:`, after every axis",
			"-- tailor.yaml --\n-- a/image.yaml --\nname: a\nfeatures: [z, b]\nmatrix: { x: [p], y: [q] }\nconfig: { l: [base] }\n" +
				"-- a/by-feature/b.yaml --\nconfig: { l: [b] }\n-- a/by-feature/z.yaml --\nconfig: { l: [z] }\n" +
				"-- a/by-feature/off.yaml --\nconfig: { l: [off] }\n-- a/by-y/q.yaml --\nconfig: { l: [y] }\n" +
				"-- a/by-x+y/p+q.yaml --\nconfig: { l: [xy] }\n",
			"# a_p_q_amd64_cosi\nl:\n  - base\n  - y\n  - z\n  - b\n  - xy\n",
		},
		{
			"inline images have the root as their directory",
			"-- tailor.yaml --\nimages:\n  members: []\n  inline:\n    - name: one\n      config: { a: { $include: part.yaml } }\n    - name: two\n" +
				"-- part.yaml --\nx: 1\n-- other/image.yaml --\nname: other\n",
			"# one_amd64_cosi\na:\n  x: 1\n# two_amd64_cosi\n{}\n",
		},
		{
			"an image with `operation: convert` is not rendered",
			"-- tailor.yaml --\n-- a/image.yaml --\nname: a\noperation: convert\n-- b/image.yaml --\nname: b\n",
			"# b_amd64_cosi\n{}\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			ws, report := open(t, test.archive)
			got := configs(ws, render.Selection{})
			if problems := printed(t, report); problems != "" {
				t.Fatal(problems)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestRenderIsPure renders a workspace from two directories whose files were made in opposite orders.
func TestRenderIsPure(t *testing.T) {
	t.Parallel()
	archive := txtar.Parse([]byte("-- tailor.yaml --\n-- a/image.yaml --\nname: a\nmatrix: { x: [p, q], y: [r, s] }\nconfig: { l: [base] }\n" +
		"-- a/by-x/p.yaml --\nconfig: { l: [p] }\n-- a/by-x/p+q.yaml --\nconfig: { l: [pq] }\n-- a/by-y/s.yaml --\nconfig: { l: [s] }\n" +
		"-- b/image.yaml --\nname: b\n"))
	var outs []string
	for range 2 {
		dir := filepath.Join(t.TempDir(), "deep")
		for _, f := range archive.Files {
			name := filepath.Join(dir, filepath.FromSlash(f.Name))
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		ws, _ := openDir(t, dir)
		outs = append(outs, configs(ws, render.Selection{}))
		for i, j := 0, len(archive.Files)-1; i < j; i, j = i+1, j-1 {
			archive.Files[i], archive.Files[j] = archive.Files[j], archive.Files[i]
		}
	}
	if outs[0] != outs[1] || !strings.Contains(outs[0], "# a_p_s_amd64_cosi\nl:\n  - base\n  - pq\n  - p\n  - s\n") {
		t.Error(cmp.Diff(outs[0], outs[1]), outs[0])
	}
}
