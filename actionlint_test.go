package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// linted is a repository whose workflows actionlint reads.
type linted struct {
	*build

	program string
}

// newLinted makes a repository that has the action. The test is skipped without actionlint: TAILOR_ACTIONLINT must hold
// its path.
func newLinted(t *testing.T) linted {
	t.Helper()
	program := os.Getenv("TAILOR_ACTIONLINT")
	if program == "" {
		t.Skip("TAILOR_ACTIONLINT is not set: it must hold the path of an actionlint binary")
	}
	l := linted{newBuild(t), program}
	l.put(".git/HEAD", "ref: refs/heads/main\n")
	text, err := os.ReadFile("action.yml")
	if err != nil {
		t.Fatal(err)
	}
	l.put("action.yml", string(text))
	return l
}

// lint returns what actionlint says of a workflow, which uses the action of the repository. The programs that it would run
// if they are there are switched off.
func (l linted) lint(workflow string) string {
	l.t.Helper()
	const name = ".github/workflows/it.yaml"
	l.put(name, strings.ReplaceAll(workflow, "OWNER/tailor@REF", "./"))
	cmd := exec.CommandContext(l.t.Context(), l.program, "-shellcheck=", "-pyflakes=", "-no-color", name)
	cmd.Dir = l.dir
	out, err := cmd.CombinedOutput()
	if (err == nil) != (len(out) == 0) {
		l.t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

// TestActionlint has actionlint read the workflows of this repository and of the docs.
func TestActionlint(t *testing.T) {
	t.Parallel()
	l := newLinted(t)
	n := 0
	for _, pattern := range []string{".github/workflows/*.yaml", "docs/*.md", "docs/*/*.md"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, workflow := range workflowsIn(name, string(text)) {
				n++
				if said := l.lint(workflow); said != "" {
					t.Errorf("%s:\n%s", name, said)
				}
			}
		}
	}
	if n < 4 {
		t.Errorf("only %d workflows", n)
	}
}

var workflowBlock = regexp.MustCompile("(?ms)^```yaml(?: file=\\S+)?\n(# .github/workflows/.*?)```$")

// workflowsIn returns the workflow of a file, or those of a page.
func workflowsIn(name, text string) []string {
	if filepath.Ext(name) != ".md" {
		return []string{text}
	}
	var out []string
	for _, m := range workflowBlock.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	return out
}

// TestActionlintMatrix puts what tailor prints into the workflow where GitHub would: actionlint knows the entries then, and
// holds each use of them to what they have.
func TestActionlintMatrix(t *testing.T) {
	t.Parallel()
	l := newLinted(t)
	page := pageBlocks(t, "docs/how-to/ci-github.md", "yaml", 3)[1]
	const dynamic, name = "${{ fromJSON(needs.cells.outputs.matrix) }}\n", "name: ${{ matrix.name }}"
	for _, flags := range []string{"", "--shards 3"} {
		matrix := l.run("tailor matrix --format github " + flags)
		workflow := strings.Replace(page, "matrix: "+dynamic, "matrix: "+matrix, 1)
		if workflow == page {
			t.Fatal("the workflow has no matrix")
		}
		if said := l.lint(workflow); said != "" {
			t.Errorf("%s:\n%s", flags, said)
		}
	}
	l.put("odd/image.yaml", "name: odd\nmatrix: { net.kind: [v4, v6], net-kind: [a], 3d: [1] }\n")
	workflow := strings.Replace(page, "matrix: "+dynamic, "matrix: "+l.run("tailor matrix --format github --manifest odd"), 1)
	for use, want := range map[string]string{
		"matrix.axes.net-kind":    "",
		"matrix.axes['net.kind']": "",
		"matrix.axes['3d']":       "",
		"matrix.axes.net.kind":    `property "net" is not defined`,
		"matrix.axes['net_kind']": `property "net_kind" is not defined`,
		"matrix.slgu":             `property "slgu" is not defined`,
	} {
		said := l.lint(strings.Replace(workflow, name, "name: ${{ "+use+" }}", 1))
		if (said == "") != (want == "") || !strings.Contains(said, want) {
			t.Errorf("%s: actionlint does not say %q:\n%s", use, want, said)
		}
	}
	if said := l.lint(strings.Replace(page, "command: render", "commnad: render", 1)); !strings.Contains(said, `input "commnad" is not defined`) {
		t.Errorf("actionlint does not see the action:\n%s", said)
	}
}
