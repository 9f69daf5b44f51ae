package source_test

import (
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"tailor/internal/source"
)

const bom = "\ufeff"

func TestNew(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, raw, text string }{
		{"empty", "", ""},
		{"plain", "a: 1\n", "a: 1\n"},
		{"byte order mark", bom + "a: 1\n", "a: 1\n"},
		{"only one byte order mark", bom + bom + "a", bom + "a"},
		{"byte order mark inside", "a" + bom, "a" + bom},
		{"crlf", "a\r\nb\r\n", "a\nb\n"},
		{"mixed line breaks", "a\r\nb\nc", "a\nb\nc"},
		{"lone carriage return", "a\rb\r", "a\rb\r"},
		{"carriage return before crlf", "a\r\r\nb", "a\r\nb"},
		{"invalid bytes", "a\xffb", "a\xffb"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := source.New("x.yaml", []byte(tt.raw))
			if f.Text != tt.text || f.Path != "x.yaml" || f.Kind != source.Content {
				t.Errorf("got %q of %q, kind %d; want %q", f.Text, f.Path, f.Kind, tt.text)
			}
		})
	}
}

func TestPosition(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, raw         string
		offset, line, col int
	}{
		{"empty", "", 0, 1, 1},
		{"first", "ab\ncd", 0, 1, 1},
		{"line break", "ab\ncd", 2, 1, 3},
		{"second line", "ab\ncd", 3, 2, 1},
		{"end", "ab\ncd", 5, 2, 3},
		{"end after line break", "ab\n", 3, 2, 1},
		{"before the text", "ab", -7, 1, 1},
		{"past the text", "ab\ncd", 99, 2, 3},
		{"empty lines", "\n\n\nx", 3, 4, 1},
		{"two-byte characters", "äöü: x", 6, 1, 4},
		{"four-byte characters", "😀😀x", 8, 1, 3},
		{"inside a character", "a😀x", 3, 1, 2},
		{"combining mark is a character", "e\u0301x", 3, 1, 3},
		{"invalid bytes are characters", "\xff\xfex", 2, 1, 3},
		{"crlf counts once", "a\r\nb\r\nc", 4, 3, 1},
		{"byte order mark does not count", bom + "ab", 1, 1, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			line, col := source.New("x", []byte(tt.raw)).Position(tt.offset)
			if line != tt.line || col != tt.col {
				t.Errorf("got %d:%d, want %d:%d", line, col, tt.line, tt.col)
			}
		})
	}
}

func TestOffset(t *testing.T) {
	t.Parallel()
	const text = "ab\näö😀\n\nz"
	tests := []struct {
		name              string
		line, col, offset int
	}{
		{"start", 1, 1, 0},
		{"second column", 1, 2, 1},
		{"past the line", 1, 99, 2},
		{"line zero", 0, 5, 0},
		{"column zero", 2, 0, 3},
		{"multi-byte", 2, 3, 7},
		{"end of multi-byte line", 2, 4, 11},
		{"empty line", 3, 1, 12},
		{"past an empty line", 3, 2, 12},
		{"last line", 4, 1, 13},
		{"end", 4, 2, 14},
		{"past the text", 5, 1, 14},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := source.New("x", []byte(text)).Offset(tt.line, tt.col); got != tt.offset {
				t.Errorf("got %d, want %d", got, tt.offset)
			}
		})
	}
}

func TestLine(t *testing.T) {
	t.Parallel()
	f := source.New("x", []byte("one\r\n\ntwo\n"))
	for n, want := range map[int]string{-1: "", 0: "", 1: "one", 2: "", 3: "two", 4: "", 5: ""} {
		if got := f.Line(n); got != want {
			t.Errorf("line %d: got %q, want %q", n, got, want)
		}
	}
}

func TestZeroFile(t *testing.T) {
	t.Parallel()
	var f source.File
	if line, col := f.Position(3); line != 1 || col != 1 {
		t.Errorf("position: got %d:%d", line, col)
	}
	if f.Offset(1, 1) != 0 || f.Line(1) != "" {
		t.Error("an empty file has one empty line")
	}
}

