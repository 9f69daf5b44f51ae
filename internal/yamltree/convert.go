package yamltree

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"tailor/internal/diag"
	"tailor/internal/source"
)

// converter turns the tree of yaml.v3 into Nodes.
type converter struct {
	file   *source.File
	built  map[*yaml.Node]built // the anchored nodes
	last   cursor
	faults []diag.Diagnostic
}

// built is a converted node, the number of levels at and below it, and where its text ends, which for an
// alias is the end of the alias. A node that is being built has no node yet.
type built struct {
	node   *Node
	height int
	end    int
}

func leaf(n *Node) built { return built{n, 1, n.Span.End} }

func (c *converter) fail(d diag.Diagnostic) { c.faults = append(c.faults, d) }

// node converts n, which has level others above it.
func (c *converter) node(n *yaml.Node, level int) built {
	if n.Kind == yaml.AliasNode {
		return c.alias(n, level)
	}
	if n.Anchor != "" {
		c.built[n] = built{}
	}
	var out built
	switch n.Kind {
	case yaml.MappingNode:
		out = c.mapping(n, level)
	case yaml.SequenceNode:
		out = c.sequence(n, level)
	default:
		out = leaf(c.scalar(n))
	}
	if n.Anchor != "" {
		c.built[n] = out
	}
	return c.bounded(out, n)
}

// bounded replaces a node that expands to too much, so that sizes stay small numbers.
func (c *converter) bounded(b built, n *yaml.Node) built {
	if b.node.size <= MaxExpanded {
		return b
	}
	c.fail(fault(CodeAliasSize, c.point(n), fmt.Sprintf("the aliases expand to more than %d values", MaxExpanded),
		"write the values out, or use fewer aliases"))
	return leaf(NewScalar("", Null, Plain, c.point(n)))
}

func (c *converter) alias(n *yaml.Node, level int) built {
	target, ok := c.built[n.Alias]
	at := c.point(n)
	if !ok || target.node == nil {
		c.fail(fault(CodeAliasCycle, at, "the alias `*"+n.Value+"` stands inside its own value", "write the value out"))
		return leaf(NewScalar("", Null, Plain, at))
	}
	if level+target.height > MaxDepth+1 {
		c.fail(fault(CodeDepth, at, fmt.Sprintf("more than %d levels of nesting through `*%s`", MaxDepth, n.Value), "write the value with fewer levels"))
	}
	target.end = at.End
	return target
}

// point is the span that shows a node before it is converted: its first word.
func (c *converter) point(n *yaml.Node) source.Span {
	start := c.offset(n.Line, n.Column)
	end := start
	for end < len(c.file.Text) && !isBlank(c.file.Text[end]) && !strings.ContainsRune(",]}", rune(c.file.Text[end])) {
		end++
	}
	return c.file.Span(start, end)
}

func (c *converter) sequence(n *yaml.Node, level int) built {
	c.checkCollectionTag(n)
	start := c.start(n)
	end, height := start+1, 0
	items := make([]*Node, len(n.Content))
	for i, child := range n.Content {
		b := c.node(child, level+1)
		items[i], height = b.node, max(height, b.height)
		end = max(end, b.end)
	}
	list := NewList(items, c.span(n, start, end))
	return built{list, height + 1, list.Span.End}
}

func (c *converter) mapping(n *yaml.Node, level int) built {
	c.checkCollectionTag(n)
	start := c.start(n)
	m := mapBuilder{c: c, index: map[string]int{}}
	end, height := start+1, 0
	for i := 0; i < len(n.Content); i += 2 {
		key, child := n.Content[i], n.Content[i+1]
		b := c.node(child, level+1)
		height = max(height, b.height)
		end = max(end, b.end)
		if isMergeKey(key) {
			m.merge(key, child, b.node)
			continue
		}
		m.add(c.key(key), b.node)
	}
	out := NewMap(m.entries, c.span(n, start, end))
	return built{out, height + 1, out.Span.End}
}

// span is the extent of a collection: a flow collection goes on to its closing bracket.
func (c *converter) span(n *yaml.Node, start, end int) source.Span {
	if n.Style&yaml.FlowStyle != 0 {
		end = flowEnd(c.file.Text, end)
	}
	return c.file.Span(start, min(max(start, end), len(c.file.Text)))
}

func (c *converter) key(n *yaml.Node) Key {
	at := c.point(n)
	if n.Kind != yaml.ScalarNode {
		what := "a " + map[yaml.Kind]string{yaml.MappingNode: "map", yaml.SequenceNode: "list", yaml.AliasNode: "alias"}[n.Kind]
		if n.Kind == yaml.AliasNode {
			what = "an alias"
		}
		c.fail(fault(CodeKeyShape, at, "a key cannot be "+what, "write the key as a text"))
		return Key{Span: at}
	}
	s := c.scalar(n)
	if s.Style == Literal || s.Style == Folded {
		s.Style = DoubleQuoted
	}
	return Key{Name: s.Value, Type: s.Type, Style: s.Style, Span: s.Span}
}

// types names the types that a scalar of yaml.v3 can have.
var types = map[string]Type{
	"!!str": String, "!!null": Null, "!!bool": Bool, "!!int": Int, "!!float": Float, "!!timestamp": Time, "!!merge": String,
}

func (c *converter) scalar(n *yaml.Node) *Node {
	start := c.start(n)
	span := c.file.Span(start, c.scalarEnd(n, start))
	style := styleOf(n)
	typ, ok := types[n.ShortTag()]
	if n.Style&yaml.TaggedStyle != 0 {
		if !c.checkScalarTag(n, span) {
			return NewScalar(n.Value, String, DoubleQuoted, span)
		}
		if typ == String && style == Plain {
			return NewString(n.Value, DoubleQuoted, span)
		}
	}
	if !ok {
		typ = String
	}
	if style == Plain && typ == String && (span.Text() != n.Value || strings.Contains(n.Value, "\t") || n.Value == "<<") {
		return NewString(n.Value, DoubleQuoted, span)
	}
	return NewScalar(n.Value, typ, style, span)
}

func styleOf(n *yaml.Node) Style {
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		return DoubleQuoted
	case n.Style&yaml.SingleQuotedStyle != 0:
		return SingleQuoted
	case n.Style&yaml.LiteralStyle != 0:
		return Literal
	case n.Style&yaml.FoldedStyle != 0:
		return Folded
	}
	return Plain
}
