package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// step returns the script of a step in the job that makes a release.
func step(t *testing.T, name string) string {
	t.Helper()
	var workflow struct {
		Jobs struct {
			Release struct {
				Steps []struct{ Name, Run string }
			}
		}
	}
	if err := yaml.Unmarshal(read(t, root+"/.github/workflows/release.yaml"), &workflow); err != nil {
		t.Fatal(err)
	}
	for _, s := range workflow.Jobs.Release.Steps {
		if s.Name == name {
			return s.Run
		}
	}
	t.Fatalf("no step %s", name)
	return ""
}

const changelog = `# Changelog

## [Unreleased]

## [1.2.0] - 2026-01-31

### Added

- One thing.

## [1.1.0-rc.1] - 2026-01-01

- Another.
`

// TestNotes holds that the notes of a release are its section of the changelog, and that it stops when there is none.
func TestNotes(t *testing.T) {
	t.Parallel()
	script := step(t, "Notes")
	for tag, want := range map[string]string{
		"v1.2.0":      "\n### Added\n\n- One thing.\n\n",
		"v1.1.0-rc.1": "\n- Another.\n",
		"v1.1.0":      "CHANGELOG.md has no section [1.1.0]\n",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "CHANGELOG.md"), []byte(changelog), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), "bash", "-e", "-c", script)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GITHUB_REF_NAME="+tag, "RUNNER_TEMP="+dir)
		out, err := cmd.CombinedOutput()
		if err == nil {
			out = append(out, read(t, filepath.Join(dir, "notes.md"))...)
		}
		if diff := cmp.Diff(want, string(out)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tag, diff)
		}
	}
}

// TestTools holds that a person builds with the very tools of the workflow.
func TestTools(t *testing.T) {
	t.Parallel()
	install := regexp.MustCompile(`go install \S+@\S+`)
	tools := install.FindAllString(step(t, "Tools"), -1)
	page := install.FindAllString(string(read(t, root+"/docs/how-to/release.md")), -1)
	if len(tools) != 2 || !slices.Equal(tools, page) {
		t.Errorf("the workflow installs %q, the page %q", tools, page)
	}
}
