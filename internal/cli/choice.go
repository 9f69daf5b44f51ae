package cli

import (
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"tailor/internal/diag"
)

// choice is a flag that takes one of several words. Its help, the check of its value and completion read one list.
type choice struct {
	*ucli.StringFlag

	words []string
}

// choiceFlag makes a flag whose default is the first of its words. usage says what a word does, with the
// placeholder last; the help names the words behind it.
func choiceFlag(name, usage string, words ...string) choice {
	return choice{
		words:      words,
		StringFlag: &ucli.StringFlag{Name: name, Value: words[0], Usage: usage + ": " + strings.ReplaceAll(diag.Either(words), "`", "")},
	}
}

// without is the flag with no default: its value is empty unless it is given.
func (f choice) without() choice {
	f.Value = ""
	return f
}

// chosen returns the value of a choice of the command, or "" when it is not given and has no default. It reports
// another word than those of the flag and returns the first one.
func (s *run) chosen(c *ucli.Context, name string) string {
	value := c.String(name)
	for _, f := range c.Command.Flags {
		if f, ok := f.(choice); ok && f.Name == name && value != "" {
			return s.choice("--"+name, value, f.words)
		}
	}
	return value
}

// choice checks the value of a flag that takes one of several words. It reports another one and returns
// the first.
func (s *run) choice(flag, value string, words []string) string {
	if slices.Contains(words, value) {
		return value
	}
	help := diag.Suggest(value, words, "the values are "+diag.List(words))
	s.report.Add(diag.New(codeUsage, s.line.value(flag, value), "`"+flag+"` cannot be `"+value+"`", help))
	return words[0]
}
