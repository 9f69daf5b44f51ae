package diag

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"tailor/internal/source"
)

// Format is how diagnostics are printed, as named by --error-format. The zero value is [Text].
type Format string

const (
	// Text is for people: the places with their source lines, marks under what is meant.
	Text Format = "text"
	// Short is one line for each diagnostic, `file:line:col: error[T0401]: message`, as editors read it.
	Short Format = "short"
	// JSON is one array of objects, whose lists are never null. Lines and columns count from 1, columns in
	// characters, and the end is exclusive; a place in a name or in what was typed has columns alone, and
	// no line. Strings hold printable characters only, the others are escaped.
	JSON Format = "json"
	// GitHub is workflow commands, which GitHub shows at the lines of a pull request.
	GitHub Format = "github"
)

// ParseFormat returns the format of a name, and whether there is one.
func ParseFormat(name string) (Format, bool) {
	switch f := Format(name); f {
	case Text, Short, JSON, GitHub:
		return f, true
	}
	return Text, false
}

// Printer turns diagnostics into text. The zero value prints plain [Text] with paths relative to the
// workspace root. A Printer may be used concurrently.
//
// Whatever a user wrote is shown in a way that a terminal cannot act upon: control characters, invisible
// and bidirectional ones and invalid bytes appear as escapes, such as \x1b.
type Printer struct {
	Format Format
	// Color adds ANSI colours to the text format; the other formats have none.
	Color bool
	// Prefix is the slash-separated path from the current directory to the workspace root. Paths are
	// shown with it.
	Prefix string
	// Dir is the slash-separated path from the workspace root to the current directory, when that lies
	// below the root; paths are then relative to it, and Prefix does not count.
	Dir string
	// Revision is what the workspace is a revision of, such as `HEAD~1`: paths are shown as git has them,
	// `HEAD~1:gizmo/image.yaml`, with the Prefix that leads from the top of the repository to the root.
	Revision string
	// Checkout is the slash-separated path from the directory of a GitHub workflow to the current one. Annotations
	// name files from there.
	Checkout string
}

// Part is some of the diagnostics of a run, with the printer that knows where their files are.
type Part struct {
	Printer Printer
	List    []Diagnostic
}

// Print writes the diagnostics of one workspace or of several, one part after the other and each in the order given,
// which is best that of [Report.All]. The format is that of the first part with any. It writes nothing when there are
// none, in any format. It returns the error of w, if any.
func Print(w io.Writer, parts ...Part) error {
	parts = slices.DeleteFunc(slices.Clone(parts), func(p Part) bool { return len(p.List) == 0 })
	if len(parts) == 0 {
		return nil
	}
	if parts[0].Printer.Format == JSON {
		return printJSON(w, parts)
	}
	out := bufio.NewWriter(w)
	for i, part := range parts {
		part.Printer.Format = parts[0].Printer.Format
		for j := range part.List {
			part.Printer.one(out, &part.List[j], i+j == 0)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("print diagnostics: %w", err)
	}
	return nil
}

// one prints a diagnostic in a format that has one after the other. Flush returns the error of out.
func (p Printer) one(out *bufio.Writer, d *Diagnostic, first bool) {
	var b strings.Builder
	switch p.Format {
	case Short:
		p.short(&b, d)
	case GitHub:
		p.github(&b, d)
	default:
		if !first {
			b.WriteByte('\n')
		}
		p.text(&b, d)
	}
	_, _ = out.WriteString(b.String())
}

// short prints a diagnostic on one line.
func (p Printer) short(b *strings.Builder, d *Diagnostic) {
	if s := d.Primary().Span; !s.IsZero() {
		b.WriteString(p.place(s) + ": ")
	}
	b.WriteString(title(d) + ": " + clean(d.Message) + "\n")
}

// title returns `error[T0401]`.
func title(d *Diagnostic) string {
	if d.Code == "" {
		return d.Severity.String()
	}
	return d.Severity.String() + "[" + clean(string(d.Code)) + "]"
}

// Place returns where a span is, as `path:line:col` from the current directory.
func (p Printer) Place(s source.Span) string { return p.place(s) }

// Path returns the path of a file from the current directory.
func (p Printer) Path(f *source.File) string { return clean(p.path(f)) }

// place returns `path:line:col`, or what there is of it: names of files and what was typed have no lines.
func (p Printer) place(s source.Span) string {
	if s.IsZero() {
		return "an unknown place"
	}
	name := clean(p.path(s.File))
	if s.File.Kind != source.Content {
		return name
	}
	line, col := s.Position()
	return name + ":" + strconv.Itoa(line) + ":" + strconv.Itoa(col)
}

// path returns the path of a file relative to the current directory, as it is.
func (p Printer) path(f *source.File) string {
	switch {
	case f.Kind == source.CommandLine || f.Kind == source.OutputPath:
		return f.Path
	case p.Revision != "":
		return p.Revision + ":" + path.Join(p.Prefix, f.Path)
	case p.Dir != "" && p.Dir != ".":
		return relative(p.Dir, f.Path)
	case p.Prefix != "":
		return path.Join(p.Prefix, f.Path)
	}
	return f.Path
}

// relative returns name as seen from dir; both are relative to one directory.
func relative(dir, name string) string {
	from, to := strings.Split(path.Clean(dir), "/"), strings.Split(path.Clean(name), "/")
	if to[0] == "." {
		to = nil
	}
	for len(from) > 0 && len(to) > 0 && from[0] == to[0] {
		from, to = from[1:], to[1:]
	}
	up := strings.Repeat("../", len(from))
	return path.Clean(up + strings.Join(to, "/"))
}

// strikes says which cells a fault strikes, or "" when it does not depend on a cell.
func strikes(d *Diagnostic) string {
	switch n := len(d.Cells); n {
	case 0:
		return ""
	case 1:
		return "in 1 cell, " + d.Cells[0]
	default:
		return "in " + strconv.Itoa(n) + " cells, first " + d.Cells[0]
	}
}
