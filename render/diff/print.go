package diff

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/rivo/uniseg"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/render"
)

// WorkingTree is what the workspace as it is on the disk is called.
const WorkingTree = "working tree"

// Printer prints results.
type Printer struct {
	// From and To are what the user calls the two sides.
	From, To string
	// Path says what the path of a file of a side is.
	Path func(Side, *source.File) string
}

// Text prints a result for people; it prints nothing when there is no difference.
func (p Printer) Text(w io.Writer, r Result) error {
	var b strings.Builder
	for _, slug := range r.Added {
		b.WriteString("added    " + slug + "\n")
	}
	for _, slug := range r.Removed {
		b.WriteString("removed  " + slug + "\n")
	}
	for _, g := range r.Changed {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("in " + diag.Count(len(g.Cells), "cell") + ": " + strings.Join(g.Cells, ", ") + "\n" + g.Diff)
		for _, change := range fileChanges {
			if names := p.files(g, change); len(names) > 0 {
				b.WriteString(change + " files: " + strings.Join(names, ", ") + "\n")
			}
		}
		if len(g.Causes) > 0 {
			b.WriteString("caused by:\n" + p.causes(g))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// fileChanges are the words of [File], in the order in which they are printed.
var fileChanges = []string{"changed", "added", "removed"}

// files lists the files of a group with one kind of change.
func (p Printer) files(g Group, change string) []string {
	var out []string
	for _, f := range g.Files {
		if f.Change == change {
			out = append(out, p.file(f))
		}
	}
	return out
}

func (p Printer) file(f File) string {
	side := To
	if f.Change == "removed" {
		side = From
	}
	return p.Path(side, source.NewPath(f.Path))
}

// causes prints the causes of a group, one a line.
func (p Printer) causes(g Group) string {
	width := 0
	places := make([]string, len(g.Causes))
	for i, c := range g.Causes {
		places[i] = fmt.Sprintf("%s:%d:%d", p.Path(c.Side, c.File), c.Line, c.Column)
		width = max(width, uniseg.StringWidth(places[i]))
	}
	var b strings.Builder
	for i, c := range g.Causes {
		mark := "- "
		if c.Side == To {
			mark = "+ "
		}
		b.WriteString(mark + places[i] + strings.Repeat(" ", width-uniseg.StringWidth(places[i])+2) + c.Text() + "\n")
	}
	return b.String()
}

// StatText prints the counts of a result for people.
func (p Printer) StatText(w io.Writer, r Result) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range r.Images {
		fmt.Fprintf(t, "%s\t%d added\t%d removed\t%d changed\t%d unchanged\t+%d -%d\n",
			c.Image, c.Added, c.Removed, c.Changed, c.Unchanged, c.Plus, c.Minus)
	}
	return t.Flush()
}

type resultJSON struct {
	From    string      `json:"from"`
	To      string      `json:"to"`
	Added   []string    `json:"added"`
	Removed []string    `json:"removed"`
	Changed []groupJSON `json:"changed"`
}

type groupJSON struct {
	Cells  []string    `json:"cells"`
	Diff   string      `json:"diff"`
	Files  []fileJSON  `json:"files"`
	Causes []causeJSON `json:"causes"`
}

type fileJSON struct {
	File   string `json:"file"`
	Change string `json:"change"`
}

type causeJSON struct {
	Side   string `json:"side"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
}

// JSON prints a result for programs. Lists are never null.
func (p Printer) JSON(w io.Writer, r Result) error {
	out := resultJSON{From: p.From, To: p.To, Added: list(r.Added), Removed: list(r.Removed), Changed: []groupJSON{}}
	for _, g := range r.Changed {
		j := groupJSON{Cells: g.Cells, Diff: g.Diff, Files: []fileJSON{}, Causes: []causeJSON{}}
		for _, f := range g.Files {
			j.Files = append(j.Files, fileJSON{p.file(f), f.Change})
		}
		for _, c := range g.Causes {
			j.Causes = append(j.Causes, causeJSON{c.Side.String(), p.Path(c.Side, c.File), c.Line, c.Column, c.Text()})
		}
		out.Changed = append(out.Changed, j)
	}
	return render.PrintJSON(w, out)
}

type statJSON struct {
	From   string      `json:"from"`
	To     string      `json:"to"`
	Images []countJSON `json:"images"`
}

type countJSON struct {
	Image     string `json:"image"`
	Added     int    `json:"added"`
	Removed   int    `json:"removed"`
	Changed   int    `json:"changed"`
	Unchanged int    `json:"unchanged"`
	Plus      int    `json:"plus"`
	Minus     int    `json:"minus"`
}

// StatJSON prints the counts of a result for programs.
func (p Printer) StatJSON(w io.Writer, r Result) error {
	out := statJSON{From: p.From, To: p.To, Images: []countJSON{}}
	for _, c := range r.Images {
		out.Images = append(out.Images, countJSON(c))
	}
	return render.PrintJSON(w, out)
}

func list(names []string) []string { return append([]string{}, names...) }
