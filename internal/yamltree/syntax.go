package yamltree

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"

	"tailor/internal/diag"
	"tailor/internal/source"
)

// phrase is how tailor says what a parser found. %s stands for the word at the place.
type phrase struct {
	parser        string // what the parser's message contains
	code          diag.Code
	message, help string
}

// phrases are looked up in order, first by the words of goccy/go-yaml, whose places are exact, then by those
// of yaml.v3.
var phrases = []phrase{
	{"mapping value is not allowed", CodeSyntax, "this text runs into another `key: value`", fixColon},
	{"mapping values are not allowed", CodeSyntax, "this text runs into another `key: value`", fixColon},
	{"map key-value is pre-defined", CodeSyntax, "unexpected text after a value", "quote the whole value, or indent this line like the key that it belongs to"},
	{"value is not allowed in this context", CodeSyntax, "this line does not fit the lines above it", fixIndent},
	{"did not find expected '-' indicator", CodeSyntax, "a list and keys are mixed at one level", fixIndent},
	{"did not find expected key", CodeSyntax, "this does not fit the lines above it", fixIndent},
	{"could not find end character of double-quoted", CodeSyntax, "this `\"` is never closed", "add the closing `\"`, and write `\\\"` for a quote inside"},
	{"could not find end character of single-quoted", CodeSyntax, "this `'` is never closed", "add the closing `'`, and write `''` for a quote inside"},
	{"found unexpected end of stream", CodeSyntax, "a quote is never closed", "add the closing quote"},
	{"must be specified", CodeSyntax, "a `,` or a closing bracket is missing before this", fixBracket},
	{"did not find expected ','", CodeSyntax, "a `,` or a closing bracket is missing", fixBracket},
	{"character corresponding to", CodeSyntax, "a closing bracket without its opening one", "remove it, or quote the text"},
	{"reserved character", CodeSyntax, "`%s` cannot start a value", "quote the value"},
	{"unexpected directive", CodeSyntax, "`%s` cannot start a value", "quote the value"},
	{"unexpected key name", CodeSyntax, "a line without `:` among keys", fixKey},
	{"non-map value is specified", CodeSyntax, "a line without `:` among keys", fixKey},
	{"could not find expected ':'", CodeSyntax, "a line without `:` among keys", fixKey},
	{"found a tab character", CodeTab, "a tab where only blanks can stand", fixTab},
	{"undefined anchor name", CodeSyntax, "`&` and `*` need a name", "write `&name` and `*name`, or quote the text"},
	{"alphabetic or numeric character", CodeSyntax, "`&` and `*` need a name", "write `&name` and `*name`, or quote the text"},
	{"unknown escape character", CodeSyntax, "an escape that YAML does not know", "write `\\\\` for a backslash, or use single quotes"},
	{"invalid header option", CodeSyntax, "a block text starts on the next line", "put nothing but `|` or `>`, with `-` or `+`, on this line"},
	{"expected comment or line break", CodeSyntax, "a block text starts on the next line", "put nothing but `|` or `>`, with `-` or `+`, on this line"},
	{"block sequence entries are not allowed", CodeSyntax, "a list cannot start here", "start the list on the next line, or write it in `[ ]`"},
	{"found an invalid key", CodeKeyShape, "a key must be a text", "write the key as a text"},
	{"mapping keys are not allowed", CodeSyntax, "`?` cannot start a value", "quote the value"},
	{"undefined tag handle", CodeTag, "a tag that nothing defines", "remove the tag, or quote the value if the `!` belongs to it"},
	{"incompatible YAML document", CodeSyntax, "`%%` directives are not supported", "remove this line"},
	{"expected node content", CodeSyntax, "a value is missing", "write the value, or quote the character that stands in its place"},
	{"found character", CodeSyntax, "a character that cannot start a value", "quote the value"},
}

const (
	fixColon   = "quote the text if the `:` belongs to it; else put the key on its own line, indented like its siblings"
	fixIndent  = "indent it like its siblings: lines of one level start in one column"
	fixBracket = "close every `[` and `{`, and put a `,` between items"
	fixKey     = "write `key: value`, or indent the line under the value that it continues"
	fixTab     = "indent with blanks"
)

