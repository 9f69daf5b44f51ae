package cli

import (
	"strings"

	ucli "github.com/urfave/cli/v2"

	"tailor/internal/diag"
)

// commandHelp says what to write instead of a command that does not exist.
func commandHelp(name string, commands []*ucli.Command) string {
	var names []string
	for _, c := range commands {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	if name == "help" {
		return "write `tailor --help`, or `tailor COMMAND --help`"
	}
	if near := diag.Nearest(name, names); near != "" {
		return "did you mean `tailor " + near + "`?"
	}
	return "the commands are " + diag.List(names)
}

// flagHelp says what to write instead of a flag that does not exist. arg is the whole argument.
func flagHelp(arg string, flags []ucli.Flag) string {
	name, _, _ := strings.Cut(arg, "=")
	names := make([]string, len(flags))
	for i, f := range flags {
		names[i] = longName(f)
	}
	near := diag.Nearest(name, names)
	if near == "" {
		near = abbreviated(name, names)
	}
	value := glued(arg, flags)
	switch {
	case near != "":
		return "did you mean `" + near + "`?"
	case value != "":
		return value
	case len(names) == 1:
		return "the only flag is " + diag.List(names)
	}
	return "the flags are " + diag.List(names)
}

// glued recognizes a short flag with its value right behind it, as in `-sarch=arm64`.
func glued(arg string, flags []ucli.Flag) string {
	if len(arg) < 3 || arg[0] != '-' || arg[1] == '-' {
		return ""
	}
	for _, f := range flags {
		for _, n := range f.Names() {
			if takesValue(f) && n == arg[1:2] {
				return "write `" + arg[:2] + " " + arg[2:] + "`"
			}
		}
	}
	return ""
}

// abbreviated returns the flag whose first word or first letter the user wrote, such as `--output-dir` for
// `--out` or `--version` for `-v`; "" when there is none.
func abbreviated(name string, names []string) string {
	bare := strings.TrimLeft(name, "-")
	for _, n := range names {
		first, _, _ := strings.Cut(strings.TrimLeft(n, "-"), "-")
		if diag.Nearest(bare, []string{first}) != "" || len(bare) == 1 && strings.HasPrefix(first, bare) {
			return n
		}
	}
	return ""
}
