package diag

import (
	"cmp"
	"slices"

	"tailor/internal/source"
)

// block is what a diagnostic shows of one file that was reached in one way.
type block struct {
	file *source.File
	via  []source.Span
	at   source.Span // the place in the header
	rows []row
}

// row is a source line that is shown, with the marks under it.
type row struct {
	number int // 0 for what is no line of a file
	layout layout
	marks  []mark
}

// mark is a label on a row, in columns.
type mark struct {
	from, to int
	primary  bool
	text     string
}

// spot is a label and where on its line it is, in bytes.
type spot struct {
	Label
	line       int // 0 for what is no line of a file
	start, end int
	text       string // the line
	primary    bool
}

// blocksOf groups the labels of a diagnostic by file, the one with the primary label first. Labels that
// came through different includes are apart, so that it is clear what was included where.
func blocksOf(d *Diagnostic) []block {
	primary := d.primaryIndex()
	var groups [][]spot
	for i, l := range d.Labels {
		if l.Span.IsZero() {
			continue
		}
		s := newSpot(l, i == primary)
		g := slices.IndexFunc(groups, func(g []spot) bool { return together(g[0].Label, l) })
		switch {
		case g < 0 && s.primary:
			groups = slices.Insert(groups, 0, []spot{s})
		case g < 0:
			groups = append(groups, []spot{s})
		default:
			groups[g] = append(groups[g], s)
			if s.primary {
				group := groups[g]
				groups = slices.Insert(slices.Delete(groups, g, g+1), 0, group)
			}
		}
	}
	blocks := make([]block, len(groups))
	for i, g := range groups {
		blocks[i] = newBlock(g)
	}
	return blocks
}

func together(a, b Label) bool {
	return a.Span.File.Path == b.Span.File.Path && a.Span.File.Kind == b.Span.File.Kind && slices.Equal(a.Via, b.Via)
}

func newSpot(l Label, primary bool) spot {
	f := l.Span.File
	s := spot{Label: l, text: f.Text, primary: primary}
	offset := 0
	if f.Kind == source.Content {
		s.line, _ = f.Position(l.Span.Start)
		s.text, offset = f.Line(s.line), f.Offset(s.line, 1)
	}
	s.start = min(max(l.Span.Start-offset, 0), len(s.text))
	s.end = min(max(l.Span.End-offset, s.start), len(s.text))
	return s
}

// says reports whether a mark tells more than the header does.
func (s *spot) says() bool {
	switch {
	case s.Text != "":
		return true
	case s.Span.File.Kind == source.PathName || s.Span.File.Kind == source.OutputPath:
		return s.start > 0 || s.end < len(s.text)
	case s.Span.File.Kind == source.CommandLine:
		return s.text != ""
	}
	return s.text != "" || s.Span.Start > 0
}

func newBlock(spots []spot) block {
	slices.SortStableFunc(spots, func(a, b spot) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.start, b.start), boolInt(a.primary)-boolInt(b.primary))
	})
	first := spots[0]
	b := block{file: first.Span.File, via: first.Via, at: first.Span}
	if i := slices.IndexFunc(spots, func(s spot) bool { return s.primary }); i >= 0 {
		b.at = spots[i].Span
	}
	spots = slices.DeleteFunc(spots, func(s spot) bool { return !s.says() })
	for len(spots) > 0 {
		n := 1
		for n < len(spots) && spots[n].line == spots[0].line {
			n++
		}
		b.rows = b.addLine(spots[:n])
		spots = spots[n:]
	}
	return b
}

// addLine adds the line that the spots are on: once when it fits, else one window for all spots that fit
// into it.
func (b *block) addLine(spots []spot) []row {
	rows := b.between(spots[0].line)
	line := spots[0].text
	l, fits := wholeLine(line)
	for i, s := range spots {
		if !fits && (i == 0 || !l.holds(s.start)) {
			l = window(line, s.start)
		}
		if i == 0 || !fits && l.from != rows[len(rows)-1].layout.from {
			rows = append(rows, row{number: s.line, layout: l})
		}
		last := &rows[len(rows)-1]
		m := mark{primary: s.primary, text: clean(s.Text)}
		m.from, m.to = l.columns(s.start, s.end)
		last.marks = append(last.marks, m)
	}
	return rows
}

// between returns the rows so far, with the one line that is missing between them and line n.
func (b *block) between(n int) []row {
	if len(b.rows) == 0 || b.rows[len(b.rows)-1].number+2 != n {
		return b.rows
	}
	line := b.file.Line(n - 1)
	l, fits := wholeLine(line)
	if !fits {
		l = window(line, 0)
	}
	return append(b.rows, row{number: n - 1, layout: l})
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
