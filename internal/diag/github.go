package diag

import (
	"path"
	"strconv"
	"strings"

	"tailor/internal/source"
)

// github prints a diagnostic as a workflow command. Other places, notes and help are lines of its message.
func (p Printer) github(b *strings.Builder, d *Diagnostic) {
	b.WriteString("::" + d.Severity.String())
	separator := " "
	for _, property := range p.properties(d) {
		b.WriteString(separator + property.name + "=" + githubProperty(property.value))
		separator = ","
	}
	b.WriteString("::" + githubData(strings.Join(p.story(d), "\n")) + "\n")
}

type property struct{ name, value string }

// properties returns where a diagnostic stands and its code. GitHub takes no columns when a place is more
// than one line.
func (p Printer) properties(d *Diagnostic) []property {
	var list []property
	if s := d.Primary().Span; !s.IsZero() && s.File.Kind != source.CommandLine {
		list = append(list, property{"file", clean(p.annotated(s.File))})
		if s.File.Kind == source.Content {
			list = append(list, lineProperties(s)...)
		}
	}
	if d.Code != "" {
		list = append(list, property{"title", clean(string(d.Code))})
	}
	return list
}

// annotated returns the path of a file as GitHub takes it.
func (p Printer) annotated(f *source.File) string {
	name := p.path(f)
	if p.Checkout == "" || p.Revision != "" || path.IsAbs(name) {
		return name
	}
	return path.Join(p.Checkout, name)
}

func lineProperties(s source.Span) []property {
	line, col := s.Position()
	endLine, endCol := s.File.Position(max(s.Start, s.End))
	if line != endLine {
		return []property{{"line", strconv.Itoa(line)}, {"endLine", strconv.Itoa(endLine)}}
	}
	return []property{
		{"line", strconv.Itoa(line)},
		{"col", strconv.Itoa(col)},
		{"endLine", strconv.Itoa(endLine)},
		{"endColumn", strconv.Itoa(endCol)},
	}
}

// story returns all that a diagnostic says, line by line.
func (p Printer) story(d *Diagnostic) []string {
	lines := []string{clean(d.Message)}
	primary := d.primaryIndex()
	for i, l := range d.Labels {
		if l.Span.IsZero() {
			continue
		}
		place := p.place(l.Span)
		switch {
		case i != primary:
			lines = append(lines, strings.TrimSuffix(place+": "+clean(l.Text), ": "))
		case l.Text != "" || len(l.Via) > 0:
			lines = append(lines, clean(l.Text))
		}
		for _, site := range l.Via {
			lines = append(lines, "included at "+p.place(site))
		}
	}
	if text := strikes(d); text != "" {
		lines = append(lines, clean(text))
	}
	for _, note := range d.Notes {
		lines = append(lines, "note: "+cleanLines(note))
	}
	if d.Help != "" {
		lines = append(lines, "help: "+cleanLines(d.Help))
	}
	return lines
}

// cleanLines cleans text and keeps its line breaks.
func cleanLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = clean(line)
	}
	return strings.Join(lines, "\n")
}

func githubData(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

func githubProperty(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(text)
}
