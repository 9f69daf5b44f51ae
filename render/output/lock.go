package output

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"tailor/internal/diag"
	"tailor/render/bundle"
)

// lockName is the name of the lock file in an output directory, which is there while a run writes.
const lockName = bundle.Reserved + "lock"

// retryLock is how long a run that waits for another one sleeps between two tries.
const retryLock = 20 * time.Millisecond

// Lock makes runs that write into a directory take turns. It creates the directory when it is missing, and
// waits while another run holds the lock; waiting, if not nil, is called before that. The function that it returns releases
// the lock and removes what only the lock needed. The error is a *diag.Diagnostic, or that of ctx.
func Lock(ctx context.Context, dir string, waiting func()) (release func(), err error) {
	_, err = os.Stat(dir)
	made := errors.Is(err, fs.ErrNotExist)
	for {
		if err := prepare(dir); err != nil {
			return nil, err
		}
		l := flock.New(filepath.Join(dir, lockName), flock.SetPermissions(0o666))
		ok, err := l.TryLock()
		if err == nil && !ok {
			if waiting != nil {
				waiting()
				waiting = nil
			}
			ok, err = l.TryLockContext(ctx, retryLock)
		}
		switch {
		case ctx.Err() != nil:
			_ = l.Close()
			return nil, ctx.Err()
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			_ = l.Close()
			return nil, lockFault(dir, err)
		case ok && isThere(l):
			return func() { unlock(l, dir, made) }, nil
		}
		_ = l.Close() // the run before removed the file between opening and locking it
	}
}

// Turn makes runs that change a file of a directory take turns: it waits for the one whose turn it is, and the turn ends
// with the function that it returns. The directory itself is locked, so that nothing is written for it. Where that cannot
// be, or when ctx ends first, nobody waits; and nobody waits longer than patience, which may be zero: who holds the lock may
// itself wait for this run, as `flock DIR COMMAND` does.
func Turn(ctx context.Context, dir string, patience time.Duration) (release func()) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	l := flock.New(dir, flock.SetFlag(os.O_RDONLY))
	_, _ = l.TryLockContext(ctx, retryLock)
	return func() { _ = l.Close() }
}

// prepare makes the directory, and looks that nothing else has the name of the lock file: it would be opened.
func prepare(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return lockFault(dir, err)
	}
	if info, err := os.Lstat(filepath.Join(dir, lockName)); err == nil && !info.Mode().IsRegular() {
		d := obstacle(dir, lockName, errNotRegular)
		return &d
	}
	return nil
}

// isLocked reports whether a run is at work in a directory. It changes nothing: a lock file that a killed run left
// behind is nobody's.
func isLocked(dir string) bool {
	name := filepath.Join(dir, lockName)
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return false
	}
	l := flock.New(name, flock.SetFlag(os.O_RDONLY))
	ok, err := l.TryRLock()
	_ = l.Close() // it was only looked at
	return err == nil && !ok
}

// isThere reports whether the file that is locked is still the one that others find.
func isThere(l *flock.Flock) bool {
	locked, err := l.Stat()
	if err != nil {
		return false
	}
	found, err := os.Lstat(l.Path())
	return err == nil && os.SameFile(locked, found)
}

// unlock removes the lock file while it is held, so that nobody waits for a file that is gone, and a directory
// that was made for it when nothing is in it.
func unlock(l *flock.Flock, dir string, made bool) {
	_ = os.Remove(l.Path())
	_ = l.Close()
	if made {
		_ = os.Remove(dir) // fails when there is something in it
	}
}

func lockFault(dir string, err error) *diag.Diagnostic {
	d := writeFault(dir, ".", err)
	return &d
}
