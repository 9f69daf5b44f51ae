package yamltree

import (
	"strconv"

	"go.yaml.in/yaml/v3"

	"tailor/internal/diag"
	"tailor/internal/source"
)

const (
	helpSplit = "split it into files that `$include` puts together"
	helpDepth = "write it with fewer levels"
)

// checkLimits reports the first place where a document is too large in any way, before slower code sees it.
func checkLimits(f *source.File, doc *yaml.Node) *diag.Diagnostic {
	l := &limits{file: f}
	l.walk(doc, 0)
	return l.found
}

type limits struct {
	file  *source.File
	nodes int
	found *diag.Diagnostic
}

// walk visits n, which has level collections around it. It stops at the first fault.
func (l *limits) walk(n *yaml.Node, level int) {
	l.nodes++
	collection := n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode
	switch {
	case l.nodes > MaxNodes:
		l.fail(CodeSize, n, "the file has more than "+strconv.Itoa(MaxNodes)+" keys and values", helpSplit)
	case collection && level >= MaxDepth:
		l.fail(CodeDepth, n, "more than "+strconv.Itoa(MaxDepth)+" levels of nesting", helpDepth)
	case n.Kind == yaml.MappingNode && len(n.Content) > 2*MaxKeys:
		l.fail(CodeSize, n.Content[2*MaxKeys], "the map has more than "+strconv.Itoa(MaxKeys)+" keys", helpSplit)
	}
	for i, child := range n.Content {
		if l.found == nil && n.Kind == yaml.MappingNode && i%2 == 0 && len(child.Value) > MaxKeyLength {
			l.fail(CodeKeyLength, child, "the key is longer than "+strconv.Itoa(MaxKeyLength)+" bytes", helpKeyLength)
		}
		if l.found != nil {
			return
		}
		l.walk(child, level+1)
	}
}

func (l *limits) fail(code diag.Code, n *yaml.Node, message, help string) {
	start := l.file.Offset(n.Line, n.Column)
	_, size := decodeRune(l.file.Text[start:])
	d := fault(code, l.file.Span(start, start+size), message, help)
	l.found = &d
}
