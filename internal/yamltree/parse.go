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
	doc, faults := refer(f)
	if doc == nil {
		return nil, faults
	}
	if faults := checkLimits(f, doc); len(faults) > 0 {
		return nil, faults
	}
	c := &converter{file: f, built: map[*yaml.Node]built{}}
	root := c.node(doc, 0).node
	if len(c.faults) > 0 {
		return nil, c.faults
	}
	if fault := secondOpinion(f, doc); fault != nil {
		return nil, []diag.Diagnostic{*fault}
	}
	if root.IsNull() {
		return nil, nil
	}
	return root, nil
}

// fault makes an error with one place.
func fault(code diag.Code, at source.Span, message, help string) diag.Diagnostic {
	return diag.Diagnostic{
		Code: code, Message: message, Help: help,
		Labels: []diag.Label{{Span: at, Primary: true}},
	}
}
