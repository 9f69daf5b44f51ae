package yamltree

import (
	"errors"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	v3 "go.yaml.in/yaml/v3"

	"tailor/internal/diag"
	"tailor/internal/source"
)

// parseSecond reads the text with goccy/go-yaml. An error has the place and the words of that parser; a
// panic of it is an error without a place.
func parseSecond(text string) (root ast.Node, err error) {
	defer func() {
		if recover() != nil {
			root, err = nil, errPanic
		}
	}()
	file, err := parser.ParseBytes(squeeze(text), 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, err
	}
	for _, doc := range file.Docs {
		if doc.Body != nil {
			return doc.Body, nil
		}
	}
	return nil, nil
}

// squeeze returns a text with at most 100 blank lines in a row. goccy/go-yaml copies all of a block scalar for
// each blank line at its end, and what scalars say does not matter here.
func squeeze(text string) []byte {
	const most = 100
	out := make([]byte, 0, len(text))
	blank := 0
	for line := range strings.Lines(text) {
		blank++
		if strings.TrimLeft(line, " \t\n") != "" {
			blank = 0
		}
		if blank <= most {
			out = append(out, line...)
		}
	}
	return out
}

// secondOpinion reports the first place where goccy/go-yaml sees another shape than yaml.v3. What they read
// as the value of a scalar does not matter: yaml.v3 is right there.
func secondOpinion(c *converter, doc *v3.Node) *diag.Diagnostic {
	root, err := parseSecond(c.text)
	if err != nil {
		return refused(c, doc, err)
	}
	odd := differ(root, doc)
	if odd == nil {
		return nil
	}
	d := diag.New(CodeAmbiguous, c.point(odd), disagree, helpPlainest)
	if odd.Kind == v3.ScalarNode {
		d = c.disputed(odd)
	}
	return &d
}

const (
	disagree     = "YAML parsers disagree about this text"
	helpPlainest = "write it in the plainest way: quote texts with `:`, `#`, `-` or tabs, put a blank after each `:`, and indent values under their keys"
)

// disputed reports a scalar in which goccy/go-yaml sees something else.
func (c *converter) disputed(n *v3.Node) diag.Diagnostic {
	s := c.scalar(n)
	text := s.Span.Text()
	help := helpPlainest
	switch {
	case isEmpty(n):
		return diag.New(CodeAmbiguous, s.Span, "YAML parsers disagree about this empty value", "write `null`, or the value that is missing")
	case s.Style != Plain && n.Style != 0:
	case strings.Contains(text, "\n"):
		help = "write the text on one line, in quotes"
	case strings.HasSuffix(text, "<<"):
		help = "put quotes around it: `\"" + text + "\"`"
	case strings.Contains(text, ":"):
		help = "put quotes around the text, or a blank after the `:` if it ends a key"
	}
	return diag.New(CodeAmbiguous, s.Span, disagree, help)
}

// refused reports a text that only yaml.v3 takes.
func refused(c *converter, doc *v3.Node, err error) *diag.Diagnostic {
	at := c.point(doc)
	var syntax yaml.Error
	if errors.As(err, &syntax) && syntax.GetToken() != nil {
		pos := syntax.GetToken().Position
		at = c.point(&v3.Node{Line: pos.Line, Column: pos.Column})
	}
	if tab, ok := c.quotedTab(doc, at.Start); ok {
		d := diag.New(CodeAmbiguous, tab, "YAML parsers disagree about a tab in double quotes", "write the tab as `\\t`, or put the text in single quotes")
		return &d
	}
	d := diag.New(CodeAmbiguous, at, disagree, helpPlainest)
	return &d
}

// quotedTab finds the last tab that stands in double quotes before an offset: goccy/go-yaml loses the
// character after those quotes, such as the line break.
func (c *converter) quotedTab(n *v3.Node, before int) (at source.Span, ok bool) {
	if n.Style&v3.DoubleQuotedStyle != 0 {
		start := c.head(n).content
		if i := strings.LastIndexByte(c.text[start:max(start, min(before, c.scalarEnd(n, start)))], '\t'); i >= 0 {
			return c.file.Span(start+i, start+i+1), true
		}
	}
	for _, child := range slices.Backward(n.Content) {
		if at, ok = c.quotedTab(child, before); ok {
			return at, true
		}
	}
	return at, false
}

// differ returns the node of yaml.v3 where the shapes of two trees differ, or nil.
func differ(a ast.Node, b *v3.Node) *v3.Node {
	a = bare(a)
	switch b.Kind {
	case v3.MappingNode:
		return differMaps(a, b)
	case v3.SequenceNode:
		return differLists(a, b)
	case v3.AliasNode:
		if alias, ok := a.(*ast.AliasNode); ok && alias.Value.GetToken().Value == b.Value {
			return nil
		}
		return b
	case v3.ScalarNode, v3.DocumentNode:
	}
	switch a.(type) {
	case *ast.MappingNode, *ast.MappingValueNode, *ast.SequenceNode, *ast.AliasNode:
		return b
	}
	return nil
}

// bare strips anchors and tags.
func bare(n ast.Node) ast.Node {
	for {
		switch x := n.(type) {
		case *ast.AnchorNode:
			n = x.Value
		case *ast.TagNode:
			n = x.Value
		default:
			return n
		}
	}
}

func differMaps(a ast.Node, b *v3.Node) *v3.Node {
	var entries []*ast.MappingValueNode
	switch x := a.(type) {
	case *ast.MappingNode:
		entries = x.Values
	case *ast.MappingValueNode:
		entries = []*ast.MappingValueNode{x}
	default:
		return b
	}
	for i, e := range entries {
		if 2*i+1 >= len(b.Content) {
			return b.Content[len(b.Content)-2]
		}
		key, value := b.Content[2*i], b.Content[2*i+1]
		if !sameWords(keyText(e.Key), key.Value) || isMergeKey(key) != isMerge(e.Key) {
			return key
		}
		if odd := differ(e.Value, value); odd != nil {
			return odd
		}
	}
	if 2*len(entries) < len(b.Content) {
		return b.Content[2*len(entries)]
	}
	return nil
}

// sameWords reports whether two texts differ in blanks only: goccy/go-yaml drops tabs.
func sameWords(a, b string) bool {
	return a == b || strings.Join(strings.Fields(a), "") == strings.Join(strings.Fields(b), "")
}

func isMerge(key ast.MapKeyNode) bool {
	_, ok := key.(*ast.MergeKeyNode)
	return ok
}

// keyText is the text of a key.
func keyText(key ast.MapKeyNode) string {
	var n ast.Node = key
	if explicit, ok := n.(*ast.MappingKeyNode); ok {
		n = explicit.Value
	}
	n = bare(n)
	if n == nil || n.GetToken() == nil {
		return ""
	}
	if literal, ok := n.(*ast.LiteralNode); ok {
		return literal.Value.Value
	}
	return n.GetToken().Value
}

func differLists(a ast.Node, b *v3.Node) *v3.Node {
	list, ok := a.(*ast.SequenceNode)
	if !ok {
		return b
	}
	for i, item := range list.Values {
		if i >= len(b.Content) {
			return b
		}
		if odd := differ(item, b.Content[i]); odd != nil {
			return odd
		}
	}
	if len(list.Values) < len(b.Content) {
		return b.Content[len(list.Values)]
	}
	return nil
}
