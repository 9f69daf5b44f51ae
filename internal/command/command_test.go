package command_test

import (
	"errors"
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/internal/command"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"check":                             {"check"},
		"  check   --file={} -x\t{}  ":      {"check", "--file={}", "-x", "{}"},
		`check 'a  b' "c  d" e\ f g'h'"i"j`: {"check", "a  b", "c  d", "e f", "ghij"},
		`check 'it''s' "a \"b\" \\ \c" ''`:  {"check", "its", `a "b" \ \c`, ""},
		`check '$x | y; "z"' "*" \$x`:       {"check", `$x | y; "z"`, "*", "$x"},
		`check *.x ~/y {a,b} a=b # why`:     {"check", "*.x", "~/y", "{a,b}", "a=b"},
		`{} {}`:                             {"{}", "{}"},
		"check \\\n  {}":                    {"check", "{}"},
		"sh -c 'a\nb'":                      {"sh", "-c", "a\nb"},
		`check "ä ö" ü`:                     {"check", "ä ö", "ü"},
	} {
		cmd, err := command.Parse(text)
		if err != nil {
			t.Errorf("Parse(%q): %v", text, err)
			continue
		}
		if diff := cmp.Diff(want, cmd.Words); diff != "" {
			t.Errorf("Parse(%q) (-want +got):\n%s", text, diff)
		}
	}
}

// TestParseErrors marks what is wrong in brackets.
func TestParseErrors(t *testing.T) {
	t.Parallel()
	const shell = "this needs a shell, and none is started"
	for _, tt := range []struct{ marked, message string }{
		{"[]", "there is no command"},
		{"[  # why]", "there is no command"},
		{"check {} [|] head", shell},
		{"check {} [&&] other", shell},
		{"check {} [>log]", shell},
		{"check {} [2>&1]", shell},
		{"check {}[;]", shell},
		{"check {} [&]", shell},
		{"check {}\n[other]", shell},
		{"[A=b] check", shell},
		{"[! check]", shell},
		{"[(check)]", shell},
		{"[if a; then b; fi]", shell},
		{"check [$HOME]/x", shell},
		{`check "a [${b}]"`, shell},
		{"check [$(pwd)]", shell},
		{"check \"[`pwd`]\"", shell},
		{`check [$'a']`, shell},
		{`check [$"a"]`, shell},
		{"check [<(a)]", shell},
		{"check [']a b", "the quote `'` is not closed"},
		{`check a["]b`, "the quote `\"` is not closed"},
		{"[check )]", "the command cannot be read"},
		{"[check (]", "the command cannot be read"},
	} {
		text, start, end := unmark(tt.marked)
		_, err := command.Parse(text)
		bad, ok := errors.AsType[*command.ParseError](err)
		if !ok {
			t.Errorf("Parse(%q): %v", text, err)
			continue
		}
		if bad.Error() != tt.message || bad.Start != start || bad.End != end || bad.Help == "" {
			t.Errorf("Parse(%q): %q at %d-%d, want %q at %d-%d", text, bad.Message, bad.Start, bad.End, tt.message, start, end)
		}
	}
}

// unmark takes the only `[` and the last `]` out of a text.
func unmark(marked string) (text string, start, end int) {
	for i, r := range marked {
		switch r {
		case '[':
			start = i
		case ']':
			end = i - 1
		}
	}
	return marked[:start] + marked[start+1:end+1] + marked[end+2:], start, end
}

func TestFind(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"tailor-no-such-program", "./tailor-no-such-program", "''"} {
		cmd, err := command.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Find(); err == nil {
			t.Errorf("%s is found", text)
		}
	}
	cmd, err := command.Parse("/bin/sh -c x")
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Find(); err != nil || cmd.Name() != "sh" {
		t.Errorf("%s: %v", cmd.Name(), err)
	}
	if err := (&command.Command{Words: []string{"tailor-no-such-program"}}).Find(); !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("got %v", err)
	}
}

// FuzzParse holds that every text is a command with words, or an error with a place in the text.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"check {}", `a 'b' "c" \d`, "a | b", "a $x", "'", "a (", "a\nb", "a <<x\ny\nx\n", "\x00", "a \\"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cmd, err := command.Parse(text)
		if bad, ok := errors.AsType[*command.ParseError](err); ok {
			if bad.Start < 0 || bad.End < bad.Start || bad.End > len(text) {
				t.Errorf("%q is wrong at %d-%d of %d", text, bad.Start, bad.End, len(text))
			}
			return
		}
		if err != nil || len(cmd.Words) == 0 {
			t.Errorf("%q: %v, %v", text, cmd, err)
		}
	})
}
