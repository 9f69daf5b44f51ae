// Package watch tells what changes in directories and all below them, one burst at a time.
//
// A save is several events: editors write beside a file and rename, or truncate and write, and a checkout touches
// hundreds of files. [Watcher.Next] gathers them until nothing more happens for a moment.
//
//	w, err := watch.New(ignore)
//	defer w.Close()
//	err = w.AddTree(dir)
//	for {
//		burst, err := w.Next(ctx) // waits
//	}
//
// Directories that come later are watched too. Nothing is lost between two calls of Next: the system keeps the events,
// and when there are too many, [Burst.Lost] says so. The package knows directories, and nothing of tailor. It
// implements docs/reference/cli.md, "Rendering on every change".
package watch

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	// Quiet is how long nothing may happen before a burst is over.
	Quiet = 100 * time.Millisecond
	// Longest is how long a burst may last when something happens all the time.
	Longest = 2 * time.Second
)

// Burst is what changed in a short time.
type Burst struct {
	// Paths are the files and directories that came, went or changed, sorted. One that came and went is among them.
	Paths []string
	// Lost says that more changed than could be noted.
	Lost bool
}

// Watcher watches directories. It is not safe for concurrent use.
type Watcher struct {
	notify *fsnotify.Watcher
	ignore func(path string, content bool) bool
}

// New returns a watcher that watches nothing yet. What ignore returns true for is not reported and, as a directory,
// not watched; content says that no name came or went, so that it is about the content or the permissions. Close the
// watcher after use.
func New(ignore func(path string, content bool) bool) (*Watcher, error) {
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return &Watcher{notify, ignore}, nil
}

// Close ends the watching.
func (w *Watcher) Close() { _ = w.notify.Close() }

// Add watches a directory, without those below it. A directory that is gone is no error, nor one that is watched
// already.
func (w *Watcher) Add(dir string) error {
	err := w.notify.Add(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// AddTree watches a directory and all below it, except those that are ignored. The error is a *fs.PathError of a
// directory that cannot be watched; those that cannot be read are left out, and so are those that are gone.
func (w *Watcher) AddTree(dir string) error { return w.addTree(dir, func(string) {}) }

// addTree is AddTree, and tells of everything that is there by the time that somebody watches.
func (w *Watcher) addTree(dir string, found func(path string)) error {
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || name != dir && w.ignore(name, false):
			return skipped(d)
		case !d.IsDir():
			found(name)
			return nil
		}
		found(name)
		if err := w.Add(name); err != nil && !errors.Is(err, fs.ErrPermission) {
			return &fs.PathError{Op: "watch", Path: name, Err: err}
		}
		return nil
	})
}

// skipped goes on behind a file or directory.
func skipped(d fs.DirEntry) error {
	if d != nil && d.IsDir() {
		return filepath.SkipDir
	}
	return nil
}

// Next waits until something changes and then for the end of the burst. The error is that of ctx, or says that
// watching is not possible any more.
func (w *Watcher) Next(ctx context.Context) (Burst, error) {
	return gather(ctx, w.notify.Events, w.notify.Errors, w.take)
}

// gather makes a burst of events; take says what changed by one; nothing does not count.
func gather(ctx context.Context, events <-chan fsnotify.Event, errs <-chan error, take func(fsnotify.Event) ([]string, error)) (Burst, error) {
	paths := map[string]bool{}
	lost := false
	var quiet, longest <-chan time.Time // both run from the first event on
	for {
		select {
		case <-ctx.Done():
			return Burst{}, ctx.Err()
		case <-quiet:
			return Burst{slices.Sorted(maps.Keys(paths)), lost}, nil
		case <-longest:
			return Burst{slices.Sorted(maps.Keys(paths)), lost}, nil
		case err := <-errs:
			if !errors.Is(err, fsnotify.ErrEventOverflow) {
				return Burst{}, err
			}
			lost = true
		case e := <-events:
			news, err := take(e)
			if err != nil {
				return Burst{}, err
			}
			if len(news) == 0 {
				continue
			}
			for _, path := range news {
				paths[path] = true
			}
		}
		quiet = time.After(Quiet)
		if longest == nil {
			longest = time.After(Longest)
		}
	}
}

// take returns what changed by an event. A new directory is watched from then on, and what is in it already is news
// that nobody else will tell.
func (w *Watcher) take(e fsnotify.Event) ([]string, error) {
	if w.ignore(e.Name, e.Op&^(fsnotify.Write|fsnotify.Chmod) == 0) {
		return nil, nil
	}
	news := []string{e.Name}
	if e.Has(fsnotify.Rename) {
		w.Forget(e.Name) // news from below would come under the old name
	}
	if e.Has(fsnotify.Create) {
		if info, err := os.Lstat(e.Name); err == nil && info.IsDir() {
			err = w.addTree(e.Name, func(path string) { news = append(news, path) })
			return news, err
		}
	}
	return news, nil
}

// Forget ends the watching of a directory and all below it, whatever its name is now.
func (w *Watcher) Forget(dir string) {
	for _, name := range w.notify.WatchList() {
		if name == dir || strings.HasPrefix(name, dir+string(filepath.Separator)) {
			_ = w.notify.Remove(name) // it may be gone
		}
	}
}
