package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestImageCustomizerPage runs the commands of docs/how-to/check-with-image-customizer.md that need the real Image
// Customizer. It is skipped without one: TAILOR_IC must hold its path. (TestDocs runs the others.)
func TestImageCustomizerPage(t *testing.T) {
	program := os.Getenv("TAILOR_IC")
	if program == "" {
		t.Skip("TAILOR_IC is not set: it must hold the path of an Image Customizer binary")
	}
	t.Setenv("PATH", filepath.Dir(program)+string(filepath.ListSeparator)+os.Getenv("PATH"))
	page := strings.ReplaceAll(readPage(t, "docs/how-to/check-with-image-customizer.md"), "```text\n$ ", "```console\n$ ")
	if n := strings.Count(page, "--with imagecustomizer\nerror[T0625]"); n != 1 {
		t.Errorf("the page shows %d errors of Image Customizer", n)
	}
	d := docRun{t: t}
	if diff := cmp.Diff(page, d.page(page)); diff != "" {
		t.Errorf("the page shows something else than what is printed (-page +printed):\n%s", diff)
	}
}
