package cli

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	ucli "github.com/urfave/cli/v2"

	"tailor/docs/schema"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/render"
	"tailor/render/output"
	"tailor/render/scaffold"
)

func (s *run) addCommand() *ucli.Command {
	return &ucli.Command{
		Name:      "add",
		Usage:     "add an image, an axis or a fragment to the workspace",
		ArgsUsage: "image NAME | axis [IMAGE] AXIS VALUE... | fragment [IMAGE] AXIS=VALUE[,VALUE]...",
		Description: "Makes a new file, or adds lines to a file and leaves every other byte of it as it is. IMAGE may be left out\n" +
			"when there is only one. After an error nothing is written.\n\n" +
			"   tailor add image recovery                          recovery/image.yaml\n" +
			"   tailor add axis gizmo channel stable beta          a new axis, which changes the slugs\n" +
			"   tailor add axis gizmo channel edge                 one more value\n" +
			"   tailor add fragment gizmo channel=beta,edge        gizmo/by-channel/beta+edge.yaml\n" +
			"   tailor add fragment gizmo arch=arm64 edition=pro   gizmo/by-edition+arch/pro+arm64.yaml, whatever the order",
		Flags:  workspaceFlags(),
		Action: s.add,
	}
}

// addition is one thing that can be added.
type addition struct {
	usage string // what is to be written
	least int    // words behind what is added
	do    func(*render.Workspace, *diag.Report, []render.Arg) error
}

func (s *run) additions() map[string]addition {
	return map[string]addition{
		"image":    {"tailor add image NAME", 1, s.addImage},
		"axis":     {"tailor add axis [IMAGE] AXIS VALUE...", 2, s.addAxis},
		"fragment": {"tailor add fragment [IMAGE] AXIS=VALUE[,VALUE]...", 1, s.addFragment},
	}
}

func (s *run) add(c *ucli.Context) error {
	s.setup(c)
	names := s.line.names()
	kinds := []string{"image", "axis", "fragment"}
	if len(names) == 0 {
		s.report.Add(diag.New(codeUsage, s.line.file.Find("add"), "`tailor add` needs a word for what to add",
			"write `tailor add image`, `tailor add axis` or `tailor add fragment`"))
		return nil
	}
	kind, words := names[0], names[1:]
	a, ok := s.additions()[kind.Value]
	switch {
	case !ok:
		help := diag.Suggest(kind.Value, kinds, "what can be added is "+diag.Either(kinds))
		s.report.Add(diag.New(codeUsage, kind.Span, "`tailor add` cannot add `"+kind.Value+"`", help))
	case len(words) < a.least:
		s.report.Add(diag.New(codeUsage, kind.Span, "`tailor add "+kind.Value+"` needs more words", "write `"+a.usage+"`"))
	}
	if s.report.HasErrors() {
		return nil
	}
	place, err := s.find()
	if err != nil {
		return err
	}
	release, err := turn(place.Dir)
	if err != nil {
		return err
	}
	defer release()
	// What is wrong elsewhere in the workspace is no reason to refuse: what is added may be its cure.
	elsewhere := &diag.Report{}
	w, err := render.Open(place, elsewhere)
	if err != nil {
		return err
	}
	defer w.Close()
	return a.do(w, elsewhere, words)
}

// courtesy is how long an addition waits for others, which take milliseconds.
const courtesy = 5 * time.Second

// turn waits until no other run adds anything to a workspace: what it adds counts. The error is about an interrupt.
func turn(dir string) (release func(), err error) {
	ctx, stop := interruptible()
	defer stop()
	return output.Turn(ctx, dir, courtesy), ctx.Err()
}

