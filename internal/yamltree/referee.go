package yamltree

import (
	"errors"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"

	"tailor/internal/diag"
	"tailor/internal/source"
)

// refer reads the text with yaml.v3. It returns the root of the document, or nil when there is none. yaml.v3
// goes first because it refuses hostile text in milliseconds.
func refer(f *source.File) (*yaml.Node, []diag.Diagnostic) {
	decoder := yaml.NewDecoder(strings.NewReader(f.Text))
	var doc, second yaml.Node
	if err := decode(decoder, &doc); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		return nil, syntaxFaults(f, err)
	}
	switch err := decode(decoder, &second); {
	case err == nil:
		return nil, []diag.Diagnostic{secondDocument(f, &second)}
	case !errors.Is(err, io.EOF):
		return nil, syntaxFaults(f, err)
	}
	if len(doc.Content) == 0 {
		return nil, nil
	}
	return doc.Content[0], nil
}

// errPanic is a parser that gave up in a way it should not have.
var errPanic = errors.New("yaml: the text cannot be parsed")

// decode reads the next document, also from a parser that panics.
func decode(d *yaml.Decoder, n *yaml.Node) (err error) {
	defer func() {
		if recover() != nil {
			err = errPanic
		}
	}()
	return d.Decode(n)
}

func secondDocument(f *source.File, second *yaml.Node) diag.Diagnostic {
	line := max(second.Line, 1)
	for line > 1 && !isMarker(f.Line(line)) {
		line--
	}
	start := f.Offset(line, 1)
	at := f.Span(start, min(start+len("---"), len(f.Text)))
	return fault(CodeSecondDocument, at, "a second document starts here",
		"put it into a file of its own: tailor reads one document for each file")
}

func isMarker(line string) bool {
	return strings.HasPrefix(line, "---") || strings.HasPrefix(line, "...")
}
