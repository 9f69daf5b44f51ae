package schema

import (
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// Reader returns the file at a slash-separated path from the root of the workspace, nil for an empty one. Faults are
// shown at the place that asks for it. The path may lead out of the workspace, which is a fault as well.
type Reader func(path string, at source.Span) (*yamltree.Node, []diag.Diagnostic)

// Bounds of a schema, all of its files together.
const (
	// MaxValues is the number of values.
	MaxValues = 10_000
	// maxPointers bounds the bytes of the pointers to all values.
	maxPointers = 8 << 20
	// maxReferred bounds the values that references lead to, each reference to another place counted.
	maxReferred = 200_000
	// maxCrossed bounds the number of references times that of values.
	maxCrossed = 10_000_000
)

// scheme is that of the addresses of files: those of a workspace have no other way in.
const scheme = "tailor"

// document is one file of a schema.
type document struct {
	address string // the URL under which the library knows it
	path    string // from the root of the workspace
	root    *yamltree.Node
	draft   *draft
}

// resource is a schema that has an address: a document, or a part of one with `$id`.
type resource struct {
	doc     *document
	node    *yamltree.Node
	pointer string
	anchors map[string]string // their pointers in the document
}

// reference is one `$ref`.
type reference struct {
	doc      *document
	node     *yamltree.Node
	address  string // without the fragment
	fragment string
}

// place is a part of a document: a keyword with a regular expression, or the target of a reference.
type place struct {
	doc     *document
	pointer string
}

// regexPlace is where a regular expression is written.
type regexPlace struct {
	text string
	at   source.Span
}

// documents are the files of one schema.
type documents struct {
	read  Reader
	named source.Span // where the schema is named

	list       []*document
	resources  map[string]*resource
	references []reference
	regexes    []regexPlace
	dynamic    []place // schemas with `$dynamicAnchor`
	values     int
	pointers   int
	faults     []diag.Diagnostic
}

func (d *documents) fail(f diag.Diagnostic) { d.faults = append(d.faults, f) }

// load reads a schema and the files that it refers to.
func (d *documents) load(name string) {
	address := (&url.URL{Scheme: scheme, Path: "/" + name}).String()
	d.add(address, name, d.named)
	for i := 0; i < len(d.references) && d.values <= MaxValues; i++ {
		d.follow(d.references[i])
	}
	d.checkReferences()
}

// add reads the file at a path, which is known under an address.
func (d *documents) add(address, name string, at source.Span) {
	root, faults := d.read(name, at)
	if len(faults) > 0 {
		d.faults = append(d.faults, faults...)
		return
	}
	if root == nil || root.Kind != yamltree.Map && (root.Kind != yamltree.Scalar || root.Type != yamltree.Bool) {
		why := "it is empty"
		if root != nil {
			why = "it must be a map, not " + shown(root)
			at = root.Shown(nil)
		}
		d.fail(diag.New(CodeNoSchema, at, "`"+name+"` is no JSON Schema: "+why, "write the schema as JSON or YAML"))
		return
	}
	doc := &document{address: address, path: name, root: root}
	d.list = append(d.list, doc)
	if d.values += root.Size(); d.values > MaxValues {
		d.fail(diag.New(CodeSchemaSize, at, fmt.Sprintf("the schema holds more than %d values", MaxValues), "remove what the configs do not need, or check them with less"))
		return
	}
	doc.draft = draftOf(root)
	d.resources[address] = &resource{doc: doc, node: root, anchors: map[string]string{}}
	w := walker{documents: d, doc: doc}
	w.schema(root, address, "")
}

// follow reads the file that a reference leads to.
func (d *documents) follow(r reference) {
	if d.resources[r.address] != nil || isMeta(r.address) {
		return
	}
	target, _ := url.Parse(r.address) // it was put together from a URL
	written, _, _ := strings.Cut(r.node.Value, "#")
	own, _ := url.Parse(written)
	if own.Scheme == "" && own.Host == "" && own.Opaque == "" && own.RawQuery == "" && own.Path != "" {
		name := own.Path
		if !path.IsAbs(name) {
			name = path.Join(path.Dir(r.doc.path), name)
		}
		d.add(r.address, name, r.node.Span)
		return
	}
	if target.Scheme == scheme {
		d.fail(diag.New(CodeReference, r.node.Span, "`$ref` cannot lead to `"+r.node.Value+"`", "write the path of a file, relative to this one"))
		return
	}
	f := diag.New(CodeReference, r.node.Span, "`$ref` leads to `"+r.address+"`, which is no file of the workspace",
		"put that schema into the workspace, and write its path, relative to this file")
	f.Notes = []string{"nothing is ever read from the network"}
	d.fail(f)
}

// isMeta reports whether an address is that of the standard itself, which the library holds.
func isMeta(address string) bool {
	rest, ok := strings.CutPrefix(address, "https://json-schema.org/")
	if !ok {
		rest, ok = strings.CutPrefix(address, "http://json-schema.org/")
	}
	return ok && slices.ContainsFunc(metaSchemas, func(m string) bool { return rest == m })
}

// checkReferences checks that every reference leads somewhere, and that they are not too many.
func (d *documents) checkReferences() {
	seen := map[string]bool{}
	referred := 0
	for _, r := range d.references {
		target := d.resources[r.address]
		if target == nil || seen[r.address+"#"+r.fragment] {
			continue
		}
		node, ok := d.target(r, target)
		if !ok {
			d.fail(d.nowhere(r, target))
			continue
		}
		seen[r.address+"#"+r.fragment] = true
		referred += node.Size()
	}
	if referred > maxReferred || len(seen)*d.values > maxCrossed {
		d.fail(diag.New(CodeSchemaSize, d.named, fmt.Sprintf("the schema is too large: %d values and %d references", d.values, len(seen)),
			"remove what the configs do not need, or check them with less"))
	}
}

// target returns the schema that a reference leads to.
func (*documents) target(r reference, in *resource) (*yamltree.Node, bool) {
	if r.fragment == "" || r.fragment[0] == '/' {
		n := in.node
		for _, token := range tokens(r.fragment) {
			if n, _, _ = below(n, token); n == nil {
				return nil, false
			}
		}
		return n, true
	}
	_, ok := in.anchors[r.fragment]
	return in.node, ok
}

// tokens splits a JSON pointer.
func tokens(pointer string) []string {
	parts := strings.Split(pointer, "/")[1:]
	for i, p := range parts {
		parts[i] = strings.ReplaceAll(strings.ReplaceAll(p, "~1", "/"), "~0", "~")
	}
	return parts
}

// nowhere reports a reference whose fragment names nothing, with what it may have meant.
func (d *documents) nowhere(r reference, in *resource) diag.Diagnostic {
	help := "correct the part after the `#`"
	if strings.HasPrefix(r.fragment, "/") {
		n := in.node
		for _, token := range tokens(r.fragment) {
			child, _, _ := below(n, token)
			if child == nil {
				help = diag.Suggest(token, n.Keys(), help)
				break
			}
			n = child
		}
	} else {
		anchors := make([]string, 0, len(in.anchors))
		for name := range in.anchors {
			anchors = append(anchors, name)
		}
		slices.Sort(anchors)
		help = diag.Suggest(r.fragment, anchors, help)
	}
	return diag.New(CodeReference, r.node.Span, "`$ref` leads nowhere: there is no `#"+r.fragment+"` in `"+in.doc.path+"`", help)
}
