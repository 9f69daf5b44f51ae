package schema_test

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"
)

// schemaDrawer draws schemas as JSON.
type schemaDrawer struct {
	t     *rapid.T
	draft string
}

var (
	anyKey   = rapid.SampledFrom([]string{"a", "b", "cc"})
	anyValue = rapid.SampledFrom([]string{`null`, `true`, `"a"`, `"abc"`, `1`, `2.5`, `[]`, `[1]`, `{}`, `{"a":1}`, `-3`, `"1"`})
	anyType  = rapid.SampledFrom([]string{`"string"`, `"integer"`, `"number"`, `"object"`, `"array"`, `"null"`, `"boolean"`, `["string","array"]`})
	words    = []string{
		"type", "const", "enum", "properties", "additionalProperties", "required", "items", "allOf", "anyOf", "oneOf", "not", "if",
		"minimum", "maximum", "multipleOf", "minLength", "pattern", "minItems", "uniqueItems", "contains", "propertyNames",
		"patternProperties", "maxProperties", "$ref", "dependentRequired", "unevaluatedProperties", "unevaluatedItems", "prefixItems", "dependencies",
	}
)

func (d schemaDrawer) schema(depth int) string {
	if depth == 0 || rapid.IntRange(0, 9).Draw(d.t, "bool") == 0 {
		return rapid.SampledFrom([]string{"true", "false", "{}", `{"type":"integer"}`, `{"minimum":2}`}).Draw(d.t, "leaf")
	}
	parts := map[string]string{}
	for range rapid.IntRange(1, 3).Draw(d.t, "count") {
		word := rapid.SampledFrom(words).Draw(d.t, "word")
		parts[word] = d.keyword(word, depth-1)
		if word == "if" {
			parts["then"], parts["else"] = d.schema(depth-1), d.schema(depth-1)
		}
	}
	return object(parts)
}

func object(parts map[string]string) string {
	list := make([]string, 0, len(parts))
	for key, value := range parts {
		list = append(list, strconv.Quote(key)+":"+value)
	}
	sort.Strings(list)
	return "{" + strings.Join(list, ",") + "}"
}

func (d schemaDrawer) keyword(word string, depth int) string {
	small := func() string { return strconv.Itoa(rapid.IntRange(0, 3).Draw(d.t, "number")) }
	list := func(least int, of func() string) string {
		items := make([]string, rapid.IntRange(least, 3).Draw(d.t, "items"))
		for i := range items {
			items[i] = of()
		}
		return "[" + strings.Join(items, ",") + "]"
	}
	sub := func() string { return d.schema(depth) }
	key := func() string { return `"` + anyKey.Draw(d.t, "key") + `"` }
	switch word {
	case "type":
		return anyType.Draw(d.t, "type")
	case "const":
		return anyValue.Draw(d.t, "const")
	case "enum":
		return "[" + anyValue.Draw(d.t, "first") + `,"zz"]`
	case "properties":
		return object(map[string]string{anyKey.Draw(d.t, "key"): sub(), anyKey.Draw(d.t, "key"): sub()})
	case "patternProperties":
		return object(map[string]string{rapid.SampledFrom([]string{"^a", "c{2}", "."}).Draw(d.t, "regex"): sub()})
	case "required":
		return "[" + key() + "]"
	case "dependentRequired", "dependencies":
		return object(map[string]string{anyKey.Draw(d.t, "key"): "[" + key() + "]"})
	case "allOf", "anyOf", "oneOf", "prefixItems":
		return list(1, sub)
	case "minimum", "maximum", "minLength", "minItems", "maxProperties":
		return small()
	case "multipleOf":
		return rapid.SampledFrom([]string{"0.5", "2", "3"}).Draw(d.t, "factor")
	case "pattern":
		return `"^a"`
	case "uniqueItems":
		return "true"
	case "$ref":
		return `"#/$defs/d"`
	}
	return sub()
}

func drawInstance(t *rapid.T, depth int) string {
	if depth == 0 {
		return anyValue.Draw(t, "value")
	}
	switch rapid.IntRange(0, 4).Draw(t, "kind") {
	case 0, 1:
		parts := map[string]string{}
		for range rapid.IntRange(0, 3).Draw(t, "count") {
			parts[anyKey.Draw(t, "key")] = drawInstance(t, depth-1)
		}
		return object(parts)
	case 2, 3:
		items := make([]string, rapid.IntRange(0, 3).Draw(t, "count"))
		for i := range items {
			items[i] = drawInstance(t, depth-1)
		}
		return "[" + strings.Join(items, ",") + "]"
	}
	return anyValue.Draw(t, "value")
}

