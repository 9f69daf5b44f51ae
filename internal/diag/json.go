package diag

import (
	"encoding/json"
	"fmt"
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
	Text    string        `json:"text"`
	Primary bool          `json:"primary"`
	Via     []placeObject `json:"via"`
}

// placeObject is a span as JSON. A name of a file, and what was typed, has no lines: In is then the text in
// which the byte offsets count.
type placeObject struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"`
	Col     int    `json:"col,omitempty"`
	EndLine int    `json:"endLine,omitempty"`
	EndCol  int    `json:"endCol,omitempty"`
	Start   int    `json:"start"`
	End     int    `json:"end"`
	In      string `json:"in,omitempty"`
}

// json prints a diagnostic as one line of JSON.
func (p Printer) json(b *strings.Builder, d *Diagnostic) error {
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
			placeObject: p.object(l.Span), Text: l.Text, Primary: i == primary, Via: p.objects(l.Via),
		})
	}
	var raw strings.Builder
	encoder := json.NewEncoder(&raw)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(o); err != nil {
		return fmt.Errorf("print diagnostics as JSON: %w", err)
	}
	writeEscaped(b, raw.String())
	return nil
}

func (p Printer) objects(spans []source.Span) []placeObject {
	places := make([]placeObject, len(spans))
	for i, s := range spans {
		places[i] = p.object(s)
	}
	return places
}

func (p Printer) object(s source.Span) placeObject {
	o := placeObject{File: p.path(s.File), Start: s.Start, End: s.End}
	if s.File.Kind != source.Content {
		o.In = s.File.Text
		return o
	}
	o.Line, o.Col = s.Position()
	o.EndLine, o.EndCol = s.File.Position(max(s.Start, s.End))
	return o
}

// writeEscaped writes JSON with \u escapes for all that is not printable, which only strings hold.
func writeEscaped(b *strings.Builder, text string) {
	for _, r := range text {
		switch {
		case r == '\n' || strconv.IsPrint(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(b, `\u%04x`, r)
		}
	}
}
