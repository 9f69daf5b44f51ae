package render

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"syscall"

	"github.com/bmatcuk/doublestar/v4"

	"tailor/internal/diag"
)

// members returns the directories of the images of a workspace, sorted: those that `images.members` names,
// by default every directory below the root with an image.yaml, without those of `images.exclude`.
func (w *Workspace) members(m manifest) []string {
	patterns := m.members
	if patterns == nil {
		patterns = []text{{value: "*"}}
	}
	var dirs []string
	for _, p := range patterns {
		dirs = append(dirs, w.member(p)...)
	}
	for _, p := range m.exclude {
		if !w.checkPattern(p) {
			continue
		}
		dirs = slices.DeleteFunc(dirs, func(dir string) bool {
			ok, _ := doublestar.Match(memberDir(p.value), dir)
			return ok
		})
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// memberDir is the directory that a member means, which may be written as its image.yaml too.
func memberDir(value string) string {
	return path.Clean(strings.TrimSuffix(value, "/"+imageName))
}

// member resolves one entry of `images.members`.
func (w *Workspace) member(p text) []string {
	if !w.checkPattern(p) {
		return nil
	}
	dir := memberDir(p.value)
	if !strings.ContainsAny(dir, `*?[{`) {
		return w.namedMember(p, dir)
	}
	return w.matchingMembers(dir)
}

// matchingMembers returns the directories with an image.yaml that a pattern matches. Links to directories are
// followed, but not by `**`, and not out of the workspace. A directory that cannot be looked into is an error:
// there may be an image in it. So is an image.yaml that is a link to nothing or out of the workspace.
func (w *Workspace) matchingMembers(pattern string) []string {
	var options []doublestar.GlobOption
	if strings.Contains(pattern, "**") {
		options = append(options, doublestar.WithNoFollow())
	}
	found, err := doublestar.Glob(w.tree, pattern, options...)
	if err != nil {
		w.report.Add(readFault(pattern, err))
	}
	return slices.DeleteFunc(found, func(dir string) bool {
		if hidden(dir) && !hidden(pattern) {
			return true
		}
		name := path.Join(dir, imageName)
		if w.isOutput(dir) {
			return true
		}
		if info, err := w.root.Stat(dir); err == nil && info.IsDir() {
			w.tree.candidate(dir)
		}
		_, err := w.root.Lstat(name) // a link that leads nowhere is an image that cannot be read
		if err != nil && !missing(err) && !Escapes(err) {
			w.report.Add(readFault(name, err))
		}
		return err != nil
	})
}

// isOutput reports whether a directory lies in one that tailor writes: a copy there of an image definition is no
// image. Those that tailor writes into the tree of the sources are taken as they are.
func (w *Workspace) isOutput(dir string) bool {
	for ; dir != "."; dir = path.Dir(dir) {
		_, manifest := w.root.Lstat(path.Join(dir, OutputManifest))
		_, image := w.root.Lstat(path.Join(dir, imageName))
		if manifest == nil && image != nil {
			return true
		}
	}
	return false
}

// OutputManifest is the name of the file that marks an output directory.
const OutputManifest = ".tailor-manifest.json"

// hidden reports whether a directory of a path begins with a dot; wildcards do not match such names.
func hidden(name string) bool {
	return strings.HasPrefix(name, ".") && name != "." || strings.Contains(name, "/.")
}

// missing reports whether an error says that there is no such file.
func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

func (w *Workspace) namedMember(p text, dir string) []string {
	_, err := w.root.Stat(path.Join(dir, imageName))
	if err == nil {
		return []string{dir}
	}
	d := decoder{w.report}
	if errors.Is(err, fs.ErrNotExist) {
		d.fail(CodeNoMember, p.span, "`"+p.value+"` is no image: there is no `"+path.Join(dir, imageName)+"`", w.memberHelp(dir))
	} else {
		d.fail(CodeNoMember, p.span, "`"+p.value+"` cannot be read: "+diag.Cause(err), "name a directory inside the workspace")
	}
	return nil
}

func (w *Workspace) memberHelp(dir string) string {
	found, _ := doublestar.Glob(w.tree, "*/"+imageName)
	for i, name := range found {
		found[i] = path.Dir(name)
	}
	slices.Sort(found)
	return diag.Suggest(dir, found, "name a directory with an `image.yaml`, or remove the entry")
}

// checkPattern reports a path or glob that is malformed or leads out of the workspace.
func (w *Workspace) checkPattern(p text) bool {
	dir := memberDir(p.value)
	d := decoder{w.report}
	switch {
	case path.IsAbs(dir) || dir == ".." || strings.HasPrefix(dir, "../"):
		d.fail(CodeBadPattern, p.span, "`"+p.value+"` lies outside the workspace", "write a path below the root")
	case !doublestar.ValidatePattern(dir):
		d.fail(CodeBadPattern, p.span, "`"+p.value+"` is no valid pattern", "close every `[` and `{`, or remove them")
	default:
		return true
	}
	return false
}
