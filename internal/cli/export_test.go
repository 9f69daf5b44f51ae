package cli

import (
	"context"
	"runtime/debug"

	"tailor/internal/diag"
	"tailor/internal/shell"
	"tailor/render"
	"tailor/render/scaffold"
)

// Word is an argument as it was understood.
type Word struct{ Text, Flag, Span string }

// Arrange shows what is made of a command line: the words for the flag library, with the names behind
// `--`, all words with what their spans cover, and the faults.
func Arrange(args ...string) (words []string, read []Word, faults []diag.Diagnostic) {
	line, faults := arrange((&run{}).app(), args)
	for _, w := range line.list {
		read = append(read, Word{w.text, w.flag, w.span.Text()})
	}
	words = line.words()
	if names := line.names(); len(names) > 0 {
		words = append(words, "--")
		for _, name := range names {
			words = append(words, name.Value)
		}
	}
	return words, read, faults
}

// CodeThere is the code of a file that is there already.
const CodeThere = codeThere

// Create makes files below a directory and changes another one, if any, and returns what was wrong. The error is that of
// the context.
func Create(ctx context.Context, dir string, files []scaffold.File, change string) ([]diag.Diagnostic, error) {
	var s run
	var r *rewrite
	if change != "" {
		r = &rewrite{path: change, before: []byte("before"), text: []byte("changed"), mode: 0o600}
	}
	err := s.create(ctx, dir, files, r)
	return s.report.All(), err
}

// Complete returns the words that could stand in place of the last one.
func Complete(words ...string) []string {
	last := len(words) - 1
	var texts []string
	for _, c := range newCompleter(shell.Request{Words: words[:last], Current: words[last]}).answer().Candidates {
		texts = append(texts, c.Text)
	}
	return texts
}

// Helps returns the descriptions of all commands, by their names.
func Helps() map[string]string {
	texts := map[string]string{}
	for _, c := range (&run{}).app().Commands {
		if !c.Hidden {
			texts[c.Name] = c.Description
		}
	}
	return texts
}

// Flag is a flag in the tables of the program.
type Flag struct {
	Name  string
	Words []string // that it takes, if it takes one of several
}

// Commands returns the names of the commands in the tables of the program, and the flags of each.
func Commands() (names []string, flags map[string][]Flag) {
	flags = map[string][]Flag{}
	for _, c := range (&run{}).app().Commands {
		if c.Hidden {
			continue
		}
		names = append(names, c.Name)
		for _, f := range c.Flags {
			flag := Flag{Name: longName(f)}
			if one, ok := f.(choice); ok {
				flag.Words = one.words
			}
			flags[c.Name] = append(flags[c.Name], flag)
		}
	}
	return names, flags
}

// KindsOf returns what may stand behind some names.
func KindsOf(usage string, names ...string) []string {
	var args []render.Arg
	for _, name := range names {
		args = append(args, render.Arg{Value: name})
	}
	return kindsOf(usage, args)
}

// WatchFault is what is said about a directory that cannot be watched.
func WatchFault(dir string, err error) diag.Diagnostic { return watchFault(dir, err) }

// Ignores reports whether --watch ignores news of a path, when a round in the workspace /ws has written to /ws/out and
// read some files.
func Ignores(path string, content, failed bool, known ...string) bool {
	v := watching{root: "/ws", last: round{out: "/ws/out", failed: failed, known: map[string]bool{}}}
	for _, name := range known {
		v.last.known[name] = true
	}
	return v.ignores(path, content)
}

// BuiltFrom returns what `tailor version` says of a version and what the linker left in the program: the version with the
// commit, and the line of the commit.
func BuiltFrom(info *debug.BuildInfo, ok bool, version string) (line, hash string) {
	c := builtFrom(info, ok)
	return c.complete(version), c.String()
}

// CollectGarbage sets how often the garbage collector works while some cells are rendered.
var CollectGarbage = collectGarbage
