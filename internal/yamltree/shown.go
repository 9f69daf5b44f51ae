package yamltree

import (
	"strings"

	"tailor/internal/source"
)

// Shown is the span that shows a value to its author: a scalar as a whole, a map or a list by its key when that stands
// right before it, else by its first key or its first line. key is nil for an item and for a root.
func (n *Node) Shown(key *Key) source.Span {
	if n.Kind != Map && n.Kind != List || n.Span.File == nil {
		return n.Span
	}
	if key != nil && key.Span.File == n.Span.File && key.Span.End <= n.Span.Start && leads(n.Span.File.Text[key.Span.End:n.Span.Start]) {
		return key.Span
	}
	if n.Kind == Map && len(n.Entries) > 0 {
		if first := n.Entries[0].Key.Span; first.File == n.Span.File && first.Start == n.Span.Start {
			return first
		}
	}
	at := n.Span
	if line, _, more := strings.Cut(at.Text(), "\n"); more {
		at.End = at.Start + len(line)
	}
	return at
}

// leads reports whether nothing but a colon, blanks, comments and an anchor are between a key and its value.
func leads(text string) bool {
	text, ok := strings.CutPrefix(text, ":")
	if !ok {
		return false
	}
	at := skipBlanks(text, 0)
	if at < len(text) && text[at] == '&' {
		at = skipBlanks(text, wordEnd(text, at+1))
	}
	return at == len(text)
}
