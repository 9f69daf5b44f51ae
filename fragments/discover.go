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
	return d.found, d.faults
}

type discovery struct {
	fsys   fs.FS
	img    Image
	found  []*Fragment
	faults []diag.Diagnostic
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
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		mode, err := d.mode(name, e)
		switch meant := classify(name) != otherFile; {
		case err == nil && mode.IsDir():
			d.subdirectory(name)
		case !meant:
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
	if err != nil || !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return classify(e.Name()) != otherFile }) {
		return
	}
	d.warn(name, diag.Diagnostic{
		Code:    CodeNeverApplies,
		Message: fmt.Sprintf("files in `%s` never apply", name),
		Help:    fmt.Sprintf("rename it to `%s`, or to a name that does not begin with `by`", resembles(name, d.img.Matrix)),
	})
}

// strayFile warns of a file called like a fragment directory.
func (d *discovery) strayFile(name string) {
	stem := strings.TrimPrefix(strings.TrimSuffix(name, path.Ext(name)), prefix)
	words := strings.FieldsFunc(stem, func(r rune) bool { return strings.ContainsRune("+=_-.", r) })
	known := append(d.img.Matrix.AxisNames(), matrix.FeatureAxis)
	i := slices.IndexFunc(append(words, stem), func(w string) bool { return nearest(w, known) != "" })
	if i < 0 {
		return
	}
	axis := nearest(append(words, stem)[i], known)
	d.warn(name, diag.Diagnostic{
		Code:    CodeNeverApplies,
		Message: fmt.Sprintf("`%s` never applies", name),
		Help: fmt.Sprintf("a fragment is a file in a directory, as in `%s%s/<value>.yaml`; "+
			"rename the file if it is there to be included", prefix, axis),
	})
}

func (d *discovery) subdirectory(name string) {
	d.warn(name, diag.Diagnostic{
		Code:    CodeSubdirectory,
		Message: fmt.Sprintf("nothing in the directory `%s` ever applies", name),
		Help:    "put fragments into the `by-*` directory itself, and other files outside of it",
	})
}

func (d *discovery) unreadable(name string, err error) {
	if pathError := (*fs.PathError)(nil); errors.As(err, &pathError) {
		err = pathError.Err
	}
	help := "make it readable, or remove it"
	if name != "." {
		help = "let it be a readable file or directory inside the workspace, or remove it"
	}
	d.report(name, diag.Diagnostic{
		Code:    CodeUnreadable,
		Message: fmt.Sprintf("cannot read `%s`: %s", d.full(name), err),
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
	p.add(fault, p.text.Span(p.base, len(p.text.Text)), "")
	d.faults = append(d.faults, p.faults...)
}

// resembles returns the fragment directory that a name was meant to be (`By-edition`, `by_arch`), or "".
// It knows no typos, so that a directory of other things is left alone.
func resembles(name string, m *matrix.Matrix) string {
	if len(name) < len("by") || !strings.EqualFold(name[:2], "by") {
		return ""
	}
	rest := strings.TrimLeft(name[2:], "-_.+:= ")
	known := append(m.AxisNames(), matrix.FeatureAxis)
	var words []string
	for _, w := range append([]string{rest}, strings.FieldsFunc(rest, func(r rune) bool {
		return strings.ContainsRune("+_, ", r)
	})...) {
		i := slices.IndexFunc(known, func(k string) bool { return strings.EqualFold(k, w) })
		if i >= 0 && !slices.Contains(words, known[i]) {
			words = append(words, known[i])
		}
	}
	if len(words) == 0 {
		return ""
	}
	return prefix + strings.Join(words, "+")
}
