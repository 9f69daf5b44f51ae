package schema

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// draft is a version of the standard.
type draft struct {
	name string // as `$schema` has it, without the scheme
	id   string // the keyword that gives a schema its address
	lib  *jsonschema.Draft
}

var drafts = []draft{
	{"json-schema.org/draft/2020-12/schema", "$id", jsonschema.Draft2020},
	{"json-schema.org/draft/2019-09/schema", "$id", jsonschema.Draft2019},
	{"json-schema.org/draft-07/schema", "$id", jsonschema.Draft7},
	{"json-schema.org/draft-06/schema", "$id", jsonschema.Draft6},
	{"json-schema.org/draft-04/schema", "id", jsonschema.Draft4},
}

// metaSchemas are the schemas of the standard that a `$ref` may lead to.
var metaSchemas = []string{
	"draft/2020-12/schema", "draft/2019-09/schema", "draft-07/schema", "draft-06/schema", "draft-04/schema",
}

// draftOf is the draft that a schema says it is written for: the newest when it says nothing that is known.
func draftOf(n *yamltree.Node) *draft {
	if s, ok := stringOf(n.Get("$schema")); ok {
		if d := draftNamed(s); d != nil {
			return d
		}
	}
	return &drafts[0]
}

// draftNamed returns the draft of a `$schema`, or nil.
func draftNamed(address string) *draft {
	name := strings.TrimSuffix(address, "#")
	if rest, ok := strings.CutPrefix(name, "https://"); ok {
		name = rest
	} else {
		name = strings.TrimPrefix(name, "http://")
	}
	if name == "json-schema.org/schema" {
		return &drafts[0]
	}
	if i := slices.IndexFunc(drafts, func(d draft) bool { return d.name == name }); i >= 0 {
		return &drafts[i]
	}
	return nil
}

// walker looks through one document for what has to be known before the library sees it.
type walker struct {
	*documents

	doc *document
}

// What is below a keyword: a value that is no schema, or a map of schemas. Anything else may be a schema, a list of
// schemas or unknown, which a reference may lead to.
var (
	dataKeywords = []string{"enum", "const", "default", "examples"}
	mapKeywords  = []string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"}
	refKeywords  = []string{"$ref", "$dynamicRef", "$recursiveRef"}
)

// schema walks a schema. base is the address that references in it are relative to, pointer leads to it from the root
// of the document.
func (w walker) schema(n *yamltree.Node, base, pointer string) {
	if w.pointers += len(pointer); w.pointers > maxPointers {
		if len(w.faults) == 0 {
			w.fail(diag.New(CodeSchemaSize, w.named, "the schema is too large: its keys are too long for its depth", "shorten the keys"))
		}
		return
	}
	if n.Kind == yamltree.List {
		for i, item := range n.Items {
			w.schema(item, base, pointer+"/"+strconv.Itoa(i))
		}
		return
	}
	if n.Kind != yamltree.Map {
		return
	}
	base = w.identify(n, base, pointer)
	for i := range n.Entries {
		e := &n.Entries[i]
		name, below := e.Key.Name, pointer+"/"+escaped(e.Key.Name)
		switch {
		case slices.Contains(dataKeywords, name):
		case slices.Contains(refKeywords, name):
			w.reference(e.Value, base)
		case name == "$schema":
			w.checkDraft(e.Value)
		case slices.Contains(mapKeywords, name) && e.Value.Kind == yamltree.Map:
			w.schemas(e, base, below)
		default:
			if text, ok := stringOf(e.Value); ok && name == "pattern" {
				w.regexes = append(w.regexes, regexPlace{text, e.Value.Span})
			}
			w.schema(e.Value, base, below)
		}
	}
}

// schemas walks a map whose values are schemas.
func (w walker) schemas(e *yamltree.Entry, base, pointer string) {
	for i := range e.Value.Entries {
		sub := &e.Value.Entries[i]
		if e.Key.Name == "patternProperties" {
			w.regexes = append(w.regexes, regexPlace{sub.Key.Name, sub.Key.Span})
		}
		w.schema(sub.Value, base, pointer+"/"+escaped(sub.Key.Name))
	}
}

func escaped(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~", "~0"), "/", "~1")
}

