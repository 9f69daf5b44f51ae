package yamltree

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// cursor remembers where the last node began, so that a long line is walked once and not for every node.
type cursor struct {
	line, col, offset int
}

// offset returns the byte offset of a 1-based line and column.
func (c *converter) offset(line, col int) int {
	last := c.last
	if line != last.line || col < last.col {
		last = cursor{line, 1, c.file.Offset(line, 1)}
	}
	for last.col < col && last.offset < len(c.text) {
		_, size := utf8.DecodeRuneInString(c.text[last.offset:])
		last.offset += size
		last.col++
	}
	c.last = last
	return last.offset
}

// head is what stands before the content of a node: its anchor and its tag.
type head struct {
	from     int // where the node begins, its anchor and tag included
	end      int // after the anchor and the tag
	content  int // where the content begins
	tag, off int // the start and the end of the tag, equal when there is none
}

// head reads the anchor and the tag of a node. Those of a map end at its first key: the anchor of the first
// key of a block map stands where the map begins, and belongs to the key.
func (c *converter) head(n *yaml.Node) head {
	at := c.offset(n.Line, n.Column)
	h := head{from: at, end: at, content: at}
	limit := len(c.text)
	if n.Kind == yaml.MappingNode && len(n.Content) > 0 {
		limit = c.offset(n.Content[0].Line, n.Content[0].Column)
	}
	for h.content < limit {
		stop := propertyEnd(c.text, h.content)
		if stop == h.content {
			break
		}
		if c.text[h.content] == '!' {
			h.tag, h.off = h.content, stop
		}
		h.end, h.content = stop, skipBlanks(c.text, stop)
	}
	return h
}

// propertyEnd returns the end of the anchor or the tag at an offset, or the offset when there is none.
func propertyEnd(text string, offset int) int {
	if offset >= len(text) {
		return offset
	}
	switch text[offset] {
	case '&':
		return wordEnd(text, offset+1)
	case '!':
		return offset + len(firstWord(text[offset:]))
	}
	return offset
}

// wordEnd returns the end of the name of an anchor that starts at an offset.
func wordEnd(text string, offset int) int {
	for offset < len(text) && isNameByte(text[offset]) {
		offset++
	}
	return offset
}

func isNameByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_' || b == '-'
}

// firstWord is the text up to the first blank.
func firstWord(text string) string {
	if i := strings.IndexAny(text, " \t\n"); i >= 0 {
		return text[:i]
	}
	return text
}

// skipBlanks moves past blanks, line breaks and comments.
func skipBlanks(text string, offset int) int {
	for offset < len(text) {
		switch {
		case isBlank(text[offset]):
			offset++
		case text[offset] == '#' && (offset == 0 || isBlank(text[offset-1])):
			offset = lineEnd(text, offset)
		default:
			return offset
		}
	}
	return offset
}

// isBlank reports whether b separates words: a blank, a tab or a line break.
func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\n' }

func lineEnd(text string, offset int) int {
	if i := strings.IndexByte(text[offset:], '\n'); i >= 0 {
		return offset + i
	}
	return len(text)
}

// scalarEnd returns where a scalar whose content starts at an offset ends.
func (c *converter) scalarEnd(n *yaml.Node, start int) int {
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		end, _ := quotedEnd(c.text, start)
		return end
	case n.Style&yaml.SingleQuotedStyle != 0:
		end, _ := quotedEnd(c.text, start)
		return end
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return blockEnd(c.text, start, n.Value)
	case strings.HasPrefix(c.text[start:], n.Value):
		return start + len(n.Value)
	}
	return foldedEnd(c.text, start, n.Value)
}

// quotedEnd returns the end of the quoted text that starts at an offset, and whether it is closed.
func quotedEnd(text string, start int) (end int, closed bool) {
	quote := text[start]
	for i := start + 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && quote == '"':
			i++
		case text[i] != quote:
		case quote == '\'' && i+1 < len(text) && text[i+1] == '\'':
			i++
		default:
			return i + 1, true
		}
	}
	return len(text), false
}

// blockEnd returns the end of the last line with text of a block scalar whose header is at start.
func blockEnd(text string, start int, value string) int {
	header := lineEnd(text, start)
	end := foldedEnd(text, header, value)
	if end == header {
		return start + len(strings.TrimRight(uncommented(text[start:header]), " \t"))
	}
	return lineEnd(text, end)
}

// uncommented is a line without the comment at its end.
func uncommented(line string) string {
	for i := 1; i < len(line); i++ {
		if line[i] == '#' && isBlank(line[i-1]) {
			return line[:i]
		}
	}
	return line
}

// foldedEnd returns the end of a text that was folded: that changes its blanks only, so its other
// characters stand in the text in the same order.
func foldedEnd(text string, start int, value string) int {
	offset := start
	for i := range len(value) {
		if isBlank(value[i]) {
			continue
		}
		for offset < len(text) && isBlank(text[offset]) {
			offset++
		}
		if offset == len(text) || text[offset] != value[i] {
			return start
		}
		offset++
	}
	return offset
}

// flowEnd returns the end of a flow collection: after its closing bracket, which is the first one after its
// last part.
func flowEnd(text string, offset int) int {
	for {
		offset = skipBlanks(text, offset)
		if offset == len(text) {
			return offset
		}
		if text[offset] == '#' { // right after a bracket, a comma or a quote
			offset = lineEnd(text, offset)
			continue
		}
		offset++
		if c := text[offset-1]; c == ']' || c == '}' {
			return offset
		}
	}
}

// runeSize is the size of the first character of a text, 0 when there is none.
func runeSize(text string) int {
	if text == "" {
		return 0
	}
	_, size := utf8.DecodeRuneInString(text)
	return size
}
