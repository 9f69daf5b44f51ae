// Package source holds the text that people wrote and the places in it.
//
// A [File] is read once and never changes. A [Span] is a half-open range of bytes in one File; every
// node, label and message points at its origin through a Span, and nothing else in the program knows
// about lines and columns. Positions are computed on demand:
//
//	f := source.New("gizmo/image.yaml", raw)
//	line, col := f.Position(span.Start) // both count from 1, columns in characters
package source

import (
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// Kind says what the text of a File is.
type Kind uint8

const (
	// Content is the content of a file on disk.
	Content Kind = iota
	// PathName is a file whose name is the problem: Text is its path.
	PathName
	// CommandLine is what the user typed: Text is the arguments, joined by blanks.
	CommandLine
	// OutputPath is like PathName, but Path is as the user knows it, wherever the workspace is.
	OutputPath
)

// File is one text with a name. The zero value is an empty file without a name. A File is safe for
// concurrent use.
type File struct {
	// Path is slash-separated and relative to the workspace root; diagnostics make it relative to the
	// current directory. For OutputPath it is shown as it is.
	Path string
	// Text is the content with a leading byte order mark removed and CRLF turned into LF.
	Text string
	Kind Kind

	once  sync.Once
	index index
}

// New makes a File from the raw bytes of the file at path. It strips one UTF-8 byte order mark and
// turns CRLF into LF, which changes no line and no column. It does not check the text.
func New(path string, raw []byte) *File {
	text := strings.TrimPrefix(string(raw), "\ufeff")
	if strings.Contains(text, "\r\n") {
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	return &File{Path: path, Text: text}
}

// NewPath makes a File that stands for the name of a file, so that diagnostics can point into it.
func NewPath(path string) *File {
	return &File{Path: path, Text: path, Kind: PathName}
}

// NewOutputPath makes a File that stands for a name that the user gave, or that was made from one, such as
// that of a file to write. Diagnostics show it as it is.
func NewOutputPath(path string) *File {
	return &File{Path: path, Text: path, Kind: OutputPath}
}

// NewCommandLine makes a File that stands for what the user typed.
func NewCommandLine(args string) *File {
	return &File{Path: "command line", Text: args, Kind: CommandLine}
}

// Position returns the 1-based line and column of a byte offset; columns count characters (runes), and
// every byte that is not UTF-8 counts as one. An offset inside a character gives that character, one
// outside the text the nearest end. It takes logarithmic time after the first call on a File.
func (f *File) Position(offset int) (line, col int) {
	offset = min(max(offset, 0), len(f.Text))
	x := f.lookup()
	line = sort.SearchInts(x.lines, offset+1)
	m := x.mark(line, func(m mark) bool { return m.offset <= offset })
	for col = m.col; ; col++ {
		_, size := utf8.DecodeRuneInString(f.Text[m.offset:])
		m.offset += size
		if m.offset > offset || size == 0 {
			return line, col
		}
	}
}

// Offset returns the byte offset of a 1-based line and column; columns count characters. A column
// past the end of its line gives the end of the line, a line past the end gives the end of the text.
func (f *File) Offset(line, col int) int {
	x := f.lookup()
	if line < 1 {
		return 0
	}
	if line > len(x.lines) {
		return len(f.Text)
	}
	end := x.end(f.Text, line)
	m := x.mark(line, func(m mark) bool { return m.col <= col })
	for ; m.col < col && m.offset < end; m.col++ {
		_, size := utf8.DecodeRuneInString(f.Text[m.offset:end])
		m.offset += size
	}
	return m.offset
}

// Line returns the text of the 1-based line n without its line break, or "" when there is none.
func (f *File) Line(n int) string {
	x := f.lookup()
	if n < 1 || n > len(x.lines) {
		return ""
	}
	return f.Text[x.lines[n-1]:x.end(f.Text, n)]
}

// Span returns the span of the bytes [start, end) of f.
func (f *File) Span(start, end int) Span {
	return Span{File: f, Start: start, End: end}
}

// Whole returns a span at the start of f, for faults that concern the file as a whole.
func (f *File) Whole() Span {
	if f.Kind != Content {
		return f.Span(0, len(f.Text))
	}
	return f.Span(0, 0)
}

// Find returns the span of the first occurrence of text in f, or that of [File.Whole].
func (f *File) Find(text string) Span {
	if i := strings.Index(f.Text, text); i >= 0 && text != "" {
		return f.Span(i, i+len(text))
	}
	return f.Whole()
}

func (f *File) lookup() *index {
	f.once.Do(func() { f.index = newIndex(f.Text) })
	return &f.index
}

// Span is the bytes [Start, End) of File. The zero Span is no place at all.
type Span struct {
	File       *File
	Start, End int
}

// IsZero reports whether s is no place at all.
func (s Span) IsZero() bool { return s.File == nil }

// Text returns the bytes that s covers, or "" for the zero Span.
func (s Span) Text() string {
	if s.File == nil {
		return ""
	}
	return s.File.Text[s.Start:s.End]
}

// Position returns the 1-based line and column where s starts. It is 0, 0 for the zero Span.
func (s Span) Position() (line, col int) {
	if s.File == nil {
		return 0, 0
	}
	return s.File.Position(s.Start)
}

// Compare orders spans by path, then start, then end; the zero Span comes first.
func (s Span) Compare(t Span) int {
	switch {
	case s.File == nil || t.File == nil:
		return boolInt(s.File != nil) - boolInt(t.File != nil)
	case s.File != t.File && s.File.Path != t.File.Path:
		return strings.Compare(s.File.Path, t.File.Path)
	case s.Start != t.Start:
		return s.Start - t.Start
	}
	return s.End - t.End
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
