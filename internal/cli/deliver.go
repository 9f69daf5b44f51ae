package cli

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	ucli "github.com/urfave/cli/v2"

	"tailor/internal/diag"
	"tailor/internal/yamltree"
	"tailor/render"
	"tailor/render/bundle"
	"tailor/render/output"
)

// outputFlags are those of the commands that write a directory.
func outputFlags(more ...ucli.Flag) []ucli.Flag {
	return selectionFlags(append([]ucli.Flag{
		&ucli.StringFlag{Name: "output-dir", Aliases: []string{"o"}, Usage: "write below `DIR`"},
		&ucli.BoolFlag{Name: "check", Usage: "write nothing; print what differs and exit with 3 if anything does", DisableDefaultText: true},
		&ucli.BoolFlag{Name: "dry-run", Usage: "write nothing; list what would be written and removed", DisableDefaultText: true},
		&ucli.BoolFlag{Name: "force", Usage: "overwrite files that tailor did not write", DisableDefaultText: true},
		&ucli.BoolFlag{Name: "fsync", Usage: "make each file durable before it gets its name; slow", DisableDefaultText: true},
		&ucli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print no summary", DisableDefaultText: true},
		&ucli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "list every file", DisableDefaultText: true},
	}, more...)...)
}

// delivery is the last part of a command that writes a directory: what it is to hold, and what to do about it.
type delivery struct {
	*run

	c    *ucli.Context
	plan *render.Plan
	want output.Want
}

// deliver brings a bundle into a directory, or says what that would do. looks is what was seen of the directory so far; nil
// is nothing.
func (s *run) deliver(c *ucli.Context, plan *render.Plan, b *bundle.Bundle, dir string, looks *output.Looks) error {
	text := func() func(int) []byte {
		r := plan.Renderer()
		var text []byte
		var printer yamltree.Printer
		return func(at int) []byte {
			text = printer.Append(text[:0], r.Config(b.Configs[at].Cell, b.Configs[at].Output))
			return text
		}
	}
	d := &delivery{run: s, c: c, plan: plan, want: output.Want{
		Dir: dir, Command: c.Command.Name, Configs: b.Configs, Text: text, Looks: looks, Workers: plan.Workers(), Assets: b.Assets, FS: b.FS(),
		Sources: b.Sources(), Overlaps: b.Overlaps(), InPlace: b.InPlace(),
		Full: !plan.Partial, Spared: plan.Skipped,
		Force: c.Bool("force"), Sync: c.Bool("fsync"),
	}}
	if !c.Bool("check") && !c.Bool("dry-run") {
		return d.bring()
	}
	changes, faults := output.Compare(d.want)
	for again := 0; !changes.Current() && again < maxLooks; again++ {
		time.Sleep(betweenLooks) // another run is writing
		d.want.Looks = nil
		changes, faults = output.Compare(d.want)
	}
	s.report.Add(faults...)
	if c.Bool("dry-run") {
		s.report.Add(changes.Objections()...)
	}
	switch {
	case s.report.HasErrors():
		return nil
	case c.Bool("check"):
		return d.check(changes)
	}
	return d.list(changes)
}

// maxLooks is how often a run that only looks does so again when another one changes the directory.
const maxLooks = 5

// betweenLooks is how long it waits before that.
const betweenLooks = 100 * time.Millisecond

// bring makes the directory hold what is wanted. A first look finds out whether there is anything to do, or something
// that no other run will change; only then is it worth locking the directory.
func (d *delivery) bring() error {
	changes, faults := output.Compare(d.want)
	faults = append(faults, changes.Objections()...)
	if len(faults) == 0 && changes.Idle() {
		return d.done(changes)
	}
	if changes.Current() {
		d.report.Add(faults...)
	}
	if d.report.HasErrors() {
		return nil
	}
	return d.write(changes, faults)
}

// write makes the changes. What was found before the directory was locked counts only when no other run has changed it
// since. An interrupt stops it between two files; before that, nothing needs to be finished, and an
// interrupt ends the program at once.
func (d *delivery) write(changes *output.Changes, faults []diag.Diagnostic) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	release, err := output.Lock(ctx, d.want.Dir, func() {
		d.say("waiting for another tailor that writes to " + shownDir(d.want.Dir))
	})
	if err != nil {
		return err
	}
	defer release()
	if !changes.Unchanged() {
		d.want.Looks = nil
		changes, faults = output.Compare(d.want)
		faults = append(faults, changes.Objections()...)
	}
	d.report.Add(faults...) // what was added before is there once
	if d.report.HasErrors() {
		return nil
	}
	bar := d.progress(d.c, "writing")
	faults, err = changes.Apply(ctx, bar.step)
	bar.end()
	d.report.Add(faults...)
	if len(faults) > 0 || err != nil {
		return err
	}
	return d.done(changes)
}

// done ends a run in which the directory holds what is wanted.
func (d *delivery) done(changes *output.Changes) error {
	again := d.round != nil && d.round.later
	if d.round != nil {
		d.round.changes = changes
	}
	if d.c.Bool("verbose") {
		if err := d.lines(d.streams.Err, changes, !again); err != nil {
			return err
		}
	}
	if d.c.Bool("quiet") || again {
		return nil
	}
	return d.summary(changes)
}

// list prints what would be done.
func (d *delivery) list(changes *output.Changes) error {
	return d.lines(d.streams.Out, changes, d.c.Bool("verbose"))
}

// check prints how the directory differs. Differences make the exit code.
func (d *delivery) check(changes *output.Changes) error {
	if err := changes.Diffs(d.streams.Out); err != nil {
		return err
	}
	if !changes.None() {
		d.differs = true
	}
	if d.c.Bool("quiet") {
		return nil
	}
	return d.checkSummary(changes)
}

// say prints a message about what is going on.
func (d *delivery) say(message string) {
	if !d.c.Bool("quiet") {
		_, _ = d.streams.Err.Write([]byte(message + "\n")) // a message is not worth failing for
	}
}

// fromRoot makes a path from the root of the workspace one from the current directory.
func (s *run) fromRoot(dir string) string {
	if filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(filepath.FromSlash(s.options.prefix), filepath.FromSlash(dir))
}

func shownDir(dir string) string {
	return "`" + diag.Clean(filepath.ToSlash(filepath.Clean(dir))) + "`"
}

// exclusive reports flags that cannot be combined.
func (s *run) exclusive(c *ucli.Context, modes ...string) {
	first := ""
	for _, name := range modes {
		switch {
		case c.String(name) == "" || c.String(name) == "false": // a text that is not given, a switch that is off
		case first == "":
			first = name
		default:
			s.report.Add(diag.New(codeUsage, s.line.value("--"+name, "--"+name), "`--"+name+"` cannot be combined with `--"+first+"`",
				"leave one of the two out"))
		}
	}
}
