package output

import (
	"os"
	"path"
	"path/filepath"
	"strings"
)

// rest decides about the files that are listed and not wanted.
func (c *comparison) rest() {
	wanted := map[string]bool{}
	for _, e := range c.next.Files {
		wanted[e.Path] = true
	}
	used := map[string]bool{} // assets of configs that stay
	var assets []entry
	for _, e := range c.was.Files {
		switch {
		case wanted[e.Path]:
		case e.Kind == kindAsset:
			assets = append(assets, e)
		case !c.want.Full || c.want.Spared != nil && c.want.Spared(e.Image, e.Slug):
			c.keep(e)
			for _, name := range e.Assets {
				used[name] = true
			}
		default:
			c.stale(e)
		}
	}
	for _, e := range assets {
		if !c.want.Full || used[e.Path] {
			c.keep(e)
			continue
		}
		c.stale(e)
	}
}

// keep leaves a file as it is, and what is known of it: the content that it has now.
func (c *comparison) keep(e entry) {
	if e.Old != "" {
		if _, sum, err := c.content(e.Path); err == nil && sum == e.Old {
			e.SHA256 = e.Old
		}
		e.Old = ""
	}
	c.next.Files = append(c.next.Files, e)
}

// stale decides about a file that nothing makes any more. One that is gone is forgotten.
func (c *comparison) stale(e entry) {
	ch := &Change{Path: e.Path, Status: Stale}
	if e.Kind == kindConfig {
		ch.Image = e.Image
	}
	if dir, ok := strings.CutSuffix(e.Path, "/"); ok {
		if info, err := c.root.Lstat(filepath.FromSlash(dir)); err == nil && info.IsDir() {
			c.Files = append(c.Files, ch)
		}
		return
	}
	info, sum, err := c.content(e.Path)
	switch {
	case err == nil && info == nil:
		return
	case err != nil || !e.knows(sum):
		ch.Status = EditedStale
		c.objections = append(c.objections, editedStale(c.want.Dir, e.Path))
	}
	ch.sum = sum
	c.Files = append(c.Files, ch)
}

// prune removes a stale file, and the directories that are empty then.
func (w *writer) prune(name string, needed map[string]bool) error {
	name = strings.TrimSuffix(name, "/")
	err := w.root.Remove(filepath.FromSlash(name))
	if os.IsExist(err) || os.IsNotExist(err) {
		err = nil // a directory that somebody put something into, or that is gone
	}
	for dir := path.Dir(name); dir != "." && !needed[dir]; dir = path.Dir(dir) {
		if w.root.Remove(filepath.FromSlash(dir)) != nil {
			break // something is in it
		}
	}
	return err
}

// neededDirs are the directories of the files of a manifest.
func (m manifest) neededDirs() map[string]bool {
	out := map[string]bool{}
	for _, e := range m.Files {
		for dir := path.Dir(e.Path); dir != "." && !out[dir]; dir = path.Dir(dir) {
			out[dir] = true
		}
	}
	return out
}
