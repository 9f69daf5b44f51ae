package cli

import (
	"io"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"tailor/internal/shell"
	"tailor/render"
)

// completer finds out what could stand at the end of a line. It knows commands and flags from the tables of the
// program itself, and everything else from the workspace.
type completer struct {
	*run // with the line in front of the word to complete, and a report that nobody sees

	app      *ucli.App
	request  shell.Request
	arranger arranger // which command it is, and so which flags there are
}

func newCompleter(request shell.Request) *completer {
	if len(request.Words) > 0 && request.Words[0] == helpWord {
		request.Words = request.Words[1:]
	}
	s := &run{streams: Streams{io.Discard, io.Discard}}
	return &completer{run: s, app: s.app(), request: request}
}

// mark stands for the word to complete while the line is arranged: it is no flag and no value that anybody types.
// behind follows it, so that there is a command: without one, flags of commands would be unknown.
const mark, behind = "\x00", "\x01"

// answer returns what the word could be.
func (c *completer) answer() shell.Answer {
	current := c.request.Current
	dash := strings.HasPrefix(current, "-")
	word := mark
	if dash {
		word = "-" + mark
	}
	c.line, _ = arrange(c.app, append(slices.Clone(c.request.Words), word, behind))
	c.arranger = arranger{app: c.app, args: c.request.Words}
	c.arranger.findCommand()
	place := c.takeMark()
	switch {
	case c.request.Redirect:
		return shell.Answer{Files: true}
	case place == nil && dash:
		return c.flag(current)
	case place == nil:
		return shell.Answer{}
	case place.kind == isFlag:
		return c.value(c.find(place.flag), "", current)
	case place.kind == isCommand:
		return c.commands(current)
	}
	return c.name(current)
}

// takeMark takes the word to complete out of the line and returns what it would be; nil for a flag.
func (c *completer) takeMark() *word {
	var place *word
	c.line.list = slices.DeleteFunc(c.line.list, func(w word) bool {
		if strings.HasSuffix(w.text, mark) {
			place = &w
		}
		return w.text == behind || strings.HasSuffix(w.text, mark)
	})
	return place
}

func (c *completer) commands(current string) shell.Answer {
	var found []shell.Candidate
	for _, cmd := range c.app.Commands {
		if !cmd.Hidden {
			found = append(found, shell.Candidate{Text: cmd.Name, Note: cmd.Usage})
		}
	}
	return matching(found, current)
}

// matching is the answer of all candidates that begin with what is there of the word.
func matching(candidates []shell.Candidate, current string) shell.Answer {
	return shell.Answer{Candidates: slices.DeleteFunc(candidates, func(c shell.Candidate) bool {
		return !strings.HasPrefix(c.Text, current)
	})}
}

// plain makes candidates of words without notes.
func plain(texts []string) []shell.Candidate {
	out := make([]shell.Candidate, len(texts))
	for i, text := range texts {
		out[i].Text = text
	}
	return out
}

// flag completes the name of a flag or, behind a `=`, its value.
func (c *completer) flag(current string) shell.Answer {
	if name, value, joined := strings.Cut(current, "="); joined {
		return c.value(c.find(name), name+"=", value)
	}
	var found []shell.Candidate
	for _, f := range c.arranger.flags() {
		_, again := f.(repeatable)
		if !again && len(c.line.values(longName(f))) > 0 {
			continue
		}
		if v, ok := f.(ucli.VisibleFlag); ok && !v.IsVisible() {
			continue
		}
		found = append(found, shell.Candidate{Text: longName(f), Note: usage(f)})
		for _, short := range f.Names()[1:] {
			if current == "-"+short {
				found = append(found, shell.Candidate{Text: "-" + short, Note: usage(f)})
			}
		}
	}
	return matching(found, current)
}

// find returns the flag of a name: that of the command or, in front of one, that of any.
func (c *completer) find(name string) ucli.Flag {
	if f := c.arranger.find(name, c.arranger.flags()); f != nil || c.arranger.command != nil {
		return f
	}
	return c.arranger.find(name, c.arranger.allFlags())
}

