package diag_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"tailor/internal/diag"
	"tailor/internal/source"
)

// FuzzPrint holds that whatever people wrote is printed, and does nothing to a terminal.
func FuzzPrint(f *testing.F) {
	f.Add(imageText, "wrong", "text", 6, 11, uint8(0))
	f.Add(oddText, "a\nb", "\x1b[31m", 9, 15, uint8(1))
	f.Add(oddText, "\u202e", "\xff\xfe", 8, 8, uint8(2))
	f.Add("a: "+strings.Repeat("日本\t", 400)+"\nb: c", "", "\r", 700, 900, uint8(3))
	f.Add("", "", "", 0, 0, uint8(4))
	f.Add("x\n\n\ny", "m", "👩\u200d🚀", -5, 99, uint8(8))
	f.Fuzz(func(t *testing.T, text, message, label string, start, end int, kind uint8) {
		src := []*source.File{
			source.New("image.yaml", []byte(text)), source.New(label, []byte(text)),
			source.NewPath(text), source.NewOutputPath(text), source.NewCommandLine(text),
		}[kind%5]
		middle := diag.Label{Span: src.Span(start/2, end), Text: message}
		if kind >= 128 {
			middle.Via = []source.Span{src.Span(end, end), {}}
		}
		d := fault(
			diag.Label{Span: src.Span(start, end), Text: label},
			middle,
			diag.Label{Span: src.Span(end, start), Text: text},
		)
		d.Message, d.Path, d.Notes, d.Help, d.Cells = message, label, []string{text, label}, message, []string{label}
		checkShown(t, show(t, diag.Printer{}, d, d))
		checkShown(t, show(t, diag.Printer{Format: diag.Short, Prefix: label}, d))
		checkShown(t, show(t, diag.Printer{Format: diag.GitHub}, d))
		raw := show(t, diag.Printer{Format: diag.JSON}, d)
		checkShown(t, raw)
		if !json.Valid([]byte(raw)) {
			t.Errorf("no JSON: %s", raw)
		}
		show(t, diag.Printer{Color: true, Dir: label}, d)
	})
}

func checkShown(t *testing.T, out string) {
	t.Helper()
	if !utf8.ValidString(out) {
		t.Errorf("not UTF-8: %q", out)
	}
	for _, r := range out {
		if r != '\n' && !strconv.IsPrint(r) {
			t.Fatalf("%q in %q", r, out)
		}
	}
}
