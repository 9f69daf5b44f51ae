package bundle_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/internal/diag"
	"tailor/render"
	"tailor/render/bundle"
)

// named makes the files of a workspace whose configs name files in all ways: by several spellings, in directories, outside,
// through links, not there, where configs go.
func named(random *rand.Rand) map[string]string {
	word := func(words ...string) string { return words[random.IntN(len(words))] }
	value := func() string {
		return word("files/a", "./files/a", "files/../files/a", "files", "files/", "files/b", "\"files/${e}\"", "'files/${e}.txt'", "../common/x", "../../outside",
			"link", "dangling", "empty", "nothing", "\"im${e}\"", "other/../files/deep/", "files/deep/c")
	}
	files := map[string]string{
		"tailor.yaml": "", "common/x": "x", "im0/files/a": "a", "im0/files/b": "b", "im0/files/p.txt": "p", "im0/files/deep/c": "c",
		"im1/files/a": "other a", "im1/files/q": "q", "im1/files/q.txt": "q", "im1/files/deep/c": "a",
	}
	for i := range 2 {
		list := make([]string, 3+random.IntN(4))
		for j := range list {
			list[j] = "{ s: " + value() + ", t: " + value() + ", u: [" + value() + ", 1, 2, 3, 4, 5] }"
		}
		text := fmt.Sprintf("name: im%d\nmatrix: { e: [p, q, r], f: [1, 2, 3, 4, 5, 6, 7, 8, 9] }\nparams: { n: \"${e}\" }\n", i) +
			word("", "assets: [files/b]\n", "assets: [files/deep]\n") + word("", "extraDependencies: [files/a, 'files/*.txt', '${n}']\n") +
			word("", "outputs: [{ format: raw }, { format: iso }]\n") + "config: { l: [" + strings.Join(list, ", ") + "] }\n"
		files[fmt.Sprintf("im%d/image.yaml", i)] = text
		for _, name := range []string{"by-e/p", "by-e/q", "by-f/1", "by-f/3+5", "by-e+f/p+3"} {
			files[fmt.Sprintf("im%d/%s.yaml", i, name)] = "config: { k" + name[len(name)-1:] + ": " + value() + ", l: [{ s: " + value() + ", t: [1, 2, 3, 4, 5, 6, 7] }] }\n"
		}
		if word("yes", "no", "no", "no") == "yes" { // the first cell comes to the file in the way later than the second one
			slug := fmt.Sprintf("im%d_q_3_amd64_cosi.yaml", i)
			files[fmt.Sprintf("im%d/%s", i, slug)] = "in the way\n"
			var many strings.Builder
			for j := range 400 {
				fmt.Fprintf(&many, "no/%d, ", j)
			}
			files[fmt.Sprintf("im%d/by-e+f/p+1.yaml", i)] = "config: { l: [" + many.String() + "./" + slug + "] }\n"
			files[fmt.Sprintf("im%d/by-f/2.yaml", i)] = "config: { m: " + slug + " }\n"
		}
	}
	return files
}

// bundled collects a workspace by some workers, and returns everything that comes of it.
func bundled(t *testing.T, dir string, workers int, o bundle.Options) string {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
	var report diag.Report
	w, err := render.Open(render.Place{Dir: dir, Marker: "tailor.yaml"}, &report)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	plan := w.Plan(render.Selection{})
	texts := make([]string, plan.Count())
	o.Look = func(at int, c *bundle.Config, text []byte) { texts[at] = c.Path + "\n" + string(text) }
	b, err := bundle.Collect(w, plan, &report, o)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var out bytes.Buffer
	for _, d := range report.All() {
		fmt.Fprintln(&out, d.Code, d.Cells)
	}
	if err := diag.Print(&out, diag.Part{List: report.All()}); err != nil {
		t.Fatal(err)
	}
	for _, a := range b.Assets {
		fmt.Fprintln(&out, a.Path, a.Mode, a.Sum)
	}
	for _, c := range b.Configs {
		fmt.Fprintln(&out, c.Path, c.Output.Slug, c.Digest, c.Named)
		if c.Dependencies != nil {
			for _, a := range c.Dependencies.Assets {
				fmt.Fprintln(&out, " ", a.Path, a.Sum)
			}
		}
	}
	files, dirs := b.Inputs()
	fmt.Fprintln(&out, files, dirs, len(b.Sources()))
	return out.String() + strings.Join(texts, "")
}

// TestCollectWorkers holds that nobody can tell how many workers there were.
func TestCollectWorkers(t *testing.T) { //nolint:paralleltest // it sets the number of processors
	faulty, sound := 0, 0
	for seed := range uint64(12) {
		dir := filepath.Join(t.TempDir(), "ws")
		for name, text := range named(rand.New(rand.NewPCG(7, seed))) {
			name = filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		link(t, dir, "files/a", "im0/link")
		link(t, dir, "nowhere", "im0/dangling")
		link(t, dir, "../../..", "im1/link")
		if err := os.Mkdir(filepath.Join(dir, "im1", "empty"), 0o755); err != nil {
			t.Fatal(err)
		}
		for name, o := range map[string]bundle.Options{"render": {}, "export": {Flat: true}, "no digests": {NoDigests: true}, "no assets": {NoAssets: true}} {
			want := bundled(t, dir, 1, o)
			if strings.Contains(want, "error[") {
				faulty++
			} else {
				sound++
			}
			for _, workers := range []int{2, 8} {
				if diff := cmp.Diff(want, bundled(t, dir, workers, o)); diff != "" {
					t.Fatal(seed, name, workers, diff)
				}
			}
		}
	}
	if faulty < 5 || sound < 5 {
		t.Error("the workspaces are too much alike:", faulty, "faulty", sound, "sound")
	}
}
