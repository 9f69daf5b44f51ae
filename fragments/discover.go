package fragments

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/matrix"
)

// Discover finds the fragments of an image in its `by-*` directories and returns them in the order in which
// they apply, with all problems. fsys is rooted at the workspace. Symbolic links are followed as far as
// fsys does.
//
// Dotfiles and files that are not YAML are ignored. A fragment with a problem is left out of the result.
func Discover(fsys fs.FS, img Image) ([]*Fragment, []diag.Diagnostic) {
	d := &discovery{fsys: fsys, img: img}
	for _, e := range d.list(".") {
		switch name := e.Name(); {
		case strings.HasPrefix(name, prefix):
			d.entry(e)
		case resembles(name, img.Matrix) != "":
			d.lookalike(e)
		}
	}
	slices.SortFunc(d.found, Compare)
	d.sameConditions()
	return d.found, d.faults
}

type discovery struct {
	fsys   fs.FS
	img    Image
	found  []*Fragment
	faults []diag.Diagnostic
}

// sameConditions warns of fragments that apply to the same cells as another one, with which they stand side by side.
func (d *discovery) sameConditions() {
	for i, f := range d.found {
		if i == 0 || !SameCondition(d.found[i-1], f) {
			continue
		}
		first := d.found[i-1].Path
		d.warn(f.Path, diag.Diagnostic{
			Code:    CodeSameCondition,
			Message: "`" + f.Path + "` applies to the same cells as `" + first + "`",
			Help:    "merge one of the two files into the other",
			Labels:  []diag.Label{{Span: newParser(d.img, first).text.Whole(), Text: "the same condition"}},
		})
	}
}

// list reads a directory, relative to the image, sorted by name. It reports what cannot be read.
func (d *discovery) list(name string) []fs.DirEntry {
	entries, err := fs.ReadDir(d.fsys, d.full(name))
	if err != nil {
		d.unreadable(name, err)
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries
}

func (d *discovery) full(name string) string { return path.Join(".", d.img.Dir, name) }

// mode returns the type of an entry, that of its target for a symbolic link.
func (d *discovery) mode(name string, e fs.DirEntry) (fs.FileMode, error) {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.Type(), nil
	}
	info, err := fs.Stat(d.fsys, d.full(name))
	if err != nil {
		return 0, fmt.Errorf("follow link: %w", err)
	}
	return info.Mode().Type(), nil
}

// entry looks at what is called `by-*` in the image's directory.
func (d *discovery) entry(e fs.DirEntry) {
	name := e.Name()
	mode, err := d.mode(name, e)
	switch {
	case err != nil:
		d.unreadable(name, err)
	case mode.IsDir():
		d.directory(name)
	case classify(name) != otherFile:
		d.strayFile(name)
	}
}

// directory reads a fragment directory. Its name is judged once, and only if there is a fragment in it.
func (d *discovery) directory(name string) {
	files := d.files(name)
	if len(files) == 0 {
		return
	}
	p := newParser(d.img, name)
	c, ok := p.directory(name)
	d.faults = append(d.faults, p.faults...)
	for _, file := range files {
		d.file(path.Join(name, file), c, ok, files)
	}
}

// file reads the path of a fragment in a directory whose name means c, if ok.
func (d *discovery) file(name string, c condition, ok bool, siblings []string) {
	p := newParser(d.img, name)
	if classify(name) == misspeltFile {
		right := strings.TrimSuffix(path.Base(name), path.Ext(name)) + extension
		p.wrongExtension(name, slices.Contains(siblings, right))
	}
	if ok {
		if f := p.file(name, c); len(p.faults) == 0 {
			d.found = append(d.found, f)
		}
	}
	d.faults = append(d.faults, p.faults...)
}

// files lists the names of files in a fragment directory that are meant as fragments.
func (d *discovery) files(dir string) []string {
	var files []string
	for _, e := range d.list(dir) {
		name := path.Join(dir, e.Name())
		mode, err := d.mode(name, e)
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case err == nil && mode.IsDir():
			d.subdirectory(name)
		case !isMeant(e):
		case err != nil:
			d.unreadable(name, err)
		case !mode.IsRegular():
			d.unreadable(name, errIrregular)
		default:
			files = append(files, e.Name())
		}
	}
	return files
}

