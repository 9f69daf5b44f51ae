package yamltree

import (
	"strconv"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/source"
)

// proofreader reads a text that is known to be wrong, line by line as its author would, and stops at the
// first mistake. It is no parser: it takes what it does not understand for right.
type proofreader struct {
	file   *source.File
	text   string
	next   int         // where the next line starts
	blocks []block     // the open block collections, outermost first
	owner  source.Span // the last key or dash
	open   bool        // whether the owner still waits for its value
	value  source.Span // the last value that was written
	plain  bool        // whether that value is plain text, which further lines may continue
	noted  bool        // whether a comment ended that text
	found  *diag.Diagnostic
	hint   *diag.Diagnostic // what may be the mistake when no other is found
}

// block is a block collection: the column of its keys or dashes, counted from 0, and the first of them.
type block struct {
	col  int
	list bool
	at   source.Span
}

// proofread returns the first mistake in a text, or nil when it finds none.
func proofread(f *source.File, text string) *diag.Diagnostic {
	p := &proofreader{file: f, text: text, open: true}
	for p.found == nil && p.next < len(text) {
		p.line()
	}
	if p.found == nil {
		return p.hint
	}
	return p.found
}

func (p *proofreader) span(start, end int) source.Span {
	return p.file.Span(start, min(max(start, end), len(p.text)))
}

// fail records a mistake at a place, and another place that has to do with it, if any.
func (p *proofreader) fail(d diag.Diagnostic, others ...diag.Label) {
	d.Labels = append(d.Labels, others...)
	if p.found == nil {
		p.found = &d
	}
}

func (p *proofreader) line() {
	start := p.next
	end := lineEnd(p.text, start)
	p.next = end + 1
	at := start
	for at < end && p.text[at] == ' ' {
		at++
	}
	switch {
	case isComment(p.text[at:end]):
		if p.text[at:end] != "" && p.text[at] == '\t' && p.hint == nil {
			d := diag.New(CodeTab, p.span(at, at+1), "a tab where only blanks can stand", "remove it")
			p.hint = &d
		}
	case isMarker(p.text[start:end], "---"):
		p.blocks, p.open = nil, true
		p.content(start + len("---"))
	case p.text[at] == '\t':
		p.tab(at, end)
	default:
		p.entry(at, at-start)
	}
}

// tab looks at a line with a tab in its indentation. Such a line can continue a plain text, no more.
func (p *proofreader) tab(at, end int) {
	word := at + len(p.text[at:end]) - len(strings.TrimLeft(p.text[at:end], " \t"))
	if _, isKey := p.keyEnd(word); p.plain && !isKey && !p.isDash(word) {
		return
	}
	stop := at + len(p.text[at:word]) - len(strings.TrimLeft(p.text[at:word], "\t"))
	p.fail(diag.New(CodeTab, p.span(at, stop), "a tab where only blanks can stand", "indent with blanks"))
}

// entry reads the rest of a line: dashes, then a key with its value, or text.
func (p *proofreader) entry(at, col int) {
	for p.found == nil && p.isDash(at) {
		if p.plain && !p.open && col > p.column() {
			return // such a dash belongs to the plain text above
		}
		dash := p.span(at, at+1)
		p.enter(block{col, true, dash})
		p.wait(dash)
		next := p.skip(at + 1)
		if p.ends(next) {
			return
		}
		at, col = next, col+next-at
	}
	if p.found == nil {
		p.keyOrText(at, col)
	}
}

func (p *proofreader) isDash(at int) bool {
	return p.text[at] == '-' && (at+1 == len(p.text) || isBlank(p.text[at+1]))
}

// isQuestion reports whether the `? ` of an explicit key stands at an offset.
func (p *proofreader) isQuestion(at int) bool {
	return p.text[at] == '?' && (at+1 == len(p.text) || isBlank(p.text[at+1]))
}

// skip moves past blanks and tabs.
func (p *proofreader) skip(at int) int {
	for at < len(p.text) && (p.text[at] == ' ' || p.text[at] == '\t') {
		at++
	}
	return at
}

// ends reports whether the text of a line ends at an offset: there is nothing or a comment.
func (p *proofreader) ends(at int) bool {
	return at >= len(p.text) || p.text[at] == '\n' || p.text[at] == '#' && at > 0 && isBlank(p.text[at-1])
}

// rest is the span from an offset to the end of the text of its line.
func (p *proofreader) rest(at int) source.Span {
	line := p.text[at:lineEnd(p.text, at)]
	return p.span(at, at+len(strings.TrimRight(uncommented(line), " \t")))
}

// wait says that a key or dash was read, whose value may follow.
func (p *proofreader) wait(owner source.Span) {
	p.owner, p.open, p.plain = owner, true, false
}

