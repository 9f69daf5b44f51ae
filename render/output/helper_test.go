package output_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
	"tailor/render"
	"tailor/render/bundle"
	"tailor/render/output"
)

// file is one config that a directory is to hold. The text must be as tailor writes it.
func file(name, text string, assets ...*bundle.Asset) bundle.Config {
	root, faults := yamltree.Parse(source.New(name, []byte(text)))
	if len(faults) > 0 {
		panic(faults)
	}
	cell := &render.Cell{Image: &render.Image{Name: "gizmo"}, Arch: "amd64"}
	slug := strings.TrimSuffix(path.Base(name), ".yaml")
	var named []string
	for _, a := range assets {
		named = append(named, a.Path)
	}
	return bundle.Config{
		Path: name, Set: &bundle.Set{Assets: assets, Named: named},
		Rendering: render.Rendering{Cell: cell, Output: render.Output{Slug: slug, Format: "cosi"}, Config: root},
	}
}

// asset writes a file into a source directory and returns it as an asset.
func asset(t *testing.T, dir, name, text string, mode fs.FileMode) *bundle.Asset {
	t.Helper()
	at := filepath.Join(dir, filepath.FromSlash(name))
	put(t, at, text)
	if err := os.Chmod(at, mode); err != nil {
		t.Fatal(err)
	}
	return &bundle.Asset{Path: name, Mode: mode, Sum: sum(text)}
}

func sum(text string) string {
	h := sha256.Sum256([]byte(text))
	return hex.EncodeToString(h[:])
}

// full is a full render of some configs.
func full(dir string, files ...bundle.Config) output.Want {
	return output.Want{Dir: dir, Command: "render", Configs: files, Full: true}
}

// withAssets adds assets that lie below a source directory.
func withAssets(w output.Want, from string, assets ...*bundle.Asset) output.Want {
	w.FS, w.Assets = os.DirFS(from), assets
	return w
}

// apply compares and applies; it returns what was done, and what speaks against it.
func apply(t *testing.T, w output.Want) (done, messages []string) {
	t.Helper()
	changes, faults := output.Compare(w)
	faults = append(faults, changes.Objections()...)
	if !hasError(faults) {
		more, err := changes.Apply(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		faults = append(faults, more...)
	}
	done, messages = []string{}, []string{}
	for _, ch := range changes.Files {
		if ch.Done {
			done = append(done, ch.Status.String()+" "+ch.Path)
		}
	}
	for _, f := range faults {
		messages = append(messages, string(f.Code)+" "+strings.ReplaceAll(f.Message, filepath.ToSlash(w.Dir), "OUT"))
	}
	return done, messages
}

func hasError(faults []diag.Diagnostic) bool {
	return slices.ContainsFunc(faults, func(f diag.Diagnostic) bool { return f.Severity == diag.Error })
}

// must applies and expects what is done, and no message.
func must(t *testing.T, w output.Want, want ...string) {
	t.Helper()
	done, messages := apply(t, w)
	if diff := cmp.Diff(append([]string{}, want...), done); diff != "" {
		t.Error("done (-want +got):", diff)
	}
	if len(messages) > 0 {
		t.Error(messages)
	}
}

// tree reads all files below a directory, links too, the manifest left out.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == output.ManifestName {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		if d.Type() != 0 {
			out[filepath.ToSlash(rel)] = d.Type().String()
			return nil
		}
		text, err := os.ReadFile(name)
		out[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return out
}

// holds compares the files of a directory, the manifest left out.
func holds(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
		t.Error("files (-want +got):", diff)
	}
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func symlink(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Skip(err)
	}
}
