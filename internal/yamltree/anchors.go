package yamltree

import (
	"maps"
	"slices"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"

	"tailor/internal/diag"
	"tailor/internal/source"
)

// unknownAnchors reports every alias whose anchor does not stand before it. yaml.v3 stops at the first one
// and does not say where, so the words of the text are looked at.
func unknownAnchors(f *source.File, text string) []diag.Diagnostic {
	var faults []diag.Diagnostic
	names := map[string]bool{}
	tokens := tokenize(text)
	for i, t := range tokens {
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

func unknownAnchor(at source.Span, name string, names map[string]bool) diag.Diagnostic {
	help := "define it with `&" + name + "` before this line, or quote the text if the `*` belongs to it"
	if near := diag.Nearest(name, sortedNames(names)); near != "" {
		help = "did you mean `*" + near + "`?"
	}
	return fault(CodeUnknownAnchor, at, "there is no anchor `&"+name+"` before this alias", help)
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
