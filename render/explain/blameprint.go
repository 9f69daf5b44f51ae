package explain

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/rivo/uniseg"

	"tailor/render"
)

// Blame prints configs with the place of every line before it. Several configs are told apart by their slugs.
func (p Printer) Blame(w io.Writer, renderings []render.Rendering) error {
	return blocks(w, renderings, func(b *bytes.Buffer, r render.Rendering) {
		if len(renderings) > 1 {
			b.WriteString("# " + r.Output.Slug + "\n")
		}
		p.blame(b, Blame(r))
	})
}

func (p Printer) blame(b *bytes.Buffer, lines []Line) {
	width := 0
	places := make([]string, len(lines))
	for i, l := range lines {
		if !l.Span.IsZero() {
			places[i] = p.Place(l.Span)
		}
		width = max(width, uniseg.StringWidth(places[i]))
	}
	tint := tints{}
	for i, l := range lines {
		pad := strings.Repeat(" ", width-uniseg.StringWidth(places[i]))
		place := places[i]
		if p.Color && place != "" {
			place = tint.paint(l.Span.File.Path, place)
		}
		fmt.Fprintf(b, "%s%s | %s\n", place, pad, l.Text)
	}
}

// tints gives each file a colour of its own, as long as there are some.
type tints map[string]int

func (t tints) paint(file, text string) string {
	colors := []int{36, 33, 35, 32, 34, 31, 96, 93, 95, 92, 94, 91}
	i, ok := t[file]
	if !ok {
		i = len(t)
		t[file] = i
	}
	return fmt.Sprintf("\x1b[%dm%s\x1b[0m", colors[i%len(colors)], text)
}
