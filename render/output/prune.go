package output

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"

	"tailor/internal/diag"
	"tailor/render/bundle"
)

// rest decides about the files that are listed and not wanted.
func (c *comparison) rest() {
	used := map[string]bool{} // what configs that stay name
	var assets []*entry
	for _, e := range c.was {
		stays := e.Kind == kindConfig && (!c.want.Full || c.want.Spared != nil && c.want.Spared(e.Slug))
		kind := c.kind(e.Path)
		switch {
		case kind == kindConfig:
		case e.Kind == kindAsset:
			assets = append(assets, e)
		case stays:
			c.stay(e, kind, used)
		case kind == "":
			c.stale(e)
		}
	}
	for _, e := range assets {
		switch {
		case c.want.InPlace: // whatever is there is the original
		case c.kind(e.Path) != "":
		case !c.want.Full || isUsed(e.Path, used):
			c.keep(e)
		default:
			c.stale(e)
		}
	}
}

// kind is the kind of a path that is wanted, "" for another one.
func (c *comparison) kind(name string) string {
	i, ok := c.find(c.wants, name)
	switch {
	case !ok:
		return ""
	case c.wants[i].kind == assetItem:
		return kindAsset
	}
	return kindConfig
}

// stay keeps a config, unless an asset would take its place, or a config that of one of its assets.
func (c *comparison) stay(e *entry, wantedAs string, used map[string]bool) {
	if wantedAs == kindAsset {
		c.faults = append(c.faults, collision(c.want.Dir, e.Path, e.Slug))
		return
	}
	c.keep(e)
	for _, name := range e.Assets {
		used[name] = true
		if c.kind(name) == kindConfig {
			c.faults = append(c.faults, collision(c.want.Dir, name, e.Slug))
		}
	}
}

func collision(dir, name, slug string) diag.Diagnostic {
	d := fault(bundle.CodeCollision, dir, name, "`"+shown(dir, name)+"` is to be a config and an asset, one of them of `"+slug+"`")
	d.Help = "rename the file that the config names"
	return d
}

// isUsed reports whether a path is among some names, or in a directory that is.
func isUsed(name string, used map[string]bool) bool {
	if used[name] {
		return true
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if used[dir+"/"] {
			return true
		}
	}
	return false
}

// keep leaves a file as it is, and what is known of it: the content that it has now.
func (c *comparison) keep(e *entry) {
	kept := *e
	if e.Old != "" {
		if _, content, err := content(c.dirs, e.Path, -1, nil); err == nil && content.sum() == e.Old {
			kept.SHA256 = e.Old
		}
		kept.Old = ""
	}
	c.kept = append(c.kept, &kept)
}

// stale decides about a file that nothing makes any more. One that is gone is forgotten, and so is a source that
// has come to stand there.
func (c *comparison) stale(e *entry) {
	info, content, err := content(c.dirs, e.Path, -1, nil)
	ch := &Change{Path: e.Path, Status: Stale, config: -1}
	if e.Kind == kindConfig {
		ch.Image = e.Image
	}
	switch {
	case info == nil && (err == nil || errors.Is(err, syscall.ENOTDIR)):
		c.vacated = append(c.vacated, e.Path)
		return
	case info != nil && (c.sources.Has(info) || c.isWanted(info)): // by another name it is wanted
		return
	case err != nil || !e.knows(content.sum()):
		ch.Status = EditedStale
		c.objections = append(c.objections, editedStale(c.want.Dir, e.Path))
	default:
		c.old[e.Path] = content.sum()
	}
	c.Files = append(c.Files, ch)
}

// isWanted reports whether a file is one that is wanted, by whatever name.
func (c *comparison) isWanted(info fs.FileInfo) bool {
	if c.there == nil {
		c.there = &bundle.Identities{}
		for _, it := range c.wants {
			if other, err := c.dirs.root.Lstat(filepath.FromSlash(c.path(it))); err == nil && other.Mode().IsRegular() {
				c.there.Add(other)
			}
		}
	}
	return c.there.Has(info)
}

// unblock looks at what stands in the way of wanted files: a file in place of their directory, a directory in place
// of a file. What is stale is removed first, so that it is in nobody's way.
func (c *comparison) unblock() {
	stale := map[string]bool{}
	for _, ch := range c.Files {
		stale[ch.Path] = ch.Status == Stale
	}
	for _, b := range c.blocked {
		if free := c.isFree(b.change.Path, stale); !free {
			c.faults = append(c.faults, obstacle(c.want.Dir, b.change.Path, b.err))
		}
		b.change.Status = Missing
	}
}

// isFree reports whether only stale files stand in the way of a path.
func (c *comparison) isFree(name string, stale map[string]bool) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if info, err := c.dirs.root.Lstat(filepath.FromSlash(dir)); err == nil && !info.IsDir() {
			return stale[dir]
		}
	}
	ours, others := 0, 0
	err := fs.WalkDir(c.dirs.root.FS(), name, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
		case d.IsDir():
			if inside, err := fs.ReadDir(c.dirs.root.FS(), name); err == nil && len(inside) == 0 {
				others++ // the user's
			}
		case stale[name]:
			ours++
		default:
			others++
		}
		return err
	})
	return err == nil && ours > 0 && others == 0
}

// prune removes a stale file, and the directories that are empty then.
func (w *writer) prune(name string, needed map[string]bool) error {
	err := w.root.Remove(filepath.FromSlash(name))
	if os.IsNotExist(err) {
		err = nil
	}
	w.vacate(name, needed)
	return err
}

// vacate removes the directories of a path that are empty, as far as nothing needs them. Links to directories are
// the user's.
func (w *writer) vacate(name string, needed map[string]bool) {
	for dir := path.Dir(name); dir != "." && !needed[dir]; dir = path.Dir(dir) {
		at := filepath.FromSlash(dir)
		if info, err := w.root.Lstat(at); err == nil && !info.IsDir() {
			return
		}
		if err := w.root.Remove(at); err != nil && !os.IsNotExist(err) {
			return // something is in it
		}
	}
}

// addDirs adds the directories of a path.
func addDirs(to map[string]bool, name string) {
	for dir := path.Dir(name); dir != "." && !to[dir]; dir = path.Dir(dir) {
		to[dir] = true
	}
}

// neededDirs are the directories of the files that will be there.
func (c *Changes) neededDirs() map[string]bool {
	out := map[string]bool{}
	for _, it := range c.next {
		addDirs(out, c.path(it))
	}
	return out
}
