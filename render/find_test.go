package render_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/render"
)

func TestFind(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	archive := "-- ws/tailor.yaml --\n-- ws/gizmo/image.yaml --\n-- ws/inner/tailor.yaml --\n-- ws/inner/deep/er/x --\n" +
		"-- alone/image.yaml --\n-- alone/sub/x --\n-- other/my.yaml --\n-- both/tailor.yaml --\n-- both/image.yaml --\n-- dirs/tailor.yaml/x --\n"
	if err := txtar.Write(txtar.Parse([]byte(archive)), top); err != nil {
		t.Fatal(err)
	}
	place := func(dir, marker string, standalone bool) render.Place {
		return render.Place{Dir: filepath.Join(top, dir), Marker: marker, Standalone: standalone}
	}
	none := render.Place{}
	tests := []struct {
		dir, manifest string
		want          render.Place
	}{
		{"ws", "", place("ws", "tailor.yaml", false)},
		{"ws/gizmo", "", place("ws", "tailor.yaml", false)},
		{"ws/inner/deep/er", "", place("ws/inner", "tailor.yaml", false)},
		{"alone", "", place("alone", "image.yaml", true)},
		{"both", "", place("both", "tailor.yaml", false)},
		{"alone/sub", "", none},
		{"dirs", "", none},
		{"alone/sub", "..", place("alone", "image.yaml", true)},
		{"alone/sub", "../image.yaml", place("alone", "image.yaml", true)},
		{"both", "image.yaml", place("both", "image.yaml", true)},
		{"alone", "../ws/inner/tailor.yaml", place("ws/inner", "tailor.yaml", false)},
		{"alone", filepath.Join(top, "ws"), place("ws", "tailor.yaml", false)},
		{"ws", "../other/my.yaml", place("other", "my.yaml", false)},
		{"ws", "../other", none},
		{"ws", "nowhere", none},
		{"ws", "../alone/image.yaml/x", none},
	}
	for _, tt := range tests {
		arg := render.Arg{Value: tt.manifest, Span: source.NewCommandLine(tt.manifest).Whole()}
		got, err := render.Find(filepath.Join(top, filepath.FromSlash(tt.dir)), arg)
		if got != tt.want {
			t.Errorf("%s, %q: got %+v, want %+v", tt.dir, tt.manifest, got, tt.want)
		}
		var d *diag.Diagnostic
		if tt.want == none && (!errors.As(err, &d) || d.Code != render.CodeNoWorkspace || d.Help == "") {
			t.Errorf("%s, %q: %v", tt.dir, tt.manifest, err)
		}
	}
}

// TestOpenGone reports a root that vanished after it was found.
func TestOpenGone(t *testing.T) {
	t.Parallel()
	var report diag.Report
	_, err := render.Open(render.Place{Dir: filepath.Join(t.TempDir(), "gone"), Marker: "tailor.yaml"}, &report)
	var d *diag.Diagnostic
	if !errors.As(err, &d) || d.Code != render.CodeRead || diag.Cause(err) == "" {
		t.Error(err)
	}
	if _, err := os.Stat("gone"); err == nil {
		t.Error("it was made")
	}
}
