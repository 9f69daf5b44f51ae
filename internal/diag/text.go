package diag

import (
	"slices"
	"strconv"
	"strings"
)

// frame writes one diagnostic in the text format.
type frame struct {
	out *strings.Builder
	Printer
	colors colors
	width  int  // of the line numbers
	open   bool // an excerpt ended, and what follows is set off
}

// text prints a diagnostic with its places.
func (p Printer) text(b *strings.Builder, d *Diagnostic) {
	blocks := blocksOf(d)
	f := frame{out: b, Printer: p, colors: colorsOf(d.Severity, p.Color), width: numberWidth(blocks)}
	f.out.WriteString(paint(f.colors.title, title(d)) + paint(f.colors.message, ": "+clean(d.Message)) + "\n")
	arrow := "--> "
	for i := range blocks {
		f.block(arrow, &blocks[i])
		arrow = "::: "
	}
	f.foot("", strikes(d))
	for _, note := range d.Notes {
		f.foot("note", note)
	}
	f.foot("help", d.Help)
}

// numberWidth returns the width of the largest line number, or 2 when there is none.
func numberWidth(blocks []block) int {
	largest := 0
	for _, b := range blocks {
		for _, r := range b.rows {
			largest = max(largest, r.number)
		}
	}
	if largest == 0 {
		return 2
	}
	return len(strconv.Itoa(largest))
}

func (f *frame) block(arrow string, b *block) {
	f.setOff()
	f.out.WriteString(strings.Repeat(" ", f.width) + paint(f.colors.frame, arrow) + f.place(b.at) + "\n")
	if len(b.rows) > 0 {
		f.bar("", "")
		f.open = true
	}
	for i, r := range b.rows {
		if i > 0 && r.number > b.rows[i-1].number+1 {
			f.out.WriteString(paint(f.colors.frame, ellipsis) + "\n")
		}
		f.row(r)
	}
	for _, site := range b.via {
		f.foot("", "included at "+f.place(site))
	}
	f.open = f.open || len(b.via) > 0
}

// setOff writes an empty line of the frame after an excerpt.
func (f *frame) setOff() {
	if f.open {
		f.bar("", "")
		f.open = false
	}
}

// bar writes a line of the frame, with a line number or none.
func (f *frame) bar(number, content string) {
	content = strings.TrimRight(content, " ")
	if content != "" {
		content = " " + content
	}
	gap := strings.Repeat(" ", max(0, f.width-len(number)))
	f.out.WriteString(paint(f.colors.frame, gap+number+" |") + content + "\n")
}

// foot writes a line that concerns what stands above it; an empty text is left out. Further lines of text
// are indented below the first.
func (f *frame) foot(word, text string) {
	if text == "" {
		return
	}
	f.setOff()
	indent := strings.Repeat(" ", f.width+1)
	f.out.WriteString(indent + paint(f.colors.frame, "=") + " ")
	indent += "  "
	if word != "" {
		f.out.WriteString(paint(f.colors.word, word) + ": ")
		indent += strings.Repeat(" ", len(word)+2)
	}
	for i, line := range strings.Split(text, "\n") {
		if i > 0 && line != "" {
			f.out.WriteString(indent)
		}
		f.out.WriteString(clean(line) + "\n")
	}
}

func (f *frame) row(r row) {
	number := ""
	if r.number > 0 {
		number = strconv.Itoa(r.number)
	}
	f.bar(number, r.layout.shown)
	if len(r.marks) == 0 {
		return
	}
	inline, hanging := arrange(r.marks)
	f.bar("", f.underline(r.marks)+" "+paint(f.colors.of(inline), inline.text))
	if len(hanging) > 0 {
		bars, _ := f.bars(hanging)
		f.bar("", bars)
	}
	for i, m := range slices.Backward(hanging) {
		f.bar("", f.hang(hanging[:i], m))
	}
}
