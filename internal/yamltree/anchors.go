package yamltree

import (
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"

	"tailor/internal/diag"
	"tailor/internal/source"
)

// maxLexed is how much of a text is looked at for aliases: the tokens of more would take too much memory.
const maxLexed = 128 << 10

// unknownAnchors reports every alias whose anchor does not stand before it. yaml.v3 stops at the first one
// and does not say where, so the words of the text are looked at.
func unknownAnchors(f *source.File, text string) []diag.Diagnostic {
	var faults []diag.Diagnostic
	names := map[string]bool{}
	tokens := tokenize(text[:min(len(text), maxLexed)])
	for i, t := range tokens {
		if len(faults) == maxFaults {
			break
		}
		switch t.Type {
		case token.AnchorType:
			if i+1 < len(tokens) {
				names[tokens[i+1].Value] = true
			}
		case token.AliasType:
			start := f.Offset(t.Position.Line, t.Position.Column)
			end := wordEnd(text, min(start+1, len(text)))
			if name := text[min(start+1, end):end]; name != "" && text[start] == '*' && !names[name] {
				faults = append(faults, unknownAnchor(f.Span(start, end), name, names))
			}
		default:
		}
	}
	return faults
}

// firstUnknown reports the alias that yaml.v3 stumbled over where unknownAnchors does not get that far: the
// first word of the text that looks like it.
func firstUnknown(f *source.File, text, name string) diag.Diagnostic {
	word := "*" + name
	for at := strings.Index(text, word); at >= 0; {
		end := at + len(word)
		if (at == 0 || strings.IndexByte(" \t\n[{,", text[at-1]) >= 0) && wordEnd(text, end) == end {
			return unknownAnchor(f.Span(at, end), name, nil)
		}
		next := strings.Index(text[end:], word)
		if next < 0 {
			break
		}
		at = end + next
	}
	return unknownAnchor(f.Whole(), name, nil)
}

func unknownAnchor(at source.Span, name string, names map[string]bool) diag.Diagnostic {
	help := "define it with `&" + name + "` before this line, or quote the text if the `*` belongs to it"
	if near := diag.Nearest(name, sortedNames(names)); near != "" {
		help = "did you mean `*" + near + "`?"
	}
	return diag.New(CodeUnknownAnchor, at, "there is no anchor `&"+name+"` before this alias", help)
}

// tokenize splits a text with the lexer of goccy/go-yaml, which takes linear time. It returns nothing when
// that fails.
func tokenize(text string) (tokens token.Tokens) {
	defer func() {
		if recover() != nil {
			tokens = nil
		}
	}()
	return lexer.Tokenize(text)
}

func sortedNames(names map[string]bool) []string { return slices.Sorted(maps.Keys(names)) }