// usage is what a flag does, without the quotes around its placeholder.
func usage(f ucli.Flag) string {
	if d, ok := f.(ucli.DocGenerationFlag); ok {
		return strings.ReplaceAll(d.GetUsage(), "`", "")
	}
	return ""
}

// placeholder is how the help of a flag calls its value.
func placeholder(f ucli.Flag) string {
	if d, ok := f.(ucli.DocGenerationFlag); ok {
		if parts := strings.Split(d.GetUsage(), "`"); len(parts) > 1 {
			return parts[1]
		}
	}
	return ""
}

// value completes the value of a flag. head is what stands in front of it in the same word.
func (c *completer) value(f ucli.Flag, head, current string) shell.Answer {
	if f == nil || !takesValue(f) {
		return shell.Answer{}
	}
	var a shell.Answer
	if one, ok := f.(choice); ok {
		a = matching(plain(one.words), current)
	} else if complete := values[placeholder(f)]; longName(f) == "--path" {
		a = c.paths(current)
	} else if complete != nil {
		a = complete(c, current)
	}
	for i := range a.Candidates {
		a.Candidates[i].Text = head + a.Candidates[i].Text
	}
	return a
}

// values completes the values of flags, by what the help calls them, and names of that kind.
var values = map[string]func(c *completer, current string) shell.Answer{
	"AXIS=VALUE[,...]":   (*completer).pairs,
	"AXIS=VALUE[,VALUE]": (*completer).pair,
	"AXIS":               (*completer).axes,
	"SLUG":               (*completer).slugs,
	"IMAGE":              (*completer).images,
	"IMAGE|SLUG":         (*completer).imagesAndSlugs,
	"REV|DIR":            (*completer).revisions,
	"DIR":                func(*completer, string) shell.Answer { return shell.Answer{Dirs: true} },
	"FILE":               func(*completer, string) shell.Answer { return shell.Answer{Files: true} },
	"PATH":               func(*completer, string) shell.Answer { return shell.Answer{Files: true} },
}

// name completes a name behind the command, by what the help of the command calls those that may stand there.
func (c *completer) name(current string) shell.Answer {
	if c.arranger.command == nil {
		return shell.Answer{}
	}
	var a shell.Answer
	for _, kind := range kindsOf(c.arranger.command.ArgsUsage, c.line.names()) {
		var more shell.Answer
		if complete := values[kind]; complete != nil {
			more = complete(c, current)
		} else if isWords(kind) {
			more = matching(plain(strings.Split(kind, "|")), current)
		}
		a.Candidates = append(a.Candidates, more.Candidates...)
		a.Open, a.Files, a.Dirs = a.Open || more.Open, a.Files || more.Files, a.Dirs || more.Dirs
	}
	return a
}

// isWords reports whether a kind of names are the very words of its own, such as `bash|zsh`.
func isWords(kind string) bool { return kind == strings.ToLower(kind) }

// kindsOf returns what may stand behind some names, as the help of a command describes them: `[IMAGE|SLUG]...` are any
// number, `[IMAGE] AXIS` may begin with either, and ` | ` separates forms that begin with words of their own.
func kindsOf(usage string, names []render.Arg) []string {
	var kinds []string
	for form := range strings.SplitSeq(usage, " | ") {
		fields := strings.Fields(form)
		for _, kind := range kindsIn(fields, names) {
			if !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
		}
	}
	return kinds
}

// kindsIn returns what may stand behind some names in one form.
func kindsIn(fields []string, names []render.Arg) []string {
	if len(fields) == 0 {
		return nil
	}
	kind, repeats := strings.CutSuffix(fields[0], "...")
	optional := strings.HasPrefix(kind, "[")
	if optional {
		kind = strings.TrimSuffix(kind[1:], "]")
	}
	var kinds []string
	switch {
	case len(names) == 0:
		kinds = []string{kind}
	case isWords(kind) && !slices.Contains(strings.Split(kind, "|"), names[0].Value):
	case repeats:
		kinds = kindsIn(fields, names[1:])
	default:
		kinds = kindsIn(fields[1:], names[1:])
	}
	if optional && len(fields) > 1 {
		kinds = append(kinds, kindsIn(fields[1:], names)...)
	}
	return kinds
}
