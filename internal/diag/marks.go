package diag

import (
	"slices"
	"strings"
)

// arrange says which text stands right of the marks, and which hang below them. The marks are sorted by
// where they start.
func arrange(marks []mark) (inline mark, hanging []mark) {
	last := len(marks) - 1
	for i, m := range marks {
		switch {
		case i == last && m.to == width(marks):
			inline = m
		case m.text != "":
			hanging = append(hanging, m)
		}
	}
	return inline, hanging
}

func width(marks []mark) int {
	n := 0
	for _, m := range marks {
		n = max(n, m.to)
	}
	return n
}

// underline draws all marks into one line. A short one lies on top of a long one.
func (f *frame) underline(marks []mark) string {
	marks = slices.Clone(marks)
	slices.SortStableFunc(marks, func(a, b mark) int {
		if n := (b.to - b.from) - (a.to - a.from); n != 0 {
			return n
		}
		return boolInt(a.primary) - boolInt(b.primary)
	})
	line := []byte(strings.Repeat(" ", width(marks)))
	for _, m := range marks {
		sign := byte('-')
		if m.primary {
			sign = '^'
		}
		for i := m.from; i < m.to; i++ {
			line[i] = sign
		}
	}
	return f.paintSigns(string(line))
}

// paintSigns puts each run of one sign into its style.
func (f *frame) paintSigns(line string) string {
	if !f.Color {
		return line
	}
	var b strings.Builder
	for line != "" {
		n := len(line) - len(strings.TrimLeft(line, line[:1]))
		switch line[0] {
		case '^':
			b.WriteString(paint(f.colors.primary, line[:n]))
		case '-':
			b.WriteString(paint(f.colors.other, line[:n]))
		default:
			b.WriteString(line[:n])
		}
		line = line[n:]
	}
	return b.String()
}

// hang draws the text of a mark below where it starts, and the strings of those left of it.
func (f *frame) hang(left []mark, m mark) string {
	left = slices.DeleteFunc(slices.Clone(left), func(l mark) bool { return l.from >= m.from })
	bars, col := f.bars(left)
	return bars + strings.Repeat(" ", m.from-col) + paint(f.colors.of(m), m.text)
}

// bars draws a string down from where each of the marks starts, and returns the column after the last.
func (f *frame) bars(marks []mark) (line string, col int) {
	var b strings.Builder
	for _, m := range marks {
		if m.from < col {
			continue // from one place one string is enough
		}
		b.WriteString(strings.Repeat(" ", m.from-col) + paint(f.colors.of(m), "|"))
		col = m.from + 1
	}
	return b.String(), col
}
