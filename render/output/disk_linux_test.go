package output_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/internal/diag"
	"tailor/render/output"
)

// TestWriteNamedPipe does not wait for somebody to read.
func TestWriteNamedPipe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "a"), 0o600); err != nil {
		t.Skip(err)
	}
	_, messages := write(t, dir, file("a", "text"))
	want := []string{"T0703 cannot write `OUT/a`: there is something else than a regular file of this name"}
	if diff := cmp.Diff(want, messages); diff != "" {
		t.Error(diff)
	}
	if info, err := os.Lstat(filepath.Join(dir, "a")); err != nil || info.Mode().Type() != os.ModeNamedPipe {
		t.Error("the pipe is gone", err)
	}
}

// TestWriteFullDisk fills a small file system: the fault names the file and the cause, no temporary file
// stays, and every file is the old one or the new one.
func TestWriteFullDisk(t *testing.T) {
	t.Parallel()
	dir := mount(t, "size=64k")
	big := bytes.Repeat([]byte("x"), 24<<10)
	put(t, filepath.Join(dir, "b"), "old b")
	files := []output.File{{Path: "a", Text: big}, {Path: "b", Text: big}, {Path: "c", Text: big}, {Path: "d", Text: big}}
	result, messages := write(t, dir, files...)
	if len(messages) != 1 || !strings.HasPrefix(messages[0], "T0702 cannot write `OUT/") ||
		!strings.HasSuffix(messages[0], "`: no space left on device") {
		t.Error(messages)
	}
	got := tree(t, dir)
	for i, f := range files {
		text, exists := got[f.Path]
		switch {
		case result.Written[i] && text == string(f.Text), f.Path == "b" && text == "old b":
		case !exists && f.Path != "b":
		default:
			t.Errorf("%s is neither old nor new: %d bytes", f.Path, len(text))
		}
		delete(got, f.Path)
	}
	if len(got) > 0 {
		t.Errorf("left behind: %v", got)
	}
}

// TestWriteReadOnlyDisk fails with the cause, in a new directory and over an old file.
func TestWriteReadOnlyDisk(t *testing.T) {
	t.Parallel()
	dir := mount(t, "size=64k")
	put(t, filepath.Join(dir, "a"), "old")
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skip(err)
	}
	for _, f := range []output.File{file("a", "new"), file("new/b", "new"), file("c", "new")} {
		_, messages := write(t, dir, f)
		want := []string{"T0702 cannot write `OUT/" + f.Path + "`: read-only file system"}
		if diff := cmp.Diff(want, messages); diff != "" {
			t.Error(diff)
		}
	}
	if _, messages := write(t, dir, file("a", "old")); len(messages) > 0 {
		t.Error("nothing is to be written, and still:", messages)
	}
	_, messages := write(t, filepath.Join(dir, "new"), file("a", "new"))
	if diff := cmp.Diff([]string{"T0702 cannot write `OUT/a`: read-only file system"}, messages); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]string{"a": "old"}, tree(t, dir)); diff != "" {
		t.Error(diff)
	}
}

// mount makes a small file system; the test is skipped where that is not allowed.
func mount(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, options); err != nil {
		t.Skip("cannot mount a file system for this test: " + diag.Cause(err))
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	return dir
}
