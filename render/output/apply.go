package output

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"tailor/internal/diag"
	"tailor/render"
)

// None reports whether everything is as it is wanted, the manifest included.
func (c *Changes) None() bool {
	return !c.needed() && c.same || len(c.next) == 0 && !c.past.there
}

// Idle reports whether Apply has nothing to do: there are no changes, and no killed run left anything behind.
func (c *Changes) Idle() bool { return c.None() && !c.debris && !c.moved }

// needed reports whether any file is to be written or removed.
func (c *Changes) needed() bool {
	return slices.ContainsFunc(c.Files, func(ch *Change) bool { return ch.Status != Unchanged && ch.Status != EditedStale })
}

// Current reports whether the directory is as Compare saw it: no other run has changed it in between, and none
// was in the middle of its work. What Compare said counts only then.
func (c *Changes) Current() bool {
	return c.Unchanged() && !isLocked(c.want.Dir)
}

// Unchanged reports whether the manifest is the one that was there when the directory was looked at, so that no other run
// has written since.
func (c *Changes) Unchanged() bool {
	root, err := os.OpenRoot(c.want.Dir)
	if err != nil {
		return !c.moved && (!errors.Is(err, fs.ErrNotExist) || !c.past.there)
	}
	defer root.Close()
	m, err := readManifest(root, func() func([]byte) error { return func([]byte) error { return nil } })
	return err == nil && m == c.past && !c.moved
}

// Apply makes the changes. The directory must be locked (see [Lock]), and Compare must have found no error. Before the
// first change it writes a manifest that knows every file by its content before and after, so that what a kill
// leaves behind is known to the next run. It stops at the first file that fails, and when ctx is done: every
// file is whole then, old or new. progress is called after each file; nil is nothing.
//
// Faults are diagnostics with a path; the error is nil or that of ctx.
func (c *Changes) Apply(ctx context.Context, progress func(done, total int)) ([]diag.Diagnostic, error) {
	if c.Idle() {
		return nil, nil
	}
	w := &writer{dir: c.want.Dir, fsys: c.want.FS, sync: c.want.Sync}
	defer w.close()
	if err := w.open(); err != nil {
		return []diag.Diagnostic{writeFault(c.want.Dir, ".", err)}, nil
	}
	c.sweep(w)
	if c.None() {
		return nil, nil
	}
	if c.needed() {
		if err := c.manifest(w, true); err != nil {
			return []diag.Diagnostic{writeFault(c.want.Dir, ManifestName, err)}, nil
		}
	}
	if name, err := c.files(ctx, w, progress); err != nil {
		if ctxErr := ctx.Err(); ctxErr != nil && errors.Is(err, ctxErr) {
			return nil, err
		}
		return []diag.Diagnostic{writeFault(c.want.Dir, name, err)}, nil
	}
	if err := c.manifest(w, false); err != nil {
		return []diag.Diagnostic{writeFault(c.want.Dir, ManifestName, err)}, nil
	}
	return nil, nil
}

// sweep removes what a killed run left behind. Only a pending manifest says that there can be something in
// other directories than the top one.
func (c *Changes) sweep(w *writer) {
	w.sweep(".")
	if c.past.pending {
		dirs := c.neededDirs()
		for _, e := range c.was {
			addDirs(dirs, e.Path)
		}
		for dir := range dirs {
			w.sweep(dir)
		}
	}
}

// manifest writes the manifest.
func (c *Changes) manifest(w *writer, pending bool) error {
	return w.stream(ManifestName, func(to io.Writer) error {
		if pending || !c.needed() || len(c.old) > 0 {
			return c.writeManifest(to, pending)
		}
		file, err := w.root.Open(ManifestName) // the pending one, which knows of nothing that will not be
		if err != nil {
			return err
		}
		defer file.Close()
		return settle(to, file)
	})
}

// pending lists the files of a run that has begun: all of before and after.
func (c *Changes) pending() []item {
	out := slices.Clone(c.next)
	for _, e := range c.was {
		if _, ok := c.find(c.next, e.Path); !ok && c.old[e.Path] != "" {
			out = append(out, item{keptItem, int32(len(c.kept))}) //nolint:gosec // a manifest has not that many entries
			c.kept = append(c.kept, e)
		}
	}
	c.byPath(out)
	return out
}

// files removes and writes files. It returns the one that failed. Removing comes first: a file that is wanted can
// stand where a directory of stale ones was.
func (c *Changes) files(ctx context.Context, w *writer, progress func(done, total int)) (name string, err error) {
	j := &job{Changes: c, writer: w, progress: progress}
	needed := c.neededDirs()
	for _, name := range c.vacated {
		w.vacate(name, needed)
	}
	for _, ch := range c.Files {
		if ch.Status == Stale {
			if err := j.do(ctx, ch, func() error { return w.prune(ch.Path, needed) }); err != nil {
				return ch.Path, err
			}
		}
	}
	if name, err := j.configs(ctx); err != nil {
		return name, err
	}
	for _, ch := range c.Files {
		if ch.asset != nil && ch.Status != Unchanged {
			if err := j.do(ctx, ch, func() error { return w.place(ch.asset) }); err != nil {
				return ch.Path, err
			}
		}
	}
	return "", nil
}

// job makes changes.
type job struct {
	*Changes
	*writer

	mu       sync.Mutex
	made     int
	first    *Change // the first change that could not be made
	fault    error   // why
	progress func(done, total int)
}

// do makes a change, unless ctx is done.
func (j *job) do(ctx context.Context, ch *Change, how func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := how(); err != nil {
		return err
	}
	ch.Done = true
	j.mu.Lock()
	defer j.mu.Unlock()
	j.made++
	if j.progress != nil {
		j.progress(j.made, len(j.Files))
	}
	return nil
}

// configs writes the configs that are not there. It returns the first one that failed: whoever has begun with some configs
// goes on to their end, so it is the one that a single worker would have met.
func (j *job) configs(ctx context.Context) (name string, err error) {
	var changes []*Change
	for _, ch := range j.Files {
		if ch.config >= 0 && ch.Status != Unchanged {
			changes = append(changes, ch)
		}
	}
	batches := slices.Collect(slices.Chunk(changes, render.Stretch(len(changes), j.want.Workers)))
	texts := make([]func(at int) []byte, max(1, j.want.Workers))
	for i := range texts {
		texts[i] = j.want.text()
	}
	var stop atomic.Bool
	render.Share(len(batches), len(texts), func(worker, i int) {
		if stop.Load() {
			return
		}
		for _, ch := range batches[i] {
			if err := j.do(ctx, ch, func() error { return j.config(ch, texts[worker]) }); err != nil {
				j.failed(ch, err)
				stop.Store(true)
				return
			}
		}
	})
	if j.first == nil {
		return "", nil
	}
	return j.first.Path, j.fault
}

// config writes a config.
func (j *job) config(ch *Change, made func(at int) []byte) error {
	text := j.looks.take(int(ch.config))
	if text == nil {
		text = made(int(ch.config))
	}
	return j.write(ch.Path, text)
}

// failed notes a change that could not be made, when it is the first one.
func (j *job) failed(ch *Change, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.first == nil || ch.config < j.first.config {
		j.first, j.fault = ch, err
	}
}
