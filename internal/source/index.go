package source

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// stride is the number of bytes after which a long line gets a mark, so that no lookup reads more.
const stride = 1024

// index finds lines and columns of a text without reading it from its start, whatever the length of its
// lines.
type index struct {
	lines []int  // byte offset of the start of each line
	marks []mark // in long lines, about one every stride bytes
}

// mark is a character inside a line: its byte offset and its 1-based column.
type mark struct {
	offset, col int
}

func newIndex(text string) index {
	x := index{lines: []int{0}}
	start := 0
	for {
		i := strings.IndexByte(text[start:], '\n')
		if i < 0 {
			x.addMarks(text, start, len(text))
			return x
		}
		x.addMarks(text, start, start+i)
		start += i + 1
		x.lines = append(x.lines, start)
	}
}

func (x *index) addMarks(text string, start, end int) {
	m := mark{start, 1}
	for next := start + stride; next < end; next = m.offset + stride {
		for ; m.offset < next; m.col++ {
			_, size := utf8.DecodeRuneInString(text[m.offset:end])
			m.offset += size
		}
		x.marks = append(x.marks, m)
	}
}

// end returns the byte offset of the end of an existing line, its line break not counted.
func (x *index) end(text string, line int) int {
	if line < len(x.lines) {
		return x.lines[line] - 1
	}
	return len(text)
}

// mark returns the last mark of an existing line that is not past what is looked for, else its start.
func (x *index) mark(line int, reached func(mark) bool) mark {
	start := mark{x.lines[line-1], 1}
	first := sort.Search(len(x.marks), func(i int) bool { return x.marks[i].offset > start.offset })
	marks := x.marks[first:]
	if line < len(x.lines) {
		marks = marks[:sort.Search(len(marks), func(i int) bool { return marks[i].offset >= x.lines[line] })]
	}
	if n := sort.Search(len(marks), func(i int) bool { return !reached(marks[i]) }); n > 0 {
		return marks[n-1]
	}
	return start
}
