package output_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/internal/diag"
	"tailor/render/output"
)

// TestForeign: files that no manifest lists are adopted when they are equal, else one error names all of them and
// nothing is written.
func TestForeign(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, filepath.Join(dir, "same.yaml"), "same: 1\n")
	put(t, filepath.Join(dir, filepath.FromSlash("a/one.yaml")), "mine: 1\n")
	put(t, filepath.Join(dir, "two.yaml"), "")
	before := tree(t, dir)
	w := full(dir, file("a/one.yaml", "one: 1\n"), file("new.yaml", "{}\n"), file("same.yaml", "same: 1\n"), file("two.yaml", "two: 2\n"))
	done, messages := apply(t, w)
	if diff := cmp.Diff([]string{"T0807 2 files are in the way that tailor did not write"}, messages); diff != "" || len(done) > 0 {
		t.Error(done, diff)
	}
	holds(t, dir, before)
	changes, _ := output.Compare(w)
	var b strings.Builder
	if err := diag.Print(&b, diag.Part{Printer: diag.Printer{Format: "short"}, List: changes.Objections()}); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); !strings.Contains(got, "a/one.yaml: error[T0807]") {
		t.Error(got)
	}

	w.Force = true
	must(t, w, "foreign a/one.yaml", "missing new.yaml", "foreign two.yaml")
	w.Force = false
	must(t, w)

	// The one that was adopted is tailor's own now.
	must(t, full(dir, file("same.yaml", "other: 1\n")), "changed same.yaml", "stale a/one.yaml", "stale new.yaml", "stale two.yaml")
}

// TestEdited: a listed file that was edited is overwritten with a warning; one edited to what it would become is
// fine.
func TestEdited(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must(t, full(dir, file("one.yaml", "one: 1\n"), file("two.yaml", "two: 2\n")), "missing one.yaml", "missing two.yaml")
	put(t, filepath.Join(dir, "one.yaml"), "edited: 1\n")
	put(t, filepath.Join(dir, "two.yaml"), "new: 2\n")
	done, messages := apply(t, full(dir, file("one.yaml", "one: 1\n"), file("two.yaml", "new: 2\n")))
	if diff := cmp.Diff([]string{"edited one.yaml"}, done); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"T0810 `OUT/one.yaml` was edited: rendering overwrites it"}, messages); diff != "" {
		t.Error(diff)
	}
	holds(t, dir, map[string]string{"one.yaml": "one: 1\n", "two.yaml": "new: 2\n"})
}

// TestPrune: what nothing makes any more goes, with the directories that are empty then, and nothing else.
func TestPrune(t *testing.T) {
	t.Parallel()
	dir, from := t.TempDir(), t.TempDir()
	x, y := asset(t, from, "a/files/x", "x", 0o644), asset(t, from, "b/files/y", "y", 0o644)
	must(t, withAssets(full(dir, file("a/one.yaml", "one: 1\n", x), file("b/two.yaml", "two: 2\n", y), file("b/c/three.yaml", "{}\n"),
		file("b/d/four.yaml", "{}\n"), file("b/five.yaml", "five: 5\n")), from, x, y),
		"missing a/one.yaml", "missing b/two.yaml", "missing b/c/three.yaml", "missing b/d/four.yaml", "missing b/five.yaml",
		"missing a/files/x", "missing b/files/y")
	put(t, filepath.Join(dir, filepath.FromSlash("b/d/mine.txt")), "mine")
	put(t, filepath.Join(dir, filepath.FromSlash("b/two.yaml")), "edited: 2\n")
	if err := os.Remove(filepath.Join(dir, filepath.FromSlash("b/five.yaml"))); err != nil {
		t.Fatal(err)
	}

	// A partial run prunes nothing and keeps the other entries.
	w := withAssets(full(dir, file("a/one.yaml", "one: 1\n")), from)
	w.Full = false
	must(t, w)

	w.Full = true
	done, messages := apply(t, w)
	want := []string{"stale b/c/three.yaml", "stale b/d/four.yaml", "stale a/files/x", "stale b/files/y"}
	if diff := cmp.Diff(want, done); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"T0811 `OUT/b/two.yaml` is not rendered any more and was edited: it stays"}, messages); diff != "" {
		t.Error(diff)
	}
	holds(t, dir, map[string]string{"a/one.yaml": "one: 1\n", "b/d/mine.txt": "mine", "b/two.yaml": "edited: 2\n"})
	for _, gone := range []string{"a/files", "b/c", "b/files"} {
		if _, err := os.Lstat(filepath.Join(dir, gone)); err == nil {
			t.Error(gone, "is still there")
		}
	}

	// It was reported once; from now on it is the user's.
	must(t, w)
	_, messages = apply(t, full(dir, file("a/one.yaml", "one: 1\n"), file("b/two.yaml", "two: 2\n")))
	if diff := cmp.Diff([]string{"T0807 a file is in the way that tailor did not write"}, messages); diff != "" {
		t.Error(diff)
	}
}

