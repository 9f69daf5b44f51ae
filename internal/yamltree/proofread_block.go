package yamltree

import (
	"fmt"
	"strings"

	"tailor/internal/diag"
)

const (
	helpBelongs   = "put quotes around the whole value, or indent the line like the key that it belongs to"
	noKey         = "there is no key before this `:`"
	helpNoKey     = "write `key: value`, or quote the text if the `:` belongs to it"
	helpKeyLength = "shorten it: parsers refuse long keys"
)

// column is the column of the innermost open collection, -1 when there is none.
func (p *proofreader) column() int {
	if len(p.blocks) == 0 {
		return -1
	}
	return p.blocks[len(p.blocks)-1].col
}

// enter finds the collection that a key or a dash belongs to, or opens one for it.
func (p *proofreader) enter(b block) {
	inner := block{col: -1}
	for p.column() > b.col {
		inner = p.blocks[len(p.blocks)-1]
		p.blocks = p.blocks[:len(p.blocks)-1]
	}
	switch col := p.column(); {
	case col == b.col:
		p.join(b, inner.col >= 0)
	case inner.col >= 0:
		p.misaligned(b, inner)
	case !p.open && p.valueColumn() == b.col:
		p.fail(diag.New(CodeSyntax, p.value, quote(p.value.Text())+" is no `key: value`", helpLone(p.value.Text(), "put a `: ` after the key, or remove the line")),
			diag.Label{Span: b.at, Text: "the next key or item"})
	case !p.open:
		p.occupied(b)
	default:
		p.blocks = append(p.blocks, b)
	}
}

// helpLone is the help for a text that is no key with a value: help, when nothing better is known.
func helpLone(text, help string) string {
	i := strings.IndexByte(text, ':')
	switch {
	case i > 0 && i+1 < len(text) && text[i+1] != '/':
		return "put a blank after the `:`"
	case len(text) > 1 && text[0] == '-' && text[1] != '-':
		return "put a blank after the `-` if it starts a list item"
	}
	return help
}

// valueColumn is the column of the last value when it has a line of its own, else -1.
func (p *proofreader) valueColumn() int {
	start := strings.LastIndexByte(p.text[:p.value.Start], '\n') + 1
	if indent := p.text[start:p.value.Start]; strings.Trim(indent, " ") == "" {
		return len(indent)
	}
	return -1
}

// join adds a key or a dash to a collection in its column. A list may have its dashes in the column of
// the key that it is the value of.
func (p *proofreader) join(b block, dedented bool) {
	top := p.blocks[len(p.blocks)-1]
	switch {
	case top.list == b.list:
	case b.list && p.open && !dedented:
		p.blocks = append(p.blocks, b)
	case b.list:
		p.fail(diag.New(CodeSyntax, b.at, "a list item stands among keys", "indent the list under the key that it belongs to"),
			diag.Label{Span: top.at, Text: "the keys start here"})
	case p.hasMap(b.col):
		p.blocks = p.blocks[:len(p.blocks)-1]
	default:
		p.fail(diag.New(CodeSyntax, b.at, "the key "+quote(b.at.Text())+" stands among list items",
			"write `- ` before it, or indent it like the keys of the item that it belongs to"),
			diag.Label{Span: top.at, Text: "the list starts here"})
	}
}

// misaligned reports a line that starts between the columns of the lines above it.
func (p *proofreader) misaligned(b, inner block) {
	help := fmt.Sprintf("start it in column %d", inner.col+1)
	labels := []diag.Label{{Span: inner.at, Text: fmt.Sprintf("column %d", inner.col+1)}}
	if len(p.blocks) > 0 {
		outer := p.blocks[len(p.blocks)-1]
		help += fmt.Sprintf(" or in column %d", outer.col+1)
		labels = append(labels, diag.Label{Span: outer.at, Text: fmt.Sprintf("column %d", outer.col+1)})
	}
	p.fail(diag.New(CodeSyntax, b.at, quote(b.at.Text())+" is indented like no line above it", help), labels...)
}

// occupied reports a line that is indented like a value below a key that has one.
func (p *proofreader) occupied(b block) {
	what, owner := quote(b.at.Text()), quote(p.owner.Text())
	message := what + " is indented under " + owner + ", which has a value already"
	help := "indent " + what + " like " + owner + ", or remove the value of " + owner
	if p.owner.Text() == "-" {
		message = what + " is indented under a list item, which has a value already"
		help = "put a `: ` after the value of the item if it is a key, or indent " + what + " less"
	}
	p.fail(diag.New(CodeSyntax, b.at, message, help), diag.Label{Span: p.value, Text: "the value"})
}