// lineOf takes the line out of an error of yaml.v3.
var lineOf = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)

// syntaxFaults reports a text that yaml.v3 refused.
func syntaxFaults(f *source.File, err error) []diag.Diagnostic {
	match := lineOf.FindStringSubmatch(err.Error())
	words, line := err.Error(), 1
	if match != nil {
		words = match[2]
		if n, convErr := strconv.Atoi(match[1]); convErr == nil {
			line = n
		}
	}
	offset, deep := tooDeep(f.Text)
	switch {
	case strings.Contains(words, "exceeded max depth") || deep && !simple(f.Text):
		at := f.Span(offset, min(offset+1, len(f.Text)))
		return []diag.Diagnostic{fault(CodeDepth, at, "more than "+strconv.Itoa(MaxDepth)+" levels of nesting", "write the value with fewer levels")}
	case strings.HasPrefix(words, "unknown anchor"):
		return []diag.Diagnostic{unknownAnchor(f, words)}
	case simple(f.Text) && !deep:
		if d := goccyFault(f); d != nil {
			return []diag.Diagnostic{*d}
		}
	}
	return []diag.Diagnostic{say(words, lineStart(f, line))}
}

// simple reports whether a text is small enough to be given to a parser without limits of its own.
func simple(text string) bool {
	const most = 64 << 10
	return len(text) <= most
}

// goccyFault is what goccy/go-yaml has to say about a text, with its exact place; nil when it takes the text.
func goccyFault(f *source.File) *diag.Diagnostic {
	_, err := parseSecond(f.Text)
	var syntax yaml.Error
	if !errors.As(err, &syntax) || syntax.GetToken() == nil {
		return nil
	}
	pos := syntax.GetToken().Position
	start := f.Offset(pos.Line, pos.Column)
	if tab := leadingTab(f, pos.Line); tab >= 0 {
		d := say("found a tab character", f.Span(tab, tab+1))
		return &d
	}
	text := f.Text[start:]
	end := start + len(strings.TrimRight(text[:min(len(text), lineEnd(text, 0))], " \t"))
	words := syntax.GetMessage()
	if strings.Contains(words, "reserved") || strings.Contains(words, "end character") || strings.Contains(words, "directive") {
		_, size := decodeRune(text)
		end = start + size
	}
	d := say(words, f.Span(start, max(end, start)))
	return &d
}

// leadingTab returns the offset of a tab in the indentation of a line, or -1.
func leadingTab(f *source.File, line int) int {
	text := f.Line(line)
	indent := len(text) - len(strings.TrimLeft(text, " \t"))
	if i := strings.IndexByte(text[:indent], '\t'); i >= 0 {
		return f.Offset(line, 1) + i
	}
	return -1
}

// say turns the words of a parser into a fault.
func say(words string, at source.Span) diag.Diagnostic {
	for _, p := range phrases {
		if strings.Contains(words, p.parser) {
			return fault(p.code, at, strings.ReplaceAll(strings.Replace(p.message, "%s", at.Text(), 1), "%%", "%"), p.help)
		}
	}
	return fault(CodeSyntax, at, "this is no YAML", "check the indentation, the quotes and the brackets around this line")
}

// lineStart is the span of the text of a line, without its indentation.
func lineStart(f *source.File, line int) source.Span {
	text := f.Line(line)
	start := f.Offset(line, 1)
	if tab := leadingTab(f, line); tab >= 0 {
		return f.Span(tab, tab+1)
	}
	trimmed := strings.TrimLeft(text, " ")
	start += len(text) - len(trimmed)
	return f.Span(start, start+len(strings.TrimRight(trimmed, " \t")))
}

var anchorName = regexp.MustCompile(`unknown anchor '(.*)' referenced`)

func unknownAnchor(f *source.File, words string) diag.Diagnostic {
	at := f.Whole()
	name := ""
	if match := anchorName.FindStringSubmatch(words); match != nil {
		name = match[1]
		at = f.Find("*" + name)
	}
	return fault(CodeUnknownAnchor, at, "there is no anchor `&"+name+"` before this alias",
		"define it with `&"+name+"`, or quote the text if the `*` belongs to it")
}
