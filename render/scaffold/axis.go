package scaffold

import (
	"strings"

	"tailor/internal/yamltree"
	"tailor/render"
)

// Axis is the edit of the definition of an image that adds values to an axis, which may be a new one. The names were
// checked, and the definition can be read.
func Axis(doc render.Document, axis string, values []string) Edit {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = plainText(v)
	}
	add := newEntry{key: scalar(axis), value: "[" + strings.Join(words, ", ") + "]"}
	image := newEditor(doc)
	if at := image.node().Index("matrix"); at >= 0 {
		return inMatrix(image.into(image.node().Entries[at]), axis, words, add)
	}
	return newMatrix(image, add)
}

// plainText writes a value as people do, without quotes, unless it would be nothing then.
func plainText(value string) string {
	if strings.EqualFold(value, "null") {
		return `"` + value + `"`
	}
	return value
}

// inMatrix edits a `matrix:` that is there.
func inMatrix(e editor, axis string, words []string, add newEntry) Edit {
	m := e.node()
	switch at := m.Index(axis); {
	case m.IsNull():
		return e.fill(add).orByHand("`" + add.inline() + "` below `matrix`")
	case at >= 0:
		return e.into(m.Entries[at]).appendItems(words).orByHand("`" + strings.Join(words, ", ") + "` into the list of `" + axis + "`")
	}
	if len(m.Entries) > 0 {
		add.below = e.likeList(m.Entries[len(m.Entries)-1], words)
	}
	return e.appendEntry(len(m.Entries)-1, add).orByHand("`" + add.inline() + "` into `matrix`")
}

// newMatrix adds a `matrix:` behind the name of the image, with a blank line before it when one follows the name.
func newMatrix(e editor, axis newEntry) Edit {
	n := e.node()
	edit := e.appendEntry(n.Index("name"), newEntry{
		key: "matrix", value: "{" + axis.inline() + "}",
		below: func(indent string) string { return axis.lines(indent + "  ") },
	})
	if !e.flow(n) && strings.HasPrefix(e.text[edit.start:], "\n\n") {
		edit.text = "\n" + edit.text
	}
	return edit.orByHand("`matrix: {" + axis.inline() + "}` below `name`")
}

// fill puts a map with one entry in place of nothing.
func (e editor) fill(add newEntry) Edit {
	n := e.node()
	key := e.doc.Steps[len(e.doc.Steps)-1].Key.Span
	parent := reach(e.doc.Root, e.doc.Steps[:len(e.doc.Steps)-1])
	want := yamltree.NewMap([]yamltree.Entry{add.parsed()}, n.Span)
	switch {
	case n.Value != "":
		return e.replace(n.Span.Start, n.Span.End, "{"+add.inline()+"}", want)
	case e.flow(parent):
		return e.replace(n.Span.Start, n.Span.End, " {"+add.inline()+"}", want)
	}
	end := e.lineEnd(n.Span.End)
	return e.replace(end, end, add.lines(e.indent(key.Start)+"  "), want)
}

// likeList writes a list as that of another entry is written: nil for one in brackets.
func (e editor) likeList(other yamltree.Entry, items []string) func(indent string) string {
	deeper := len(e.indent(other.Value.Span.Start)) - len(e.indent(other.Key.Span.Start))
	if e.flow(other.Value) || deeper < 0 {
		return nil
	}
	return func(indent string) string { return itemLines(indent+strings.Repeat(" ", deeper), items) }
}

// Member is the edit of tailor.yaml that adds a directory to a list of members.
func Member(doc render.Document, dir string) Edit {
	return newEditor(doc).appendItems([]string{scalar(dir)}).orByHand("`" + scalar(dir) + "` into `images.members`")
}
