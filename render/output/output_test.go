package output_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tailor/render/bundle"
	"tailor/render/output"
)

func TestApply(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "deep", "out")
	must(t, full(dir, file("a/b/one.yaml", "one: 1\n"), file("a/two.yaml", "two: 2\n"), file("three.yaml", "{}\n")),
		"missing a/b/one.yaml", "missing a/two.yaml", "missing three.yaml")
	want := map[string]string{"a/b/one.yaml": "one: 1\n", "a/two.yaml": "two: 2\n", "three.yaml": "{}\n"}
	holds(t, dir, want)

	// Only what changed is written, of equal length or not; everything else keeps its time.
	old := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	for name := range want {
		if err := os.Chtimes(filepath.Join(dir, name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	put(t, filepath.Join(dir, "mine.txt"), "mine")
	must(t, full(dir, file("a/b/one.yaml", "one: 1\n"), file("a/two.yaml", "two: X\n"), file("three.yaml", "longer: 3\n")),
		"changed a/two.yaml", "changed three.yaml")
	holds(t, dir, map[string]string{
		"a/b/one.yaml": "one: 1\n", "a/two.yaml": "two: X\n", "three.yaml": "longer: 3\n", "mine.txt": "mine",
	})
	info, err := os.Stat(filepath.Join(dir, "a", "b", "one.yaml"))
	if err != nil || !info.ModTime().Equal(old) {
		t.Error(info.ModTime(), err)
	}
}

// TestApplyTwice changes nothing at all the second time, no time of a file or a directory.
func TestApplyTwice(t *testing.T) {
	t.Parallel()
	dir, from := t.TempDir(), t.TempDir()
	a := asset(t, from, "files/x", "x", 0o640)
	w := withAssets(full(dir, file("a/one.yaml", "one: 1\n", a)), from, a)
	must(t, w, "missing a/one.yaml", "missing files/x")
	before := times(t, dir)
	must(t, w)
	if diff := cmp.Diff(before, times(t, dir)); diff != "" {
		t.Error(diff)
	}
}

// times reads the modification times of everything below a directory.
func times(t *testing.T, dir string) map[string]time.Time {
	t.Helper()
	out := map[string]time.Time{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		out[name] = info.ModTime()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestApplyNothing makes no directory for no files.
func TestApplyNothing(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "out")
	must(t, full(dir))
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestCompareObstacles(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		files []string    // what is there, below the parent of the output directory
		links [][2]string // name and target
		want  []string
	}{
		{
			"the directory is a file",
			[]string{"parent/out"}, nil,
			[]string{"T0703 cannot write `OUT`: not a directory"},
		},
		{
			"a parent of the directory is a file",
			[]string{"parent"}, nil,
			[]string{"T0703 cannot write `OUT`: `PARENT` is no directory"},
		},
		{
			"directories in place of files",
			[]string{"parent/out/a/one.yaml/x", "parent/out/b/two.yaml/x"}, nil,
			[]string{
				"T0703 cannot write `OUT/a/one.yaml`: there is a directory of this name",
				"T0703 cannot write `OUT/b/two.yaml`: there is a directory of this name",
			},
		},
		{
			"a file in place of a directory",
			[]string{"parent/out/b"}, nil,
			[]string{"T0703 cannot write `OUT/b/two.yaml`: `OUT/b` is no directory"},
		},
		{
			"a link in place of a file, to a file with the same text",
			[]string{"parent/out/other", "parent/out/a/x"},
			[][2]string{{"parent/out/a/one.yaml", "../other"}},
			[]string{"T0703 cannot write `OUT/a/one.yaml`: there is a symbolic link of this name"},
		},
		{
			"a link that leads outside",
			[]string{"parent/elsewhere/x", "parent/out/x"},
			[][2]string{{"parent/out/a", "../elsewhere"}},
			[]string{"T0703 cannot write `OUT/a/one.yaml`: a symbolic link leads outside"},
		},
		{
			"a directory in place of the manifest",
			[]string{"parent/out/.tailor-manifest.json/x"}, nil,
			[]string{"T0703 cannot write `OUT/.tailor-manifest.json`: there is something else than a regular file of this name"},
		},
		{
			"a link in place of the manifest",
			[]string{"parent/out/x"},
			[][2]string{{"parent/out/.tailor-manifest.json", "x"}},
			[]string{"T0703 cannot write `OUT/.tailor-manifest.json`: there is something else than a regular file of this name"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			top := t.TempDir()
			parent := filepath.Join(top, "parent")
			dir := filepath.Join(parent, "out")
			for _, name := range tt.files {
				put(t, filepath.Join(top, name), "one: 1\n")
			}
			for _, link := range tt.links {
				symlink(t, link[1], filepath.Join(top, link[0]))
			}
			before := tree(t, parent)
			done, got := apply(t, full(dir, file("a/one.yaml", "one: 1\n"), file("b/two.yaml", "two: 2\n")))
			for i := range got {
				got[i] = strings.ReplaceAll(got[i], filepath.ToSlash(parent), "PARENT")
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if len(done) > 0 {
				t.Error(done)
			}
			if diff := cmp.Diff(before, tree(t, parent)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestApplyThroughLinks writes into a directory that is a link, and through links that stay inside.
func TestApplyThroughLinks(t *testing.T) {
	t.Parallel()
	parent := t.TempDir()
	put(t, filepath.Join(parent, "real", "inside", "x"), "")
	symlink(t, "real", filepath.Join(parent, "out"))
	symlink(t, "inside", filepath.Join(parent, "real", "a"))
	must(t, full(filepath.Join(parent, "out"), file("a/one.yaml", "one: 1\n")), "missing a/one.yaml")
	if got := tree(t, parent)["real/inside/one.yaml"]; got != "one: 1\n" {
		t.Errorf("%q", got)
	}
}

// TestApplyInterrupted cancels after some files: those are whole, the others are as they were, the manifest
// knows both contents, and the next run goes on.
func TestApplyInterrupted(t *testing.T) {
	t.Parallel()
	for _, after := range []int{0, 1, 2} {
		dir := t.TempDir()
		must(t, full(dir, file("2", "old: 2\n")), "missing 2")
		files := []bundle.Config{file("1", "one: 1\n"), file("2", "two: 2\n"), file("3", "three: 3\n")}
		changes, faults := output.Compare(full(dir, files...))
		more, err := changes.Apply(&countdown{Context: t.Context(), left: after}, nil)
		if !errors.Is(err, context.Canceled) || len(faults)+len(more) > 0 {
			t.Error(after, err, faults, more)
		}
		want := map[string]string{"2": "old: 2\n"}
		var rest []string
		for i, f := range files {
			if changes.Files[i].Done != (i < after) {
				t.Error(after, f.Path, changes.Files[i])
			}
			if i < after {
				want[f.Path] = string(f.Text())
				continue
			}
			rest = append(rest, changes.Files[i].Status.String()+" "+f.Path)
		}
		holds(t, dir, want)
		must(t, full(dir, files...), rest...)
		holds(t, dir, map[string]string{"1": "one: 1\n", "2": "two: 2\n", "3": "three: 3\n"})
	}
}

// countdown is a context that is canceled after it was asked some times.
type countdown struct {
	context.Context //nolint:containedctx // it is one

	left int
}

// Err counts down.
func (c *countdown) Err() error {
	if c.left == 0 {
		return context.Canceled
	}
	c.left--
	return nil
}

// TestApplyInterruptedWorkers cancels several workers: every file is whole, old or new, and the next run goes on.
func TestApplyInterruptedWorkers(t *testing.T) {
	t.Parallel()
	for after := range 12 {
		dir := t.TempDir()
		want, files, olds := full(dir), map[string]string{}, full(dir)
		for i := range 40 {
			name := fmt.Sprintf("d%d/%02d", i%5, i)
			files[name] = fmt.Sprintf("v: %d\n", i)
			want.Configs = append(want.Configs, file(name, files[name]))
			olds.Configs = append(olds.Configs, file(name, "old: 1\n"))
		}
		if _, messages := apply(t, olds); len(messages) > 0 {
			t.Fatal(messages)
		}
		want.Workers = 4
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		changes, _ := output.Compare(want)
		more, err := changes.Apply(ctx, func(done, total int) {
			calls++
			if done != calls || total != 40 {
				t.Error(done, calls, total)
			}
			if calls == after+1 {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) || len(more) > 0 {
			t.Error(after, err, more)
		}
		made := 0
		for name, text := range tree(t, dir) {
			if text == files[name] {
				made++
			} else if text != "old: 1\n" {
				t.Error(name, text)
			}
		}
		if made != calls || made > after+1+want.Workers {
			t.Error(after, made, calls)
		}
		done, messages := apply(t, want) // with the manifest that the interrupt left
		if len(done) != 40-made || len(messages) > 0 {
			t.Error(done, messages)
		}
		holds(t, dir, files)
	}
}
