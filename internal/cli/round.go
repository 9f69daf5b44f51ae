package cli

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"tailor/internal/diag"
	"tailor/render"
	"tailor/render/bundle"
	"tailor/render/output"
)

// round is one rendering of several: what --watch has to know of it. What a failed one does not know is that of the
// one before.
type round struct {
	later   bool            // it is not the first one
	failed  bool            // there were errors
	changes *output.Changes // nil when nothing was compared
	out     string          // the output directory, absolute and without links; "" when it holds sources
	known   map[string]bool // the sources, absolute and without links; nil before the first sound round
}

// saw notes what a bundle is made from and where it goes.
func (r *round) saw(w *render.Workspace, b *bundle.Bundle, out string) {
	r.out = ""
	if !b.Overlaps() {
		r.out = unlinked(out)
	}
	r.known = map[string]bool{}
	files, _, _ := w.Inputs()
	r.know(w.Dir(), files)
	files, _ = b.Inputs()
	r.know(b.Dir(), files)
}

// know notes files below a directory. One that is a link is known by both names: either can be replaced.
func (r *round) know(top string, files []string) {
	dirs := map[string]string{} // without links
	for _, name := range files {
		name = filepath.Join(top, filepath.FromSlash(name))
		dir := filepath.Dir(name)
		if dirs[dir] == "" {
			dirs[dir] = unlinked(dir)
		}
		name = filepath.Join(dirs[dir], filepath.Base(name))
		r.known[name] = true
		if info, err := os.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			r.known[unlinked(name)] = true
		}
	}
}

// dirs are the directories of the sources.
func (r *round) dirs() map[string]bool {
	out := map[string]bool{}
	for name := range r.known {
		out[filepath.Dir(name)] = true
	}
	return out
}

// isSource reports whether a name is that of a source, or of a directory with sources.
func (r *round) isSource(name string) bool {
	if r.known[name] {
		return true
	}
	for source := range r.known {
		if isWithin(source, name) {
			return true
		}
	}
	return false
}

// wrote reports whether anything was written or removed.
func (r *round) wrote() bool {
	written, pruned := r.deeds()
	return len(written)+len(pruned) > 0
}

// effect is what a round did, such as `2 written (gizmo_pro_amd64_cosi, gizmo/files/motd), 1 pruned (...)`.
func (r *round) effect() string {
	written, pruned := r.deeds()
	var parts []string
	if len(written) > 0 {
		parts = append(parts, diag.Count(len(written), "file")+" written ("+some(written)+")")
	}
	if len(pruned) > 0 {
		parts = append(parts, diag.Count(len(pruned), "file")+" pruned ("+some(pruned)+")")
	}
	if len(parts) == 0 {
		return "nothing to write"
	}
	return strings.Join(parts, ", ")
}

// deeds are the slugs of the configs and the paths of the assets that were written and removed.
func (r *round) deeds() (written, pruned []string) {
	if r.changes == nil {
		return nil, nil
	}
	for _, ch := range r.changes.Files {
		name := diag.Clean(ch.Path)
		if ch.Image != "" {
			name = strings.TrimSuffix(path.Base(name), ".yaml")
		}
		switch {
		case !ch.Done:
		case ch.Status == output.Stale:
			pruned = append(pruned, name)
		default:
			written = append(written, name)
		}
	}
	return written, pruned
}

// maxNames is how many names a line shows.
const maxNames = 3

// some joins names; of many only the first are shown.
func some(names []string) string {
	if more := len(names) - maxNames; more > 0 {
		return strings.Join(names[:maxNames], ", ") + " and " + diag.Count(more, "other")
	}
	return strings.Join(names, ", ")
}
