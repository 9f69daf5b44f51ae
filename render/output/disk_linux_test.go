package output_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/internal/diag"
	"tailor/render/bundle"
)

// TestCompareNamedPipe does not wait for somebody to read.
func TestCompareNamedPipe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "a"), 0o600); err != nil {
		t.Skip(err)
	}
	_, messages := apply(t, full(dir, file("a", "text: 1\n")))
	want := []string{"T0703 cannot write `OUT/a`: there is something else than a regular file of this name"}
	if diff := cmp.Diff(want, messages); diff != "" {
		t.Error(diff)
	}
	if info, err := os.Lstat(filepath.Join(dir, "a")); err != nil || info.Mode().Type() != os.ModeNamedPipe {
		t.Error("the pipe is gone", err)
	}
}

// TestApplyFullDisk fills a small file system: the fault names the file and the cause, no temporary file
// stays, and every file is the old one or the new one. With room again the next run completes.
func TestApplyFullDisk(t *testing.T) {
	t.Parallel()
	dir := mount(t, "size=128k")
	big := "big: " + strings.Repeat("x", 24<<10) + "\n"
	must(t, full(dir, file("b", "old: b\n")), "missing b")
	files := []bundle.Config{file("a", big), file("b", big), file("c", big), file("d", big), file("e", big)}
	done, messages := apply(t, full(dir, files...))
	if len(messages) != 1 || !strings.HasPrefix(messages[0], "T0702 cannot write `OUT/") ||
		!strings.HasSuffix(messages[0], "`: no space left on device") {
		t.Error(messages)
	}
	got := tree(t, dir)
	for _, f := range files {
		text, exists := got[f.Path]
		wasWritten := slices.ContainsFunc(done, func(s string) bool { return strings.HasSuffix(s, " "+f.Path) })
		switch {
		case wasWritten && text == big, !wasWritten && f.Path == "b" && text == "old: b\n":
		case !wasWritten && !exists && f.Path != "b":
		default:
			t.Errorf("%s is neither old nor new: %d bytes", f.Path, len(text))
		}
		delete(got, f.Path)
	}
	if len(got) > 0 {
		t.Errorf("left behind: %v", got)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=1m"); err != nil {
		t.Skip(err)
	}
	if _, messages := apply(t, full(dir, files...)); len(messages) > 0 || len(tree(t, dir)) != len(files) {
		t.Error(messages)
	}
}

// TestApplyReadOnlyDisk fails with the cause, in a new directory and over an old file.
func TestApplyReadOnlyDisk(t *testing.T) {
	t.Parallel()
	dir := mount(t, "size=64k")
	must(t, full(dir, file("a", "old: 1\n")), "missing a")
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skip(err)
	}
	for _, f := range []bundle.Config{file("a", "new: 1\n"), file("new/b", "new: 1\n"), file("c", "new: 1\n")} {
		_, messages := apply(t, full(dir, f))
		want := []string{"T0702 cannot write `OUT/.tailor-manifest.json`: read-only file system"}
		if diff := cmp.Diff(want, messages); diff != "" {
			t.Error(diff)
		}
	}
	must(t, full(dir, file("a", "old: 1\n"))) // nothing is to be written
	_, messages := apply(t, full(filepath.Join(dir, "new"), file("a", "new: 1\n")))
	if diff := cmp.Diff([]string{"T0702 cannot write `OUT`: read-only file system"}, messages); diff != "" {
		t.Error(diff)
	}
	holds(t, dir, map[string]string{"a": "old: 1\n"})
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
