// Package explain says why a cell is as it is.
//
// [Order] prints the merge order of a cell: the plan that rendering consumes, so what it shows is what happens.
// [Tell] gives the story of one value, read off the merged tree, [Blame] the place of every line of a config, and
// [Cites] the scalars that a value is made from. [Printer] prints them for people, [JSONPrinter] for programs, and
// [Mermaid] draws the order as a chart.
//
//	explain.Order(os.Stdout, plan.Cells)
//	story, ok := explain.Tell(renderings[0], steps)
//
// It implements docs/reference/cli.md, "tailor explain".
package explain

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/rivo/uniseg"

	"tailor/directives"
	"tailor/render"
)

// Order writes the merge order of each cell, separated by empty lines. A cell with several outputs is one
// entry with all their slugs.
func Order(w io.Writer, cells []*render.Cell) error {
	return blocks(w, cells, order)
}

// blocks writes one block for each of some things, separated by empty lines.
func blocks[T any](w io.Writer, things []T, block func(*bytes.Buffer, T)) error {
	var b bytes.Buffer
	for i, thing := range things {
		if i > 0 {
			b.WriteByte('\n')
		}
		block(&b, thing)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Configs writes the merge order of each cell, followed by its configs. The renderings are those of the
// cells, in the same order; an image that is only converted has none.
func Configs(w io.Writer, cells []*render.Cell, renderings []render.Rendering) error {
	return blocks(w, cells, func(b *bytes.Buffer, c *render.Cell) {
		order(b, c)
		for len(renderings) > 0 && renderings[0].Cell == c {
			config(b, renderings[0])
			renderings = renderings[1:]
		}
	})
}

// config writes one config, indented; empty lines stay empty.
func config(b *bytes.Buffer, r render.Rendering) {
	fmt.Fprintf(b, "\nmerged config of %s:\n", r.Output.Slug)
	for line := range strings.Lines(string(r.Text())) {
		if line != "\n" {
			b.WriteString("  ")
		}
		b.WriteString(line)
	}
}

func order(b *bytes.Buffer, c *render.Cell) {
	slugs := make([]string, len(c.Outputs))
	for i, o := range c.Outputs {
		slugs[i] = o.Slug
	}
	b.WriteString("cell  " + strings.Join(slugs, ", "))
	if axes := c.Values.String(); axes != "" {
		b.WriteString("   (" + axes + ")")
	}
	b.WriteString("\n\nmerge order (top = base, bottom wins):\n")
	width := 0
	for _, l := range c.Layers {
		width = max(width, uniseg.StringWidth(l.Path))
	}
	for i, l := range c.Layers {
		pad := strings.Repeat(" ", width-uniseg.StringWidth(l.Path))
		fmt.Fprintf(b, "  %2d  %s%s  %s\n", i+1, l.Path, pad, l.Reason)
		includes(b, l.Includes, "        ")
	}
}

func includes(b *bytes.Buffer, list []directives.Include, indent string) {
	for _, i := range list {
		word := "$include"
		if i.Used {
			word = "$use"
		}
		b.WriteString(indent + "└─ " + word + " " + i.Path + "\n")
		includes(b, i.Includes, indent+"   ")
	}
}
