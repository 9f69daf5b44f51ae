package output_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tailor/render/bundle"
	"tailor/render/output"
)

func manifest(tb testing.TB, dir string) string {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join(dir, output.ManifestName))
	if err != nil {
		tb.Fatal(err)
	}
	return string(text)
}

// indented puts JSON into another form.
func indented(prefix string) func(string) string {
	return func(text string) string {
		var b bytes.Buffer
		if err := json.Indent(&b, []byte(text), "", prefix); err != nil {
			panic(err)
		}
		return b.String()
	}
}

func compact(text string) string {
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(text)); err != nil {
		panic(err)
	}
	return b.String()
}

func replaced(old, text string) func(string) string {
	return func(s string) string { return strings.Replace(s, old, text, 1) }
}

// TestManifestForms reads a manifest in whatever form a formatter leaves it, and puts it into its own again.
func TestManifestForms(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]func(string) string{
		"indented":        indented("  "),
		"line breaks":     indented(""),
		"compact":         compact,
		"one line":        func(s string) string { return compact(s) + "\n" },
		"no end":          func(s string) string { return strings.TrimSuffix(s, "\n") },
		"blank lines":     func(s string) string { return s + "\n \n" },
		"windows":         func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"blanks":          replaced("},\n", "} ,\n"),
		"not pending":     replaced("\"files\"", "\"pending\": false,\n\"files\""),
		"something else":  replaced("\"files\"", "\"by\": \"somebody\",\n\"files\""),
		"something last":  replaced("\n]\n}", "\n],\n\"by\": [{}]\n}"),
		"command escaped": replaced("render", "r\\u0065nder"),
		"path escaped":    replaced("a/one", "a\\/one"),
		"order":           replaced(`"path":"a/one.yaml","kind":"config"`, `"kind":"config","path":"a/one.yaml"`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, from := t.TempDir(), t.TempDir()
			a := asset(t, from, "files/x", "x", 0o644)
			w := withAssets(full(dir, file("a/one.yaml", "one: 1\n", a), file("a/two.yaml", "two: 2\n")), from, a)
			must(t, w, "missing a/one.yaml", "missing a/two.yaml", "missing files/x")
			own := manifest(t, dir)
			put(t, filepath.Join(dir, output.ManifestName), form(own))

			// A partial run keeps what it does not know.
			part := full(dir, file("a/two.yaml", "two: 2\n"))
			part.Full = false
			changes, faults := output.Compare(part)
			if len(faults) > 0 || changes.None() || string(changes.Next()) != own {
				t.Error(faults, changes.None(), string(changes.Next()))
			}
			changes, _ = output.Compare(w)
			if changes.None() || changes.Same() {
				t.Error("the form does not count")
			}
			if listed := output.Listed(dir); !cmp.Equal(listed, map[string]bool{"a/one.yaml": true, "a/two.yaml": true, "files/x": false}) {
				t.Error(listed)
			}
			must(t, w)
			if got := manifest(t, dir); got != own {
				t.Error(cmp.Diff(own, got))
			}
			if changes, _ = output.Compare(w); !changes.Idle() {
				t.Error("not idle")
			}
		})
	}
}

// TestManifestWithoutFiles lists nothing.
func TestManifestWithoutFiles(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`{"command":"render"}`, `{"command":"render","files":null}`, "{\n\"command\": \"render\",\n\"files\": [\n]\n}\n"} {
		dir := t.TempDir()
		put(t, filepath.Join(dir, output.ManifestName), text)
		must(t, full(dir, file("one", "one: 1\n")), "missing one")
	}
}

