package cli

import (
	"io"
	"strings"
	"time"

	ucli "github.com/urfave/cli/v2"

	"tailor/internal/diag"
	"tailor/internal/shell"
)

func (s *run) completionCommand() *ucli.Command {
	return &ucli.Command{
		Name:      "completion",
		Usage:     "print the script that lets a shell complete tailor's command lines",
		ArgsUsage: strings.Join(shell.Names, "|"),
		Description: "With it TAB completes commands, flags and their values, images, slugs, axes with their values and\n" +
			"paths in a config, as the workspace has them at that moment. These lines install it for good:\n\n" +
			"   bash, in ~/.bashrc:                     source <(tailor completion bash)\n" +
			"   zsh, in ~/.zshrc, behind compinit:      source <(tailor completion zsh)\n" +
			"   fish, in ~/.config/fish/config.fish:    tailor completion fish | source",
		Action: s.completion,
	}
}

func (s *run) completion(*ucli.Context) error {
	names := s.line.names()
	if len(names) != 1 {
		at := s.line.file.Find("completion")
		if len(names) > 1 {
			at = names[1].Span
		}
		s.report.Add(diag.New(codeUsage, at, "`tailor completion` takes one shell",
			"write "+diag.Either([]string{"tailor completion bash", "tailor completion zsh", "tailor completion fish"})))
		return nil
	}
	script := shell.Script(names[0].Value)
	if script == "" {
		s.report.Add(diag.New(codeUsage, names[0].Span, "there is no completion for `"+names[0].Value+"`",
			diag.Suggest(names[0].Value, shell.Names, "the shells are "+diag.List(shell.Names))))
		return nil
	}
	_, err := io.WriteString(s.streams.Out, script)
	return err
}

// completeCommand is what the scripts run at each TAB: `tailor __complete SHELL -- ...`, see package shell.
func (s *run) completeCommand() *ucli.Command {
	return &ucli.Command{Name: "__complete", Hidden: true, Action: s.complete}
}

// patience is how long a TAB may take. Who waited that long types on.
const patience = 3 * time.Second

// complete prints what could stand at the end of a line. It never fails and reports nothing: what it prints goes
// into the line that the user types.
func (s *run) complete(*ucli.Context) error {
	names := s.line.names()
	words := make([]string, len(names))
	for i, name := range names {
		words[i] = name.Value
	}
	request, ok := shell.Read(words)
	if !ok {
		return nil
	}
	answer := make(chan shell.Answer, 1)
	go func() { answer <- newCompleter(request).answer() }()
	select {
	case a := <-answer:
		return request.Print(s.streams.Out, a)
	case <-time.After(patience):
		return nil
	}
}
