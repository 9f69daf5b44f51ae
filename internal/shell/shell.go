package shell

import (
	"embed"
	"io"
	"slices"
	"strings"
	"unicode"
)

// Names are the shells that there is a script for.
var Names = []string{"bash", "zsh", "fish"}

//go:embed scripts
var scripts embed.FS

// Script returns the script that makes a shell complete the command lines of tailor; "" for an unknown shell.
func Script(name string) string {
	text, err := scripts.ReadFile("scripts/tailor." + name)
	if err != nil {
		return ""
	}
	return string(text)
}

// Request is a line that a shell asks about. Make one with [Read].
type Request struct {
	// Words are those in front of the one to complete, the program left out, without the quotes of the shell.
	Words []string
	// Current is the word to complete, up to the cursor, likewise; it may be empty.
	Current string
	// Redirect says that the word is a file that input or output is redirected to or from.
	Redirect bool

	lines func(Answer) []string
}

// Answer is what could stand in place of a word.
type Answer struct {
	// Candidates are complete words that begin with what is there of the word, in the order in which to show them.
	Candidates []Candidate
	// Open says that a candidate may go on, so that no blank follows it.
	Open bool
	// Files and Dirs add the names of files, and of directories, which the shell knows best.
	Files, Dirs bool
}

// Candidate is a word that could stand in place of the one to complete.
type Candidate struct {
	Text string
	// Note says what it is; it may be empty.
	Note string
}

// Read reads what the script of a shell passes on: the name of the shell, and what it knows of the line. It returns
// false when it is not what a script passes.
//
// The script for bash passes the text of the line up to the cursor, the characters at which readline breaks words,
// the type of the completion, and the width of the terminal. Those for zsh and fish pass words, the one to complete last.
func Read(args []string) (Request, bool) {
	if len(args) < 2 {
		return Request{}, false
	}
	name, args := args[0], args[1:]
	last := len(args) - 1
	switch {
	case name == "bash" && len(args) == bashArgs:
		return readBash(args), true
	case name == "zsh":
		return Request{Words: args[:last], Current: args[last], lines: printZsh}, true
	case name == "fish":
		return Request{Words: args[:last], Current: args[last], lines: printFish}, true
	}
	return Request{}, false
}

// Print writes the answer as the script of the shell reads it: a line that says what else to do, and one for
// each candidate. Candidates that cannot stand on one line are left out.
func (r Request) Print(w io.Writer, a Answer) error {
	a.Candidates = slices.DeleteFunc(slices.Clone(a.Candidates), func(c Candidate) bool {
		return strings.ContainsFunc(c.Text, unicode.IsControl)
	})
	_, err := io.WriteString(w, strings.Join(append([]string{a.mode()}, r.lines(a)...), "\n")+"\n")
	return err //nolint:wrapcheck // the caller knows what it writes to
}

// mode is the first line of an answer.
func (a Answer) mode() string {
	switch {
	case a.Files:
		return "files"
	case a.Dirs:
		return "dirs"
	case a.Open:
		return "open"
	}
	return "words"
}

// printZsh writes each candidate with what _describe shows of it, in which a colon must be escaped.
func printZsh(a Answer) []string {
	lines := make([]string, len(a.Candidates))
	for i, c := range a.Candidates {
		shown := strings.NewReplacer(`\`, `\\`, ":", `\:`).Replace(c.Text)
		if note := c.note(longNote); note != "" {
			shown += ":" + note
		}
		lines[i] = c.Text + "\t" + shown
	}
	return lines
}

// printFish writes candidates as fish wants them. It would put a blank behind the only one.
func printFish(a Answer) []string {
	lines := make([]string, len(a.Candidates))
	for i, c := range a.Candidates {
		lines[i] = c.Text
		if note := c.note(longNote); note != "" {
			lines[i] += "\t" + note
		}
	}
	return lines
}

// longNote is how many characters of a note are worth showing.
const longNote = 60

// note returns the first characters of the note on one line, without any that a terminal obeys.
func (c Candidate) note(longest int) string {
	text := strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, c.Note)), " ")
	if runes := []rune(text); len(runes) > longest {
		return strings.TrimRight(string(runes[:max(longest-3, 0)]), " ") + "..."
	}
	return text
}
