package yamltree

import (
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"tailor/internal/diag"
	"tailor/internal/source"
)

// converter turns the tree of yaml.v3 into Nodes. That parser says where a node starts; where it ends is
// read off the text.
type converter struct {
	file   *source.File
	text   string               // the part of the file that is read
	built  map[*yaml.Node]built // the anchored nodes
	last   cursor
	faults []diag.Diagnostic
	// adopted is the number of entries that `<<` brought into maps so far.
	adopted int
}

// built is a converted node, the number of collections one in another at and below it, and where its
// text ends, which for an alias is the end of the alias. A node that is being built has no node yet.
type built struct {
	node   *Node
	height int
	end    int
}

func leaf(n *Node) built { return built{n, 0, n.Span.End} }

// maxInTree is the number of faults of one tree after which more of them help nobody.
const maxInTree = 1000

func (c *converter) fail(d diag.Diagnostic) {
	if len(c.faults) < maxInTree {
		c.faults = append(c.faults, d)
	}
}

// node converts n, which has level collections around it.
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
		out = c.mapping(n, level+1)
	case yaml.SequenceNode:
		out = c.sequence(n, level+1)
	default:
		out = leaf(c.scalar(n))
	}
	out = c.bounded(out, n)
	if n.Anchor != "" {
		c.built[n] = out
	}
	return out
}

// bounded replaces a node that expands to too much, so that sizes stay small numbers.
func (c *converter) bounded(b built, n *yaml.Node) built {
	if b.node.size <= MaxExpanded {
		return b
	}
	c.fail(diag.New(CodeAliasSize, c.point(n), "the aliases in here stand for more than "+strconv.Itoa(MaxExpanded)+" values",
		"write out what is needed, or use fewer aliases"))
	return built{NewScalar("", Null, Plain, c.file.Span(b.end, b.end)), 0, b.end}
}

func (c *converter) alias(n *yaml.Node, level int) built {
	start := c.offset(n.Line, n.Column)
	at := c.file.Span(start, start+len("*")+len(n.Value))
	target := c.built[n.Alias]
	if target.node == nil {
		c.fail(diag.New(CodeAliasCycle, at, "the alias `*"+n.Value+"` stands inside the value that it repeats",
			"write out the value that is meant"))
		return leaf(NewScalar("", Null, Plain, at))
	}
	if level+target.height > MaxDepth {
		c.fail(diag.New(CodeDepth, at, fmt.Sprintf("more than %d levels of nesting through `*%s`", MaxDepth, n.Value), helpDepth))
	}
	target.end = at.End
	return target
}

// point is the span that shows a node before it is converted: its first word.
func (c *converter) point(n *yaml.Node) source.Span {
	start := c.offset(n.Line, n.Column)
	end := start
	for end < len(c.text) && !isBlank(c.text[end]) && strings.IndexByte(",]}", c.text[end]) < 0 {
		end++
	}
	return c.file.Span(start, end)
}

func (c *converter) sequence(n *yaml.Node, level int) built {
	h := c.head(n)
	c.checkCollectionTag(h)
	end, height := h.content+1, 0
	items := make([]*Node, len(n.Content))
	for i, child := range n.Content {
		b := c.node(child, level)
		items[i], height = b.node, max(height, b.height)
		end = max(end, b.end)
	}
	if c.opens(h.content) {
		end = flowEnd(c.text, end)
	}
	return built{NewList(items, c.file.Span(h.content, end)), height + 1, end}
}

// opens reports whether a flow collection starts at an offset.
func (c *converter) opens(offset int) bool {
	return offset < len(c.text) && (c.text[offset] == '[' || c.text[offset] == '{')
}

func (c *converter) mapping(n *yaml.Node, level int) built {
	start := c.mapStart(n)
	flow := c.opens(start)
	gap := start // the end of what was read
	if flow {
		gap++
	}
	m := mapBuilder{c: c, entries: make([]Entry, 0, len(n.Content)/2)}
	height := 0
	for i := 0; i < len(n.Content); i += 2 {
		k, child := n.Content[i], n.Content[i+1]
		c.checkExplicit(gap)
		key, end := c.key(k)
		spent := levelsOf(k, child)
		b := c.node(child, level-spent)
		height, gap = max(height, b.height-spent), max(end, b.end)
		if isMergeKey(k) {
			m.merge(&key, child, b.node)
			continue
		}
		m.add(&key, b.node)
	}
	if flow {
		gap = flowEnd(c.text, gap)
	}
	return built{NewMap(m.done(), c.file.Span(start, gap)), height + 1, gap}
}

