package yamltree

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"tailor/internal/diag"
	"tailor/internal/source"
)

// checkLimits reports a document that is too large in any way, before slower code sees it. Depth was
// bounded by yaml.v3 already, so the walk may recurse.
func checkLimits(f *source.File, doc *yaml.Node) []diag.Diagnostic {
	l := &limits{file: f}
	l.walk(doc, 1)
	return l.faults
}

type limits struct {
	file   *source.File
	nodes  int
	faults []diag.Diagnostic
}

// walk visits n at a nesting level; the root has level 1. It stops at the first fault.
func (l *limits) walk(n *yaml.Node, level int) {
	l.nodes++
	switch {
	case l.nodes > MaxNodes:
		l.fail(CodeSize, n, fmt.Sprintf("the file has more than %d values", MaxNodes), "split it into files that `$include` puts together")
	case level > MaxDepth+1:
		l.fail(CodeDepth, n, fmt.Sprintf("more than %d levels of nesting", MaxDepth), "write the value with fewer levels")
	case n.Kind == yaml.MappingNode && len(n.Content) > 2*MaxKeys:
		l.fail(CodeSize, n.Content[2*MaxKeys], fmt.Sprintf("the map has more than %d keys", MaxKeys), "split the map")
	}
	for i, child := range n.Content {
		if len(l.faults) > 0 {
			return
		}
		if n.Kind == yaml.MappingNode && i%2 == 0 && len(child.Value) > MaxKeyLength {
			l.fail(CodeKeyLength, child, fmt.Sprintf("the key is longer than %d bytes", MaxKeyLength), "shorten it: some parsers refuse long keys")
			return
		}
		l.walk(child, level+1)
	}
}

func (l *limits) fail(code diag.Code, n *yaml.Node, message, help string) {
	start := l.file.Offset(n.Line, n.Column)
	_, size := decodeRune(l.file.Text[start:])
	l.faults = append(l.faults, fault(code, l.file.Span(start, start+size), message, help))
}

// tooDeep finds where a text that yaml.v3 refused exceeds the nesting: the bracket or dash that opens the
// first level too many. It ignores quotes, so it is used for such a text only.
func tooDeep(text string) (offset int, ok bool) {
	depth, dashes := 0, 0
	for i := range len(text) {
		switch c := text[i]; c {
		case '\n':
			dashes = 0
		case '[', '{':
			depth++
		case ']', '}':
			depth = max(0, depth-1)
		case '-', '?':
			if i+1 < len(text) && (text[i+1] == ' ' || text[i+1] == '\n') {
				dashes++
			}
		}
		if depth+dashes > MaxDepth {
			return i, true
		}
	}
	return 0, false
}
