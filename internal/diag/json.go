package diag

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"

	"tailor/internal/source"
)

// object is a diagnostic as JSON. Lists are never null.
type object struct {
	Severity string        `json:"severity"`
	Code     string        `json:"code"`
	Message  string        `json:"message"`
	Path     string        `json:"path"`
	Labels   []labelObject `json:"labels"`
	Notes    []string      `json:"notes"`
	Help     string        `json:"help"`
	Cells    []string      `json:"cells"`
}

// labelObject is a label as JSON.
type labelObject struct {
	placeObject
	Text    string       `json:"text"`
	Primary bool         `json:"primary"`
	Via     []siteObject `json:"via"`
}

// placeObject is a span as JSON. A name of a file, and what was typed, has no lines.
type placeObject struct {
	File      string `json:"file"`
	Line      int    `json:"line,omitempty"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine,omitempty"`
	EndColumn int    `json:"endColumn"`
}

// siteObject is the start of an include as JSON.
type siteObject struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// printJSON prints diagnostics as one array.
func printJSON(w io.Writer, parts []Part) error {
	var objects []object
	for _, part := range parts {
		for i := range part.List {
			objects = append(objects, part.Printer.object(&part.List[i]))
		}
	}
	var raw strings.Builder
	encoder := json.NewEncoder(&raw)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(objects); err != nil {
		return fmt.Errorf("print diagnostics as JSON: %w", err)
	}
	if _, err := io.WriteString(w, escaped(raw.String())); err != nil {
		return fmt.Errorf("print diagnostics: %w", err)
	}
	return nil
}

func (p Printer) object(d *Diagnostic) object {
	o := object{
		Severity: d.Severity.String(), Code: string(d.Code), Message: d.Message, Path: d.Path, Help: d.Help,
		Labels: []labelObject{},
		Notes:  append([]string{}, d.Notes...),
		Cells:  append([]string{}, d.Cells...),
	}
	primary := d.primaryIndex()
	for i, l := range d.Labels {
		if l.Span.IsZero() {
			continue
		}
		o.Labels = append(o.Labels, labelObject{
			placeObject: p.placeObject(l.Span), Text: l.Text, Primary: i == primary, Via: p.sites(l.Via),
		})
	}
	return o
}

func (p Printer) placeObject(s source.Span) placeObject {
	o := placeObject{File: p.path(s.File)}
	o.Line, o.Column = s.Position()
	o.EndLine, o.EndColumn = s.File.Position(max(s.Start, s.End))
	if s.File.Kind != source.Content {
		o.Line, o.EndLine = 0, 0
	}
	return o
}

func (p Printer) sites(via []source.Span) []siteObject {
	sites := []siteObject{}
	for _, s := range via {
		if !s.IsZero() {
			line, column := s.Position()
			sites = append(sites, siteObject{File: p.path(s.File), Line: line, Column: column})
		}
	}
	return sites
}

// escaped returns JSON with \u escapes for all that is not printable, which only strings hold.
func escaped(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n' || strconv.IsPrint(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
