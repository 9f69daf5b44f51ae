package yamltree

import (
	"strings"
	"unicode"
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
	for last.col < col && last.offset < len(c.file.Text) {
		_, size := utf8.DecodeRuneInString(c.file.Text[last.offset:])
		last.offset += size
		last.col++
	}
	c.last = last
	return last.offset
}

// start returns the byte offset where a node begins, after its anchor and its tag.
func (c *converter) start(n *yaml.Node) int {
	text := c.file.Text
	offset := c.offset(n.Line, n.Column)
	for offset < len(text) && (text[offset] == '&' || text[offset] == '!') && hasProperty(n) {
		for offset < len(text) && !isBlank(text[offset]) {
			offset++
		}
		offset = skipBlanks(text, offset)
	}
	return offset
}

func hasProperty(n *yaml.Node) bool {
	return n.Anchor != "" || n.Style&yaml.TaggedStyle != 0
}

// skipBlanks moves past blanks, line breaks and comments.
func skipBlanks(text string, offset int) int {
	for offset < len(text) {
		switch {
		case isBlank(text[offset]):
			offset++
		case text[offset] == '#' && offset > 0 && isBlank(text[offset-1]):
			end := strings.IndexByte(text[offset:], '\n')
			if end < 0 {
				return len(text)
			}
			offset += end
		default:
			return offset
		}
	}
	return offset
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

// scalarEnd returns where a scalar that starts at an offset ends.
func (c *converter) scalarEnd(n *yaml.Node, start int) int {
	text := c.file.Text
	switch {
	case start >= len(text):
		return len(text)
	case n.Style&yaml.DoubleQuotedStyle != 0:
		return quotedEnd(text, start, '"')
	case n.Style&yaml.SingleQuotedStyle != 0:
		return quotedEnd(text, start, '\'')
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return blockEnd(text, start)
	}
	return plainEnd(text, start, n.Value)
}

func quotedEnd(text string, start int, quote byte) int {
	for i := start + 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && quote == '"':
			i++
		case text[i] != quote:
		case quote == '\'' && i+1 < len(text) && text[i+1] == '\'':
			i++
		default:
			return i + 1
		}
	}
	return len(text)
}

// blockEnd returns the end of the last line with content of a block scalar whose header is at start.
func blockEnd(text string, start int) int {
	end := lineEnd(text, start)
	header := end
	indent := -1
	for line := end + 1; line < len(text); line = lineEnd(text, line) + 1 {
		stop := lineEnd(text, line)
		content := strings.TrimLeft(text[line:stop], " ")
		if content == "" {
			continue
		}
		width := stop - line - len(content)
		if indent < 0 {
			indent = max(width, 1)
		}
		if width < indent {
			break
		}
		end = stop
	}
	return max(end, header)
}

func lineEnd(text string, offset int) int {
	if i := strings.IndexByte(text[offset:], '\n'); i >= 0 {
		return offset + i
	}
	return len(text)
}

// plainEnd returns the end of a plain scalar: folding changes its blanks only, so its other characters
// stand in the text in the same order.
func plainEnd(text string, start int, value string) int {
	offset := start
	for _, r := range value {
		if unicode.IsSpace(r) {
			continue
		}
		at := skipSpace(text, offset)
		if !strings.HasPrefix(text[at:], string(r)) {
			return start
		}
		offset = at + utf8.RuneLen(r)
	}
	return offset
}

func skipSpace(text string, offset int) int {
	for offset < len(text) {
		r, size := utf8.DecodeRuneInString(text[offset:])
		if !unicode.IsSpace(r) {
			break
		}
		offset += size
	}
	return offset
}

// flowEnd returns the end of a flow collection: the first closing bracket after its last part.
func flowEnd(text string, offset int) int {
	for offset < len(text) {
		offset = skipBlanks(text, offset)
		if offset == len(text) {
			break
		}
		if c := text[offset]; c == ']' || c == '}' {
			return offset + 1
		}
		offset++
	}
	return len(text)
}

// decodeRune is utf8.DecodeRuneInString with a size of 0 at the end.
func decodeRune(text string) (rune, int) {
	if text == "" {
		return 0, 0
	}
	return utf8.DecodeRuneInString(text)
}
