package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"tailor/internal/diag"
)

// maxInPlace bounds how many schemas may apply to one value through each other.
const maxInPlace = 64

// prepare makes the parts of a compiled schema count what they do. It reports a schema that leads back
// to itself.
//
// The library has no bounds: a few lines can make it work for years. But it asks the `format` of a part early, so each
// part gets one that counts, and that does what comes before: the type, and the comparison with given values.
func (s *Schema) prepare(c *compiler) (bad diag.Diagnostic, ok bool) {
	roots := []*jsonschema.Schema{s.root}
	for _, p := range s.docs.dynamic {
		if part, err := c.lib.Compile(p.doc.address + "#" + fragmentOf(p.pointer)); err == nil {
			roots = append(roots, part)
		}
	}
	for len(roots) > 0 {
		part := roots[len(roots)-1]
		roots = roots[:len(roots)-1]
		if s.parts[part.Location] == part {
			continue
		}
		s.parts[part.Location] = part
		roots = append(append(roots, inPlace(part)...), within(part)...)
	}
	d := depths{schema: s, done: map[*jsonschema.Schema]int{}}
	for _, location := range slices.Sorted(maps.Keys(s.parts)) {
		if d.of(s.parts[location]) > maxInPlace {
			return s.tooDeep(d), false
		}
	}
	uneval := s.unevaluated()
	for _, part := range s.parts {
		guardPart(part, s.meter, uneval)
	}
	return diag.Diagnostic{}, true
}

// tooDeep reports a part through which too many others apply to one value.
func (s *Schema) tooDeep(d depths) diag.Diagnostic {
	at := s.docs.keyword(d.at, "$ref")
	if at.IsZero() {
		at = s.docs.named
	}
	if d.cycle {
		return diag.New(CodeReference, at, "the schema leads back to itself without going into the value",
			"let it refer to itself below `properties`, `items` and the like only")
	}
	return diag.New(CodeSchemaSize, at, fmt.Sprintf("more than %d schemas apply to one value through each other", maxInPlace),
		"refer to the last of them directly")
}

// inPlace lists the schemas that apply to the value of a part.
func inPlace(p *jsonschema.Schema) []*jsonschema.Schema {
	out := slices.Concat(p.AllOf, p.AnyOf, p.OneOf, []*jsonschema.Schema{p.Ref, p.RecursiveRef, p.Not, p.If, p.Then, p.Else})
	if p.DynamicRef != nil {
		out = append(out, p.DynamicRef.Ref)
	}
	for _, sub := range p.DependentSchemas {
		out = append(out, sub)
	}
	for _, sub := range p.Dependencies {
		out = append(out, schemasIn(sub)...)
	}
	return slices.DeleteFunc(out, func(sub *jsonschema.Schema) bool { return sub == nil })
}

// within lists the schemas that apply to what is in the value of a part.
func within(p *jsonschema.Schema) []*jsonschema.Schema {
	out := slices.Concat(p.PrefixItems, schemasIn(p.AdditionalProperties), schemasIn(p.Items), schemasIn(p.AdditionalItems),
		[]*jsonschema.Schema{p.PropertyNames, p.UnevaluatedProperties, p.Contains, p.Items2020, p.UnevaluatedItems})
	for _, sub := range p.Properties {
		out = append(out, sub)
	}
	for _, sub := range p.PatternProperties {
		out = append(out, sub)
	}
	return slices.DeleteFunc(out, func(sub *jsonschema.Schema) bool { return sub == nil })
}

// schemasIn returns the schemas in a field that holds one, several or something else.
func schemasIn(v any) []*jsonschema.Schema {
	switch v := v.(type) {
	case *jsonschema.Schema:
		return []*jsonschema.Schema{v}
	case []*jsonschema.Schema:
		return v
	}
	return nil
}

// depths finds out how many schemas apply to one value through each other.
type depths struct {
	schema *Schema
	done   map[*jsonschema.Schema]int // 0 while it is being found out
	at     string                     // a part of the chain that is too long
	cycle  bool                       // it never ends
}

func (d *depths) of(p *jsonschema.Schema) int {
	if depth, ok := d.done[p]; ok {
		if depth == 0 {
			d.at, d.cycle = p.Location, true
			return maxInPlace + 1
		}
		return depth
	}
	d.done[p] = 0
	depth := 1
	for _, sub := range d.targets(p) {
		below := d.of(sub)
		if below > maxInPlace {
			d.done[p] = below
			return below
		}
		depth = max(depth, below+1)
	}
	if d.done[p] = depth; depth > maxInPlace {
		d.at = p.Location
	}
	return depth
}

