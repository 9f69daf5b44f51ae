package schema

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"tailor/internal/diag"
	"tailor/internal/source"
)

// Schema is a JSON Schema that is ready to check trees. It is not safe for concurrent use.
type Schema struct {
	name  string
	docs  *documents
	root  *jsonschema.Schema
	meter *meter
	parts map[string]*jsonschema.Schema // by location
}

// Compile reads the schema at a path from the root of the workspace and what it refers to. Faults are reported all at
// once, with the place at which the schema is named; after any there is no Schema.
func Compile(name string, named source.Span, read Reader) (*Schema, []diag.Diagnostic) {
	docs := &documents{read: read, named: named, resources: map[string]*resource{}}
	docs.load(name)
	if len(docs.faults) > 0 {
		return nil, docs.labelled()
	}
	s := &Schema{name: name, docs: docs, meter: &meter{}, parts: map[string]*jsonschema.Schema{}}
	c := newCompiler(s.meter)
	if !c.compile(s) {
		docs.faults = c.faults(docs)
		return nil, docs.labelled()
	}
	if bad, ok := s.prepare(c); !ok {
		docs.fail(bad)
		return nil, docs.labelled()
	}
	return s, nil
}

// labelled is the faults, each with the place at which the schema is named.
func (d *documents) labelled() []diag.Diagnostic {
	for i := range d.faults {
		f := &d.faults[i]
		if f.Primary().Span != d.named {
			f.Labels = append(f.Labels, diag.Label{Span: d.named, Text: "the schema is named here"})
		}
	}
	return d.faults
}

// compiler is the library with what it needs.
type compiler struct {
	lib     *jsonschema.Compiler
	regexps *regexps
	err     error
}

func newCompiler(m *meter) *compiler {
	c := &compiler{lib: jsonschema.NewCompiler(), regexps: &regexps{meter: m, known: map[string]*pattern{}}}
	c.lib.DefaultDraft(drafts[0].lib)
	c.lib.UseLoader(nothing{})
	c.lib.UseRegexpEngine(c.regexps.compile)
	return c
}

// nothing is a loader for whatever was not read before.
type nothing struct{}

var errNothing = errors.New("nothing is loaded")

// Load returns an error, always.
func (nothing) Load(string) (any, error) { return nil, errNothing }

// compile compiles the schema and reports whether it could.
func (c *compiler) compile(s *Schema) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			c.err, ok = fmt.Errorf("the library: %v", r), false
		}
	}()
	for _, doc := range s.docs.list {
		if c.err = c.lib.AddResource(doc.address, value(doc.root)); c.err != nil {
			return false
		}
	}
	s.root, c.err = c.lib.Compile(s.docs.list[0].address)
	return c.err == nil
}

// faults says what is wrong with documents that the library does not compile: with all of them, and in an order that
// does not depend on the library.
func (c *compiler) faults(docs *documents) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, r := range docs.regexes {
		if _, err := c.regexps.compile(r.text); err != nil {
			code, help := CodeNoSchema, "write one that the package regexp of Go reads"
			if err.Error() == tooLarge {
				code, help = CodeSchemaSize, "write a shorter one, with fewer repetitions"
			}
			out = append(out, diag.New(code, r.at, "the regular expression "+shownText(r.text)+" cannot be used: "+err.Error(), help))
		}
	}
	told := map[source.Span]bool{}
	for _, f := range out {
		told[f.Primary().Span] = true
	}
	for _, p := range docs.schemas() {
		out = append(out, c.invalid(docs, p, told)...)
	}
	if len(out) == 0 {
		out = append(out, c.other(docs))
	}
	return out
}

// schemas lists the documents and the parts of them that references lead to.
func (d *documents) schemas() []place {
	var out []place
	for _, doc := range d.list {
		out = append(out, place{doc, ""})
	}
	for _, r := range d.references {
		in := d.resources[r.address]
		if in == nil || !strings.HasPrefix(r.fragment, "/") {
			continue
		}
		if p := (place{in.doc, in.pointer + r.fragment}); !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// invalid reports how a part of a document breaks the rules for schemas, aside from what is told already.
func (c *compiler) invalid(docs *documents, p place, told map[source.Span]bool) []diag.Diagnostic {
	meta, err := c.lib.Compile("https://" + p.doc.draft.name)
	if strings.Contains(p.doc.draft.name, "draft-") {
		meta, err = c.lib.Compile("http://" + p.doc.draft.name)
	}
	n, _ := docs.lookup(p.doc.address, p.pointer)
	if err != nil || n == nil {
		return nil
	}
	s := &Schema{docs: docs, root: meta, meter: c.regexps.meter, parts: map[string]*jsonschema.Schema{}}
	violations, _ := s.Check(n, "")
	var out []diag.Diagnostic
	for _, v := range violations {
		if told[v.At] {
			continue
		}
		f := diag.New(CodeNoSchema, v.At, "`"+p.doc.path+"` is no JSON Schema: "+v.Message, v.Help)
		f.Notes = v.Notes
		f.Labels = append(f.Labels, v.Others...)
		out = append(out, f)
	}
	return out
}

// other words the few errors of the library that are about something else.
func (c *compiler) other(docs *documents) diag.Diagnostic {
	first := docs.list[0]
	at := first.root.Shown(nil)
	if id, ok := errors.AsType[*jsonschema.DuplicateIDError](c.err); ok {
		return docs.twice(id.URL, id.Ptr2, id.Ptr1, "two parts of the schema have one address")
	}
	if anchor, ok := errors.AsType[*jsonschema.DuplicateAnchorError](c.err); ok {
		return docs.twice(anchor.URL, anchor.Ptr1, anchor.Ptr2, "two parts of the schema have the anchor `"+anchor.Anchor+"`")
	}
	return diag.New(CodeNoSchema, at, "`"+first.path+"` cannot be used as a JSON Schema", "check it with another validator")
}

// twice reports two parts of a document that must not be the same.
func (d *documents) twice(address, first, second, message string) diag.Diagnostic {
	address, _, _ = strings.Cut(address, "#")
	a, b := d.keyword(address+"#"+fragmentOf(first), "$id"), d.keyword(address+"#"+fragmentOf(second), "$id")
	if b.Compare(a) < 0 {
		a, b = b, a
	}
	f := diag.New(CodeNoSchema, b, message, "rename one of the two")
	f.Labels = append(f.Labels, diag.Label{Span: a, Text: "the other one"})
	return f
}

// fragmentOf writes a JSON pointer as a fragment.
func fragmentOf(pointer string) string { return url.PathEscape(pointer) }
