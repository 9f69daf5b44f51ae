package cli_test

import (
	"os"
	"path/filepath"
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
		want   diag.Code // "" when it succeeds
	}{
		{"all", []scaffold.File{good}, "", ""},
		{"with a change", []scaffold.File{good}, "other.yaml", ""},
		{"appeared meanwhile", []scaffold.File{good, good}, "", cli.CodeThere},
		{"unreadable", []scaffold.File{good, missing}, "", output.CodeWrite},
		{"change that fails", []scaffold.File{good}, "nowhere/other.yaml", output.CodeWrite},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.Mkdir(filepath.Join(dir, "a"), 0o755); err != nil {
				t.Fatal(err)
			}
			faults := cli.Create(dir, tt.files, tt.change)
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
			if entries, _ := filepath.Glob(filepath.Join(dir, "*")); len(entries) != 1 {
				t.Error("left behind:", entries)
			}
			if entries, _ := os.ReadDir(filepath.Join(dir, "a")); len(entries) > 0 {
				t.Error("left behind:", entries)
			}
		})
	}
}
