package diag_test

import (
	"io"
	"strings"
	"testing"

	"tailor/internal/diag"
)

// BenchmarkPrint prints a diagnostic in the middle of one line as long as a file may be, which takes no longer
// than one on a short line.
func BenchmarkPrint(b *testing.B) {
	for name, text := range map[string]string{
		"short":     "a: b\n",
		"long":      strings.Repeat("ab, ", 128<<10),
		"wide":      strings.Repeat("日", 170<<10),
		"combining": "e" + strings.Repeat("\u0301", 256<<10),
		"broken":    strings.Repeat("\xff", 512<<10),
	} {
		f := file("long.yaml", text)
		ds := []diag.Diagnostic{fault(diag.Label{Span: f.Span(len(text)/2, len(text)), Text: "here"})}
		for _, format := range []diag.Format{diag.Text, diag.JSON, diag.GitHub} {
			b.Run(name+"/"+string(format), func(b *testing.B) {
				for b.Loop() {
					if err := diag.Print(io.Discard, diag.Part{Printer: diag.Printer{Format: format}, List: ds}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