func unmarshal(text string) any {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		panic(err)
	}
	return v
}

// TestAsTheLibrary holds that counting the work of a schema does not change what fits it, and that the violations do
// not depend on the order in which the library finds them.
func TestAsTheLibrary(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		draft := rapid.SampledFrom([]string{"https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2019-09/schema", "http://json-schema.org/draft-07/schema#"}).Draw(t, "draft")
		d := schemaDrawer{t, draft}
		text := fmt.Sprintf(`{"$schema": %q, "$defs": {"d": %s}, "allOf": [%s]}`, draft, d.schema(1), d.schema(3))
		c := jsonschema.NewCompiler()
		if err := c.AddResource("file:///s.json", unmarshal(text)); err != nil {
			t.Fatal(err)
		}
		plain, err := c.Compile("file:///s.json")
		ours, faults := workspace{"schema.yaml": text}.compile()
		if (err == nil) != (len(faults) == 0) {
			if len(faults) == 1 && faults[0].Code == "T0221" {
				t.Skip("a cycle") // which the library finds when it is in it
			}
			t.Fatalf("%s\nthe library says %v, we say %v", text, err, faults)
		}
		if err != nil {
			return
		}
		for range 5 {
			instance := drawInstance(t, 3)
			violations, ok := ours.Check(tree(instance), "config")
			if !ok {
				t.Fatalf("%s\n%s\nis too much work", text, instance)
			}
			err := plain.Validate(unmarshal(instance))
			if (err == nil) != (len(violations) == 0) {
				t.Fatalf("%s\n%s\nthe library says %v, we say %s", text, instance, err, told(violations))
			}
			again, _ := ours.Check(tree(instance), "config")
			if told(again) != told(violations) {
				t.Fatalf("%s\n%s\nfirst %s\nthen %s", text, instance, told(violations), told(again))
			}
			for _, v := range violations {
				if v.Message == "" || strings.Contains(v.Message, "jsonschema") || strings.Contains(v.Message, "tailor:") || instance != "null" && v.At.IsZero() {
					t.Fatalf("%s\n%s\n%#v", text, instance, v)
				}
			}
		}
	})
}

// FuzzSchema holds that any text is a schema or gives faults at places, and that checking any tree with one gives
// violations at places, the same ones each time.
func FuzzSchema(f *testing.F) {
	f.Add("type: object", "a: 1")
	f.Add("properties: {a: {$ref: '#/$defs/x'}}\n$defs: {x: {enum: [1, 2]}}", "a: 3")
	f.Add("$ref: other.yaml", "[]")
	f.Add("$id: https://example.com/a\n$ref: '#x'\n$defs: {x: {$anchor: x, items: {type: string}}}", "[1, .inf, 2026-01-01]")
	f.Add(`{"$schema": "http://json-schema.org/draft-07/schema#", "oneOf": [{"type": "string"}, {"required": ["a"]}]}`, "{}")
	f.Add("$schema: http://json-schema.org/draft-04/schema#\nid: x\npatternProperties: {'(': {}}", "{}")
	f.Add("$recursiveRef: '#'\n$schema: https://json-schema.org/draft/2019-09/schema", "a")
	f.Add("anyOf: [{const: 1}, {pattern: '^a+$', minLength: 3}]", "'b'")
	f.Add("propertyNames: {maxLength: 1}\nunevaluatedProperties: false", "{aa: 1, b: ~}")
	f.Fuzz(func(t *testing.T, text, config string) {
		s, faults := workspace{"schema.yaml": text}.compile()
		for _, d := range faults {
			if d.Message == "" || d.Primary().Span.IsZero() {
				t.Errorf("%#v", d)
			}
		}
		if len(faults) > 0 {
			return
		}
		root, bad := parse(config)
		if bad {
			return
		}
		first, ok := s.Check(root, "config")
		second, _ := s.Check(root, "config")
		if ok && told(first) != told(second) {
			t.Errorf("first\n%s\nthen\n%s", told(first), told(second))
		}
	})
}
