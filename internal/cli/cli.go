// Package cli is the command line of tailor: commands and flags, what goes to which stream, and exit codes.
//
// Results go to standard output, everything else to standard error. The exit codes are 0 for success, 1
// when a file could not be read or written, 2 for bad usage or a faulty workspace, 3 when a check found
// differences, and 130 when interrupted. docs/reference/cli.md is the manual.
package cli

import (
	"context"
	"errors"
	"io"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"tailor/internal/diag"
)

// Streams are where a run writes. Colour is used on Err when it is a terminal.
type Streams struct {
	Out, Err io.Writer
}

// The exit codes.
const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitDiffers     = 3
	exitInterrupted = 130
)

// helpWord in front of a command is the `--help` of it, as many programs have it.
const helpWord = "help"

// Main runs tailor with the arguments of a process, the name of the program first, and returns its exit
// code. version is what `tailor version` prints after the name.
func Main(args []string, streams Streams, version string) int {
	out := &resultWriter{to: streams.Out}
	streams.Out = out
	easeGarbage()
	s := &run{streams: streams, version: version}
	app := s.app()
	words := args[1:]
	if len(words) > 0 && words[0] == helpWord {
		words = append([]string{"--help"}, words[1:]...)
	}
	line, faults := arrange(app, words)
	s.line = line
	if len(faults) > 0 {
		s.report.Add(faults...)
		s.options = earlyOptions(line)
		return s.finish()
	}
	err := app.Run(append([]string{"tailor"}, line.words()...))
	if err == nil {
		err = out.err
	}
	if err != nil {
		return s.failed(err)
	}
	return s.finish()
}

// resultWriter keeps the first error of a stream: the flag library drops those of its help.
type resultWriter struct {
	to  io.Writer
	err error
}

// Write writes to the stream.
func (w *resultWriter) Write(b []byte) (int, error) {
	n, err := w.to.Write(b)
	if w.err == nil {
		w.err = err
	}
	return n, err //nolint:wrapcheck // the commands and the flag library wrap it, or do not
}

// run is one run of tailor.
type run struct {
	streams Streams
	version string
	line    commandLine
	options options
	report  diag.Report
	sides   []*side // workspaces besides that of the report
	differs bool    // a check found differences
	round   *round  // of --watch, nil without
}

// app describes the program for the flag library.
func (s *run) app() *ucli.App {
	return &ucli.App{
		Name:  "tailor",
		Usage: "render one Image Customizer config per cell of a matrix",
		Description: "Start in a directory with a tailor.yaml, or in one below it; `tailor init` makes one.\n\n" +
			"   tailor init gizmo --template advanced  start a workspace that shows how it is done\n" +
			"   tailor render                          write every config below out/\n" +
			"   tailor explain gizmo_pro_arm64_cosi    show what this config is made of\n" +
			"   tailor validate                        check that every config renders, write nothing",
		HideVersion:               true,
		HideHelpCommand:           true,
		DisableSliceFlagSeparator: true,
		Writer:                    s.streams.Out,
		ErrWriter:                 s.streams.Err,
		ExitErrHandler:            func(*ucli.Context, error) {},
		Commands: []*ucli.Command{
			s.initCommand(), s.addCommand(), s.renderCommand(), s.exportCommand(), s.explainCommand(), s.validateCommand(), s.diffCommand(), s.affectedCommand(),
			s.matrixCommand(), s.slugsCommand(), s.listCommand(), s.showCommand(), s.schemaCommand(), s.completionCommand(),
			s.versionCommand(), s.completeCommand(),
		},
		Flags: []ucli.Flag{&ucli.BoolFlag{Name: "version", Usage: "print the version", DisableDefaultText: true}},
		Action: func(c *ucli.Context) error {
			if c.Bool("version") {
				return s.printVersion()
			}
			return ucli.ShowAppHelp(c)
		},
	}
}

// failed ends a run with an error that is no diagnostic yet.
func (s *run) failed(err error) int {
	var d *diag.Diagnostic
	switch {
	case errors.Is(err, context.Canceled):
		s.finish()
		return exitInterrupted
	case errors.As(err, &d):
		s.report.Add(*d)
	default:
		s.report.Add(diag.Diagnostic{Code: codeOutput, Message: "cannot write the result: " + diag.Cause(err)})
	}
	return s.finish()
}

// finish prints the report and returns the exit code.
func (s *run) finish() int {
	parts := s.parts()
	if err := diag.Print(s.streams.Err, parts...); err != nil {
		return exitFailed
	}
	var all []diag.Diagnostic
	for _, part := range parts {
		all = append(all, part.List...)
	}
	code := exitCode(all)
	if code == exitOK && s.differs {
		code = exitDiffers
	}
	return code
}

// parts are the diagnostics of the run and of all workspaces that it compares.
func (s *run) parts() []diag.Part {
	parts := make([]diag.Part, 1, 1+len(s.sides))
	parts[0] = diag.Part{Printer: s.options.printer(s.streams.Err), List: s.report.All()}
	for _, d := range s.sides {
		parts = append(parts, d.part())
	}
	return parts
}

// exitCode is that of the worst diagnostic: faults of the workspace and of usage before those of I/O.
func exitCode(ds []diag.Diagnostic) int {
	code := exitOK
	for _, d := range ds {
		switch {
		case d.Severity != diag.Error:
		case strings.HasPrefix(string(d.Code), "T07"):
			code = max(code, exitFailed)
		default:
			code = exitUsage
		}
	}
	return code
}
