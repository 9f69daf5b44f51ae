package yamltree

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"tailor/internal/diag"
	"tailor/internal/source"
)

// isScalarTag reports whether a scalar may have a tag: one of those that every parser knows.
func isScalarTag(tag string) bool {
	return slices.Contains([]string{"!!str", "!!int", "!!float", "!!bool", "!!null"}, tag)
}

// checkScalarTag reports a tag that would get lost: one that the consumer ignores, one that stands on
// another line than its value, and one that gives a value another type than its text has.
func (c *converter) checkScalarTag(n *yaml.Node, h head, value source.Span) bool {
	tag := c.text[h.tag:h.off]
	switch {
	case !isScalarTag(tag):
		c.fail(unknownTag(c.file.Span(h.tag, h.off)))
		return false
	case strings.Contains(c.text[h.off:h.content], "\n"):
		c.fail(diag.New(CodeTag, c.file.Span(h.tag, h.off), "the value of `"+tag+"` stands on another line",
			"write the value right after its tag, or remove the tag"))
		return false
	}
	bare := yaml.Node{Kind: yaml.ScalarNode, Value: n.Value, Style: n.Style &^ yaml.TaggedStyle}
	if tag == "!!str" || bare.ShortTag() == tag {
		return true
	}
	d := diag.New(CodeTag, c.file.Span(h.tag, h.off), "the tag `"+tag+"` does not fit its value, which reads as "+article(typeOf(&bare)),
		"remove the tag, and write the value as it should be read")
	d.Labels = append(d.Labels, diag.Label{Span: value})
	c.fail(d)
	return false
}

func article(t Type) string {
	switch t {
	case Null:
		return t.String()
	case Int:
		return "an " + t.String()
	default:
		return "a " + t.String()
	}
}

// checkEmptyTag reports a tag without a value.
func (c *converter) checkEmptyTag(h head) {
	switch {
	case h.tag == h.off:
	case isScalarTag(c.text[h.tag:h.off]):
		c.fail(diag.New(CodeTag, c.file.Span(h.tag, h.off), "the tag `"+c.text[h.tag:h.off]+"` has no value",
			"write the value right after its tag, or remove the tag"))
	default:
		c.fail(unknownTag(c.file.Span(h.tag, h.off)))
	}
}

// checkCollectionTag reports any tag of a map or a list.
func (c *converter) checkCollectionTag(h head) {
	if h.tag < h.off {
		c.fail(unknownTag(c.file.Span(h.tag, h.off)))
	}
}

func unknownTag(at source.Span) diag.Diagnostic {
	d := diag.New(CodeTag, at, "the tag `"+at.Text()+"` is not supported", "remove the tag, or quote the value if the `!` belongs to it")
	d.Notes = []string{"Image Customizer would silently ignore it"}
	return d
}
