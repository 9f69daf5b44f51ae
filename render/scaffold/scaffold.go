// Package scaffold makes the files that a person starts from: those of a new workspace, a new image, a new fragment.
//
// It decides what the files are called and what is in them, and writes nothing. The texts are templates that stand
// in templates/ as they will look, with `NAME` for the name of the image:
//
//	files, next := scaffold.Workspace("advanced", "gizmo")
//	for _, f := range files {
//		fmt.Println(f.Path) // tailor.yaml, gizmo/image.yaml, gizmo/by-edition/pro.yaml ...
//	}
//
// It implements docs/reference/cli.md, "tailor init" and "tailor add".
package scaffold

import (
	"cmp"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tailor/docs/schema"
	"tailor/fragments"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

//go:embed templates
var templates embed.FS

// Names lists the templates of a workspace, the simplest first.
var Names = []string{"simple", "base", "advanced"}

// File is a file to be made.
type File struct {
	// Path is where it belongs, slash-separated, from the root of the workspace.
	Path string
	// FS and Template are where its template is.
	FS       fs.FS
	Template string

	// Schema is the name of the schema that the first line names, "" for no such line. Without its file in the workspace
	// the line is of no use.
	Schema string

	words []string // of the template, each followed by what it stands for
}

// Step is something to do with what was made.
type Step struct{ Command, Why string }

// Workspace returns the files of a new workspace with an image, made from the template of a name in [Names], and what
// its author may do next. The name of the image must be a valid one. Behind the files stand the schemas that their
// first lines name: see [File.IsSchema].
func Workspace(template, name string) ([]File, []Step) {
	render := Step{"tailor render", "write every config below out/"}
	grow := Step{"tailor add axis edition home pro", "make two configs of it, one for each edition"}
	explain := Step{"tailor explain " + name + "_pro_arm64_cosi", "show what this config is made of"}
	root := file("tailor.yaml", "tailor.yaml", name)
	switch template {
	case "advanced":
		return append(append([]File{root}, below(template, name)...), schemas(schema.Names...)...), []Step{explain, render}
	case "base":
		return append([]File{root, Image(name)}, schemas(schema.Names...)...), []Step{render, grow}
	}
	return append([]File{file("image.yaml", "image.yaml", name)}, schemas("image", "fragment")...), []Step{render, grow}
}

// Image returns the definition of a new image, in a directory of its name.
func Image(name string) File { return file("image.yaml", path.Join(name, "image.yaml"), name) }

// Fragment returns a new fragment of the image in a directory. It contributes nothing.
func Fragment(dir string, fragment *fragments.Fragment) File {
	f := file("fragment.yaml", path.Join(dir, fragment.Path), "")
	f.words = []string{"CONDITION", fragment.Reason()}
	return f
}

// schemas are the files by which an editor knows the keys of others.
func schemas(names ...string) []File {
	files := make([]File, len(names))
	for i, name := range names {
		files[i] = File{Path: schema.Path(name), FS: schema.FS(), Template: name + ".json"}
	}
	return files
}

// IsSchema reports whether a file is for editors. One that is there already is as good.
func (f File) IsSchema() bool { return path.Dir(f.Path) == schema.Dir }

// below returns the files of a directory of templates, which are those of the directory of an image: its definition, then
// what is in directories.
func below(dir, name string) []File {
	var files []File
	top := path.Join("templates", dir)
	err := fs.WalkDir(templates, top, func(at string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel := strings.TrimPrefix(at, top+"/")
			files = append(files, file(path.Join(dir, rel), path.Join(name, rel), name))
		}
		return err
	})
	if err != nil {
		panic(fmt.Sprintf("scaffold: the templates in %s: %v", top, err)) // they are part of the program
	}
	slices.SortStableFunc(files, func(a, b File) int { return cmp.Compare(strings.Count(a.Path, "/"), strings.Count(b.Path, "/")) })
	return files
}

// file is the template of a path below templates/, filled in for an image.
func file(template, to, name string) File {
	return File{
		Path: to, FS: templates, Template: path.Join("templates", template),
		Schema: schemaOf(to), words: []string{"NAME", scalar(name)},
	}
}

// schemaOf is the schema of a file. What is included has none: its keys are not tailor's.
func schemaOf(name string) string {
	kind := strings.TrimSuffix(path.Base(name), path.Ext(name))
	switch dir := path.Base(path.Dir(name)); {
	case strings.HasPrefix(dir, "by-"):
		return "fragment"
	case kind == "tailor", kind == "image":
		return kind
	}
	return ""
}

// firstLine tells editors the schema of the file.
func (f File) firstLine() string {
	if f.Schema == "" {
		return ""
	}
	return schema.Modeline(f.Schema, path.Dir(f.Path)) + "\n"
}

// scalar spells a text so that every reader takes it for that text: an image may be called `null`.
func scalar(text string) string {
	node := yamltree.NewString(text, yamltree.Plain, source.Span{})
	return strings.TrimSuffix(string(yamltree.Append(nil, node)), "\n")
}

// Fill returns the text of the file, made from that of its template.
func (f File) Fill(template io.Reader) io.Reader { return &filler{from: template, file: f} }

// filler is a template with its words filled in. A template is read as a whole: it is small.
type filler struct {
	from io.Reader
	file File
	text *strings.Reader
}

// Read reads the filled text.
func (f *filler) Read(b []byte) (int, error) {
	if f.text == nil {
		all, err := io.ReadAll(f.from)
		if err != nil {
			return 0, fmt.Errorf("read a template: %w", err)
		}
		f.text = strings.NewReader(f.file.firstLine() + strings.NewReplacer(f.file.words...).Replace(string(all)))
	}
	return f.text.Read(b) //nolint:wrapcheck // it is io.EOF
}
