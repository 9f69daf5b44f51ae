package cli

import (
	"slices"
	"strconv"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/render"
)

// The codes of this package; docs/errors.md has an example and the cure for each.
const (
	// codeUsage is a command line that cannot be understood.
	codeUsage diag.Code = "T0606"
	// codeOutput is a result that could not be printed.
	codeOutput diag.Code = "T0705"
)

// commandLine is what the user typed, in the order in which the flag library wants it: the command, its
// flags, then names. Each word keeps its place in the text that was typed.
type commandLine struct {
	file *source.File
	list []word
}

// word is one argument. A flag with a value is one word, `--flag=value`.
type word struct {
	text string
	kind wordKind
	flag string      // the long name of a flag, with dashes
	span source.Span // of the value, for a flag with a value
}

type wordKind uint8

const (
	isCommand wordKind = iota
	isFlag
	isName
)

// words is what the flag library gets: the command and its flags. Names stay out: commands take them from
// names, and the library would look for help about them.
func (l commandLine) words() []string {
	var out []string
	for _, kind := range []wordKind{isCommand, isFlag} {
		for _, w := range l.list {
			if w.kind == kind {
				out = append(out, w.text)
			}
		}
	}
	return out
}

// names returns the positional arguments.
func (l commandLine) names() []render.Arg {
	var out []render.Arg
	for _, w := range l.list {
		if w.kind == isName {
			out = append(out, render.Arg{Value: w.text, Span: w.span})
		}
	}
	return out
}

// values returns the places of all values of a flag.
func (l commandLine) values(flag string) []source.Span {
	var out []source.Span
	for _, w := range l.list {
		if w.kind == isFlag && w.flag == flag {
			out = append(out, w.span)
		}
	}
	return out
}

// value returns the place of the last value of a flag, or that of the text when it stands elsewhere.
func (l commandLine) value(flag, text string) source.Span {
	if all := l.values(flag); len(all) > 0 {
		return all[len(all)-1]
	}
	return l.file.Find(text)
}

// arranger sorts arguments.
type arranger struct {
	app     *ucli.App
	args    []string
	starts  []int // of each argument in the text
	line    commandLine
	command *ucli.Command
	unknown bool // there is a word for the command, and no such command
	faults  []diag.Diagnostic
}

// arrange reads arguments in which flags may stand anywhere, before and after the command and names. It
// reports unknown commands and flags, and flags without their value.
func arrange(app *ucli.App, args []string) (commandLine, []diag.Diagnostic) {
	a := &arranger{app: app, args: args}
	text := "tailor"
	for _, arg := range args {
		a.starts = append(a.starts, len(text)+1)
		text += " " + arg
	}
	a.line.file = source.NewCommandLine(text)
	a.findCommand()
	onlyNames := false
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case onlyNames || arg == "-" || !strings.HasPrefix(arg, "-"):
			a.positional(i)
		case arg == "--":
			onlyNames = true
		default:
			i += a.flag(i)
		}
	}
	return a.line, a.faults
}

// findCommand looks for the command: the first argument that is neither a flag nor the value of one, or the
// one behind `--`.
func (a *arranger) findCommand() {
	onlyNames := false
	for i := 0; i < len(a.args); i++ {
		arg := a.args[i]
		if arg == "--" && !onlyNames {
			onlyNames = true
			continue
		}
		if strings.HasPrefix(arg, "-") && arg != "-" && !onlyNames {
			name, _, joined := strings.Cut(arg, "=")
			if f := a.find(name, a.allFlags()); f != nil && takesValue(f) && !joined && a.hasValue(i) {
				i++
			}
			continue
		}
		a.command = a.app.Command(arg)
		a.unknown = a.command == nil
		return
	}
}

func (a *arranger) positional(i int) {
	arg, span := a.args[i], a.span(i, 0, len(a.args[i]))
	if a.hasCommand() {
		a.line.list = append(a.line.list, word{text: arg, kind: isName, span: span})
		return
	}
	a.line.list = append(a.line.list, word{text: arg, kind: isCommand, span: span})
	if a.command != nil {
		return
	}
	a.faults = append(a.faults, diag.New(codeUsage, span, "there is no command `"+arg+"`", commandHelp(arg, a.app.Commands)))
}

func (a *arranger) hasCommand() bool {
	return slices.ContainsFunc(a.line.list, func(w word) bool { return w.kind == isCommand })
}

