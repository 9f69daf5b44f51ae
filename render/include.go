package render

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/yamltree"
)

// loader finds included files from the directory of an image, inside the workspace.
func (w *Workspace) loader(img *Image) directives.Loader {
	return func(n *yamltree.Node) (directives.Included, []diag.Diagnostic) {
		if path.IsAbs(n.Value) || strings.Contains(n.Value, `\`) {
			return directives.Included{}, []diag.Diagnostic{includeFault(CodeIncludeEscape, n,
				"`"+n.Value+"` is no relative path with `/`", "write a path relative to the directory of the image")}
		}
		name := path.Join(img.Dir, n.Value)
		if name == ".." || strings.HasPrefix(name, "../") {
			return directives.Included{}, []diag.Diagnostic{outside(n)}
		}
		return w.include(n, name)
	}
}

func (w *Workspace) include(n *yamltree.Node, name string) (directives.Included, []diag.Diagnostic) {
	doc := w.files.load(name)
	switch {
	case Escapes(doc.err):
		return directives.Included{}, []diag.Diagnostic{outside(n)}
	case errors.Is(doc.err, fs.ErrNotExist):
		return directives.Included{}, []diag.Diagnostic{w.noTarget(n, name)}
	case doc.err != nil:
		return directives.Included{}, []diag.Diagnostic{includeFault(CodeRead, n,
			"cannot include `"+n.Value+"`: "+diag.Cause(doc.err), "name a YAML file that can be read")}
	case len(doc.faults) > 0:
		return directives.Included{}, doc.faults
	}
	return directives.Included{ID: w.files.identity(doc), Root: doc.root}, nil
}

func outside(n *yamltree.Node) diag.Diagnostic {
	return includeFault(CodeIncludeEscape, n, "`"+n.Value+"` lies outside the workspace",
		"move the file into the workspace: links that leave it are not followed")
}

// noTarget reports an include of a file that does not exist, with the nearest one that does.
func (w *Workspace) noTarget(n *yamltree.Node, name string) diag.Diagnostic {
	near := w.nearFile(n.Value, name)
	help := "paths are relative to the directory of the image"
	named := n.Origin != nil // the path has its names filled in
	switch {
	case near != "" && named:
		help = "did you mean `" + near + "`? Every selected cell needs the file that the path names there"
	case near != "":
		help = "did you mean `" + near + "`?"
	case named:
		help = "create it: every selected cell needs the file that the path names there"
	}
	return includeFault(CodeIncludeTarget, n, "there is no file `"+name+"` to include", help)
}

// nearFile returns the path of a file that is called almost like one that is missing: its own name, or that of one
// directory above it, differs. written is the path in the include, name the same from the root.
func (w *Workspace) nearFile(written, name string) string {
	below := ""
	for dir, missing := path.Dir(name), path.Base(name); ; dir, missing = path.Dir(dir), path.Base(dir) {
		stem, isThere := strings.CutSuffix(written, missing+below)
		if entries, err := fs.ReadDir(w.tree, dir); err == nil && isThere {
			names := make([]string, len(entries))
			for i, e := range entries {
				names[i] = e.Name()
			}
			near := diag.Nearest(missing, names)
			if near == "" {
				return ""
			}
			if info, err := w.tree.Stat(path.Join(dir, near+below)); err != nil || info.IsDir() {
				return ""
			}
			return stem + near + below
		}
		if !isThere || dir == "." {
			return ""
		}
		below = "/" + missing + below
	}
}

func includeFault(code diag.Code, n *yamltree.Node, message, help string) diag.Diagnostic {
	f := diag.New(code, n.Span, message, help)
	f.Labels[0].Via = n.Via.Sites()
	return f
}