// targets lists the schemas that may apply to the value of a part, in a fixed order.
func (d *depths) targets(p *jsonschema.Schema) []*jsonschema.Schema {
	out := inPlace(p)
	if p.DynamicRef == nil && p.RecursiveRef == nil {
		return out
	}
	for _, other := range d.schema.parts {
		if p.DynamicRef != nil && p.DynamicRef.Anchor != "" && other.DynamicAnchor == p.DynamicRef.Anchor ||
			p.RecursiveRef != nil && (other.RecursiveAnchor || other == d.schema.root) {
			out = append(out, other)
		}
	}
	slices.SortFunc(out, func(a, b *jsonschema.Schema) int { return strings.Compare(a.Location, b.Location) })
	return out
}

// guard counts the work of one part, and does the first of it.
type guard struct {
	meter  *meter
	types  []string
	enum   *jsonschema.Enum
	want   *any
	format *jsonschema.Format

	fan    int // what is looked at for each value
	each   int // what is looked at for each part of a value
	unique bool
}

// guardPart puts a guard into a part. uneval says that some part asks what the others looked at.
func guardPart(p *jsonschema.Schema, m *meter, uneval bool) {
	if p.Bool != nil {
		return
	}
	g := &guard{meter: m, enum: p.Enum, want: p.Const, format: p.Format, unique: p.UniqueItems, each: 1}
	if p.Types != nil {
		g.types = p.Types.ToStrings()
	}
	g.fan = 1 + len(inPlace(p)) + len(p.Required) + len(p.Dependencies) + len(p.DependentRequired)
	if uneval {
		g.each = g.fan
	}
	if p.PropertyNames != nil {
		p.Extensions = append(p.Extensions, names{p.PropertyNames})
	}
	p.Types, p.Enum, p.Const, p.PropertyNames = nil, nil, nil, nil
	p.Format = &jsonschema.Format{Validate: g.check}
}

// unevaluated reports whether any part has a keyword that asks what the others looked at.
func (s *Schema) unevaluated() bool {
	for _, p := range s.parts {
		if p.UnevaluatedProperties != nil || p.UnevaluatedItems != nil {
			return true
		}
	}
	return false
}

// check is the format of a part. Its error is a *mismatch.
func (g *guard) check(v any) error {
	g.meter.spend(g.fan + g.each*length(v))
	if list, ok := v.([]any); ok && g.unique {
		g.meter.walk(list)
	}
	got := kindOf(v)
	switch {
	case len(g.types) > 0 && !slices.ContainsFunc(g.types, func(want string) bool { return fits(got, want) }):
		return &mismatch{&kind.Type{Got: got, Want: g.types}}
	case g.want != nil && !g.meter.equal(v, *g.want):
		return &mismatch{&kind.Const{Got: v, Want: *g.want}}
	case g.enum != nil && !slices.ContainsFunc(g.enum.Values, func(want any) bool { return g.meter.equal(v, want) }):
		return &mismatch{&kind.Enum{Got: v, Want: g.enum.Values}}
	case g.format != nil && !g.formatted(v):
		return &mismatch{&kind.Format{Got: v, Want: g.format.Name}}
	}
	return nil
}

func (g *guard) formatted(v any) bool {
	if text, ok := v.(string); ok && g.format.Name == "regex" {
		return g.meter.validRegex(text)
	}
	return g.format.Validate(v) == nil
}

// length is how much there is right below a value.
func length(v any) int {
	const bytesPerStep = 64
	switch v := v.(type) {
	case map[string]any:
		return len(v)
	case []any:
		return len(v)
	case string:
		return len(v) / bytesPerStep
	case json.Number:
		return len(v) / 2
	}
	return 0
}

// mismatch is the error of a guard.
type mismatch struct{ kind jsonschema.ErrorKind }

// Error says nothing: the kind does.
func (*mismatch) Error() string { return "mismatch" }

// names is `propertyNames`. The one of the library confuses the places of what it finds.
type names struct{ schema *jsonschema.Schema }

// Validate checks the keys of a map.
func (n names) Validate(ctx *jsonschema.ValidatorContext, v any) {
	m, ok := v.(map[string]any)
	if !ok {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if bad, ok := errorOf(n.schema.Validate(key)); ok {
			ctx.AddErrors(bad.Causes, &kind.PropertyNames{Property: key})
		}
	}
}
