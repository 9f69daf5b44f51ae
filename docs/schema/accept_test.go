package schema_test

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"tailor/internal/diag"
	"tailor/render"
)

// TestAccepted holds that the schemas accept the files of every workspace that tailor accepts: the examples, those of the
// scripts and those in the docs.
func TestAccepted(t *testing.T) {
	t.Parallel()
	schemas := compiled(t)
	counts := map[string]int{}
	for _, dir := range workspaces(t) {
		for file, name := range accepted(t, dir) {
			counts[name]++
			text, err := os.ReadFile(filepath.Join(dir, file))
			if err != nil {
				t.Fatal(err)
			}
			if err := schemas[name].Validate(value(t, string(text))); err != nil {
				t.Errorf("the schema %s refuses %s, which tailor accepts: %s\n%s", name, filepath.Join(dir, file), reasons(err), text)
			}
		}
	}
	t.Logf("accepted: %v", counts)
	for name, least := range map[string]int{"tailor": 100, "image": 150, "fragment": 150} {
		if counts[name] < least {
			t.Errorf("there are %d files of %s, too few to mean something", counts[name], name)
		}
	}
}

var block = regexp.MustCompile("(?ms)^```txtar\n(.*?)```$")

// workspaces returns directories with a tailor.yaml, or with an image.yaml alone. TAILOR_WORKSPACES names a
// directory with more.
func workspaces(t *testing.T) []string {
	t.Helper()
	roots := []string{"../../testdata/examples"}
	if more := os.Getenv("TAILOR_WORKSPACES"); more != "" {
		roots = append(roots, more)
	}
	unpack := func(text string) {
		dir := t.TempDir()
		if err := txtar.Write(txtar.Parse([]byte(text)), dir); err == nil { // some have files that cannot be
			roots = append(roots, dir)
		}
	}
	for _, name := range files(t, "../../testdata/script", ".txtar") {
		unpack(read(t, name))
	}
	for _, name := range append(files(t, "..", ".md"), "../../README.md") {
		for _, m := range block.FindAllStringSubmatch(read(t, name), -1) {
			unpack(m[1])
		}
	}
	var out []string
	for _, root := range roots {
		for _, name := range files(t, root, ".yaml") {
			if base := filepath.Base(name); base == "tailor.yaml" || base == "image.yaml" {
				out = append(out, filepath.Dir(name))
			}
		}
	}
	return out
}

// files lists the files below a directory with an extension.
func files(t *testing.T, dir, ext string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && filepath.Ext(name) == ext {
			out = append(out, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// accepted returns the files of a workspace with the schema of each; none when tailor finds an error.
func accepted(t *testing.T, dir string) map[string]string {
	t.Helper()
	var report diag.Report
	w := opened(t, dir, &report)
	defer w.Close()
	w.Plan(render.Selection{}).Render()
	if report.HasErrors() {
		return nil
	}
	out := map[string]string{}
	if w.Marker() == "tailor.yaml" {
		out[w.Marker()] = "tailor"
	}
	for _, img := range w.Images {
		if path.Base(img.Path) == "image.yaml" {
			out[img.Path] = "image"
		}
		for _, f := range img.Fragments {
			out[path.Join(img.Dir, f.Path)] = "fragment"
		}
	}
	return out
}

// opened opens the workspace of a directory, whatever is above it.
func opened(t *testing.T, dir string, report *diag.Report) *render.Workspace {
	t.Helper()
	place := render.Place{Dir: dir, Marker: "tailor.yaml"}
	if _, err := os.Stat(filepath.Join(dir, place.Marker)); err != nil {
		place = render.Place{Dir: dir, Marker: "image.yaml", Standalone: true}
	}
	w, err := render.Open(place, report)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// reasons lists what a schema says, the deepest errors only.
func reasons(err error) string {
	bad, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return err.Error()
	}
	return strings.TrimSpace(strings.Join(leaves(bad), "; "))
}

func leaves(e *jsonschema.ValidationError) []string {
	if len(e.Causes) == 0 {
		text := e.Error()
		return []string{text[strings.LastIndex(text, "at '"):]}
	}
	var out []string
	for _, c := range e.Causes {
		out = append(out, leaves(c)...)
	}
	return out
}