var errIrregular = errors.New("it is no regular file")

// lookalike warns of a directory that was meant as a fragment directory: it is called almost like one and
// has YAML files.
func (d *discovery) lookalike(e fs.DirEntry) {
	name := e.Name()
	if mode, err := d.mode(name, e); err != nil || !mode.IsDir() {
		return
	}
	entries, err := fs.ReadDir(d.fsys, d.full(name))
	if err != nil || !slices.ContainsFunc(entries, isMeant) {
		return
	}
	d.warn(name, diag.Diagnostic{
		Code:    CodeNeverApplies,
		Message: "files in `" + name + "` never apply",
		Help:    "rename it to `" + resembles(name, d.img.Matrix) + "`, or to a name that does not begin with `by`",
	})
}

// isMeant reports whether an entry has the name of a fragment, well or badly spelt.
func isMeant(e fs.DirEntry) bool {
	return classify(e.Name()) != otherFile && !strings.HasPrefix(e.Name(), ".")
}

// strayFile warns of a file called like a fragment directory.
func (d *discovery) strayFile(name string) {
	stem := strings.TrimPrefix(strings.TrimSuffix(name, path.Ext(name)), prefix)
	known := append(d.img.Matrix.AxisNames(), matrix.FeatureAxis)
	axis := nearest(stem, known)
	for _, w := range fields(stem, "+=_-. ") {
		axis = cmp.Or(axis, nearest(w, known))
	}
	if axis == "" {
		return
	}
	d.warn(name, diag.Diagnostic{
		Code:    CodeNeverApplies,
		Message: "`" + name + "` never applies",
		Help: "a fragment is a file in a directory, as in `" + prefix + axis + "/<value>.yaml`; " +
			"rename the file if it is there to be included",
	})
}

func (d *discovery) subdirectory(name string) {
	d.warn(name, diag.Diagnostic{
		Code:    CodeSubdirectory,
		Message: "nothing in the directory `" + name + "` ever applies",
		Help:    "put fragments into the `by-*` directory itself, and other files outside of it",
	})
}

func (d *discovery) unreadable(name string, err error) {
	help := "make it readable, or remove it"
	if name != "." {
		help = "let it be a readable file or directory inside the workspace, or remove it"
	}
	d.report(name, diag.Diagnostic{
		Code:    CodeUnreadable,
		Message: "cannot read `" + d.full(name) + "`: " + diag.Cause(err),
		Help:    help,
	})
}

func (d *discovery) warn(name string, w diag.Diagnostic) {
	w.Severity = diag.Warning
	d.report(name, w)
}

// report records a fault of a whole name.
func (d *discovery) report(name string, fault diag.Diagnostic) {
	p := newParser(d.img, name)
	if name == "." {
		p = &parser{text: source.NewPath(d.full("."))}
	}
	p.add(fault, p.text.Span(p.base, len(p.text.Text)), "")
	d.faults = append(d.faults, p.faults...)
}

// resembles returns the fragment directory that a name was meant to be (`By-edition`, `by_arch`), or "".
// It takes no typo for an axis, so that directories of other things are left alone.
func resembles(name string, m *matrix.Matrix) string {
	if len(name) < len("by") || !strings.EqualFold(name[:2], "by") {
		return ""
	}
	rest := strings.TrimLeft(name[2:], "-_.+:= ")
	known := append(m.AxisNames(), matrix.FeatureAxis)
	for _, separators := range []string{"+", "+_, ", "+_, -."} {
		words := fields(rest, separators)
		hits := 0
		for i, w := range words {
			if k := fold(w, known); k != "" {
				words[i] = k
				hits++
			}
		}
		if hits > 0 && (hits == len(words) || separators == "+") {
			return prefix + strings.Join(words, "+")
		}
	}
	return ""
}
