// Package diag is how tailor tells a person that something is wrong.
//
// A [Diagnostic] is a value: a severity, a stable code, a message, one primary place and any number of
// other labelled places, and where it helps notes and a help text. Code collects diagnostics in a
// [Report] and goes on where it can; only the printers of this package turn them into text.
//
//	report.Add(diag.Diagnostic{
//		Code:    CodeDuplicateKey,
//		Message: "duplicate key `os`",
//		Labels:  []diag.Label{{Span: second, Primary: true}, {Span: first, Text: "first written here"}},
//		Help:    "merge the two maps, or rename one of the keys",
//	})
//
// Texts are lower case, without a full stop, and quote the user's own words in backticks. The codes
// are constants of the packages that raise them: T01 loading YAML, T02 workspace and image files,
// T03 matrix and fragment paths, T04 merging, T05 interpolation, T06 the command line and selection,
// T07 reading and writing files.
package diag

import (
	"cmp"
	"slices"
	"strings"

	"tailor/internal/source"
)

// Severity says whether a diagnostic fails the run. The zero value is Error.
type Severity uint8

const (
	// Error fails the run: nothing is written.
	Error Severity = iota
	// Warning is shown and fails the run under --strict only.
	Warning
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Code is the stable name of a kind of diagnostic, `T` and four digits, as listed in docs/errors.md.
type Code string

// Label is a place that takes part in a diagnostic.
type Label struct {
	Span source.Span
	// Text says what is at the place; it may be empty.
	Text string
	// Primary marks the one place where the fault is shown and by which diagnostics are sorted.
	Primary bool
	// Via lists the `$include` sites that led to the place, the innermost first. Nil means that the
	// place was written in its file directly.
	Via []source.Span
}

// Diagnostic is one fault. It has exactly one primary label.
type Diagnostic struct {
	Severity Severity
	Code     Code
	Message  string
	// Path is the place in the merged tree that is concerned, such as `config.os.hostname`; it may be
	// empty.
	Path   string
	Labels []Label
	Notes  []string
	// Help says what to write instead; it may be empty.
	Help string
	// Cells lists the cells that the fault strikes, in order. Nil means that it does not depend on a
	// cell. A Report fills it in.
	Cells []string
}

// New returns an error with one place, its primary one. help may be empty.
func New(code Code, at source.Span, message, help string) Diagnostic {
	return Diagnostic{Code: code, Message: message, Help: help, Labels: []Label{{Span: at, Primary: true}}}
}

// Error returns the code and the message, so that a Diagnostic can travel as an error. It holds no
// position: printers show those.
func (d *Diagnostic) Error() string { return string(d.Code) + ": " + d.Message }

// Primary returns the primary label: the first that is marked, else the first one, else the zero Label.
func (d *Diagnostic) Primary() Label {
	if i := d.primaryIndex(); i < len(d.Labels) {
		return d.Labels[i]
	}
	return Label{}
}

// primaryIndex returns the index of the primary label among the labels, or 0 when there are none.
func (d *Diagnostic) primaryIndex() int {
	return max(0, slices.IndexFunc(d.Labels, func(l Label) bool { return l.Primary }))
}

// key identifies a fault whatever the cell it strikes.
func (d *Diagnostic) key() string {
	var b strings.Builder
	b.WriteString(string(d.Code))
	b.WriteByte(0)
	b.WriteString(d.Message)
	b.WriteByte(0)
	b.WriteString(d.Path)
	for _, l := range d.Labels {
		writeSpanKey(&b, l.Span)
		b.WriteString(l.Text)
		for _, via := range l.Via {
			writeSpanKey(&b, via)
		}
	}
	return b.String()
}

// compare orders diagnostics by place, then by code and message.
func compare(a, b Diagnostic) int {
	if n := cmp.Or(
		a.Primary().Span.Compare(b.Primary().Span),
		strings.Compare(string(a.Code), string(b.Code)),
		strings.Compare(a.Message, b.Message),
	); n != 0 {
		return n
	}
	return strings.Compare(a.key(), b.key())
}

// sorted returns the diagnostics in the order in which they are shown.
func sorted(ds []Diagnostic) []Diagnostic {
	ds = slices.Clone(ds)
	slices.SortStableFunc(ds, compare)
	return ds
}