// identify notes the address and the anchors of a schema, and returns what references in it are relative to.
func (w walker) identify(n *yamltree.Node, base, pointer string) string {
	if id, ok := stringOf(n.Get(w.doc.draft.id)); ok {
		address, fragment, err := join(base, id)
		switch {
		case err != nil:
			w.fail(diag.New(CodeNoSchema, n.Get(w.doc.draft.id).Span, "`"+w.doc.draft.id+"` cannot be `"+id+"`, which is no URL", "write a URL, or remove the key"))
			return base
		case address != base && !isMeta(address):
			base = address
			if w.resources[base] == nil {
				w.resources[base] = &resource{doc: w.doc, node: n, pointer: pointer, anchors: map[string]string{}}
			}
		}
		w.anchor(base, fragment, pointer)
	}
	for _, key := range []string{"$anchor", "$dynamicAnchor"} {
		if name, ok := stringOf(n.Get(key)); ok {
			w.anchor(base, name, pointer)
			if key == "$dynamicAnchor" {
				w.dynamic = append(w.dynamic, place{w.doc, pointer})
			}
		}
	}
	return base
}

func (w walker) anchor(base, name, pointer string) {
	if r := w.resources[base]; r != nil && name != "" {
		r.anchors[name] = pointer
	}
}

// join resolves a reference as the library does.
func join(base, ref string) (address, fragment string, err error) {
	from, err := url.Parse(base)
	if err != nil {
		return "", "", err //nolint:wrapcheck // only whether there is one matters
	}
	ref, fragment, _ = strings.Cut(ref, "#")
	if fragment, err = url.PathUnescape(fragment); err != nil {
		return "", "", err //nolint:wrapcheck // likewise
	}
	to, err := url.Parse(ref)
	if err != nil {
		return "", "", err //nolint:wrapcheck // likewise
	}
	resolved := from.ResolveReference(to)
	if !to.IsAbs() && from.Opaque != "" {
		resolved.Opaque = from.Opaque
	}
	return resolved.String(), fragment, nil
}

func (w walker) reference(n *yamltree.Node, base string) {
	ref, ok := stringOf(n)
	if !ok {
		return // the standard itself says that it must be a string
	}
	address, fragment, err := join(base, ref)
	if err != nil {
		w.fail(diag.New(CodeReference, n.Span, "`$ref` cannot lead to `"+ref+"`, which is no URL", "write the path of a file, relative to this one"))
		return
	}
	w.references = append(w.references, reference{doc: w.doc, node: n, address: address, fragment: fragment})
}

func (w walker) checkDraft(n *yamltree.Node) {
	name, ok := stringOf(n)
	if !ok || draftNamed(name) != nil {
		return
	}
	f := diag.New(CodeNoSchema, n.Span, "`$schema` names no version of JSON Schema that tailor knows", "write `https://"+drafts[0].name+"`, or remove the line, which means the same")
	names := make([]string, len(drafts))
	for i, d := range drafts {
		names[i] = d.name
	}
	f.Notes = []string{"it knows " + diag.List(names)}
	w.fail(f)
}

// stringOf returns the text of a string.
func stringOf(n *yamltree.Node) (string, bool) {
	if n == nil || n.Kind != yamltree.Scalar || n.Type != yamltree.String {
		return "", false
	}
	return n.Value, true
}

// lookup returns the node at a pointer of the document with an address, and its key; nil when there is none.
func (d *documents) lookup(address, pointer string) (n *yamltree.Node, key *yamltree.Key) {
	for _, doc := range d.list {
		if doc.address != address {
			continue
		}
		n = doc.root
		for _, token := range tokens(pointer) {
			if n, key, _ = below(n, token); n == nil {
				return nil, nil
			}
		}
		return n, key
	}
	return nil, nil
}

// keyword is the place of a keyword of the schema with a location, or that of the schema itself; zero when it is not
// among the files.
func (d *documents) keyword(location, name string) source.Span {
	address, fragment, _ := strings.Cut(location, "#")
	pointer, err := url.PathUnescape(fragment)
	if err != nil {
		return source.Span{}
	}
	n, key := d.lookup(address, pointer)
	if n == nil {
		return source.Span{}
	}
	if i := n.Index(name); n.Kind == yamltree.Map && i >= 0 {
		return n.Entries[i].Key.Span
	}
	return n.Shown(key)
}
