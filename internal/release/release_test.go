package main

import (
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"tailor/internal/cli"
	"tailor/internal/shell"
)

const root = "../.."

// config is what the tests ask of .goreleaser.yaml.
type config struct {
	Before struct{ Hooks []string }
	Builds []struct {
		Goos, Goarch []string
	}
	Archives []struct{ Files []content }
	NFPMs    []struct {
		Formats  []string
		Contents []content
	}
}

// content is a file or a pattern of files that goes into an archive or a package.
type content struct{ Src, Dst, Type, Packager string }

func readConfig(t *testing.T) config {
	t.Helper()
	var c config
	if err := yaml.Unmarshal(read(t, filepath.Join(root, ".goreleaser.yaml")), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// runAt runs a command at the top of the repository and returns what it prints.
func runAt(t *testing.T, words ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(words, " "), err, out)
	}
	return string(out)
}

// written runs the hook of the release build and returns what it writes, by name.
func written(t *testing.T) map[string]string {
	t.Helper()
	dir := t.TempDir()
	hooks := readConfig(t).Before.Hooks
	i := slices.IndexFunc(hooks, func(hook string) bool { return strings.HasPrefix(hook, "go run ./internal/release release ") })
	if i < 0 {
		t.Fatalf("no hook writes release/: %q", hooks)
	}
	words := strings.Fields(strings.NewReplacer(
		"{{ .Version }}", "1.2.0", "{{ .CommitDate }}", "2026-01-31T12:00:00Z", " release ", " "+dir+" ",
	).Replace(hooks[i]))
	runAt(t, words...)
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(dir, name)
			files[filepath.ToSlash(rel)] = string(read(t, name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestRelease runs the hook of the release build, and holds what it writes to the program and .goreleaser.yaml to what it
// writes.
func TestRelease(t *testing.T) {
	t.Parallel()
	files := written(t)
	t.Run("written", func(t *testing.T) {
		t.Parallel()
		testWritten(t, files)
	})
	t.Run("config", func(t *testing.T) {
		t.Parallel()
		testConfig(t, files)
	})
}

// testWritten holds that the hook writes the completion of every shell, every page of the manual, and a licence for every
// module that the linker put into the program.
func testWritten(t *testing.T, files map[string]string) {
	t.Helper()
	want := map[string]string{}
	for _, name := range shell.Names {
		want["completions/"+completionFile(name)] = shell.Script(name)
	}
	for _, page := range cli.Manual("1.2.0", "2026-01-31") {
		want["man/"+page.Name+".1.gz"] = string(page.Text)
	}
	got := map[string]string{}
	var licensed []string
	for name, text := range files {
		switch dir, below, _ := strings.Cut(name, "/"); dir {
		case "licenses":
			if licenseName.MatchString(filepath.Base(below)) && text != "" {
				licensed = append(licensed, filepath.Dir(below))
			}
		case "man":
			got[name] = uncompressed(t, text)
		default:
			got[name] = text
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	linked := append(modules(t), "go")
	slices.Sort(linked)
	slices.Sort(licensed)
	if diff := cmp.Diff(linked, licensed); diff != "" {
		t.Errorf("licences (-linked +written):\n%s", diff)
	}
}

// modules are those in the program, by what the linker left in it.
func modules(t *testing.T) []string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "tailor")
	runAt(t, "go", "build", "-o", program, ".")
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, m := range info.Deps {
		paths = append(paths, m.Path)
	}
	return paths
}

func uncompressed(t *testing.T, text string) string {
	t.Helper()
	r, err := gzip.NewReader(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if !r.ModTime.IsZero() || r.Name != "" {
		t.Errorf("a compressed page has a time or a name: %s %s", r.ModTime, r.Name)
	}
	var b bytes.Buffer
	if _, err := io.Copy(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// testConfig holds .goreleaser.yaml to the repository: it names no file that is not there, leaves out nothing that the hook
// writes, and builds for the systems whose licences are collected.
func testConfig(t *testing.T, files map[string]string) {
	t.Helper()
	c := readConfig(t)
	var builds []string
	for _, b := range c.Builds {
		for _, system := range b.Goos {
			for _, arch := range b.Goarch {
				builds = append(builds, system+"/"+arch)
			}
		}
	}
	if diff := cmp.Diff(targets, builds); diff != "" {
		t.Errorf("systems (-licences +builds):\n%s", diff)
	}
	for _, a := range c.Archives {
		holds(t, "the archive", files, a.Files)
	}
	for _, p := range c.NFPMs {
		for _, format := range p.Formats {
			holds(t, format, files, slices.DeleteFunc(slices.Clone(p.Contents), func(f content) bool {
				return f.Packager != "" && f.Packager != format
			}))
		}
	}
	if len(c.Archives) != 1 || len(c.NFPMs) != 1 || len(c.NFPMs[0].Formats) != 2 {
		t.Errorf("not one archive and two packages: %+v", c)
	}
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		return // sources without a repository
	}
	for _, name := range []string{"dist", "release"} {
		runAt(t, "git", "check-ignore", "--quiet", name+"/x")
		if tracked := runAt(t, "git", "ls-files", name); tracked != "" {
			t.Errorf("what a build writes is committed:\n%s", tracked)
		}
	}
}

// holds checks that each content names files that are there, and all of them every file that the hook writes.
func holds(t *testing.T, what string, files map[string]string, contents []content) {
	t.Helper()
	left := map[string]bool{}
	for name := range files {
		left[name] = true
	}
	for _, f := range contents {
		pattern, ours := strings.CutPrefix(f.Src, "release/")
		if !ours {
			names, err := doublestar.Glob(os.DirFS(root), f.Src)
			if err != nil || len(names) == 0 {
				t.Errorf("%s: no file %s: %v", what, f.Src, err)
			}
			continue
		}
		if f.Type == "tree" {
			pattern += "/**/*"
		}
		n := 0
		for name := range files {
			if ok, err := doublestar.Match(pattern, name); ok && err == nil {
				n++
				delete(left, name)
			}
		}
		if n == 0 {
			t.Errorf("%s: no file %s", what, f.Src)
		}
	}
	if len(left) > 0 {
		t.Errorf("%s leaves out %v", what, left)
	}
}

// TestNoLicense holds that code without a licence stops a release.
func TestNoLicense(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"license.go", "README.md", "NOTICE"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	err := addFrom(map[string][]byte{}, dir, "licenses/example.org/m", true)
	if want := "example.org/m has no licence in " + dir; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
