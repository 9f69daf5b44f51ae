package scaffold

import (
	"bytes"
	"slices"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
	"tailor/render"
)

// CodeUneditable is a place in a file that cannot be edited without changing more than was asked for.
const CodeUneditable diag.Code = "T0631"

// Edit is a change of a file that a person wrote: a text put in one place of it. All its other bytes stay.
type Edit struct {
	File *source.File

	start, end int            // what is replaced, in the text of File; empty but for a written-out null
	text       string         // what is put there, with LF
	want       *yamltree.Node // the document after that
	byHand     string         // what to write there
}

// Apply returns the bytes of the file after the edit; raw are those before it. The result is parsed and compared with
// what was meant: when the text has a form in which the edit means something else, such as an alias, that is reported and
// the bytes are nil.
func (e Edit) Apply(raw []byte) ([]byte, []diag.Diagnostic) {
	if source.New(e.File.Path, raw).Text != e.File.Text {
		return nil, []diag.Diagnostic{diag.New(CodeUneditable, e.at(), "`"+e.File.Path+"` changed while it was read", "run `tailor` again")}
	}
	start, end := rawOffset(raw, e.start), rawOffset(raw, e.end)
	text := e.text
	if lineBreak(raw, start) == "\r\n" {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	after := slices.Concat(raw[:start], []byte(text), raw[end:])
	if root, faults := yamltree.Parse(source.New(e.File.Path, after)); len(faults) > 0 || !same(root, e.want) {
		return nil, []diag.Diagnostic{e.uneditable()}
	}
	return after, nil
}

// uneditable is the error about a text in which the edit would mean something else.
func (e Edit) uneditable() diag.Diagnostic {
	d := diag.New(CodeUneditable, e.at(), "`tailor add` cannot edit this without changing something else", "write "+e.byHand+" yourself")
	d.Notes = []string{"an alias repeats it, or it has a form that `tailor` does not edit"}
	return d
}

// at is the place of the edit.
func (e Edit) at() source.Span {
	line, _ := e.File.Position(e.start)
	start := e.File.Offset(line, 1)
	text := e.File.Line(line)
	return e.File.Span(start+len(text)-len(strings.TrimLeft(text, " ")), start+len(text))
}

// orByHand is the edit with what its author writes when it cannot be made.
func (e Edit) orByHand(what string) Edit {
	e.byHand = what
	return e
}

// rawOffset turns an offset in the text of a [source.File] into one in the bytes that it was made from. A line feed of
// the text is the carriage return before it.
func rawOffset(raw []byte, offset int) int {
	at := len(raw) - len(bytes.TrimPrefix(raw, []byte("\ufeff")))
	for ; offset > 0; offset-- {
		if bytes.HasPrefix(raw[at:], []byte("\r\n")) {
			at++
		}
		at++
	}
	return at
}

// lineBreak is how lines end around an offset: as the one before, or else the one after.
func lineBreak(raw []byte, offset int) string {
	i := bytes.LastIndexByte(raw[:offset], '\n')
	if i < 0 {
		i = bytes.IndexByte(raw, '\n')
	}
	if i > 0 && raw[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// same reports whether two documents are equal, the order of all keys included.
func same(a, b *yamltree.Node) bool {
	return yamltree.Equal(a, b) && bytes.Equal(yamltree.Append(nil, a), yamltree.Append(nil, b))
}

// with returns a document in which the value that steps lead to is another one. Only this one is: an alias of the same
// value elsewhere keeps it.
func with(n *yamltree.Node, steps []yamltree.Step, value *yamltree.Node) *yamltree.Node {
	if len(steps) == 0 {
		return value
	}
	step := steps[0]
	if step.Key == nil {
		items := slices.Clone(n.Items)
		items[step.Index] = with(items[step.Index], steps[1:], value)
		return yamltree.NewList(items, n.Span)
	}
	entries := slices.Clone(n.Entries)
	at := n.Index(step.Key.Name)
	entries[at].Value = with(entries[at].Value, steps[1:], value)
	return yamltree.NewMap(entries, n.Span)
}

// reach returns the value that steps lead to.
func reach(n *yamltree.Node, steps []yamltree.Step) *yamltree.Node {
	for _, step := range steps {
		if step.Key == nil {
			n = n.Items[step.Index]
		} else {
			n = n.Get(step.Key.Name)
		}
	}
	return n
}

// editor makes edits of one document.
type editor struct {
	doc  render.Document
	text string
}

func newEditor(doc render.Document) editor { return editor{doc, doc.File.Text} }

// replace is an edit that puts a text in place of another one. value is what the steps lead to then.
func (e editor) replace(start, end int, text string, value *yamltree.Node) Edit {
	return Edit{File: e.doc.File, start: start, end: end, text: text, want: with(e.doc.Root, e.doc.Steps, value)}
}

// into is the editor of a value of the map that is edited.
func (e editor) into(entry yamltree.Entry) editor {
	e.doc.Steps = append(slices.Clip(e.doc.Steps), yamltree.Step{Key: entry.Key})
	return e
}

// node is what is edited.
func (e editor) node() *yamltree.Node { return reach(e.doc.Root, e.doc.Steps) }

// flow reports whether a map or a list is written in brackets.
func (e editor) flow(n *yamltree.Node) bool {
	return n.Span.Start < len(e.text) && strings.IndexByte("[{", e.text[n.Span.Start]) >= 0
}

// lineEnd is the end of the line of an offset.
func (e editor) lineEnd(offset int) int {
	if i := strings.IndexByte(e.text[offset:], '\n'); i >= 0 {
		return offset + i
	}
	return len(e.text)
}

// indent is the indentation of what starts at an offset: as many blanks as there are characters before it in its line.
func (e editor) indent(offset int) string {
	return strings.Repeat(" ", offset-1-strings.LastIndexByte(e.text[:offset], '\n'))
}

// appendItems adds items to the list that is edited, in the way in which its last item is written. The items are YAML.
func (e editor) appendItems(items []string) Edit {
	n := e.node()
	want := yamltree.NewList(append(slices.Clip(n.Items), list(items).Items...), n.Span)
	switch {
	case e.flow(n) && len(n.Items) == 0:
		return e.replace(n.Span.Start+1, n.Span.Start+1, strings.Join(items, ", "), want)
	case e.flow(n):
		end := n.Items[len(n.Items)-1].Span.End
		return e.replace(end, end, ", "+strings.Join(items, ", "), want)
	}
	end := e.lineEnd(n.Span.End)
	return e.replace(end, end, itemLines(e.indent(n.Span.Start), items), want)
}

// appendEntry adds an entry to the map that is edited, behind that at a position, which is -1 for an empty one.
func (e editor) appendEntry(at int, entry newEntry) Edit {
	n := e.node()
	want := yamltree.NewMap(slices.Insert(slices.Clone(n.Entries), at+1, entry.parsed()), n.Span)
	if e.flow(n) {
		start, comma := n.Span.Start+1, ""
		if at >= 0 {
			start, comma = n.Entries[at].Value.Span.End, ", "
		}
		return e.replace(start, start, comma+entry.inline(), want)
	}
	last := n.Entries[at]
	indent := e.indent(n.Entries[0].Key.Span.Start)
	end := e.pastComments(e.lineEnd(max(last.Key.Span.End, last.Value.Span.End)), len(indent))
	return e.replace(end, end, entry.lines(indent), want)
}

// pastComments moves on to the end of the comments that are indented deeper than what an entry begins with: they belong
// to its value.
func (e editor) pastComments(end, indent int) int {
	for end < len(e.text) {
		next := e.lineEnd(end + 1)
		line := e.text[end+1 : next]
		comment := strings.TrimLeft(line, " ")
		if !strings.HasPrefix(comment, "#") || len(line)-len(comment) <= indent {
			return end
		}
		end = next
	}
	return end
}

// itemLines are lines with an item each.
func itemLines(indent string, items []string) string {
	var b strings.Builder
	for _, item := range items {
		b.WriteString("\n" + indent + "- " + item)
	}
	return b.String()
}

// newEntry is an entry of a map that is to be written. Key and value are YAML, the value in brackets; below, when it is
// not nil, writes the value on lines of its own.
type newEntry struct {
	key, value string
	below      func(indent string) string
}

// inline is the entry on one line.
func (n newEntry) inline() string { return n.key + ": " + n.value }

// lines is the entry on lines of its own, with an indentation.
func (n newEntry) lines(indent string) string {
	if n.below != nil {
		return "\n" + indent + n.key + ":" + n.below(indent)
	}
	return "\n" + indent + n.inline()
}

// parsed is the entry as it is read.
func (n newEntry) parsed() yamltree.Entry {
	root, _ := yamltree.Parse(source.New("", []byte(n.inline())))
	return root.Entries[0]
}

// list is the node of a list whose items are YAML.
func list(items []string) *yamltree.Node {
	root, _ := yamltree.Parse(source.New("", []byte("["+strings.Join(items, ", ")+"]")))
	return root
}