// flag reads the flag at position i and returns how many arguments more it takes.
func (a *arranger) flag(i int) int {
	name, value, joined := strings.Cut(a.args[i], "=")
	f := a.find(name, a.flags())
	switch {
	case f == nil:
		a.unknownFlag(i, name)
		if f = a.find(name, a.allFlags()); f != nil && takesValue(f) && !joined && a.hasValue(i) {
			return 1 // a flag of another command, with its value
		}
		return 0
	case !takesValue(f):
		a.toggle(i, f)
		return 0
	case joined && value != "":
		a.add(f, longName(f)+"="+value, a.span(i, len(name)+1, len(a.args[i])))
		return 0
	case joined || !a.hasValue(i):
		a.needsValue(i, name)
		return 0
	case a.args[i+1] == "":
		a.needsValue(i, name)
		return 1
	}
	a.add(f, longName(f)+"="+a.args[i+1], a.span(i+1, 0, len(a.args[i+1])))
	return 1
}

// hasValue reports whether the flag at position i is followed by a word that can be its value: another flag
// is none, it must be joined with a `=` then.
func (a *arranger) hasValue(i int) bool {
	if i+1 == len(a.args) {
		return false
	}
	name, _, _ := strings.Cut(a.args[i+1], "=")
	return !strings.HasPrefix(name, "-") || name != "--" && a.find(name, a.allFlags()) == nil
}

// toggle adds a flag that is on or off. The flag library would answer a bad value with its own words.
func (a *arranger) toggle(i int, f ucli.Flag) {
	name, value, joined := strings.Cut(a.args[i], "=")
	if _, err := strconv.ParseBool(value); joined && err != nil {
		a.faults = append(a.faults, diag.New(codeUsage, a.span(i, len(name)+1, len(a.args[i])),
			"`"+name+"` cannot be `"+value+"`", "write `"+name+"` alone, `"+name+"=true` or `"+name+"=false`"))
		return
	}
	a.add(f, a.args[i], a.span(i, 0, len(a.args[i])))
}

// needsValue reports a flag without its value. An empty value is none: it comes from a variable that is not set.
func (a *arranger) needsValue(i int, name string) {
	a.faults = append(a.faults, diag.New(codeUsage, a.span(i, 0, len(name)), "`"+name+"` needs a value", "write `"+name+" VALUE`"))
}

func (a *arranger) add(f ucli.Flag, text string, span source.Span) {
	a.line.list = append(a.line.list, word{text: text, kind: isFlag, flag: longName(f), span: span})
}

// unknownFlag reports a flag that the command has not. An unknown command is fault enough.
func (a *arranger) unknownFlag(i int, name string) {
	if a.unknown {
		return
	}
	where, help := "tailor", flagHelp(a.args[i], a.flags())
	switch {
	case a.command != nil:
		where += " " + a.command.Name
	case a.find(name, a.allFlags()) != nil:
		help = "name a command first, as in `tailor render " + name + "`"
	}
	a.faults = append(a.faults, diag.New(codeUsage, a.span(i, 0, len(name)), "`"+where+"` has no flag `"+name+"`", help))
}

// flags are those of the command, or of the program when there is none.
func (a *arranger) flags() []ucli.Flag {
	flags := a.app.Flags
	switch {
	case a.command != nil:
		flags = a.command.Flags
	case a.unknown:
		flags = a.allFlags()
	}
	return append(slices.Clone(flags), ucli.HelpFlag)
}

// allFlags are those of all commands: one name means the same everywhere.
func (a *arranger) allFlags() []ucli.Flag {
	flags := append(slices.Clone(a.app.Flags), ucli.HelpFlag)
	for _, c := range a.app.Commands {
		flags = append(flags, c.Flags...)
	}
	return flags
}

func (*arranger) find(name string, flags []ucli.Flag) ucli.Flag {
	bare := strings.TrimLeft(name, "-")
	for _, f := range flags {
		for _, n := range f.Names() {
			if n == bare && (len(name)-len(bare) == 2) == (len(n) > 1) {
				return f
			}
		}
	}
	return nil
}

func (a *arranger) span(i, start, end int) source.Span {
	return a.line.file.Span(a.starts[i]+start, a.starts[i]+end)
}

func takesValue(f ucli.Flag) bool {
	d, ok := f.(ucli.DocGenerationFlag)
	return ok && d.TakesValue()
}

func longName(f ucli.Flag) string { return "--" + f.Names()[0] }
