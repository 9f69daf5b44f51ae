package directives_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"

	"tailor/directives"
	"tailor/docs/schema"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// TestSchemaDirectives holds that the JSON Schemas for editors know the directives, and which of them may share a map.
func TestSchemaDirectives(t *testing.T) {
	t.Parallel()
	type names struct {
		Enum []string `json:"enum"`
	}
	var s struct {
		Definitions struct {
			Value struct {
				Properties   map[string]any               `json:"properties"`
				Dependencies map[string]map[string]string `json:"dependencies"`
			} `json:"value"`
			AmongListDirectives struct {
				PropertyNames names `json:"propertyNames"`
			} `json:"amongListDirectives"`
		} `json:"definitions"`
	}
	if err := json.Unmarshal(schema.Text("fragment"), &s); err != nil {
		t.Fatal(err)
	}
	company := map[string]string{}
	for name, d := range s.Definitions.Value.Dependencies {
		company[name] = d["$ref"]
	}
	want := map[string]string{}
	for _, name := range directives.Known {
		if name == "$use" {
			continue // plain keys may stand beside it, and all others refuse it
		}
		want[name] = "#/definitions/standsAlone"
		if slices.Contains(directives.Shareable, name) {
			want[name] = "#/definitions/amongListDirectives"
		}
	}
	if diff := cmp.Diff(want, company); diff != "" {
		t.Errorf("the company of directives (-compiled +schema):\n%s", diff)
	}
	if diff := cmp.Diff(directives.Shareable, s.Definitions.AmongListDirectives.PropertyNames.Enum); diff != "" {
		t.Errorf("the directives that share a map (-compiled +schema):\n%s", diff)
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(directives.Known)), slices.Sorted(maps.Keys(s.Definitions.Value.Properties))); diff != "" {
		t.Errorf("the directives (-compiled +schema):\n%s", diff)
	}
}

// TestSchemaVerdicts holds that the schema of fragments accepts exactly the directives that compile, in each kind of section.
// Left out is what a schema cannot see: whether `$unset` is quoted, what is in a file, and how items of a `$merge` compare.
func TestSchemaVerdicts(t *testing.T) {
	t.Parallel()
	accepts := editorSchema(t)
	rapid.Check(t, func(t *rapid.T) {
		doc := "{a: " + wild{t: t}.value(4) + "}" // what a section must be is no matter here
		for _, section := range []string{"config", "base", "params"} {
			faults := compileSection(t, section, doc)
			if err := accepts(section + ": " + doc); (err == nil) != (len(faults) == 0) {
				t.Fatalf("%s: %s\ncompiles: %v\nschema: %v", section, doc, told(faults), err)
			}
		}
	})
}

// TestSchemaTakesWellFormed holds that the schema accepts the documents of the other properties.
func TestSchemaTakesWellFormed(t *testing.T) {
	t.Parallel()
	accepts := editorSchema(t)
	rapid.Check(t, func(t *rapid.T) {
		doc := drawer{t: t, directives: true, keys: []string{"a", "b", "c"}}.mapping(4)
		if err := accepts("config: " + doc); err != nil {
			t.Fatalf("%s: %v", doc, err)
		}
	})
}

// editorSchema returns what the schema of fragments says of a YAML text.
func editorSchema(t *testing.T) func(text string) error {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema.Text("fragment")))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("fragment.json", doc); err != nil {
		t.Fatal(err)
	}
	s := c.MustCompile("fragment.json")
	return func(text string) error {
		var v any
		if err := yaml.Unmarshal([]byte(text), &v); err != nil {
			return err
		}
		raw, err := json.Marshal(v) // a date is a text then
		if err != nil {
			return err
		}
		if v, err = jsonschema.UnmarshalJSON(bytes.NewReader(raw)); err != nil {
			return err
		}
		return s.Validate(v)
	}
}

func compileSection(t *rapid.T, section, doc string) []diag.Diagnostic {
	root, faults := yamltree.Parse(source.New(section, []byte(doc)))
	if len(faults) > 0 {
		t.Fatalf("%s: %v", doc, told(faults))
	}
	c := directives.NewCompiler(books{}.load)
	var compiled directives.Document
	if section == "params" {
		compiled, faults = c.CompilePlain(root)
	} else {
		compiled, faults = c.Compile(root, directives.PathNames{})
	}
	if section != "config" {
		faults = append(faults, directives.MisplacedParts(compiled.Root)...)
	}
	return faults
}

func told(faults []diag.Diagnostic) []string {
	out := make([]string, len(faults))
	for i, f := range faults {
		out[i] = string(f.Code) + " " + f.Message
	}
	return out
}

// wild writes documents whose directives are well-formed more often than not.
type wild struct {
	t *rapid.T
	// without `$use`: what a `$remove` or an `$insert` that acts on nothing holds is dropped before it is looked at.
	without bool
}

