package cli_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/internal/cli"
)

// TestCompleteTables holds that every command, every flag and every word that a flag takes is completed, as the tables
// of the program have them: nothing needs to be told to completion apart.
func TestCompleteTables(t *testing.T) {
	t.Parallel()
	commands, flags := cli.Commands()
	equal(t, "", commands, cli.Complete(""))
	for _, command := range commands {
		equal(t, command, []string{command}, cli.Complete(command))
		var names []string
		for _, f := range flags[command] {
			names = append(names, f.Name)
			if f.Words == nil {
				continue
			}
			equal(t, command+" "+f.Name, f.Words, cli.Complete(command, f.Name, ""))
			var joined []string
			for _, w := range f.Words {
				joined = append(joined, f.Name+"="+w)
			}
			equal(t, command+" "+f.Name+"=", joined, cli.Complete(command, f.Name+"="))
		}
		equal(t, command+" -", append(names, "--help"), cli.Complete(command, "-"))
	}
}

// TestKindsOf holds how the help of a command is read as what its names may be.
func TestKindsOf(t *testing.T) {
	t.Parallel()
	const forms = "image NAME | axis [IMAGE] AXIS VALUE... | part A=B[,B]..."
	tests := []struct{ usage, names, want string }{
		{"", "", ""},
		{"", "x", ""},
		{"NAME", "", "NAME"},
		{"NAME", "x", ""},
		{"[NAME]", "", "NAME"},
		{"[A|B]...", "", "A|B"},
		{"[A|B]...", "x y", "A|B"},
		{"[A] B", "", "A B"},
		{"[A] B", "x", "B"},
		{"[A] B", "x y", ""},
		{"a|b C", "", "a|b"},
		{"a|b C", "b", "C"},
		{"a|b C", "c", ""},
		{forms, "", "image axis part"},
		{forms, "image", "NAME"},
		{forms, "axis", "IMAGE AXIS"},
		{forms, "axis x", "AXIS VALUE"},
		{forms, "axis x y z", "VALUE"},
		{forms, "part", "A=B[,B]"},
		{forms, "part x y", "A=B[,B]"},
		{forms, "frob", ""},
	}
	for _, tt := range tests {
		if got := strings.Join(cli.KindsOf(tt.usage, strings.Fields(tt.names)...), " "); got != tt.want {
			t.Errorf("%q behind %q: got %q, want %q", tt.usage, tt.names, got, tt.want)
		}
	}
}

func equal(t *testing.T, line string, want, got []string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tailor %s (-want +got):\n%s", line, diff)
	}
}

// FuzzComplete holds that whatever stands on a line there is an answer, and that each candidate begins with the word.
func FuzzComplete(f *testing.F) {
	for _, line := range []string{"", "render\n-o\n", "explain\n--path\nos.[\"", "-s\na=b,\nmatrix\n-s\n=,=", "--\n\x00\n\x01\n-\x00", "--cell=\n--\n--"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		words := strings.Split(line, "\n")
		for _, text := range cli.Complete(words...) {
			if !strings.HasPrefix(text, words[len(words)-1]) {
				t.Errorf("%q: %q", words, text)
			}
		}
	})
}
