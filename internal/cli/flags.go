package cli

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"
	"golang.org/x/term"

	"tailor/fragments"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/render"
)

// options are the flags that every command has.
type options struct {
	manifest string
	format   diag.Format // "" when the command line does not say it
	color    string
	prefix   string // from the current directory to the root of the workspace
	dir      string // from the root to the current directory, when that lies below it
}

// workspaceFlags are the flags of every command that reads a workspace.
func workspaceFlags() []ucli.Flag {
	return append([]ucli.Flag{
		&ucli.StringFlag{Name: "manifest", Usage: "use the workspace of `PATH`, a tailor.yaml, an image.yaml or a directory"},
		&ucli.BoolFlag{Name: "strict", Usage: "turn warnings into errors", DisableDefaultText: true},
	}, printFlags()...)
}

// printFlags say how problems are printed.
func printFlags() []ucli.Flag {
	format := choiceFlag("error-format", "print problems as `FORMAT`", "text", "short", "json", "github")
	format.DefaultText = `"text", in a workflow of GitHub "github"`
	return []ucli.Flag{
		format,
		choiceFlag("color", "color problems `WHEN`", "auto", "always", "never"),
	}
}

// selectionFlags are workspaceFlags with those that pick cells.
func selectionFlags(more ...ucli.Flag) []ucli.Flag {
	flags := append(slices.Clone(more),
		repeatable{&ucli.StringSliceFlag{
			Name: "select", Aliases: []string{"s"},
			Usage: "take cells with `AXIS=VALUE[,...]` only; may be repeated",
		}},
		repeatable{&ucli.StringSliceFlag{Name: "cell", Usage: "take the cell `SLUG` only; may be repeated"}},
	)
	return append(flags, workspaceFlags()...)
}

// repeatable is a flag whose line in the help is as short as that of other flags: the library's own names
// the flag and its value twice.
type repeatable struct{ *ucli.StringSliceFlag }

// String returns the line of the help.
func (r repeatable) String() string {
	line, usage, _ := strings.Cut(r.StringSliceFlag.String(), "\t")
	line, _, _ = strings.Cut(line, " [ ")
	return line + "\t" + usage
}

// setup reads the flags that every command has.
func (s *run) setup(c *ucli.Context) {
	s.options.manifest = c.String("manifest")
	s.report.Strict = c.Bool("strict")
	s.options.color = s.chosen(c, "color")
	if format := s.chosen(c, "error-format"); c.IsSet("error-format") {
		s.options.format = diag.Format(format)
	}
}

// selection collects what the user picked.
func (s *run) selection(c *ucli.Context) render.Selection {
	return render.Selection{
		Names:  s.line.names(),
		Slugs:  s.args("--cell", c.StringSlice("cell")),
		Select: s.args("--select", c.StringSlice("select")),

		Partial: c.String(flagSince)+c.String(flagShard) != "",
	}
}

// args gives the values of a repeatable flag their places.
func (s *run) args(flag string, values []string) []render.Arg {
	places := s.line.values(flag)
	out := make([]render.Arg, len(values))
	for i, v := range values {
		out[i] = render.Arg{Value: v, Span: places[i]}
	}
	return out
}

// open finds and opens the workspace. It returns nil when there is none, or when something was wrong with
// the flags; the caller closes it.
func (s *run) open() (*render.Workspace, error) {
	if s.report.HasErrors() {
		return nil, nil
	}
	place, err := s.find()
	if err != nil {
		return nil, err
	}
	return render.Open(place, &s.report)
}

// find finds the workspace of the current directory or of --manifest.
func (s *run) find() (render.Place, error) {
	dir, err := here()
	if err != nil {
		return render.Place{}, err
	}
	place, err := render.Find(dir, render.Arg{
		Value: s.options.manifest, Span: s.line.value("--manifest", s.options.manifest),
	})
	if err == nil {
		s.options.prefix, s.options.dir = seen(dir, place.Dir)
	}
	return place, err
}

// here is the current directory. The error is a diagnostic: it may have been removed.
func here() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		d := diag.New(fragments.CodeUnreadable, source.NewOutputPath(".").Whole(), "cannot find the current directory: "+diag.Cause(err),
			"change into a directory that is there")
		return "", &d
	}
	return dir, nil
}

// seen returns the path from a directory to the root of a workspace, and that back when the directory lies below
// the root.
func seen(dir, root string) (prefix, below string) {
	prefix = filepath.ToSlash(root)
	if rel, err := filepath.Rel(dir, root); err == nil {
		prefix = filepath.ToSlash(rel)
	}
	if rel, err := filepath.Rel(root, dir); err == nil && filepath.IsLocal(rel) {
		below = filepath.ToSlash(rel)
	}
	return prefix, below
}

// withPlan opens the workspace, plans the selection and goes on with do, which looks at the report itself.
func (s *run) withPlan(c *ucli.Context, do func(*render.Workspace, *render.Plan) error) error {
	s.setup(c)
	part := s.shard(c)
	w, err := s.open()
	if w == nil {
		return err
	}
	defer w.Close()
	plan := w.Plan(s.selection(c))
	if c.String(flagSince) != "" {
		if ok, err := s.keepChanged(c, w, plan); !ok {
			return err
		}
	}
	if err := s.keepShard(c, plan, part); err != nil {
		return err
	}
	defer runtime.KeepAlive(collectGarbage(len(plan.Cells)))
	return do(w, plan)
}

// printer returns the printer for diagnostics on a stream.
func (o options) printer(w io.Writer) diag.Printer {
	format := cmp.Or(o.format, defaultFormat())
	return diag.Printer{Format: format, Color: o.colored(w), Prefix: o.prefix, Dir: o.dir, Checkout: checkout()}
}

// results is where results go, as it was given to the run: whether that is a terminal decides about colours.
func (s *run) results() io.Writer {
	if out, ok := s.streams.Out.(*resultWriter); ok {
		return out.to
	}
	return s.streams.Out
}

// colored reports whether to colour what goes to a stream.
func (o options) colored(w io.Writer) bool {
	switch o.color {
	case "always":
		return true
	case "never":
		return false
	}
	file, ok := w.(*os.File)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(file.Fd()))
}

// earlyOptions finds the options that decide how problems of the command line itself are printed.
func earlyOptions(line commandLine) options {
	var o options
	for _, w := range line.list {
		name, value, ok := strings.Cut(w.text, "=")
		switch {
		case ok && name == "--error-format":
			if format, ok := diag.ParseFormat(value); ok {
				o.format = format
			}
		case ok && name == "--color":
			o.color = value
		}
	}
	return o
}
