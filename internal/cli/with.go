package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	ucli "github.com/urfave/cli/v2"

	"tailor/internal/command"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/render/bundle"
	"tailor/render/explain"
	"tailor/render/output"
)

// The codes of `validate --with`; docs/errors.md has an example and the cure for each.
const (
	// codeRefused is a config that the command of --with does not accept.
	codeRefused diag.Code = "T0625"
	// codeNoProgram is a command that cannot be started.
	codeNoProgram diag.Code = "T0708"
)

const flagWith = "with"

// imageCustomizer is the program for which --with needs no arguments, and those are what it needs. Colours make it
// print its lines as they are, and not as one quoted text.
const (
	imageCustomizer     = "imagecustomizer"
	imageCustomizerArgs = "validate-config --disable-telemetry --log-level=error --log-color=always --validate-resources=files --config-file {}"
)

// checker is the command of --with and what it was asked about.
type checker struct {
	*run
	*command.Command

	b   *bundle.Bundle
	dir string // of the scratch bundle
}

// checker reads --with and finds its program; it returns nil when there is none, or when something is wrong with it.
func (s *run) checker(c *ucli.Context) *checker {
	text := c.String(flagWith)
	if text == "" {
		return nil
	}
	at := s.line.value("--"+flagWith, text)
	if len(s.line.values("--"+flagWith)) > 1 { // a check that is not made must not go unnoticed
		s.report.Add(diag.New(codeUsage, at, "`--with` takes one command", "run `tailor validate` once for each, or write `--with \"sh -c '... && ...' sh {}\"`"))
		return nil
	}
	cmd, err := command.Parse(text)
	if bad, ok := errors.AsType[*command.ParseError](err); ok {
		s.report.Add(diag.New(codeUsage, at.File.Span(at.Start+bad.Start, at.Start+bad.End), bad.Message, bad.Help))
		return nil
	}
	if len(cmd.Words) == 1 && cmd.Name() == imageCustomizer {
		cmd.Words = append(cmd.Words, strings.Fields(imageCustomizerArgs)...)
	}
	if err := cmd.Find(); err != nil {
		s.report.Add(s.noProgram(c, cmd, err))
		return nil
	}
	return &checker{run: s, Command: cmd}
}

// noProgram reports a command that cannot be started.
func (s *run) noProgram(c *ucli.Context, cmd *command.Command, err error) diag.Diagnostic {
	at := s.line.value("--"+flagWith, c.String(flagWith))
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) {
		return diag.New(codeNoProgram, at, "there is no program `"+cmd.Words[0]+"`", "install it, or write its path")
	}
	return diag.New(codeNoProgram, at, "cannot run `"+cmd.Words[0]+"`: "+diag.Cause(err), "write the path of a program that can be run")
}

// check runs the command on every config of a bundle, in a scratch directory that is removed again, and reports
// those that it refuses. An interrupt ends the programs first; the error is that of the context then.
func (k *checker) check(c *ucli.Context, b *bundle.Bundle) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	dir, err := k.scratch()
	if err != nil {
		k.report.Add(temporaryFault(k.line.value("--"+flagWith, c.String(flagWith)), err))
		return nil
	}
	defer func() { _ = os.RemoveAll(dir) }() // what cannot be removed stays; nobody can do anything about it
	k.b, k.dir = b, filepath.Join(dir, "bundle")
	changes, faults := output.Compare(output.Want{Dir: k.dir, Command: "render", Configs: b.Configs, Assets: b.Assets, FS: b.FS(), Full: true})
	if len(faults) == 0 {
		faults, err = changes.Apply(ctx, nil)
	}
	k.report.Add(faults...)
	if err != nil || len(faults) > 0 {
		return err
	}
	return k.runAll(ctx, c)
}

// scratch makes a temporary directory, named as programs see it.
func (*checker) scratch() (string, error) {
	dir, err := os.MkdirTemp("", "tailor-validate-")
	if err != nil {
		return "", err
	}
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		dir = resolved
	}
	return dir, nil
}

