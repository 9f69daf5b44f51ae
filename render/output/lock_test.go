package output_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tailor/internal/diag"
	"tailor/render/output"
)

// TestLock lets many take turns, and leaves nothing behind.
func TestLock(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "a", "out")
	var inside, most, waited atomic.Int32
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			release, err := output.Lock(t.Context(), dir, func() { waited.Add(1) })
			if err != nil {
				t.Error(err)
				return
			}
			if n := inside.Add(1); n > most.Load() {
				most.Store(n)
			}
			time.Sleep(time.Millisecond)
			inside.Add(-1)
			release()
		})
	}
	all.Wait()
	if most.Load() != 1 {
		t.Errorf("%d at once", most.Load())
	}
	if waited.Load() == 0 {
		t.Error("nobody waited, so nothing was tried")
	}
	if entries, err := os.ReadDir(dir); err != nil && !errors.Is(err, fs.ErrNotExist) || len(entries) > 0 {
		t.Error(entries, err)
	}
}

// TestTurn lets many take turns in a directory, writes nothing, and waits for nothing where that cannot be.
func TestTurn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var inside, most atomic.Int32
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			defer output.Turn(t.Context(), dir, time.Minute)()
			if n := inside.Add(1); n > most.Load() {
				most.Store(n)
			}
			time.Sleep(time.Millisecond)
			inside.Add(-1)
		})
	}
	all.Wait()
	if most.Load() != 1 {
		t.Errorf("%d at once", most.Load())
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Error(entries, err)
	}
	output.Turn(t.Context(), filepath.Join(dir, "none"), time.Minute)()
	defer output.Turn(t.Context(), dir, time.Minute)()
	output.Turn(t.Context(), dir, 3*time.Millisecond)()
	ended, stop := context.WithCancel(t.Context())
	stop()
	output.Turn(ended, dir, time.Minute)()
}

// TestLockMakes takes a directory away again that was made for the lock alone.
func TestLockMakes(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "a", "out")
	release, err := output.Lock(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	release()
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestLockKeeps leaves an empty directory that was there before, and goes on with a lock file of a killed run.
func TestLockKeeps(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, filepath.Join(dir, ".tailor-lock"), "")
	release, err := output.Lock(t.Context(), dir, func() { t.Error("there is nobody to wait for") })
	if err != nil {
		t.Fatal(err)
	}
	release()
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Error(entries, err)
	}
}

// TestLockInterrupted stops waiting when the context is done.
func TestLockInterrupted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	release, err := output.Lock(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := output.Lock(ctx, dir, cancel); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestLockFaults: a lock file that is a link would be created where it leads.
func TestLockFaults(t *testing.T) {
	t.Parallel()
	parent := t.TempDir()
	dir := filepath.Join(parent, "out")
	put(t, filepath.Join(dir, "x"), "")
	symlink(t, "../made", filepath.Join(dir, ".tailor-lock"))
	put(t, filepath.Join(parent, "file"), "")
	for at, want := range map[string]diag.Code{dir: output.CodeInTheWay, filepath.Join(parent, "file", "out"): output.CodeWrite} {
		_, err := output.Lock(t.Context(), at, nil)
		var d *diag.Diagnostic
		if !errors.As(err, &d) || d.Code != want {
			t.Error(at, err)
		}
	}
	if _, err := os.Lstat(filepath.Join(parent, "made")); err == nil {
		t.Error("the link was followed")
	}
}
