package yamltree

import (
	"strings"

	"tailor/internal/diag"
	"tailor/internal/source"
)

// content reads the value that starts at or after an offset, on the same line.
func (p *proofreader) content(at int) {
	at = p.properties(p.skip(at))
	if p.found != nil || p.ends(at) {
		return
	}
	p.open, p.plain, p.value = false, false, p.rest(at)
	switch p.text[at] {
	case '|', '>':
		p.blockText(at)
	case '"', '\'':
		p.quoted(at)
	case '[', '{':
		if end := p.flow(at); p.found == nil {
			p.value.End = end
			p.after(end)
		}
	case '*':
		p.alias(at)
	default:
		p.unquoted(at)
	}
}

// unquoted reads a text without quotes, or finds that what is there cannot start one.
func (p *proofreader) unquoted(at int) {
	switch c := p.text[at]; {
	case c == ']' || c == '}':
		p.fail(diag.New(CodeSyntax, p.span(at, at+1), "this `"+string(c)+"` closes nothing", "remove it, or put quotes around the text"))
	case strings.IndexByte("@`%,", c) >= 0:
		p.reserved(at, mark(c)+" cannot start a value")
	case p.isDash(at):
		p.fail(diag.New(CodeSyntax, p.span(at, at+1), "a list cannot start on the line of its key", helpList))
	case p.isQuestion(at):
		p.reserved(at, "`? ` cannot start a value")
	default:
		p.plainText(at)
	}
}

// mark is a character in backticks.
func mark(c byte) string {
	if c == '`' {
		return "a backtick"
	}
	return "`" + string(rune(c)) + "`"
}

func (p *proofreader) reserved(at int, message string) {
	help := "put quotes around the value"
	if value := p.rest(at).Text(); !strings.ContainsAny(value, "\"\\`") && len(value) <= 40 {
		help += ": `\"" + value + "\"`"
	}
	p.fail(diag.New(CodeSyntax, p.span(at, at+1), message, help))
}

// properties moves past anchors and tags.
func (p *proofreader) properties(at int) int {
	seen := map[byte]bool{}
	for at < len(p.text) && p.found == nil {
		end := propertyEnd(p.text, at)
		if end == at {
			break
		}
		name := p.text[at:end]
		switch {
		case seen[name[0]]:
			p.fail(diag.New(CodeSyntax, p.span(at, end), "a second "+mark(name[0])+" before one value", "remove it, or quote the value if the "+mark(name[0])+" belongs to it"))
		case name == "&" || name[0] == '&' && end < len(p.text) && strings.IndexByte(" \t\n?:,]}%@`", p.text[end]) < 0:
			p.reserved(at, "`&` at the start of a value names an anchor, with letters and digits only")
		case name[0] == '!' && !isScalarTag(name) && p.hint == nil:
			d := unknownTag(p.span(at, end))
			p.hint = &d
		}
		seen[name[0]] = true
		at = p.skip(end)
	}
	return at
}

func (p *proofreader) alias(at int) {
	end := wordEnd(p.text, at+1)
	if next := p.skip(end); end == at+1 || next == end && !p.ends(end) {
		p.reserved(at, "`*` at the start of a value stands for an alias")
		return
	}
	p.value = p.span(at, end)
	p.after(end)
}

// after checks that nothing follows a value that is complete.
func (p *proofreader) after(end int) {
	p.next = min(lineEnd(p.text, end)+1, len(p.text))
	at := p.skip(end)
	if p.ends(at) {
		return
	}
	if p.isColon(at) {
		p.nested(p.value.Start)
		return
	}
	first, last := p.text[p.value.Start:p.value.Start+1], p.text[end-1:end]
	if first == "*" {
		p.fail(diag.New(CodeSyntax, p.rest(at), "text after an alias", "put quotes around the value if the `*` belongs to it"))
		return
	}
	help := "remove it, or put quotes around the whole value"
	switch first {
	case `"`:
		help = "write `\\\"` for a `\"` inside the value, or put the whole value in single quotes"
	case "'":
		help = "write `''` for a `'` inside the value, or put the whole value in double quotes"
	}
	p.fail(diag.New(CodeSyntax, p.rest(at), "text after the closing `"+last+"`", help),
		diag.Label{Span: p.span(p.value.Start, p.value.Start+1), Text: "opened here"})
}

// quoted reads a text in quotes.
func (p *proofreader) quoted(at int) {
	end, closed := quotedEnd(p.text, at)
	p.value = p.span(at, end)
	next := p.skip(end)
	switch {
	case !closed:
		p.unclosedQuote(at, nil)
	case !p.ends(next) && p.holdsKey(at, end):
		p.unclosedQuote(at, &diag.Label{Span: p.span(end-1, end), Text: "this one closes it"})
	default:
		if p.text[at] == '"' {
			p.escapes(at, end)
		}
		p.after(end)
	}
}