// oneIn decides for something odd.
func (w wild) oneIn(n int) bool { return rapid.IntRange(1, n).Draw(w.t, "odd") == 1 }

func (w wild) pick(words ...string) string { return rapid.SampledFrom(words).Draw(w.t, "word") }

func (w wild) value(depth int) string {
	kind := w.pick("scalar", "list", "map", "map", "directive", "directive")
	switch {
	case depth <= 0 || kind == "scalar":
		return w.pick("x", "1", "1.10", "true", "~", "''", "yes", "2026-01-01", "0755")
	case kind == "list":
		return w.list(depth)
	case kind == "map":
		return w.mapping(depth)
	}
	return w.directive(depth)
}

func (w wild) list(depth int) string {
	items := make([]string, rapid.IntRange(0, 2).Draw(w.t, "count"))
	for i := range items {
		items[i] = w.value(depth - 1)
	}
	return "[" + strings.Join(items, ", ") + "]"
}

func (w wild) mapping(depth int) string {
	keys := rapid.Permutation([]string{"a", "b", "$use"}).Draw(w.t, "keys")[:rapid.IntRange(0, 2).Draw(w.t, "count")]
	for i, key := range keys {
		switch {
		case key != "$use":
			keys[i] = key + ": " + w.value(depth-1)
		case w.without:
			keys[i] = "c: x"
		default:
			keys[i] = w.entry("$use", depth)
		}
	}
	if w.oneIn(30) {
		keys = append(keys, w.entry(w.pick(directives.Shareable...), depth))
	}
	return "{" + strings.Join(keys, ", ") + "}"
}

func (w wild) directive(depth int) string {
	names := []string{w.pick("$set", "$replace", "$unset", "$include", "$default", "$force")}
	switch {
	case w.oneIn(2):
		names = rapid.Permutation(directives.Shareable).Draw(w.t, "names")[:rapid.IntRange(1, 3).Draw(w.t, "count")]
	case w.oneIn(30):
		names = append(names, w.pick("$match", "$select", "$nothing", "c"))
	}
	for i, name := range names {
		names[i] = w.entry(name, depth)
	}
	return "{" + strings.Join(names, ", ") + "}"
}

// entry writes a directive with its value, mostly one that it takes.
func (w wild) entry(name string, depth int) string {
	w.without = w.without || name == "$remove" || name == "$insert"
	switch odd := w.oneIn(25); {
	case odd && (name == "$include" || name == "$use"):
		return name + ": " + w.pick("1", "~", "''", "{a: x}", "[1]", "[[empty.yaml]]", "/empty.yaml", "'a\\b.yaml'")
	case odd:
		return name + ": " + w.value(depth-1)
	}
	switch name {
	case "$unset":
		return name + ": true"
	case "$include":
		return name + ": list.yaml"
	case "$use":
		return name + ": " + w.pick("empty.yaml", "[empty.yaml]")
	case "$set", "$default", "$force", "$match", "c":
		return name + ": " + w.value(depth-1)
	case "$merge":
		return name + ": " + w.fields(w.pick("key: k", "key: [k]", "index: 0", "index: -1", "key: 1", "index: x"), w.keyed(depth-1))
	case "$insert":
		one := w.fields(w.pick("before: ", "after: ")+w.anchor(depth-1), w.list(depth-1))
		return name + ": " + w.pick(one, "["+one+"]", "[]")
	case "$remove":
		if w.oneIn(2) {
			return name + ": [" + w.anchor(depth-1) + "]"
		}
	}
	return name + ": " + w.list(depth-1)
}

// fields writes the map that `$merge` or `$insert` takes.
func (w wild) fields(which, items string) string {
	parts := []string{which, "items: " + items}
	switch rapid.IntRange(1, 30).Draw(w.t, "odd") {
	case 1:
		parts = parts[:1]
	case 2:
		parts = parts[1:]
	case 3:
		parts = append(parts, w.pick("key: z", "index: 2", "after: x", "item: []"))
		if name, _, _ := strings.Cut(parts[2], ":"); strings.HasPrefix(which, name+":") {
			parts = parts[:2]
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func (w wild) anchor(depth int) string {
	if w.oneIn(2) {
		return "{$match: " + w.pick("{a: 1}", "{a: {b: [x]}}", "{}", "x", "{a: {$set: 1}}", "{a: [{b: {$use: x}}]}") + "}"
	}
	return w.value(depth)
}

// keyed writes items for a `$merge`, each with a key of its own.
func (w wild) keyed(depth int) string {
	items := make([]string, rapid.IntRange(0, 2).Draw(w.t, "count"))
	for i := range items {
		items[i] = "{k: " + strconv.Itoa(i) + ", v: " + w.value(depth) + "}"
		if w.oneIn(20) {
			items[i] = w.pick("x", "[x]", "{$set: {k: 7}}", "{$include: empty.yaml}", "~")
		}
	}
	return "[" + strings.Join(items, ", ") + "]"
}
