package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestDocs runs the examples of README.md and of every page below docs. A `txtar` block makes a new
// directory with its files; a `console` block runs the commands after `$ ` there, in a POSIX shell, and
// what they print must be what the block shows. A block whose language is followed by `file=NAME` is that file,
// as the reader is told to write it. A page that begins with one begins in an empty directory; a page's console
// blocks before any other block run in a copy of the example workspace. `go test . -update` rewrites what the blocks show.
func TestDocs(t *testing.T) {
	t.Parallel()
	for _, page := range manual(t) {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			testPage(t, page)
		})
	}
}

// manual returns the names of README.md and of every page below docs.
func manual(t *testing.T) []string {
	t.Helper()
	pages := []string{"README.md"}
	err := filepath.WalkDir("docs", func(name string, _ fs.DirEntry, err error) error {
		if filepath.Ext(name) == ".md" {
			pages = append(pages, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

func testPage(t *testing.T, page string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	d := docRun{t: t}
	got := d.page(string(text))
	if *update {
		if err := os.WriteFile(page, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(text), got); diff != "" {
		t.Errorf("%s shows something else than what is printed (-page +printed):\n%s", page, diff)
	}
}

// docRun is the state of a page: the directory that its commands run in.
type docRun struct {
	t   *testing.T
	dir string
}

var fence = regexp.MustCompile("(?ms)^```(txtar|console|\\w+ file=([^\n ]+))\n(.*?)```$")

// page returns the page with what its commands print.
func (d *docRun) page(text string) string {
	return fence.ReplaceAllStringFunc(text, func(block string) string {
		switch m := fence.FindStringSubmatch(block); m[1] {
		case "console":
			return "```console\n" + d.console(m[3]) + "```"
		case "txtar":
			d.files(m[3])
		default:
			d.file(m[2], m[3])
		}
		return block
	})
}

func (d *docRun) files(text string) {
	d.t.Helper()
	d.dir = d.t.TempDir()
	if err := txtar.Write(txtar.Parse([]byte(text)), d.dir); err != nil {
		d.t.Fatal(err)
	}
}

// file writes a file, in the directory of the block before it.
func (d *docRun) file(name, text string) {
	d.t.Helper()
	if d.dir == "" {
		d.dir = d.t.TempDir()
	}
	name = filepath.Join(d.dir, name)
	err := os.MkdirAll(filepath.Dir(name), 0o755)
	if err == nil {
		err = os.WriteFile(name, []byte(text), 0o644)
	}
	if err != nil {
		d.t.Fatal(err)
	}
}

// console runs the commands of a block and returns them with their output.
func (d *docRun) console(block string) string {
	d.t.Helper()
	if d.dir == "" {
		d.dir = d.t.TempDir()
		if err := os.CopyFS(d.dir, os.DirFS("testdata/examples/appliance")); err != nil {
			d.t.Fatal(err)
		}
	}
	var out bytes.Buffer
	for line := range strings.Lines(block) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		out.WriteString(line)
		cmd := exec.Command("sh", "-c", command)
		cmd.Dir = d.dir
		cmd.Env = append(gitAlone(d.dir), "NO_COLOR=1")
		printed, err := cmd.CombinedOutput()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			d.t.Fatal(err)
		}
		out.Write(printed)
	}
	return out.String()
}

// gitAlone is the environment in which git keeps to a directory, whatever the machine's git is set up to do and
// whatever repository is around, and in which tailor does not see that it runs in a workflow of GitHub.
func gitAlone(dir string) []string {
	env := slices.DeleteFunc(os.Environ(), func(entry string) bool {
		return strings.HasPrefix(entry, "GIT_") || strings.HasPrefix(entry, "GITHUB_")
	})
	return append(env,
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir),
		"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=init.defaultBranch", "GIT_CONFIG_VALUE_0=main",
		"GIT_AUTHOR_NAME=me", "GIT_AUTHOR_EMAIL=me@example.org", "GIT_COMMITTER_NAME=me", "GIT_COMMITTER_EMAIL=me@example.org",
	)
}
