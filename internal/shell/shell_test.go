package shell_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/internal/shell"
)

// breaks is what bash sets COMP_WORDBREAKS to.
const breaks = " \t\n\"'@><=;|&(:"

// TestReadBash holds how a line of bash is split into words, and that nothing in it is expanded.
func TestReadBash(t *testing.T) {
	t.Parallel()
	tests := []struct {
		line string
		want string // the words, the one to complete last, separated by `|`
	}{
		{"tailor ", ""},
		{"tailor", "tailor"}, // the program itself
		{"tailor expl", "expl"},
		{"tailor  explain\t--cell a", "explain|--cell|a"},
		{"tailor explain ", "explain|"},
		{"tailor matrix -s edition=pro,arch=a", "matrix|-s|edition=pro,arch=a"},
		{"tailor explain --path 'os.a b", "explain|--path|os.a b"},
		{`tailor explain --path 'os.a\'b`, `explain|--path|os.a\b`},
		{`tailor explain --path "os.\"a\b$x`, `explain|--path|os."a\b$x`},
		{`tailor explain --path os.sysctl\[\"net`, `explain|--path|os.sysctl["net`},
		{`tailor explain a\ b c\`, `explain|a b|c`},
		{"tailor explain a\\\nb", "explain|ab"},
		{`tailor explain '' `, `explain||`},
		{`tailor explain "a"'b'c`, "explain|abc"},
		{"tailor explain $(rm x) `rm y` ~/z", "explain|$|rm|x|`rm|y`|~/z"},
		{"tailor list >out 2>&1 </dev/null x", "list|x"},
		{"tailor list 2> out gi", "list|gi"},
		{"tailor list 22 gi", "list|22|gi"},
		{"tailor list größe", "list|größe"},
	}
	for _, tt := range tests {
		r, ok := shell.Read([]string{"bash", tt.line, breaks, "9", "80"})
		if !ok || r.Redirect {
			t.Errorf("%q: %v %v", tt.line, ok, r.Redirect)
		}
		if got := strings.Join(append(r.Words, r.Current), "|"); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.line, got, tt.want)
		}
	}
	for _, line := range []string{"tailor list >", "tailor list 2> o", "tailor list <'o p", "tailor list >>o"} {
		if r, _ := shell.Read([]string{"bash", line, breaks, "9", "80"}); !r.Redirect {
			t.Errorf("%q: no redirection", line)
		}
	}
}

// TestPrintBash holds what readline is given: only what stands in place of the part of the word that it replaces, in
// the quotes that are open.
func TestPrintBash(t *testing.T) {
	t.Parallel()
	tests := []struct {
		line, breaks, candidate, want string
	}{
		{"tailor expl", breaks, "explain", "explain"},
		{"tailor x -s edition=p", breaks, "edition=pro", "pro"},
		{"tailor x -s edition=", breaks, "edition=pro", "pro"},
		{"tailor x -s edition=pro,arch=a", breaks, "edition=pro,arch=arm64", "arm64"},
		{"tailor x -s edition=p", " \t\n\"'><;|&(", "edition=pro", "edition=pro"},
		{"tailor x --path=a:b", breaks, "--path=a:bc", "bc"},
		{"tailor x -s 'edition=p", breaks, "edition=pro", "edition=pro"},
		{"tailor x --select='edition=p", breaks, "--select=edition=pro", "edition=pro"},
		{`tailor x os.s`, breaks, `os.s["a b$"][0]`, `os.s\[\"a\ b\$\"\]\[0\]`},
		{`tailor x 'os.s`, breaks, `os.s["it's"]`, `os.s["it'\''s"]`},
		{`tailor x "os.s`, breaks, `os.s["a$"]`, `os.s[\"a\$\"]`},
		{`tailor x os.\[`, breaks, `os.["a"]`, `os.\[\"a\"\]`},
		{`tailor x a\=b`, breaks, `a=bc`, `a=bc`}, // readline does not break at what is quoted
		{"tailor x ~", breaks, "~a", `\~a`},
	}
	for _, tt := range tests {
		got := printed(t, []string{"bash", tt.line, tt.breaks, "9", "80"}, shell.Answer{Candidates: []shell.Candidate{{Text: tt.candidate}}})
		if want := "words\n" + tt.want + "\n"; got != want {
			t.Errorf("%q: got %q, want %q", tt.line, got, want)
		}
	}
}

// TestPrint holds the answers for all shells as their scripts read them.
func TestPrint(t *testing.T) {
	t.Parallel()
	answer := shell.Answer{Open: true, Candidates: []shell.Candidate{
		{"os.a:b", "a\x1b[31mnote\nin: " + strings.Repeat("many words ", 9)},
		{"os.c\\d", ""},
		{"os.no\x1bne", "cannot be typed"},
	}}
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"bash", []string{"bash", "tailor os.", breaks, "9", "80"}, "open\nos.a:b\nos.c\\\\d\n"},
		{
			"bash that lists", []string{"bash", "tailor os.", breaks, "63", "40"},
			"open\nos.a:b  (a [31mnote in: many words...)\nos.c\\d              \n",
		},
		{"a narrow bash", []string{"bash", "tailor os.", breaks, "63", "20"}, "open\nos.a:b\nos.c\\d\n"},
		{"a bash of no width", []string{"bash", "tailor os.", breaks, "63", ""}, "open\nos.a:b\nos.c\\d\n"},
		{
			"zsh", []string{"zsh", "os."},
			"open\nos.a:b\tos.a\\:b:a [31mnote in: many words many words many words many word...\nos.c\\d\tos.c\\\\d\n",
		},
		{"fish", []string{"fish", "os."}, "open\nos.a:b\ta [31mnote in: many words many words many words many word...\nos.c\\d\n"},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, printed(t, tt.args, answer)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	for want, answer := range map[string]shell.Answer{
		"words\n": {}, "open\n": {Open: true}, "files\n": {Files: true, Open: true}, "dirs\n": {Dirs: true},
	} {
		if got := printed(t, []string{"fish", ""}, answer); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestScripts holds that there is a script for each shell, and that other arguments than theirs are refused.
func TestScripts(t *testing.T) {
	t.Parallel()
	for _, name := range shell.Names {
		if !strings.Contains(shell.Script(name), "__complete "+name+" --") {
			t.Errorf("the script for %s does not ask for %s", name, name)
		}
	}
	if got := shell.Script("../doc.go"); got != "" {
		t.Errorf("there is a script for no shell: %s", got)
	}
	for _, args := range [][]string{nil, {"bash"}, {"bash", "tailor "}, {"zsh"}, {"tcsh", "x"}} {
		if _, ok := shell.Read(args); ok {
			t.Errorf("%q is taken for a request", args)
		}
	}
}

// FuzzBash holds that a line is read whatever it is, and that a candidate that begins with the word comes out in one
// piece.
func FuzzBash(f *testing.F) {
	for _, line := range []string{"tailor x", "tailor 'a b", `tailor "a\`, "tailor a=b:c", "tailor >\\", "\x00'\"\\\n"} {
		f.Add(line, breaks, "tail")
	}
	f.Fuzz(func(t *testing.T, line, breaks, tail string) {
		r, ok := shell.Read([]string{"bash", line, breaks, "9", "80"})
		if !ok {
			t.Fatal("a line is refused")
		}
		var b strings.Builder
		if err := r.Print(&b, shell.Answer{Candidates: []shell.Candidate{{Text: r.Current + tail}}}); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), "\n"); n > 2 {
			t.Errorf("%q: %d lines", line, n)
		}
	})
}

func printed(t *testing.T, args []string, a shell.Answer) string {
	t.Helper()
	r, ok := shell.Read(args)
	if !ok {
		t.Fatalf("%q is refused", args)
	}
	var b strings.Builder
	if err := r.Print(&b, a); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