// levelsOf is the number of levels of nesting of a value that are gone once `<<` has put its entries in their
// place.
func levelsOf(key, value *yaml.Node) int {
	switch {
	case !isMergeKey(key):
		return 0
	case value.Kind == yaml.SequenceNode:
		return 2
	}
	return 1
}

// mapStart returns where the first key of a block map begins, after its anchor and tag, or the bracket of a
// flow map.
func (c *converter) mapStart(n *yaml.Node) int {
	h := c.head(n)
	c.checkCollectionTag(h)
	if len(n.Content) > 0 && h.content == c.offset(n.Content[0].Line, n.Content[0].Column) {
		return c.head(n.Content[0]).content
	}
	return h.content
}

// checkExplicit reports a `?` between a key and what stands before it.
func (c *converter) checkExplicit(gap int) {
	at := skipBlanks(c.text, gap)
	for at < len(c.text) && c.text[at] == ',' {
		at = skipBlanks(c.text, at+1)
	}
	if at+1 < len(c.text) && c.text[at] == '?' && isBlank(c.text[at+1]) {
		c.fail(diag.New(CodeKeyShape, c.file.Span(at, at+1), "keys that start with `? ` are not supported", "write `key: value`"))
	}
}

// key converts a key and returns where it ends, which is before its colon.
func (c *converter) key(n *yaml.Node) (Key, int) {
	if n.Kind != yaml.ScalarNode {
		at := c.point(n)
		what := map[yaml.Kind]string{yaml.MappingNode: "a map", yaml.SequenceNode: "a list", yaml.AliasNode: "an alias"}[n.Kind]
		help := "write the key as a text"
		if n.Kind != yaml.AliasNode {
			help = "put quotes around the text if the `" + c.text[at.Start:min(len(c.text), at.Start+1)] + "` belongs to it, as in `\"{{ name }}\"`"
		}
		c.fail(diag.New(CodeKeyShape, at, "a key must be a text, not "+what, help))
		return Key{Span: at}, at.End
	}
	s := c.scalar(n)
	if s.Value == "" && s.Style == Plain {
		c.fail(diag.New(CodeSyntax, c.point(n), noKey, helpNoKey))
	}
	if n.Anchor != "" {
		c.built[n] = leaf(s)
	}
	key := Key{Name: s.Value, Type: s.Type, Style: s.Style, Span: s.Span}
	if written := len(appendKey(nil, &key)); written > MaxKeyLength {
		c.fail(diag.New(CodeKeyLength, c.point(n), "the key takes more than "+strconv.Itoa(MaxKeyLength)+" bytes when it is written out", helpKeyLength))
	}
	return key, s.Span.End
}

func (c *converter) scalar(n *yaml.Node) *Node {
	h := c.head(n)
	if isEmpty(n) {
		at := h.end
		for h.end == h.from && at > 0 && isBlank(c.text[at-1]) {
			at--
		}
		c.checkEmptyTag(h)
		if n.Anchor != "" {
			c.fail(diag.New(CodeAmbiguous, c.point(n), "the anchor `&"+n.Anchor+"` has no value", "write its value right after it, or `null`"))
		}
		return NewScalar("", Null, Plain, c.file.Span(at, at))
	}
	span := c.file.Span(h.content, c.scalarEnd(n, h.content))
	typ, style := typeOf(n), styleOf(n)
	if h.tag < h.off && !c.checkScalarTag(n, h, span) {
		return NewScalar(n.Value, String, DoubleQuoted, span)
	}
	if style == Plain && typ == String && !asWritten(n, span) {
		return NewString(n.Value, DoubleQuoted, span)
	}
	return NewScalar(n.Value, typ, style, span)
}

// isEmpty reports whether n is a value that is not written out.
func isEmpty(n *yaml.Node) bool { return n.Value == "" && n.Style&^yaml.TaggedStyle == 0 }

// asWritten reports whether a plain string can be written again as it is: on one line, without a tag, and
// as no other reader takes it for something else.
func asWritten(n *yaml.Node, span source.Span) bool {
	return n.Style&yaml.TaggedStyle == 0 && span.Text() == n.Value && n.Value != "<<" && strings.IndexByte(n.Value, '\t') < 0
}

func typeOf(n *yaml.Node) Type {
	switch n.ShortTag() {
	case "!!null":
		return Null
	case "!!bool":
		return Bool
	case "!!int":
		return Int
	case "!!float":
		return Float
	case "!!timestamp":
		return Time
	}
	return String
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
