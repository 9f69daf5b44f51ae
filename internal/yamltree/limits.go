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
	l.walk(doc, 0, 0)
	return l.found
}

type limits struct {
	file  *source.File
	nodes int
	paths int // the bytes of the paths of all nodes, which goccy/go-yaml keeps in memory
	found *diag.Diagnostic
}

// walk visits n, which has level collections around it and a path of that many bytes. It stops at the first
// fault.
func (l *limits) walk(n *yaml.Node, level, path int) {
	l.nodes++
	l.paths += path
	collection := n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode
	switch {
	case l.nodes > MaxNodes:
		l.fail(CodeSize, n, "the file has more than "+strconv.Itoa(MaxNodes)+" keys and values", helpSplit)
	case collection && level >= MaxDepth:
		l.fail(CodeDepth, n, "more than "+strconv.Itoa(MaxDepth)+" levels of nesting", helpDepth)
	case l.paths > MaxPaths:
		l.fail(CodeSize, n, "the keys around all the values add up to more than "+strconv.Itoa(MaxPaths>>20)+" MiB",
			"shorten the keys that have many values below them, or write them with fewer levels")
	case n.Kind == yaml.MappingNode && len(n.Content) > 2*MaxKeys:
		l.fail(CodeSize, n.Content[2*MaxKeys], "the map has more than "+strconv.Itoa(MaxKeys)+" keys", helpSplit)
	}
	for i, child := range n.Content {
		if l.found != nil {
			return
		}
		l.walk(child, level+1, path+l.step(n, i))
	}
}

// step returns what the path to the part i of n has more than that to n, and looks at the key.
func (l *limits) step(n *yaml.Node, i int) int {
	if n.Kind != yaml.MappingNode {
		return len("[0]")
	}
	key := n.Content[i&^1]
	if len(key.Value) > MaxKeyLength {
		l.fail(CodeKeyLength, key, "the key is longer than "+strconv.Itoa(MaxKeyLength)+" bytes", helpKeyLength)
	}
	return len(".") + len(key.Value)
}

func (l *limits) fail(code diag.Code, n *yaml.Node, message, help string) {
	start := l.file.Offset(n.Line, n.Column)
	d := diag.New(code, l.file.Span(start, start+runeSize(l.file.Text[start:])), message, help)
	l.found = &d
}