// needs reports what is wrong with files of a workspace that must be read before anything can be added to them, and whether
// that is nothing. Faults with the codes in but are cured by what is added.
func (s *run) needs(found *diag.Report, files []string, but ...diag.Code) bool {
	for _, d := range found.All() {
		concerns := slices.ContainsFunc(d.Labels, func(l diag.Label) bool {
			return !l.Span.IsZero() && slices.Contains(files, l.Span.File.Path)
		})
		if d.Severity == diag.Error && concerns && !slices.Contains(but, d.Code) {
			s.report.Add(d)
		}
	}
	return !s.report.HasErrors()
}

// addImage makes an image in a directory of its own.
func (s *run) addImage(w *render.Workspace, found *diag.Report, words []render.Arg) error {
	if len(words) > 1 {
		s.report.Add(diag.New(codeUsage, words[1].Span, "`tailor add image` takes one name", "add one image after the other"))
		return nil
	}
	if !s.needs(found, []string{w.Marker()}, render.CodeNoImages, render.CodeNoMember) {
		return nil
	}
	name := words[0]
	unnamed, faults := w.CanAdd(name)
	s.report.Add(faults...)
	s.checkPlace(name, outputDir(w))
	if s.report.HasErrors() {
		return nil
	}
	var change *rewrite
	if unnamed.File != nil {
		if change = s.prepare(w, scaffold.Member(unnamed, name.Value)); change == nil {
			return nil
		}
	}
	file := scaffold.Image(name.Value)
	if err := s.createIn(w, file, change); err != nil || s.report.HasErrors() {
		return err
	}
	lines := "created " + s.shown(file.Path) + "\n"
	if change != nil {
		lines += "added `" + name.Value + "` to `images.members` of " + s.shown(w.Marker()) + "\n"
	}
	return s.say(lines, []scaffold.Step{
		{Command: "tailor render " + name.Value, Why: "write its config"},
		{Command: "tailor add axis " + name.Value + " edition home pro", Why: "make two configs of it, one for each edition"},
	})
}

// createIn makes a file of the workspace, and then makes a change that belongs to it, which may be nil: both or none.
// What fails is reported; the error is about an interrupt.
func (s *run) createIn(w *render.Workspace, file scaffold.File, change *rewrite) error {
	ctx, stop := interruptible()
	defer stop()
	if _, err := os.Stat(filepath.Join(w.Dir(), filepath.FromSlash(schema.Path(file.Schema)))); err != nil {
		file.Schema = ""
	}
	return s.create(ctx, w.Dir(), []scaffold.File{file}, change)
}

// shown is a path of the workspace as it is shown to the user, from the current directory.
func (s *run) shown(name string) string {
	return s.options.printer(s.streams.Err).Path(source.NewPath(name))
}

// oneOf returns the image that the words are about and the words behind its name. The first word is the name of an image
// when there is such an image, or when there are several.
func (s *run) oneOf(w *render.Workspace, found *diag.Report, words []render.Arg) (*render.Image, []render.Arg) {
	if img := w.Image(words[0].Value); img != nil {
		return img, words[1:]
	}
	if len(w.Images) == 1 {
		return w.Images[0], words
	}
	var names []string
	for _, img := range w.Images {
		names = append(names, img.Name)
	}
	if found.Errors() > 0 {
		s.report.Add(found.All()...) // the image may be there, and cannot be read
		return nil, nil
	}
	help := diag.Suggest(words[0].Value, names, "name the image first: "+diag.Either(names))
	s.report.Add(diag.New(render.CodeUnknownName, words[0].Span, "there is no image `"+words[0].Value+"`", help))
	return nil, nil
}

// say prints what was done and what may come next, in the same workspace.
func (s *run) say(lines string, next []scaffold.Step) error {
	workspace := ""
	if s.options.manifest != "" {
		workspace = " --manifest " + shellWords([]string{s.options.manifest})
	}
	var b strings.Builder
	b.WriteString(lines + "\nnext:\n")
	t := table{}
	for _, n := range next {
		t.add("  "+n.Command+workspace, n.Why)
	}
	if err := t.print(&b); err != nil {
		return err
	}
	_, err := io.WriteString(s.streams.Out, b.String())
	return err
}