// TestSpared: configs that are left out for now keep their files and the assets that they name.
func TestSpared(t *testing.T) {
	t.Parallel()
	dir, from := t.TempDir(), t.TempDir()
	x, y := asset(t, from, "files/x", "x", 0o644), asset(t, from, "files/y", "y", 0o644)
	must(t, withAssets(full(dir, file("one.yaml", "one: 1\n", x), file("two.yaml", "two: 2\n", y)), from, x, y),
		"missing one.yaml", "missing two.yaml", "missing files/x", "missing files/y")
	w := full(dir)
	w.Spared = func(slug string) bool { return slug == "two" }
	must(t, w, "stale one.yaml", "stale files/x")
	holds(t, dir, map[string]string{"two.yaml": "two: 2\n", "files/y": "y"})
	must(t, w)
}

// TestPruneEverything leaves an empty manifest, which the next run can use.
func TestPruneEverything(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must(t, full(dir, file("a/one.yaml", "one: 1\n")), "missing a/one.yaml")
	must(t, full(dir), "stale a/one.yaml")
	must(t, full(dir))
	want := "{\n\"command\": \"render\",\n\"files\": [\n]\n}\n"
	if got, err := os.ReadFile(filepath.Join(dir, output.ManifestName)); err != nil || string(got) != want {
		t.Errorf("%s %v", got, err)
	}
}

// TestOtherCommand refuses a directory of another command, and writes nothing.
func TestOtherCommand(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must(t, full(dir, file("one.yaml", "one: 1\n")), "missing one.yaml")
	w := full(dir, file("one.yaml", "other: 1\n"))
	w.Command, w.Force = "export", true
	_, messages := apply(t, w)
	if diff := cmp.Diff([]string{"T0808 `tailor render` writes `OUT`, so `tailor export` cannot"}, messages); diff != "" {
		t.Error(diff)
	}
	holds(t, dir, map[string]string{"one.yaml": "one: 1\n"})
}

// TestDamagedManifest trusts no manifest that is not exactly what tailor writes: it names files to remove.
func TestDamagedManifest(t *testing.T) {
	t.Parallel()
	entry := func(path string) string {
		return `{"command":"render","files":[{"path":"` + path + `","kind":"asset","sha256":"` + sum("x") + `"}]}`
	}
	for _, text := range []string{
		"", "null", "[]", "{", `{"command":"format"}`, entry("../x"), entry("/x"), entry("."), entry("a//b"), entry(""),
		entry(".tailor-manifest.json"), entry("a/.tailor-lock"), strings.Replace(entry("x"), "asset", "config", 1),
		strings.Replace(entry("x"), "asset", "other", 1), entry("x") + entry("y"),
		`{"command":"render","files":[{"path":"b","kind":"asset"},{"path":"a","kind":"asset"}]}`,
	} {
		parent := t.TempDir()
		dir := filepath.Join(parent, "out")
		put(t, filepath.Join(parent, "x"), "x")
		put(t, filepath.Join(dir, output.ManifestName), text)
		_, messages := apply(t, full(dir))
		want := []string{"T0809 `OUT/.tailor-manifest.json` is no manifest that tailor wrote"}
		if diff := cmp.Diff(want, messages); diff != "" {
			t.Error(text, diff)
		}
		if got := tree(t, parent)["x"]; got != "x" {
			t.Errorf("%s: %q", text, got)
		}
	}
}
