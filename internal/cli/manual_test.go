package cli_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/internal/cli"
)

const versionManual = `.nh
.TH TAILOR-VERSION 1 "2026-01-31" "tailor 1.2.0" "tailor manual"

.SH NAME
tailor-version \- print the version


.SH SYNOPSIS
\fBtailor version\fP [\fIflags\fP]


.SH DESCRIPTION
Prints the version, and below it the commit and the Go that it was built from. Scripts read the first line,
which \fBtailor --version\fR prints alone.

.EX
tailor version | head -n 1
.EE


.SH OPTIONS
.TP
\fB--help\fP, \fB-h\fP
show help


.SH SEE ALSO
\fBtailor\fP(1)
`

const exportOption = `.TP
\fB--output-dir\fP \fIDIR\fP, \fB-o\fP \fIDIR\fP
write below DIR
`

// macros are the lines that a page may have for man itself.
var macros = regexp.MustCompile(`^\.(nh|TH|SH|TP|PP|EX|EE)\b`)

// TestManual holds that there is a page for the program and for each command, with every flag, and that no mark of
// Markdown is left in them and nothing in a text is taken for a macro.
func TestManual(t *testing.T) {
	t.Parallel()
	pages := map[string]string{}
	for _, p := range cli.Manual("1.2.0", "2026-01-31") {
		pages[p.Name] = string(p.Text)
	}
	if diff := cmp.Diff(versionManual, pages["tailor-version"]); diff != "" {
		t.Errorf("tailor-version (-want +got):\n%s", diff)
	}
	if !strings.Contains(pages["tailor-export"], exportOption) {
		t.Errorf("tailor-export has not\n%s", exportOption)
	}
	commands, flags := cli.Commands()
	if len(pages) != len(commands)+1 {
		t.Errorf("%d pages for %d commands", len(pages), len(commands))
	}
	for _, command := range commands {
		if reference := ".TP\n\\fBtailor-" + command + "\\fP(1)\n"; !strings.Contains(pages["tailor"], reference) {
			t.Errorf("the page of tailor does not name %s", command)
		}
		for _, flag := range flags[command] {
			if !strings.Contains(pages["tailor-"+command], "\n\\fB"+flag.Name+"\\fP") {
				t.Errorf("the page of %s has no %s", command, flag.Name)
			}
		}
	}
	for name, text := range pages {
		for line := range strings.Lines(text) {
			if line[0] == '.' && !macros.MatchString(line) || line[0] == '\'' {
				t.Errorf("%s: macro %q", name, line)
			}
		}
		for _, mark := range []string{"**", "`", "\\\\"} {
			if strings.Contains(text, mark) {
				t.Errorf("%s has %s", name, mark)
			}
		}
	}
}

// TestManualShows holds that examples are shown as they are: what Markdown would take for marks is text.
func TestManualShows(t *testing.T) {
	t.Parallel()
	pages := cli.Manual("", "")
	for name, text := range map[string]string{
		"tailor-matrix":     `echo "matrix=$(tailor matrix --format github)" >>"$GITHUB_OUTPUT"`,
		"tailor-explain":    `tailor explain gizmo_pro_arm64_stable_cosi --path 'os.packages.install[2]'`,
		"tailor-add":        "\n\\fBtailor add\\fP [\\fIflags\\fP] axis [IMAGE] AXIS VALUE...\n",
		"tailor-completion": "[\\fIflags\\fP] bash|zsh|fish\n",
		"tailor":            `.TH TAILOR 1 "" "tailor" "tailor manual"`,
	} {
		i := slices.IndexFunc(pages, func(p cli.Page) bool { return p.Name == name })
		if i < 0 || !strings.Contains(string(pages[i].Text), text) {
			t.Errorf("%s has not %q", name, text)
		}
	}
}
