package yamltree

import (
	"regexp"
	"strconv"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/source"
)

// syntaxFault reports a text that yaml.v3 refused with err. That parser says little about the place, so
// the text is proofread to find the mistake; its own words are the last resort.
func syntaxFault(f *source.File, text string, err error) []diag.Diagnostic {
	words, line := splitError(err)
	switch {
	case strings.Contains(words, "exceeded max depth"):
		at := tooDeep(text)
		return []diag.Diagnostic{diag.New(CodeDepth, f.Span(at, min(at+1, len(text))), "more than "+strconv.Itoa(MaxDepth)+" levels of nesting", helpDepth)}
	case strings.HasPrefix(words, "unknown anchor"):
		if found := unknownAnchors(f, text); len(found) > 0 {
			return found
		}
		name := strings.TrimSuffix(strings.TrimPrefix(words, "unknown anchor '"), "' referenced")
		return []diag.Diagnostic{firstUnknown(f, text, name)}
	}
	if d := proofread(f, text); d != nil {
		return []diag.Diagnostic{*d}
	}
	return []diag.Diagnostic{say(words, lineSpan(f, line))}
}

// splitError takes an error of yaml.v3 apart. It counts lines from 0 in its parser and from 1 in its scanner.
func splitError(err error) (words string, line int) {
	match := regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`).FindStringSubmatch(err.Error())
	if match == nil {
		return "", 1
	}
	line, convErr := strconv.Atoi(match[1])
	if convErr != nil {
		return match[2], 1
	}
	if strings.HasPrefix(match[2], "did not find expected") {
		line++
	}
	return match[2], line
}

// phrase is how tailor says what yaml.v3 found.
type phrase struct {
	parser        string // what the parser's message contains
	message, help string
}

func phrases() []phrase {
	return []phrase{
		{"mapping values are not allowed", "a `: ` stands where no key can be", helpColon},
		{"did not find expected '-' indicator", "a list and keys are mixed at one level", helpAlign},
		{"did not find expected key", "this does not fit the lines around it", helpAlign},
		{"did not find expected <document start>", "this does not belong to the value above it", helpAlign},
		{"end of stream", "a quote is opened and never closed", "add the closing quote"},
		{"did not find expected ','", "a `,` or a closing bracket is missing", helpBracket},
		{"could not find expected ':'", "there is a line without `:` among keys", helpKey},
		{"block sequence entries are not allowed", "a list cannot start here", helpList},
		{"mapping keys are not allowed", "`?` cannot start a value", "quote the value"},
	}
}

const (
	helpColon   = "put quotes around the text if the `:` belongs to it; else put the key on a line of its own"
	helpAlign   = "start lines of one level in one column"
	helpBracket = "close every `[` and `{`, and put a `,` between items"
	helpKey     = "write `key: value`, or indent the line under the value that it continues"
	helpList    = "start the list on the next line, or write it in `[ ]`"
)

// say turns the words of yaml.v3 into a fault.
func say(words string, at source.Span) diag.Diagnostic {
	for _, p := range phrases() {
		if strings.Contains(words, p.parser) {
			return diag.New(CodeSyntax, at, p.message, p.help)
		}
	}
	return diag.New(CodeSyntax, at, "this cannot be read as YAML", "check the indentation, the quotes and the brackets around this line")
}

// lineSpan is the span of the text of a line, without its indentation.
func lineSpan(f *source.File, line int) source.Span {
	start := f.Offset(line, 1)
	text := f.Text[start:lineEnd(f.Text, start)]
	trimmed := strings.TrimLeft(text, " \t")
	start += len(text) - len(trimmed)
	return f.Span(start, start+len(strings.TrimRight(trimmed, " \t")))
}

// tooDeep finds where a text exceeds the nesting: the bracket or dash that opens the first level too many. It
// ignores quotes, so it is used only for a text that is known to be too deep.
func tooDeep(text string) int {
	depth, dashes := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '\n':
			dashes = 0
		case '[', '{':
			depth++
		case ']', '}':
			depth = max(0, depth-1)
		case '-', '?':
			if i+1 < len(text) && isBlank(text[i+1]) {
				dashes++
			}
		}
		if depth+dashes > MaxDepth {
			return i
		}
	}
	return 0
}
