package e2e_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestDiskFull lets renders run into a full disk: they fail, say why, and clean up. When there is room, the
// next render completes what is there.
func TestDiskFull(t *testing.T) {
	t.Parallel()

	p := program(buildTailor(t))
	small := p.learn(t, recipe{version: "one", models: [2]int{0, 25}, regions: 20, big: 4 << 20})
	// A config of this version takes two pages, so that it needs more room than one of the other.
	large := p.learn(t, recipe{version: "two", models: [2]int{1, 26}, regions: 20, padding: 5 << 10})

	for name, options := range map[string][2]string{
		"no room for the configs": {"size=1m", "size=64m"},
		"no room for an asset":    {"size=4m", "size=64m"},
		"no room for more files":  {"nr_inodes=200", "nr_inodes=9999"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			out := filepath.Join(mount(t, options[0]), "out")
			p.fail(t, small, version{name: "nothing"}, out)
			remount(t, filepath.Dir(out), options[1])
			p.settle(t, small, out)
		})
	}

	// The old files stay until each is replaced, so a render can also fail over a complete output.
	t.Run("second render", func(t *testing.T) {
		t.Parallel()

		out := filepath.Join(mount(t, "size=64m"), "out")
		p.settle(t, small, out)
		remount(t, filepath.Dir(out), fmt.Sprintf("size=%d", used(t, out)+1<<20))
		p.fail(t, large, small, out)
		remount(t, filepath.Dir(out), "size=64m")
		p.settle(t, large, out)
	})
}

// fail renders a version over another one until the disk is full, and looks at what is left.
func (p program) fail(t *testing.T, next, old version, out string) {
	t.Helper()

	e := p.end(t, next, out)
	if e.code != exitFailed || !strings.Contains(e.stderr, "no space left on device") {
		t.Errorf("a render without room exits %d and prints %q", e.code, clip(e.stderr))
	}

	got := look(t, out)
	demandWhole(t, got, old, next)

	if len(got.temps) > 0 {
		t.Errorf("a render without room leaves temporary files: %q", got.temps)
	}

	// It must have failed in the middle for this to mean anything.
	if !common(got.files, next.files) || differ(next.files, got.files) == "" {
		t.Errorf("a render without room did not fail in the middle: it left %d files", len(got.files))
	}

	if e := p.end(t, next, out, "--check"); e.code != exitDrift {
		t.Errorf("--check over a failed render exits %d and prints %q", e.code, clip(e.stderr))
	}

	demandSame(t, got, look(t, out))
}

// mount makes a small file system; the test is skipped where that is not allowed.
func mount(t *testing.T, options string) string {
	t.Helper()

	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, options); err != nil {
		t.Skipf("cannot mount a file system for this test: %v", err)
	}

	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})

	return dir
}

// remount changes the size of a file system.
func remount(t *testing.T, dir, options string) {
	t.Helper()

	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, options); err != nil {
		t.Fatal(err)
	}
}

// used is the number of bytes that are taken on the file system of a directory.
func used(t *testing.T, dir string) uint64 {
	t.Helper()

	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		t.Fatal(err)
	}

	return (s.Blocks - s.Bfree) * uint64(s.Bsize)
}