func TestKinds(t *testing.T) {
	t.Parallel()
	name := source.NewPath("gizmo/by-arch/arm65.yaml")
	if name.Kind != source.PathName || name.Path != name.Text {
		t.Errorf("path: got %q, %q", name.Path, name.Text)
	}
	if got := name.Whole().Text(); got != name.Path {
		t.Errorf("whole path: got %q", got)
	}
	if got := name.Find("arm65").Text(); got != "arm65" {
		t.Errorf("part of a path: got %q", got)
	}
	output := source.NewOutputPath("out/gizmo.yaml")
	if output.Kind != source.OutputPath || output.Path != output.Text || output.Whole().Text() != output.Path {
		t.Errorf("output: got %q, %q", output.Path, output.Text)
	}
	typed := source.NewCommandLine("render gizmmo")
	if typed.Kind != source.CommandLine || typed.Path != "command line" {
		t.Errorf("command line: got %q", typed.Path)
	}
	if got := typed.Whole().Text(); got != "render gizmmo" {
		t.Errorf("whole command line: got %q", got)
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	f := source.New("x", []byte("a: b\nb: a\n"))
	for text, want := range map[string]source.Span{
		"b":   f.Span(3, 4),
		"b:":  f.Span(5, 7),
		"":    f.Whole(),
		"zzz": f.Whole(),
	} {
		if got := f.Find(text); got != want {
			t.Errorf("%q: got %d-%d, want %d-%d", text, got.Start, got.End, want.Start, want.End)
		}
	}
	if w := f.Whole(); w.Start != 0 || w.End != 0 || w.IsZero() {
		t.Errorf("whole content: got %d-%d", w.Start, w.End)
	}
}

func TestZeroSpan(t *testing.T) {
	t.Parallel()
	var s source.Span
	if line, col := s.Position(); !s.IsZero() || s.Text() != "" || line != 0 || col != 0 {
		t.Errorf("got %q at %d:%d", s.Text(), line, col)
	}
}

func TestSpanCompare(t *testing.T) {
	t.Parallel()
	a, b := source.New("a", []byte("xyz")), source.New("b", []byte("xyz"))
	again := source.New("a", []byte("xyz"))
	ordered := []source.Span{{}, a.Whole(), a.Span(0, 2), a.Span(1, 2), a.Span(1, 3), b.Whole(), b.Span(0, 1)}
	for i, s := range ordered {
		for j, u := range ordered {
			if got := s.Compare(u); sign(got) != sign(i-j) {
				t.Errorf("spans %d and %d: got %d", i, j, got)
			}
		}
	}
	if got := a.Span(1, 2).Compare(again.Span(1, 2)); got != 0 {
		t.Errorf("one path read twice: got %d", got)
	}
}

func sign(n int) int {
	return min(max(n, -1), 1)
}

// TestLongLines holds that marks in long lines change no answer, by counting characters one by one.
func TestLongLines(t *testing.T) {
	t.Parallel()
	line := strings.Repeat("aä€😀", 700)
	broken := strings.Repeat("a\xffä\xe2\x82", 700)
	f := source.New("x", []byte("short\n"+line+"\n"+broken+"\nshort\n"+line+line))
	wantLine, wantCol := 1, 1
	for offset := 0; offset <= len(f.Text); {
		if line, col := f.Position(offset); line != wantLine || col != wantCol {
			t.Fatalf("position %d: got %d:%d, want %d:%d", offset, line, col, wantLine, wantCol)
		}
		if got := f.Offset(wantLine, wantCol); got != offset {
			t.Fatalf("offset %d:%d: got %d, want %d", wantLine, wantCol, got, offset)
		}
		r, size := utf8.DecodeRuneInString(f.Text[offset:])
		offset += max(size, 1)
		wantCol++
		if r == '\n' {
			wantLine, wantCol = wantLine+1, 1
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	f := source.New("x", []byte(strings.Repeat("abc\n", 1000)))
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			if line, col := f.Position(i * 4); line != i+1 || col != 1 {
				t.Errorf("got %d:%d", line, col)
			}
		})
	}
	wg.Wait()
}

// BenchmarkPosition looks up places on one line as long as a file may be.
func BenchmarkPosition(b *testing.B) {
	f := source.New("x", []byte(strings.Repeat("ä", 256<<10)))
	for b.Loop() {
		_, col := f.Position(len(f.Text) - 2)
		f.Offset(1, col)
	}
}
