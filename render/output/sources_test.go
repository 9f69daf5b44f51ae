package output_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/render/bundle"
	"tailor/render/output"
)

// infos are the files of some paths, as sources.
func infos(t *testing.T, names ...string) []fs.FileInfo {
	t.Helper()
	var out []fs.FileInfo
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, info)
	}
	return out
}

// TestSourcesStay: a source is never removed, overwritten or taken over, by whatever name it is found in the output
// directory.
func TestSourcesStay(t *testing.T) {
	t.Parallel()
	dir, from := t.TempDir(), t.TempDir()
	x := asset(t, from, "files/x", "x", 0o600)
	source, copied := filepath.Join(from, "files", "x"), filepath.Join(dir, "files", "x")
	w := withAssets(full(dir, file("one.yaml", "one: 1\n", x)), from, x)
	must(t, w, "missing one.yaml", "missing files/x")

	// The copy becomes the source: a hard link, or the only copy behind a link.
	for _, relink := range []func() error{
		func() error { return os.Link(source, copied) },
		func() error { return os.Rename(source, copied) },
	} {
		if err := os.Remove(copied); err != nil {
			t.Fatal(err)
		}
		if err := relink(); err != nil {
			t.Skip(err)
		}
		if _, err := os.Lstat(source); err != nil {
			symlink(t, copied, source)
		}
		w.Sources = infos(t, copied)
		must(t, w)
		must(t, full2(w), "stale one.yaml")
		holds(t, dir, map[string]string{"files/x": "x"})
		must(t, w, "missing one.yaml")
	}

	// A source where another file is to be written.
	w = full(dir, file("files/x", "other: 1\n"))
	w.Sources, w.Force = infos(t, copied), true
	_, messages := apply(t, w)
	want := []string{"T0703 cannot write `OUT/files/x`: it is one of the files that all of this is rendered from"}
	if diff := cmp.Diff(want, messages); diff != "" {
		t.Error(diff)
	}
	holds(t, dir, map[string]string{"files/x": "x", "one.yaml": "one: 1\n"})
}

// full2 is the same run when nothing is rendered any more.
func full2(w output.Want) output.Want {
	w.Configs, w.Assets = nil, nil
	return w
}

// TestOverlap: in a tree of sources, an equal file that stands where a copy belongs is the user's.
func TestOverlap(t *testing.T) {
	t.Parallel()
	dir, from := t.TempDir(), t.TempDir()
	x := asset(t, from, "files/x", "x", 0o600)
	put(t, filepath.Join(dir, "files", "x"), "x")
	w := withAssets(full(dir, file("one.yaml", "one: 1\n", x)), from, x)
	w.Overlaps = true
	must(t, w, "missing one.yaml")
	must(t, full2(w), "stale one.yaml")
	holds(t, dir, map[string]string{"files/x": "x"})
}

// TestInPlace: a manifest that was copied over the sources removes none of them.
func TestInPlace(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	x := asset(t, dir, "files/x", "x", 0o600)
	from := t.TempDir()
	asset(t, from, "files/x", "x", 0o600)
	must(t, withAssets(full(dir, file("one.yaml", "one: 1\n", x)), from, x), "missing one.yaml")
	w := full(dir)
	w.Overlaps, w.InPlace = true, true
	must(t, w, "stale one.yaml")
	holds(t, dir, map[string]string{"files/x": "x"})
}

// TestFileForDirectory: what is tailor's own and stale is in nobody's way, a file for a directory or the other way
// round; what a user put there is.
func TestFileForDirectory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must(t, full(dir, file("a", "a: 1\n"), file("b/c/d", "d: 1\n"), file("b/e", "e: 1\n")), "missing a", "missing b/c/d", "missing b/e")
	must(t, full(dir, file("a/x", "x: 1\n"), file("b", "b: 1\n")),
		"missing a/x", "missing b", "stale a", "stale b/c/d", "stale b/e")
	holds(t, dir, map[string]string{"a/x": "x: 1\n", "b": "b: 1\n"})

	put(t, filepath.Join(dir, "a", "mine"), "mine")
	put(t, filepath.Join(dir, "b"), "edited")
	_, messages := apply(t, full(dir, file("a", "a: 1\n"), file("b/e", "e: 1\n")))
	want := []string{
		"T0703 cannot write `OUT/a`: there is a directory of this name",
		"T0703 cannot write `OUT/b/e`: `OUT/b` is no directory",
		"T0811 `OUT/b` is not rendered any more and was edited: it stays",
	}
	if diff := cmp.Diff(want, messages); diff != "" {
		t.Error(diff)
	}
	holds(t, dir, map[string]string{"a/x": "x: 1\n", "a/mine": "mine", "b": "edited"})
}

