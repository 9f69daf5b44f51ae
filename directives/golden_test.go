package directives_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files of testdata anew")

// golden collects what cases give, to compare all of it with a file.
type golden struct {
	text strings.Builder
}

// add adds a case: its documents and what came of them.
func (g *golden) add(name, input, output string) {
	g.text.WriteString("=== " + name + "\n")
	for line := range strings.SplitSeq(strings.TrimSuffix(input, "\n"), "\n") {
		g.text.WriteString(strings.TrimRight("    "+line, " ") + "\n")
	}
	g.text.WriteString("\n" + output + "\n")
}

// check compares the cases with a file of testdata, or writes it.
func (g *golden) check(t *testing.T, name string) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(g.text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), g.text.String()); diff != "" {
		t.Errorf("%s, -want +got:\n%s", name, diff)
	}
}
