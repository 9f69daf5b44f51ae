package output

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"tailor/internal/diag"
)

// None reports whether everything is as it is wanted, the manifest included.
func (c *Changes) None() bool {
	return !c.needed() && bytes.Equal(c.before, c.next.bytes()) || len(c.next.Files) == 0 && c.before == nil
}

// Idle reports whether Apply has nothing to do: there are no changes, and no killed run left anything behind.
func (c *Changes) Idle() bool { return c.None() && !c.debris }

// needed reports whether any file is to be written or removed.
func (c *Changes) needed() bool {
	return slices.ContainsFunc(c.Files, func(ch *Change) bool { return ch.Status != Unchanged && ch.Status != EditedStale })
}

// Current reports whether the directory is as Compare saw it: no other run has changed it in between, and none
// was in the middle of its work. What Compare said counts only then.
func (c *Changes) Current() bool {
	root, err := os.OpenRoot(c.want.Dir)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist) || c.before == nil
	}
	defer root.Close()
	_, text, err := readManifest(root)
	return err == nil && bytes.Equal(text, c.before) && !isLocked(c.want.Dir)
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
		if err := w.write(ManifestName, c.pending().bytes()); err != nil {
			return []diag.Diagnostic{writeFault(c.want.Dir, ManifestName, err)}, nil
		}
	}
	if name, err := c.files(ctx, w, progress); err != nil {
		if ctxErr := ctx.Err(); ctxErr != nil && errors.Is(err, ctxErr) {
			return nil, err
		}
		return []diag.Diagnostic{writeFault(c.want.Dir, name, err)}, nil
	}
	if err := w.write(ManifestName, c.next.bytes()); err != nil {
		return []diag.Diagnostic{writeFault(c.want.Dir, ManifestName, err)}, nil
	}
	return nil, nil
}

// sweep removes what a killed run left behind. Only a pending manifest says that there can be something in
// other directories than the top one.
func (c *Changes) sweep(w *writer) {
	w.sweep(".")
	if c.was.Pending {
		for dir := range c.was.neededDirs() {
			w.sweep(dir)
		}
	}
}

// pending is the manifest of a run that has begun: all files of before and after.
func (c *Changes) pending() manifest {
	m := manifest{Command: c.next.Command, Pending: true, Files: slices.Clone(c.next.Files)}
	index := make(map[string]int, len(m.Files))
	for i, e := range m.Files {
		index[e.Path] = i
	}
	for _, ch := range c.Files {
		i, ok := index[ch.Path]
		switch {
		case ok && ch.sum != "" && ch.sum != m.Files[i].SHA256:
			m.Files[i].Old = ch.sum
		case !ok && ch.Status == Stale:
			m.Files = append(m.Files, *c.was.find(ch.Path))
		}
	}
	slices.SortFunc(m.Files, func(a, b entry) int { return strings.Compare(a.Path, b.Path) })
	return m
}

// files removes and writes files. It returns the one that failed. Removing comes first: a file that is wanted can
// stand where a directory of stale ones was.
func (c *Changes) files(ctx context.Context, w *writer, progress func(done, total int)) (name string, err error) {
	needed := c.next.neededDirs()
	for _, name := range c.vacated {
		w.vacate(name, needed)
	}
	order := slices.Clone(c.Files)
	slices.SortStableFunc(order, func(a, b *Change) int { return boolInt(b.Status == Stale) - boolInt(a.Status == Stale) })
	for i, ch := range order {
		if err := ctx.Err(); err != nil {
			return ch.Path, err
		}
		switch {
		case ch.Status == Unchanged || ch.Status == EditedStale:
			continue
		case ch.Status == Stale:
			err = w.prune(ch.Path, needed)
		case ch.asset != nil:
			err = w.place(ch.asset)
		default:
			err = w.write(ch.Path, ch.text)
			ch.text = nil
		}
		if err != nil {
			return ch.Path, err
		}
		ch.Done = true
		if progress != nil {
			progress(i+1, len(order))
		}
	}
	return "", nil
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