// TestVacated removes the directories of a stale file that is gone already, but no link that a user made.
func TestVacated(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must(t, full(dir, file("a/b/c/d", "d: 1\n"), file("l/x", "x: 1\n")), "missing a/b/c/d", "missing l/x")
	for _, name := range []string{"a/b/c/d", "l/x", "l"} {
		if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
	put(t, filepath.Join(dir, "store", "keep"), "keep")
	symlink(t, "store", filepath.Join(dir, "l"))
	must(t, full(dir))
	if _, err := os.Lstat(filepath.Join(dir, "a")); err == nil {
		t.Error("the directories stay")
	}
	if _, err := os.Lstat(filepath.Join(dir, "l")); err != nil {
		t.Error(err)
	}
}

// TestCollisions: an asset of one cell never takes the place of the config of another that is not rendered now.
func TestCollisions(t *testing.T) {
	t.Parallel()
	dir, from := t.TempDir(), t.TempDir()
	must(t, full(dir, file("one.yaml", "one: 1\n"), file("two.yaml", "two: 2\n")), "missing one.yaml", "missing two.yaml")
	two := asset(t, from, "two.yaml", "mine", 0o600)
	w := withAssets(full(dir, file("one.yaml", "one: 1\n", two)), from, two)
	w.Full = false
	_, messages := apply(t, w)
	want := []string{"T0806 `OUT/two.yaml` is to be a config and an asset, one of them of `two`"}
	if diff := cmp.Diff(want, messages); diff != "" {
		t.Error(diff)
	}
	holds(t, dir, map[string]string{"one.yaml": "one: 1\n", "two.yaml": "two: 2\n"})

	// The other way round: the asset is there, the config comes.
	dir = t.TempDir()
	w = withAssets(full(dir, file("one.yaml", "one: 1\n", two)), from, two)
	must(t, w, "missing one.yaml", "missing two.yaml")
	w = full(dir, file("two.yaml", "two: 2\n"))
	w.Full = false
	_, messages = apply(t, w)
	want = []string{"T0806 `OUT/two.yaml` is to be a config and an asset, one of them of `one`"}
	if diff := cmp.Diff(want, messages); diff != "" {
		t.Error(diff)
	}
}

// TestNamedDirectory: a config that stays keeps what is in a directory that it names.
func TestNamedDirectory(t *testing.T) {
	t.Parallel()
	dir, from := t.TempDir(), t.TempDir()
	x := asset(t, from, "files/sub/x", "x", 0o600)
	one := file("one.yaml", "one: 1\n", x)
	one.Named = []string{"files/"}
	must(t, withAssets(full(dir, one), from, x), "missing one.yaml", "missing files/sub/x")
	w := full(dir)
	w.Spared = func(slug string) bool { return slug == "one" }
	must(t, w)
	holds(t, dir, map[string]string{"one.yaml": "one: 1\n", "files/sub/x": "x"})
}

// TestLongName says it before anything is written.
func TestLongName(t *testing.T) {
	t.Parallel()
	name := make([]byte, 256)
	for i := range name {
		name[i] = 'x'
	}
	dir := filepath.Join(t.TempDir(), "out")
	_, messages := apply(t, full(dir, file("a.yaml", "a: 1\n"), bundle.Config{
		Path: string(name), Rendering: file("x", "x: 1\n").Rendering,
	}))
	want := []string{"T0703 cannot write `OUT/" + string(name) + "`: its name is longer than 255 bytes"}
	if diff := cmp.Diff(want, messages); diff != "" {
		t.Error(diff)
	}
	holds(t, dir, map[string]string{})
}
