package yamltree

import (
	"errors"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// refer reads the text with yaml.v3. It returns the root of the document, or nil when there is none. yaml.v3
// goes first because it refuses hostile text in milliseconds.
func refer(text string) (*yaml.Node, error) {
	decoder := yaml.NewDecoder(strings.NewReader(text))
	var doc, rest yaml.Node
	if err := decode(decoder, &doc); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		return nil, err
	}
	// The decoder stops after the root: only a second look sees what does not belong to it.
	if err := decode(decoder, &rest); err == nil {
		return nil, errTrailing
	} else if !errors.Is(err, io.EOF) {
		return nil, err
	}
	if len(doc.Content) == 0 {
		return nil, nil
	}
	return doc.Content[0], nil
}

var (
	// errPanic is a parser that gave up in a way it should not have.
	errPanic = errors.New("yaml: the text cannot be parsed")
	// errTrailing is text after the root.
	errTrailing = errors.New("yaml: did not find expected <document start>")
)

// decode reads the next document, also from a parser that panics.
func decode(d *yaml.Decoder, n *yaml.Node) (err error) {
	defer func() {
		if recover() != nil {
			err = errPanic
		}
	}()
	return d.Decode(n)
}
