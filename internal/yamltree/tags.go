package yamltree

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"tailor/internal/source"
)

// scalarTags are the tags that a scalar may have.
var scalarTags = []string{"!!str", "!!int", "!!float", "!!bool", "!!null"}

// checkScalarTag reports a tag that would get lost: one that the consumer does not know, and one that gives
// a value another type than its text has.
func (c *converter) checkScalarTag(n *yaml.Node, value source.Span) bool {
	tag := n.ShortTag()
	if !slices.Contains(scalarTags, tag) {
		c.unknownTag(n)
		return false
	}
	bare := yaml.Node{Kind: yaml.ScalarNode, Value: n.Value, Style: n.Style &^ yaml.TaggedStyle}
	if tag == "!!str" || bare.ShortTag() == tag {
		return true
	}
	c.fail(fault(CodeTag, c.tag(n), "the tag `"+tag+"` gives `"+value.Text()+"` another type than its text has",
		"remove the tag and write the value as it should be read"))
	return false
}

func (c *converter) checkCollectionTag(n *yaml.Node) {
	if n.Style&yaml.TaggedStyle != 0 {
		c.unknownTag(n)
	}
}

func (c *converter) unknownTag(n *yaml.Node) {
	at := c.tag(n)
	d := fault(CodeTag, at, "the tag `"+at.Text()+"` is not supported", "remove the tag, or quote the value if the `!` belongs to it")
	d.Notes = []string{"Image Customizer would ignore it without a word"}
	c.fail(d)
}

// tag is the span of the tag of a node.
func (c *converter) tag(n *yaml.Node) source.Span {
	text := c.file.Text
	start := c.offset(n.Line, n.Column)
	for start < len(text) && text[start] == '&' {
		start += len(strings.TrimRight(firstWord(text[start:]), ","))
		start = skipBlanks(text, start)
	}
	return c.file.Span(start, start+len(firstWord(text[start:])))
}

// firstWord is the text up to the first blank.
func firstWord(text string) string {
	if i := strings.IndexAny(text, " \t\n"); i >= 0 {
		return text[:i]
	}
	return text
}
