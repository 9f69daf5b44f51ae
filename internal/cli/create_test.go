package cli_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"testing/fstest"

	"tailor/internal/cli"
	"tailor/internal/diag"
	"tailor/render/output"
	"tailor/render/scaffold"
)

// TestCreateAllOrNothing holds that a failure in the middle leaves nothing behind: neither files nor directories nor
// what is temporary.
func TestCreateAllOrNothing(t *testing.T) {
	t.Parallel()
	good := scaffold.File{Path: "a/b/one.yaml", FS: fstest.MapFS{"one": {Data: []byte("one: 1\n")}}, Template: "one"}
	missing := good
	missing.Path, missing.Template = "two.yaml", "none"
	tests := []struct {
		name   string
		files  []scaffold.File
		change string    // a file that is changed with them
		there  string    // what other.yaml holds; "" when there is none
		want   diag.Code // "" when it succeeds
	}{
		{"all", []scaffold.File{good}, "", "", ""},
		{"with a change", []scaffold.File{good}, "other.yaml", "before", ""},
		{"appeared meanwhile", []scaffold.File{good, good}, "", "", cli.CodeThere},
		{"unreadable", []scaffold.File{good, missing}, "", "", output.CodeWrite},
		{"change that fails", []scaffold.File{good}, "nowhere/other.yaml", "", output.CodeWrite},
		{"removed meanwhile", []scaffold.File{good}, "other.yaml", "", output.CodeWrite},
		{"changed meanwhile", []scaffold.File{good}, "other.yaml", "of somebody else", scaffold.CodeUneditable},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.Mkdir(filepath.Join(dir, "a"), 0o755); err != nil {
				t.Fatal(err)
			}
			entries := 1
			if tt.there != "" {
				entries++
				if err := os.WriteFile(filepath.Join(dir, "other.yaml"), []byte(tt.there), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			faults, err := cli.Create(t.Context(), dir, tt.files, tt.change)
			if err != nil {
				t.Error(err)
			}
			text, err := os.ReadFile(filepath.Join(dir, "a", "b", "one.yaml"))
			if tt.want == "" {
				if len(faults) > 0 || string(text) != "one: 1\n" {
					t.Fatal(faults, string(text), err)
				}
				if other, err := os.ReadFile(filepath.Join(dir, tt.change)); tt.change != "" && string(other) != "changed" {
					t.Error(string(other), err)
				}
				return
			}
			if len(faults) != 1 || faults[0].Code != tt.want {
				t.Error(faults)
			}
			if all, _ := filepath.Glob(filepath.Join(dir, "*")); len(all) != entries {
				t.Error("left behind:", all)
			}
			if other, _ := os.ReadFile(filepath.Join(dir, "other.yaml")); string(other) != tt.there {
				t.Errorf("other.yaml holds %q now", other)
			}
			if entries, _ := os.ReadDir(filepath.Join(dir, "a")); len(entries) > 0 {
				t.Error("left behind:", entries)
			}
		})
	}
}

// interrupting is a file system in which opening a file ends a context.
type interrupting struct {
	fs.FS

	stop context.CancelFunc
}

// Open opens a file.
func (i interrupting) Open(name string) (fs.File, error) {
	i.stop()
	return i.FS.Open(name)
}

// TestCreateInterrupted holds that an interrupt leaves nothing behind, and a file that was to be changed as it was.
func TestCreateInterrupted(t *testing.T) {
	t.Parallel()
	texts := fstest.MapFS{"one": {Data: []byte("one: 1\n")}}
	for _, tt := range []struct {
		name  string
		files int
	}{{"files", 2}, {"change alone", 0}} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "other.yaml"), []byte("before"), 0o600); err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			var files []scaffold.File
			for i := range tt.files {
				files = append(files, scaffold.File{Path: "a/" + strconv.Itoa(i) + ".yaml", FS: interrupting{texts, stop}, Template: "one"})
			}
			if len(files) == 0 {
				stop()
			}
			faults, err := cli.Create(ctx, dir, files, "other.yaml")
			if !errors.Is(err, context.Canceled) || len(faults) > 0 {
				t.Error(faults, err)
			}
			entries, _ := os.ReadDir(dir)
			if text, err := os.ReadFile(filepath.Join(dir, "other.yaml")); len(entries) != 1 || string(text) != "before" {
				t.Error("left behind:", entries, string(text), err)
			}
		})
	}
}
