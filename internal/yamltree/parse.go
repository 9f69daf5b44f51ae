package yamltree

import (
	"go.yaml.in/yaml/v3"

	"tailor/internal/diag"
	"tailor/internal/source"
)

// Parse reads a file as one YAML document. The tree is what yaml.v3, the parser of the consumer, makes of
// it: types, values and shape. goccy/go-yaml reads the text too, and where it sees another shape, the
// text is refused, because then other tools would. Anchors, aliases and `<<` are resolved: an alias gives
// the very node of its anchor.
//
// A document without content, or with null alone, gives a nil Node. With any fault the Node is nil. Faults
// are errors, each at its place, as many as could be found. It implements docs/reference/yaml.md.
func Parse(f *source.File) (*Node, []diag.Diagnostic) {
	if faults := checkText(f); len(faults) > 0 {
		return nil, faults
	}
	text, faults := firstDocument(f)
	root, more := parseDocument(f, text)
	if faults = append(more, faults...); len(faults) > 0 || root.IsNull() {
		return nil, faults
	}
	return root, nil
}

// parseDocument reads text, which is the start of a file or all of it.
func parseDocument(f *source.File, text string) (*Node, []diag.Diagnostic) {
	doc, err := refer(text)
	if err != nil {
		return nil, syntaxFault(f, text, err)
	}
	if doc == nil {
		return nil, nil
	}
	if d := checkLimits(f, doc); d != nil {
		return nil, []diag.Diagnostic{*d}
	}
	c := &converter{file: f, text: text, built: map[*yaml.Node]built{}}
	root := c.node(doc, 0).node
	if len(c.faults) > 0 {
		return nil, c.faults
	}
	if d := secondOpinion(c, doc); d != nil {
		return nil, []diag.Diagnostic{*d}
	}
	return root, nil
}