func (p *proofreader) unclosedQuote(at int, closing *diag.Label) {
	mark := p.text[at : at+1]
	help := "add the closing `'`; a `'` inside is written `''`"
	if mark == `"` {
		help = "add the closing `\"`; a `\"` inside is written `\\\"`"
	}
	if closing == nil {
		p.fail(diag.New(CodeSyntax, p.span(at, at+1), "this `"+mark+"` is never closed", help))
		return
	}
	p.fail(diag.New(CodeSyntax, p.span(at, at+1), "this `"+mark+"` is not closed on its line", help), *closing)
}

// holdsKey reports whether a line after the first one of a part of the text starts with a key.
func (p *proofreader) holdsKey(start, end int) bool {
	for line := lineEnd(p.text, start) + 1; line < end; line = lineEnd(p.text, line) + 1 {
		at := p.skip(line)
		for at < len(p.text) && p.isDash(at) {
			at = p.skip(at + 1)
		}
		if _, ok := p.keyEnd(at); ok {
			return true
		}
	}
	return false
}

// escapes checks the escapes in a text in double quotes.
func (p *proofreader) escapes(at, end int) {
	for i := at; i < end; i++ {
		if p.text[i] != '\\' {
			continue
		}
		i++
		digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[p.text[i]]
		code := p.text[i+1 : min(i+1+digits, end)]
		size := runeSize(p.text[i:])
		switch {
		case strings.IndexByte("0abt\tnvfre \"'\\N_LPxuU\n", p.text[i]) < 0:
			p.badEscape(p.span(i-1, i+size))
		case hexLength(code) < digits, digits == 4 && isSurrogate(code):
			p.badEscape(p.span(i-1, i+1+hexLength(code)))
		}
	}
}

// hexLength is the number of hexadecimal digits at the start of a text.
func hexLength(text string) int {
	return len(text) - len(strings.TrimLeft(text, "0123456789abcdefABCDEF"))
}

// isSurrogate reports whether four hexadecimal digits are half of a character.
func isSurrogate(code string) bool {
	return (code[0] == 'd' || code[0] == 'D') && code[1] >= '8'
}

func (p *proofreader) badEscape(at source.Span) {
	help := "write `\\\\` for a backslash, or put the text in single quotes"
	if c := at.Text()[1]; c == 'x' || c == 'u' || c == 'U' {
		help = "write `\\x` with 2, `\\u` with 4 or `\\U` with 8 hexadecimal digits, a whole character at a time"
	}
	p.fail(diag.New(CodeSyntax, at, quote(at.Text())+" is no escape that YAML knows", help))
}

// blockText moves past a literal or folded text.
func (p *proofreader) blockText(at int) {
	header := p.rest(at)
	if extra := strings.TrimLeft(header.Text()[1:], "+-0123456789"); extra != "" {
		p.fail(diag.New(CodeSyntax, header, "a block text starts on the line after its `"+p.text[at:at+1]+"`",
			"put the text on the next line, indented, or quote the value if the `"+p.text[at:at+1]+"` belongs to it"))
		return
	}
	indent := -1
	for p.next < len(p.text) {
		end := lineEnd(p.text, p.next)
		line := strings.TrimLeft(p.text[p.next:end], " ")
		width := end - p.next - len(line)
		if line != "" {
			if width <= p.column() || width < indent || isMarker(p.text[p.next:end], "---") {
				return
			}
			if indent < 0 && strings.Trim(header.Text(), "+-|>") == "" {
				indent = width
			}
			p.value.End = end
		}
		p.next = end + 1
	}
}

// plainText reads a text without quotes up to the end of its line.
func (p *proofreader) plainText(at int) {
	p.value, p.plain = p.rest(at), true
	p.noted = p.value.End < len(strings.TrimRight(p.text[:lineEnd(p.text, at)], " \t"))
	for i := at; i < p.value.End; i++ {
		if p.isColon(i) {
			p.nested(at)
			return
		}
	}
}

// nested reports a value that holds a colon.
func (p *proofreader) nested(at int) {
	value := p.rest(at)
	help := "put quotes around the value if the `:` belongs to it"
	if text := value.Text(); !strings.ContainsAny(text, "\"\\`\n") && len(text) <= 40 {
		help = "put quotes around the value if the `:` belongs to it: `\"" + text + "\"`"
	}
	p.fail(diag.New(CodeSyntax, value, "a value that holds `: ` must be quoted", help+"; else put the key in it on a line of its own, indented"))
}
