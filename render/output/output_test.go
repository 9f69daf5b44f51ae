package output_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tailor/render/output"
)

// file makes a file to write.
func file(path, text string) output.File { return output.File{Path: path, Text: []byte(text)} }

// tree reads all files below a directory, links and directories without files too.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		if d.Type() != 0 {
			out[filepath.ToSlash(rel)] = d.Type().String()
			return nil
		}
		text, err := os.ReadFile(name)
		out[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return out
}

// write is output.Write in the background of a test; it returns the messages of the faults.
func write(t *testing.T, dir string, files ...output.File) (output.Result, []string) {
	t.Helper()
	result, faults, err := output.Write(t.Context(), dir, files)
	if err != nil {
		t.Fatal(err)
	}
	messages := []string{}
	for _, f := range faults {
		messages = append(messages, string(f.Code)+" "+strings.ReplaceAll(f.Message, filepath.ToSlash(dir), "OUT"))
	}
	return result, messages
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "deep", "out")
	files := []output.File{file("a/b/one.yaml", "1\n"), file("a/two.yaml", "2\n"), file("three.yaml", "")}
	result, messages := write(t, dir, files...)
	if !slices.Equal(result.Written, []bool{true, true, true}) || len(messages) > 0 {
		t.Fatal(result, messages)
	}
	want := map[string]string{"a/b/one.yaml": "1\n", "a/two.yaml": "2\n", "three.yaml": ""}
	if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
		t.Error(diff)
	}

	// Only what changed is written, of equal length or not; everything else keeps its time.
	old := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	for name := range want {
		if err := os.Chtimes(filepath.Join(dir, name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	put(t, filepath.Join(dir, "mine.txt"), "mine")
	files[1].Text, files[2].Text = []byte("X\n"), []byte("longer\n")
	result, messages = write(t, dir, files...)
	if !slices.Equal(result.Written, []bool{false, true, true}) || len(messages) > 0 {
		t.Error(result, messages)
	}
	want = map[string]string{"a/b/one.yaml": "1\n", "a/two.yaml": "X\n", "three.yaml": "longer\n", "mine.txt": "mine"}
	if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
		t.Error(diff)
	}
	info, err := os.Stat(filepath.Join(dir, "a", "b", "one.yaml"))
	if err != nil || !info.ModTime().Equal(old) {
		t.Error(info.ModTime(), err)
	}
}

// TestWriteNothing makes no directory for no files.
func TestWriteNothing(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "out")
	if result, messages := write(t, dir); len(result.Written)+len(messages) > 0 {
		t.Error(result, messages)
	}
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestWriteObstacles(t *testing.T) {
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
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			top := t.TempDir()
			parent := filepath.Join(top, "parent")
			dir := filepath.Join(parent, "out")
			for _, name := range tt.files {
				put(t, filepath.Join(top, name), "1\n")
			}
			for _, link := range tt.links {
				symlink(t, link[1], filepath.Join(top, link[0]))
			}
			before := tree(t, parent)
			result, got := write(t, dir, file("a/one.yaml", "1\n"), file("b/two.yaml", "2\n"))
			for i := range got {
				got[i] = strings.ReplaceAll(got[i], filepath.ToSlash(parent), "PARENT")
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if slices.Contains(result.Written, true) {
				t.Error(result)
			}
			if diff := cmp.Diff(before, tree(t, parent)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestWriteThroughLinks writes into a directory that is a link, and through links that stay inside.
func TestWriteThroughLinks(t *testing.T) {
	t.Parallel()
	parent := t.TempDir()
	put(t, filepath.Join(parent, "real", "inside", "x"), "")
	symlink(t, "real", filepath.Join(parent, "out"))
	symlink(t, "inside", filepath.Join(parent, "real", "a"))
	if _, messages := write(t, filepath.Join(parent, "out"), file("a/one.yaml", "1\n")); len(messages) > 0 {
		t.Error(messages)
	}
	if got := tree(t, parent)["real/inside/one.yaml"]; got != "1\n" {
		t.Errorf("%q", got)
	}
}

// TestWriteInterrupted cancels after some files: those are whole, the others are as they were, and the
// error is that of the context.
func TestWriteInterrupted(t *testing.T) {
	t.Parallel()
	for _, after := range []int{0, 1, 2} {
		dir := t.TempDir()
		put(t, filepath.Join(dir, "2"), "old")
		ctx := &countdown{Context: t.Context(), left: after}
		files := []output.File{file("1", "one"), file("2", "two"), file("3", "three")}
		result, faults, err := output.Write(ctx, dir, files)
		if !errors.Is(err, context.Canceled) || len(faults) > 0 {
			t.Error(after, err, faults)
		}
		want := map[string]string{"2": "old"}
		for i, f := range files[:after] {
			want[f.Path] = string(f.Text)
			if !result.Written[i] {
				t.Error(after, result)
			}
		}
		if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
			t.Error(after, diff)
		}
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

func symlink(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Skip(err)
	}
}
