package cli

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"tailor/docs/schema"
	"tailor/internal/diag"
	"tailor/matrix"
	"tailor/render"
	"tailor/render/scaffold"
)

func (s *run) initCommand() *ucli.Command {
	return &ucli.Command{
		Name:      "init",
		Usage:     "start a workspace with one image",
		ArgsUsage: "NAME",
		Description: "Writes the files of a workspace into the current directory: all of them or, when one is there already, none.\n\n" +
			"   tailor init gizmo                       a lone image.yaml\n" +
			"   tailor init gizmo --template base       a tailor.yaml and gizmo/image.yaml, to which others can be added\n" +
			"   tailor init gizmo --template advanced   two axes, fragments, an include and params",
		Flags: append([]ucli.Flag{
			choiceFlag("template", "start from `TEMPLATE`", scaffold.Names...),
		}, printFlags()...),
		Action: s.init,
	}
}

func (s *run) init(c *ucli.Context) error {
	s.setup(c)
	template := s.chosen(c, "template")
	names := s.line.names()
	if len(names) != 1 {
		at := s.line.file.Find("init")
		if len(names) > 1 {
			at = names[1].Span
		}
		s.report.Add(diag.New(codeUsage, at, "`tailor init` takes one name", "write `tailor init NAME`: the name of the first image"))
	}
	for _, name := range names {
		s.checkName(name, template != scaffold.Names[0])
	}
	if s.report.HasErrors() {
		return nil
	}
	return s.start(template, names[0].Value)
}

// checkName reports a name that a new image cannot have. One with a directory of its own is looked for in directories
// whose names do not begin with a dot.
func (s *run) checkName(name render.Arg, directory bool) {
	switch {
	case !matrix.ValidImageName(name.Value):
		s.report.Add(render.BadName(name))
	case directory && strings.HasPrefix(name.Value, "."):
		s.report.Add(diag.New(codeUsage, name.Span, "an image in the directory `"+name.Value+"` would not be found",
			"choose a name that does not begin with a dot"))
	case directory:
		s.checkPlace(name, defaultOutputDir)
	}
}

// checkPlace reports an image whose directory would be the output directory, which people remove and git ignores.
func (s *run) checkPlace(name render.Arg, out string) {
	if name.Value == filepath.ToSlash(filepath.Clean(out)) {
		s.report.Add(diag.New(codeUsage, name.Span, "`tailor render` writes to the directory `"+name.Value+"`", "choose another name for the image"))
	}
}

// start makes a workspace and says what to do next.
func (s *run) start(template, name string) error {
	dir, err := here()
	if err != nil {
		return err
	}
	files, next := scaffold.Workspace(template, name)
	files = slices.DeleteFunc(files, func(f scaffold.File) bool {
		_, err := os.Stat(filepath.Join(dir, filepath.FromSlash(f.Path)))
		return err == nil && f.IsSchema()
	})
	s.checkAround(dir, files)
	if s.report.HasErrors() {
		return nil
	}
	ctx, stop := interruptible()
	defer stop()
	if err := s.create(ctx, dir, files, nil); err != nil || s.report.HasErrors() {
		return err
	}
	var b strings.Builder
	for _, f := range files {
		if !f.IsSchema() {
			b.WriteString("created " + f.Path + "\n")
		}
	}
	if slices.ContainsFunc(files, scaffold.File.IsSchema) {
		b.WriteString("created " + schema.Dir + "/, what an editor needs to complete and check them\n")
	}
	return s.say(b.String(), next)
}

// checkAround reports a workspace that the new one would hide, or of which it would be a part. A tailor.yaml that is
// to be made makes a workspace of its own, also below another one.
func (s *run) checkAround(dir string, files []scaffold.File) {
	place, err := render.Find(dir, render.Arg{})
	if err != nil {
		return // there is none
	}
	lone := !slices.ContainsFunc(files, func(f scaffold.File) bool { return f.Path == "tailor.yaml" })
	marker := filepath.ToSlash(filepath.Join(place.Dir, place.Marker))
	if rel, err := filepath.Rel(dir, filepath.Join(place.Dir, place.Marker)); err == nil {
		marker = filepath.ToSlash(rel)
	}
	at := s.line.file.Find("init")
	switch {
	case lone && !place.Standalone:
		s.report.Add(diag.New(codeUsage, at, "this is in the workspace of `"+diag.Clean(marker)+"`, where a lone image would not be found",
			"add an image to it with `tailor add image NAME`, or choose another directory"))
	case !lone && place.Standalone:
		s.report.Add(diag.New(codeUsage, at, "a `tailor.yaml` would hide the image in `"+path.Base(marker)+"`",
			"move the image and its fragments into a directory, or choose another one"))
	}
}
