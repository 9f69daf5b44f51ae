package yamltree

import (
	"strings"

	"tailor/internal/diag"
)

// bracket is an open flow collection, and what was read of its current item.
type bracket struct {
	at    int
	colon bool // a key and its colon
	node  bool // a value, or a key whose colon may follow
	from  int  // where that starts
}

// flow reads a flow collection and returns where it ends.
func (p *proofreader) flow(at int) int {
	open := []bracket{{at: at}}
	i := at + 1
	for i < len(p.text) && p.found == nil && len(open) > 0 {
		b := &open[len(open)-1]
		switch c := p.text[i]; {
		case c == '\n' && p.leaves(i+1):
			p.unclosed(b.at, p.skip(i+1))
		case p.gap(i) > i:
			i = p.gap(i)
		case c == ']', c == '}':
			open = p.closing(i, open)
			i++
		case p.separates(i, b):
			i++
		case b.node:
			p.missingComma(i, b)
		case c == '[' || c == '{':
			b.node, b.from = true, i
			open = append(open, bracket{at: i})
			i++
		default:
			b.node, b.from = true, i
			i = p.flowWord(i, b)
		}
	}
	if len(open) > 0 {
		p.unclosed(open[len(open)-1].at, len(p.text))
	}
	return min(i, len(p.text))
}

// gap returns the offset after the blank or the comment at an offset, or that offset.
func (p *proofreader) gap(at int) int {
	switch {
	case isBlank(p.text[at]):
		return at + 1
	case p.ends(at):
		return lineEnd(p.text, at)
	}
	return at
}

// separates reads a comma, or a colon that ends a key.
func (p *proofreader) separates(at int, b *bracket) bool {
	switch {
	case p.text[at] == ',':
		p.comma(at, b)
	case p.text[at] == ':' && p.flowColon(at):
		p.colon(at, b)
	default:
		return false
	}
	return true
}

// leaves reports whether the line at start cannot belong to a flow collection in the current block: it is a
// key or an item of that block, or of one around it.
func (p *proofreader) leaves(start int) bool {
	at := start
	for at < len(p.text) && p.text[at] == ' ' {
		at++
	}
	if at == len(p.text) || at-start > p.column() {
		return false
	}
	_, isKey := p.keyEnd(at)
	return isKey || p.isDash(at)
}

func (p *proofreader) unclosed(at, next int) {
	d := diag.New(CodeSyntax, p.span(at, at+1), "this `"+p.text[at:at+1]+"` is never closed", "add the closing `"+closer(p.text[at])+"`")
	if next == len(p.text) {
		p.fail(d)
		return
	}
	p.fail(d, diag.Label{Span: p.rest(next), Text: "this line does not belong to it"})
}

func closer(open byte) string {
	if open == '{' {
		return "}"
	}
	return "]"
}

func (p *proofreader) closing(at int, open []bracket) []bracket {
	b := open[len(open)-1]
	if want := closer(p.text[b.at]); p.text[at:at+1] != want {
		p.fail(diag.New(CodeSyntax, p.span(at, at+1), "a `"+want+"` is expected here, not `"+p.text[at:at+1]+"`", helpBracket),
			diag.Label{Span: p.span(b.at, b.at+1), Text: "opened here"})
	}
	return open[:len(open)-1]
}

func (p *proofreader) comma(at int, b *bracket) {
	if !b.node && !b.colon {
		p.fail(diag.New(CodeSyntax, p.span(at, at+1), "there is nothing before this `,`", "remove it, or write the item"))
	}
	b.node, b.colon = false, false
}

// flowColon reports whether a colon at an offset ends a key: a blank or a bracket follows, or a quote or a
// bracket stands right before it.
func (p *proofreader) flowColon(at int) bool {
	return at+1 == len(p.text) || isBlank(p.text[at+1]) || strings.IndexByte(",[]{}", p.text[at+1]) >= 0 ||
		strings.IndexByte("\"']}", p.text[at-1]) >= 0
}

