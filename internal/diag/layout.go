package diag

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

const (
	maxWidth = 160  // columns of a source line that are shown
	maxBytes = 1024 // bytes of a source line that are looked at
	lead     = 30   // bytes that are shown before the first mark, when a line does not fit
	tabWidth = 4
	ellipsis = "..."
)

// layout is the part of a source line that is shown, as a terminal shows it.
type layout struct {
	shown string
	from  int   // byte offset in the line of the first byte that is shown
	cols  []int // column of each byte that is shown, counted from 0, and that after the last one
	all   bool  // whether the whole line is shown
}

// wholeLine lays out a line that fits.
func wholeLine(line string) (layout, bool) {
	if len(line) > maxBytes {
		return layout{}, false
	}
	l := lay(line, 0)
	return l, l.all
}

// window lays out the part of a line around the byte offset at.
func window(line string, at int) layout {
	from := runeStart(line, max(0, at-lead))
	indent := 0
	if from > 0 {
		indent = len(ellipsis)
	}
	l := lay(line[from:runeStart(line, min(len(line), from+maxBytes))], indent)
	l.from = from
	if from > 0 {
		l.shown = ellipsis + l.shown
	}
	l.all = false
	if from+len(l.cols)-1 < len(line) {
		l.shown += ellipsis
	}
	return l
}

// runeStart moves an offset back to the start of the character that it is in.
func runeStart(text string, offset int) int {
	for i := offset; i > 0 && i < len(text) && i > offset-utf8.UTFMax; i-- {
		if utf8.RuneStart(text[i]) {
			return i
		}
	}
	return offset
}

// layer lays out text from left to right.
type layer struct {
	shown strings.Builder
	cols  []int
	col   int // the next one that is free
}

// lay lays out text from a column on until it ends or maxWidth is reached.
func lay(text string, col int) layout {
	l := layer{col: col, cols: make([]int, 0, len(text)+1)}
	for rest := text; rest != "" && l.col < maxWidth; rest = text[len(l.cols):] {
		if n := unprintable(rest); n > 0 {
			l.printable(rest[:n])
		} else {
			l.special(rest)
		}
	}
	return layout{shown: l.shown.String(), cols: append(l.cols, l.col), all: len(l.cols) == len(text)}
}

func (l *layer) printable(text string) {
	state := -1
	for text != "" && l.col < maxWidth {
		var cluster string
		var width int
		cluster, text, width, state = uniseg.FirstGraphemeClusterInString(text, state)
		l.shown.WriteString(cluster)
		l.advance(len(cluster), width)
	}
}

// special lays out the first character of text: a tab, or one that is escaped.
func (l *layer) special(text string) {
	if text[0] == '\t' {
		width := tabWidth - l.col%tabWidth
		l.shown.WriteString(strings.Repeat(" ", width))
		l.advance(1, width)
		return
	}
	before := l.shown.Len()
	size := escape(&l.shown, text)
	l.advance(size, l.shown.Len()-before)
}

// advance notes that the next size bytes fill width columns.
func (l *layer) advance(size, width int) {
	for range size {
		l.cols = append(l.cols, l.col)
	}
	l.col += width
}

// columns returns the columns of the bytes [start, end) of the line, at least one.
func (l layout) columns(start, end int) (from, to int) {
	last := len(l.cols) - 1
	first := min(max(start-l.from, 0), last)
	after := min(max(end-l.from, first), last)
	from = l.cols[first]
	for after > first && after < last && l.cols[after] == l.cols[after-1] {
		after++ // to the end of the character
	}
	return from, max(l.cols[after], from+1)
}

// holds reports whether the character at a byte offset of the line is shown.
func (l layout) holds(at int) bool {
	return l.from <= at && at < l.from+len(l.cols)-1
}
