package textdiff

import (
	"strconv"
	"strings"
)

// around is how many equal lines are shown before and after a change.
const around = 3

// hunks groups changes. Those whose context would touch or overlap are printed together.
func hunks(changes []change) [][]change {
	var all [][]change
	start := 0
	for i := range changes {
		next := i + 1
		if next == len(changes) || changes[next].oldFrom-changes[i].oldTo > 2*around {
			all = append(all, changes[start:next])
			start = next
		}
	}
	return all
}

// printer prints hunks over the lines of two texts. Each line has its line break, if there is one.
type printer struct {
	old, new []string
	out      strings.Builder
}

// hunk prints one group of changes with the lines between and around them.
func (p *printer) hunk(changes []change) {
	first, last := changes[0], changes[len(changes)-1]
	before, after := min(around, first.oldFrom), min(around, len(p.old)-last.oldTo)
	at, end := first.oldFrom-before, last.oldTo+after
	p.out.WriteString("@@ -" + span(at, end) + " +" + span(first.newFrom-before, last.newTo+after) + " @@\n")
	for _, c := range changes {
		p.lines(' ', p.old[at:c.oldFrom])
		p.lines('-', p.old[c.oldFrom:c.oldTo])
		p.lines('+', p.new[c.newFrom:c.newTo])
		at = c.oldTo
	}
	p.lines(' ', p.old[at:end])
}

// lines prints lines with a mark in front.
func (p *printer) lines(mark byte, lines []string) {
	for _, line := range lines {
		p.out.WriteByte(mark)
		p.out.WriteString(line)
		if !strings.HasSuffix(line, "\n") {
			p.out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// span returns the lines [from, to), counted from 0, as the head of a hunk has them. An empty range is named
// after the line before it, which is line 0: with context around, only an empty text gives an empty range.
func span(from, to int) string {
	switch to - from {
	case 0:
		return strconv.Itoa(from) + ",0"
	case 1:
		return strconv.Itoa(from + 1)
	default:
		return strconv.Itoa(from+1) + "," + strconv.Itoa(to-from)
	}
}
