// Package command runs a program on many files at once and finds the lines that it complains about.
//
// A [Command] is one program with its arguments, written as in a shell; no shell is started. `{}` stands for the
// file, which otherwise is the last argument.
//
//	cmd, err := command.Parse("yamllint --strict {}")   // a *ParseError has the place
//	err = cmd.Find()                                     // the program, before there is work to do
//	command.All(ctx, paths, cmd.Run, func(i int, r command.Result) { ... })
//	for _, named := range command.Lines(r.Output, paths[i]) { ... }
//
// The package knows processes and their output, and nothing of tailor. It implements docs/reference/cli.md,
// "tailor validate".
package command

import (
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// placeholder stands for the file in the words of a command.
const placeholder = "{}"

// Command is a program with its arguments. It may be used concurrently after [Command.Find].
type Command struct {
	// Words are the name of the program and its arguments; there is at least one.
	Words []string

	program string // where it is
}

// Parse reads a command as a shell would: words are parted by blanks, and quotes and backslashes make one of
// several. What only a shell can do, such as pipes and variables, is an error. Every error is a *[ParseError].
func Parse(text string) (*Command, error) {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		return nil, unreadable(text, err)
	}
	call, err := simple(text, file)
	if err != nil {
		return nil, err
	}
	c := &Command{}
	for _, w := range call.Args {
		word, err := unquote(w)
		if err != nil {
			return nil, err
		}
		c.Words = append(c.Words, word)
	}
	return c, nil
}

// simple returns the one command of a text; anything around it needs a shell.
func simple(text string, file *syntax.File) (*syntax.CallExpr, error) {
	if len(file.Stmts) == 0 {
		return nil, &ParseError{End: len(text), Message: "there is no command", Help: "write a program and its arguments, such as `yamllint {}`"}
	}
	s := file.Stmts[0]
	call, ok := s.Cmd.(*syntax.CallExpr)
	pipe, isPipe := s.Cmd.(*syntax.BinaryCmd)
	switch {
	case isPipe:
		start := int(pipe.OpPos.Offset())
		return nil, needsShell(start, start+len(pipe.Op.String()))
	case len(s.Redirs) > 0:
		return nil, needsShellAt(s.Redirs[0])
	case !ok || s.Negated:
		return nil, needsShellAt(s)
	case len(call.Assigns) > 0:
		return nil, needsShellAt(call.Assigns[0])
	case s.Semicolon.IsValid():
		return nil, needsShell(int(s.Semicolon.Offset()), int(s.Semicolon.Offset())+1)
	case len(file.Stmts) > 1:
		return nil, needsShellAt(file.Stmts[1])
	}
	return call, nil
}

// Name is the program without its directory, for messages.
func (c *Command) Name() string { return filepath.Base(c.Words[0]) }

// Find looks for the program, on the path or, when its name has a slash, from the current directory. The error is
// that of [exec.LookPath]. It must be called before Run.
func (c *Command) Find() error {
	program, err := exec.LookPath(c.Words[0])
	if errors.Is(err, exec.ErrDot) {
		err = exec.ErrNotFound // a shell would not run it either
	}
	c.program = program
	return err
}

// arguments are those for a file: it takes the place of each `{}`, and comes last when there is none.
func (c *Command) arguments(path string) []string {
	args := slices.Clone(c.Words[1:])
	held := false
	for i, a := range args {
		held = held || strings.Contains(a, placeholder)
		args[i] = strings.ReplaceAll(a, placeholder, path)
	}
	if !held {
		args = append(args, path)
	}
	return args
}