func (p *proofreader) keyOrText(at, col int) {
	at = p.properties(at)
	if p.found != nil || p.ends(at) {
		return
	}
	if p.isQuestion(at) {
		p.fail(diag.New(CodeKeyShape, p.span(at, at+1), "keys that start with `? ` are not supported", "write `key: value`"))
		return
	}
	colon, ok := p.keyEnd(at)
	if !ok {
		p.loose(at, col)
		return
	}
	key := p.span(at, at+len(strings.TrimRight(p.text[at:colon], " \t")))
	switch {
	case key.Start == key.End:
		p.fail(diag.New(CodeSyntax, p.span(colon, colon+1), noKey, helpNoKey))
	case key.End-key.Start > MaxKeyLength:
		p.longKey(at)
	default:
		p.enter(block{col, false, key})
		p.wait(key)
		p.content(colon + 1)
	}
}

func (p *proofreader) longKey(at int) {
	p.fail(diag.New(CodeKeyLength, p.span(at, at+runeSize(p.text[at:])), "the key is longer than "+strconv.Itoa(MaxKeyLength)+" bytes", helpKeyLength))
}

// keyEnd returns the place of the colon when a key starts at an offset.
func (p *proofreader) keyEnd(at int) (colon int, ok bool) {
	if p.ends(at) {
		return 0, false
	}
	end := at
	switch c := p.text[at]; {
	case c == '"' || c == '\'':
		end, ok = quotedEnd(p.text, at)
		if end = p.skip(end); !ok || strings.Contains(p.text[at:end], "\n") {
			return 0, false
		}
		return end, p.isColon(end)
	case c == '*':
		end = p.skip(wordEnd(p.text, at+1))
		return end, p.isColon(end)
	case strings.IndexByte("[]{},|>@`%", c) >= 0:
		return 0, false
	}
	for ; !p.ends(end); end++ {
		if p.isColon(end) {
			return end, true
		}
	}
	return 0, false
}

// isColon reports whether a colon at an offset ends a key.
func (p *proofreader) isColon(at int) bool {
	return at < len(p.text) && p.text[at] == ':' && (at+1 == len(p.text) || isBlank(p.text[at+1]))
}

// loose looks at text that is neither a key nor a dash.
func (p *proofreader) loose(at, col int) {
	deeper := len(p.blocks) == 0 || col > p.column()
	switch {
	case p.open && deeper:
		p.content(at)
	case p.plain && deeper && !p.noted:
		p.value.End = max(p.value.End, p.rest(at).End)
		p.noted = p.rest(at).End < len(strings.TrimRight(p.text[:lineEnd(p.text, at)], " \t"))
	case p.plain && deeper:
		p.fail(diag.New(CodeSyntax, p.rest(at), "this line cannot continue the text above it, which ends at its comment",
			"move the comment to a line of its own above the text"), diag.Label{Span: p.value, Text: "the text"})
	case deeper:
		help := helpBelongs
		if strings.HasPrefix(p.value.Text(), "|") || strings.HasPrefix(p.value.Text(), ">") {
			help = "indent it like the first line of the text, or like the key that it belongs to"
		}
		p.fail(diag.New(CodeSyntax, p.rest(at), "this line does not belong to the value above it, which is complete", help),
			diag.Label{Span: p.value, Text: "the value"})
	default:
		p.lone(at)
	}
}

// lone reports a line without a key among keys, or without a dash among list items.
func (p *proofreader) lone(at int) {
	top := p.blocks[len(p.blocks)-1]
	owner, open, value, plain := p.owner, p.open, p.value, p.plain
	p.content(at) // the text itself may be the mistake
	p.owner, p.open, p.value, p.plain = owner, open, value, plain
	text := quote(p.rest(at).Text())
	if top.list && !p.hasMap(top.col) {
		p.fail(diag.New(CodeSyntax, p.rest(at), text+" stands in a list without a `- `", "write `- ` before it, or indent it under the item that it continues"),
			diag.Label{Span: top.at, Text: "the list starts here"})
		return
	}
	help := "put a `: ` after the key, or indent the line under the value that it continues"
	if open {
		help = "put a `: ` after the key, or indent the line if it is the value of " + quote(owner.Text())
	}
	p.fail(diag.New(CodeSyntax, p.rest(at), text+" is no `key: value`", helpLone(p.rest(at).Text(), help)))
}

// hasMap reports whether a map that is open has its keys in a column.
func (p *proofreader) hasMap(col int) bool {
	for _, b := range p.blocks {
		if b.col == col && !b.list {
			return true
		}
	}
	return false
}

// quote puts text into backticks, cut to a length that fits into a message.
func quote(text string) string {
	const most = 40
	text, _, _ = strings.Cut(text, "\n")
	if cut := []rune(text); len(cut) > most {
		text = string(cut[:most]) + "..."
	}
	return "`" + text + "`"
}