// temporaryFault reports that there is no temporary directory for what the command line asks for at a place.
func temporaryFault(at source.Span, err error) diag.Diagnostic {
	return diag.New(output.CodeWrite, at, "cannot make a temporary directory: "+diag.Cause(err), "let `TMPDIR` name a directory with some room")
}

// runAll runs the command on the configs of the scratch directory. What it finds is reported in the order of the cells.
func (k *checker) runAll(ctx context.Context, c *ucli.Context) error {
	paths := make([]string, len(k.b.Configs))
	for i, config := range k.b.Configs {
		paths[i] = filepath.Join(k.dir, filepath.FromSlash(config.Path))
	}
	found := make([][]diag.Diagnostic, len(paths))
	bar := k.progress(c, "validating")
	done := 0
	err := command.All(ctx, paths, k.Run, func(i int, r command.Result) {
		done++
		bar.step(done, len(paths))
		switch {
		case r.OK:
		case r.Err != nil:
			found[i] = []diag.Diagnostic{k.noProgram(c, k.Command, r.Err)}
		default:
			found[i] = k.refused(k.b.Configs[i], r)
		}
	})
	bar.end()
	if err != nil {
		return fmt.Errorf("%s: %w", k.Name(), err)
	}
	for i, ds := range found {
		k.report.AddIn(k.b.Configs[i].Output.Slug, ds...)
	}
	return nil
}

// refused reports a config that the command does not accept: each line that it names at the place that set it, or
// else the image with the last thing that it says. One fault that strikes many cells is reported once by that, however
// their lines are numbered. All that it says stands with the first.
func (k *checker) refused(config bundle.Config, r command.Result) []diag.Diagnostic {
	said := strings.ReplaceAll(r.Output, k.dir+string(filepath.Separator), "")
	out := k.named(config, said)
	if len(out) == 0 {
		at := source.NewPath(config.Cell.Image.Path).Whole()
		out = []diag.Diagnostic{diag.New(codeRefused, at, k.refusal(said[strings.LastIndexByte(said, '\n')+1:]), "")}
	}
	slug := config.Output.Slug
	out[0].Notes = []string{"for " + slug + " it ends with " + r.End + " and prints nothing"}
	if said != "" {
		out[0].Notes = []string{"for " + slug + " it ends with " + r.End + " and prints:\n" + lastLines(said)}
	}
	out[0].Help = "`tailor explain " + slug + " --blame` prints the config with the place of every line"
	return out
}

// named reports the lines of a config that some output names.
func (k *checker) named(config bundle.Config, said string) []diag.Diagnostic {
	named := command.Lines(said, config.Path)
	if len(named) == 0 {
		return nil
	}
	var out []diag.Diagnostic
	lines := explain.Blame(config.Rendering)
	for _, n := range named {
		if n.Line > len(lines) || lines[n.Line-1].Span.IsZero() {
			continue
		}
		at := lines[n.Line-1]
		d := diag.New(codeRefused, at.Span, k.refusal(n.Text), "")
		d.Labels[0].Via = at.Via
		out = append(out, d)
	}
	return out
}

func (k *checker) refusal(why string) string {
	message := "`" + k.Name() + "` refuses the config"
	if why = strings.TrimSpace(why); why != "" {
		message += ": " + short(why)
	}
	return message
}

const (
	maxLines = 40  // of the output of a command that are shown
	maxLine  = 200 // characters of each
)

// lastLines are the last lines of an output, as far as they are shown.
func lastLines(said string) string {
	lines := strings.Split(said, "\n")
	if n := len(lines) - maxLines; n > 0 {
		lines = append([]string{"..."}, lines[n:]...)
	}
	for i, line := range lines {
		lines[i] = short(line)
	}
	return strings.Join(lines, "\n")
}

func short(line string) string {
	if runes := []rune(line); len(runes) > maxLine {
		return string(runes[:maxLine]) + "..."
	}
	return line
}