// TestDamagedLines refuses what is no JSON although every line could be one of a manifest.
func TestDamagedLines(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w := full(dir, file("a", "one: 1\n"), file("b", "two: 2\n"), file("c", "three: 3\n"))
	must(t, w, "missing a", "missing b", "missing c")
	own := manifest(t, dir)
	lines := strings.SplitAfter(own, "\n")
	var texts []string
	for i := 0; i < len(own)-1; i += 7 { // the last line break may be missing
		texts = append(texts, own[:i])
	}
	swapped := strings.Join(append(append([]string{}, lines[:3]...), lines[4], lines[3], lines[5], lines[6], lines[7]), "")
	texts = append(texts, swapped, own+"{}", own+"]", own+own,
		strings.Replace(own, "},\n", "}\n", 1), strings.Replace(own, "}\n]", "},\n]", 1), strings.Replace(own, "[\n", "[\n,\n", 1),
		strings.Replace(own, "\"render\",", "\"render\"", 1), strings.Replace(own, "[\n", "[\n\n,", 1),
		strings.Replace(own, lines[3], lines[3]+lines[3], 1), strings.Replace(own, "render", "rendered", 1))
	for _, text := range texts {
		put(t, filepath.Join(dir, output.ManifestName), text)
		changes, faults := output.Compare(w)
		if len(faults) != 1 || faults[0].Code != output.CodeDamaged {
			t.Errorf("%q: %v", text, faults)
		}
		if changes.Unchanged() || output.Listed(dir) != nil {
			t.Errorf("%q: %v", text, output.Listed(dir))
		}
	}
}

// TestSame holds that the manifest is taken for the one that the directory is to have exactly when it is that to the
// byte, whatever was there before.
func TestSame(t *testing.T) {
	t.Parallel()
	names := []string{"a", "a-b", "a/x", "a/y", "b", "b/é", "c \"<&>\"", "d"}
	texts := []string{"v: 1\n", "v: 2\n"}
	parent, count := t.TempDir(), 0
	rapid.Check(t, func(t *rapid.T) {
		dir := filepath.Join(parent, strconv.Itoa(count))
		count++
		draw := func(t *rapid.T) output.Want {
			var files []bundle.Config
			for _, name := range names {
				if rapid.Bool().Draw(t, "wanted") {
					files = append(files, file("at/"+name+".yaml", rapid.SampledFrom(texts).Draw(t, "text")))
				}
			}
			w := full(dir, files...)
			w.Full, w.Workers = rapid.Bool().Draw(t, "full"), 3
			return w
		}
		for range rapid.IntRange(1, 3).Draw(t, "runs") {
			write(t, draw(t))
		}
		if rapid.Bool().Draw(t, "edit") {
			if text, err := os.ReadFile(filepath.Join(dir, output.ManifestName)); err == nil {
				edit := rapid.SampledFrom([]func(string) string{
					compact, indented(""), indented(" "), replaced("sha256\":\"", "sha256\":\"0"), replaced("},", "} ,"),
					replaced("\"files\"", "\"pending\": true,\n\"files\""), replaced("\"arch\":\"amd64\"", "\"arch\":\"arm64\""),
				}).Draw(t, "edits")
				if err := os.WriteFile(filepath.Join(dir, output.ManifestName), []byte(edit(string(text))), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		changes, faults := output.Compare(draw(t))
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		text, _ := os.ReadFile(filepath.Join(dir, output.ManifestName)) // it need not be there
		if same := bytes.Equal(text, changes.Next()); same != changes.Same() {
			t.Fatalf("%v, want %v\n%s\n%s", changes.Same(), same, text, changes.Next())
		}
	})
}

// write makes a directory hold what is wanted, whatever is in it.
func write(t *rapid.T, w output.Want) {
	w.Force = true
	changes, faults := output.Compare(w)
	more, err := changes.Apply(t.Context(), nil)
	if err != nil || len(faults)+len(more) > 0 {
		t.Fatal(err, faults, more)
	}
}

// TestManifestWorkers: the manifest of very many files is the same for any number of workers, whether the last one is made from
// the pending one, as in a new directory, or not.
func TestManifestWorkers(t *testing.T) {
	t.Parallel()
	files := make([]bundle.Config, 1_200)
	for i := range files {
		files[i] = file(fmt.Sprintf("dir/%04d.yaml", i), "a: 1\n")
	}
	changed := slices.Clone(files)
	changed[700] = file(files[700].Path, "a: 2\n")
	var first [2]string
	for _, workers := range []int{1, 3} {
		dir := t.TempDir()
		for i, files := range [][]bundle.Config{files, changed} {
			w := full(dir, files...)
			w.Workers = workers
			apply(t, w)
			must(t, w) // which compares the manifest with the one that it would make
			text := manifest(t, dir)
			if workers > 1 && text != first[i] {
				t.Errorf("%d workers, %d: another manifest", workers, i)
			}
			first[i] = text
		}
	}
}