func (p *proofreader) colon(at int, b *bracket) {
	switch {
	case !b.colon && !b.node:
		p.fail(diag.New(CodeSyntax, p.span(at, at+1), noKey, helpNoKey))
	case b.node && at-b.from > MaxKeyLength:
		p.longKey(b.from)
	case b.colon:
		p.fail(diag.New(CodeSyntax, p.span(at, at+1), "a second `:` in one item", "put a `,` between items, or quotes around a text that holds `: `"),
			diag.Label{Span: p.span(b.at, b.at+1), Text: "the brackets open here"})
	}
	b.colon, b.node = true, false
}

func (p *proofreader) missingComma(at int, b *bracket) {
	p.fail(diag.New(CodeSyntax, p.span(at, p.wordEnd(at)), "a `,` is missing before this", "put a `,` between items, or quotes around a text that holds quotes, brackets or `: `"),
		diag.Label{Span: p.span(b.at, b.at+1), Text: "the brackets open here"})
}

// wordEnd is the end of a word in a flow collection.
func (p *proofreader) wordEnd(at int) int {
	end := at + 1
	for end < len(p.text) && !isBlank(p.text[end]) && strings.IndexByte(",[]{}", p.text[end]) < 0 {
		end++
	}
	return end
}

// flowWord reads a scalar or an alias in a flow collection, or its anchor and tag.
func (p *proofreader) flowWord(at int, b *bracket) int {
	switch c := p.text[at]; {
	case c == '"' || c == '\'':
		end, closed := quotedEnd(p.text, at)
		switch {
		case !closed:
			p.unclosedQuote(at, nil)
		case c == '"':
			p.escapes(at, end)
		}
		return end
	case c == '&' || c == '!':
		b.node = false
		return p.properties(at)
	case c == '*':
		end := wordEnd(p.text, at+1)
		if end == at+1 || end < len(p.text) && strings.IndexByte(" \t\n,]}:", p.text[end]) < 0 {
			p.fail(diag.New(CodeSyntax, p.span(at, at+1), "`*` at the start of a value stands for an alias", "put quotes around the value"))
		}
		return end
	case strings.IndexByte("@`%|>", c) >= 0:
		p.fail(diag.New(CodeSyntax, p.span(at, at+1), mark(c)+" cannot start a value", "put quotes around the value"))
	case p.isDash(at):
		p.fail(diag.New(CodeSyntax, p.span(at, at+1), "`- ` has no place between brackets", "remove it: a `,` separates items there"))
	}
	return p.flowPlain(at)
}

// flowPlain reads a plain text in a flow collection, also one of several lines.
func (p *proofreader) flowPlain(at int) int {
	for {
		end := at
		for !p.ends(end) && strings.IndexByte(",[]{}", p.text[end]) < 0 && (p.text[end] != ':' || !p.flowColon(end)) {
			end++
		}
		switch {
		case end == len(p.text):
			return end
		case p.text[end] == '[' || p.text[end] == '{':
			p.bracketInText(at, end)
			return end
		case p.text[end] != '\n' || p.leaves(end+1):
			return max(end, at+1)
		}
		next := skipBlanks(p.text, end)
		if next == len(p.text) || strings.IndexByte(",[]{}:#\"'", p.text[next]) >= 0 {
			return max(end, at+1)
		}
		at = next
	}
}

// bracketInText reports a bracket in a plain text.
func (p *proofreader) bracketInText(at, bracket int) {
	stop := bracket + 1 + strings.IndexAny(p.text[bracket:]+"\n", "]}\n")
	p.fail(diag.New(CodeSyntax, p.span(bracket, bracket+1), "a "+mark(p.text[bracket])+" inside a text without quotes",
		"put quotes around the text: `\""+strings.TrimSpace(p.text[at:min(stop, len(p.text))])+"\"`"))
}
