package render_test

import (
	"os"
	"path/filepath"
	"testing"

	"tailor/render"
)

// TestExpect: a file is read once, whether it is expected or not and however often.
func TestExpect(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"a.yaml", "b.yaml"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x: 1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	f := render.NewFiles(root)
	a := f.Load("a.yaml")
	f.Expect("a.yaml", "b.yaml")
	expected, _ := f.Early("b.yaml")
	if _, again := f.Early("a.yaml"); again || f.Load("a.yaml") != a {
		t.Error("a file that was loaded is read again")
	}
	b := f.Load("b.yaml")
	if _, kept := f.Early("b.yaml"); kept || b != expected || f.Load("b.yaml") != b {
		t.Error("a file that was expected is read again, or kept for ever")
	}
}
