package explain

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
	"tailor/render"
)

// Printer prints stories and blames.
type Printer struct {
	// Place says where a span is, as `path:line:col`.
	Place func(source.Span) string
	// Color colours the places of a blame by file.
	Color bool
}

// told is a story with the slugs of the cells that share it.
type told struct {
	story Story
	slugs []string
	text  string
}

// tell groups renderings by what is to be said about a place; those in which nothing is or ever was there are
// left out.
func (p Printer) tell(renderings []render.Rendering, steps []directives.Step) []*told {
	var out []*told
	byText := map[string]*told{}
	for _, r := range renderings {
		s, ok := Tell(r, steps)
		if !ok {
			continue
		}
		text := p.story(s, r.Cell)
		t := byText[text]
		if t == nil {
			t = &told{story: s, text: text}
			byText[text] = t
			out = append(out, t)
		}
		t.slugs = append(t.slugs, r.Output.Slug)
	}
	return out
}

// Paths prints the story of a place in each config; configs with one story share it. It returns false when nothing
// is or ever was there in any of them.
func (p Printer) Paths(w io.Writer, renderings []render.Rendering, steps []directives.Step) (bool, error) {
	stories := p.tell(renderings, steps)
	if len(stories) == 0 {
		return false, nil
	}
	var b bytes.Buffer
	absent := len(renderings)
	for i, t := range stories {
		if i > 0 {
			b.WriteByte('\n')
		}
		absent -= len(t.slugs)
		fmt.Fprintf(&b, "%s   in %s\n\n%s", t.story.Path, cells(t.slugs), t.text)
	}
	if absent > 0 {
		fmt.Fprintf(&b, "\nnot in %s\n", diag.Count(absent, "other cell"))
	}
	_, err := w.Write(b.Bytes())
	return true, err
}

// cells names the cells of a group.
func cells(slugs []string) string {
	if len(slugs) == 1 {
		return slugs[0]
	}
	return diag.Count(len(slugs), "cell") + ": " + strings.Join(slugs, ", ")
}

// story is the text of a story below its head.
func (p Printer) story(s Story, cell *render.Cell) string {
	var b bytes.Buffer
	events := columns{indent: "  "}
	for i, e := range s.Events {
		mark := " "
		if e.Holds {
			mark = "*"
		}
		events.add(fmt.Sprintf("%s%2d", mark, i+1), p.Place(e.Span()), e.Reason, did(e))
		for _, site := range directives.Visible(e.By).Via.Sites() {
			events.add("", "└─ included at "+p.Place(site))
		}
	}
	events.write(&b)
	b.WriteString("\nresult: " + result(s) + "\n")
	p.uses(&b, s.Uses, cell, "  ")
	p.parts(&b, s)
	return b.String()
}

func result(s Story) string {
	if s.Value == nil {
		return "nothing"
	}
	if len(s.Uses) > 0 {
		return directives.Shown(s.Value) + ", from a template"
	}
	return size(s.Value)
}

// uses prints what the names of a template stand for.
func (p Printer) uses(b *bytes.Buffer, uses []directives.Use, cell *render.Cell, indent string) {
	c := columns{indent: indent}
	for _, u := range uses {
		c.add("${"+u.Name+"}", "`"+u.Text+"`", u.Kind, p.useSpan(u, cell))
	}
	c.write(b)
	for _, u := range uses {
		if len(u.Uses) > 0 {
			b.WriteString(indent + "in ${" + u.Name + "}:\n")
			p.uses(b, u.Uses, cell, indent+"  ")
		}
	}
}

// useSpan is where the value of a name was set.
func (p Printer) useSpan(u directives.Use, cell *render.Cell) string {
	switch {
	case u.Param != nil:
		return p.Place(directives.At(u.Param)) + reason(cell.Reason(u.Param))
	case u.Kind == "axis":
		if at := cell.Image.ValueSpan(u.Name, u.Text); !at.IsZero() {
			return p.Place(at)
		}
	}
	return ""
}

func reason(r string) string {
	if r == "" {
		return ""
	}
	return " (" + r + ")"
}

// parts prints the items of a list or the keys of a map.
func (p Printer) parts(b *bytes.Buffer, s Story) {
	c := columns{indent: "  "}
	for i, item := range s.Items {
		c.add("["+strconv.Itoa(i)+"]", size(item.Value), p.Place(item.Value.Span), item.Reason)
	}
	for _, k := range s.Keys {
		state := diag.Count(k.Events, "contribution")
		if k.Value.Kind == yamltree.Absent {
			state = "removed"
		}
		c.add(k.Name, p.Place(k.Span), k.Reason, state)
	}
	c.write(b)
	if len(s.Gone) == 0 {
		return
	}
	b.WriteString("gone:\n")
	c = columns{indent: "  "}
	for _, item := range s.Gone {
		c.add(size(item.Value), p.Place(item.Value.Span)+reason(item.Reason), "by "+p.Place(directives.At(item.Place))+reason(item.By.Reason))
	}
	c.write(b)
}

// columns prints rows in columns, two blanks apart.
type columns struct {
	indent string
	rows   [][]string
}

func (c *columns) add(cells ...string) { c.rows = append(c.rows, cells) }

func (c *columns) write(b *bytes.Buffer) {
	var widths []int
	for _, row := range c.rows {
		for i, cell := range row[:len(row)-1] {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], uniseg.StringWidth(cell))
		}
	}
	for _, row := range c.rows {
		var line strings.Builder
		line.WriteString(c.indent)
		for i, cell := range row {
			line.WriteString(cell)
			if i < len(row)-1 {
				line.WriteString(strings.Repeat(" ", widths[i]-uniseg.StringWidth(cell)+2))
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}
