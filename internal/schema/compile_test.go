package schema_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// TestFaults compares everything that is said about schemas that are none. testdata/faults.txtar has for each case the
// files, `-- NAME/FILE --`, and what is printed, `-- NAME --`.
func TestFaults(t *testing.T) {
	t.Parallel()
	const golden = "testdata/faults.txtar"
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	old := txtar.Parse(text)
	cases := map[string]workspace{}
	for _, f := range old.Files {
		if name, file, ok := strings.Cut(f.Name, "/"); ok {
			if cases[name] == nil {
				cases[name] = workspace{}
			}
			cases[name][file] = string(f.Data)
		}
	}
	now := &txtar.Archive{Comment: old.Comment}
	done := map[string]bool{}
	flush := func(name string) {
		if name != "" && !done[name] {
			done[name] = true
			_, faults := cases[name].compile()
			now.Files = append(now.Files, txtar.File{Name: name, Data: []byte(printed(t, faults))})
		}
	}
	last := ""
	for _, f := range old.Files {
		name, _, isFile := strings.Cut(f.Name, "/")
		if name != last {
			flush(last)
		}
		if isFile {
			now.Files = append(now.Files, f)
		}
		last = name
	}
	flush(last)
	got := string(txtar.Format(now))
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(text), got); diff != "" {
		t.Error(diff)
	}
}

// TestSchemas holds that schemas are found where they may be.
func TestSchemas(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, files, config, want string }{
		{
			"another file, relative to the one that refers to it",
			"-- schema.yaml --\nproperties: {a: {$ref: 'parts/a.json'}}\n-- parts/a.json --\n{\"$ref\": \"../b%20c.yaml#/$defs/x\"}\n-- b c.yaml --\n$defs: {x: {type: string}}\n",
			"a: 1", "1 | `config.a` must be a string, not the integer `1` | help: put quotes around it: `\"1\"` | type\n",
		},
		{
			"files that refer to each other",
			"-- schema.yaml --\nitems: {$ref: b.yaml}\ntype: array\n-- b.yaml --\nitems: {$ref: schema.yaml}\ntype: array\n",
			"[[[1]]]", "1 | `config[*][*][*]` must be a list, not the integer `1` | type\n",
		},
		{
			"with an address of its own, files beside it are still found",
			"-- schema.yaml --\n$id: https://example.com/schemas/main.json\n$ref: part.json\n-- part.json --\n{\"$id\": \"https://example.com/schemas/part.json\", \"$ref\": \"#x\", \"$defs\": {\"x\": {\"$anchor\": \"x\", \"type\": \"array\"}}}\n",
			"a: 1", "a | `config` must be a list, not a map | \"type\"\n",
		},
		{
			"parts with addresses",
			"-- schema.yaml --\n$id: https://example.com/main\n$ref: /part\n$defs: {x: {$id: /part, type: array}}\n",
			"a: 1", "a | `config` must be a list, not a map | type\n",
		},
		{
			"as drafts 4 and 7 do",
			"-- schema.yaml --\n$schema: http://json-schema.org/draft-04/schema#\nid: http://example.com/main\nallOf: [{$ref: '#x'}]\ndefinitions: {x: {id: '#x', minimum: 3, exclusiveMinimum: true}}\n",
			"3", "3 | `config` must be more than `3`, not `3` | exclusiveMinimum\n",
		},
		{
			"a dynamic reference",
			"-- schema.yaml --\n$id: strict\n$dynamicAnchor: node\n$ref: tree\nunevaluatedProperties: false\n$defs: {t: {$id: tree, $dynamicAnchor: node, properties: {data: true, children: {items: {$dynamicRef: '#node'}}}}}\n",
			"children: [{daat: 1}]", "daat | `config.children[*].daat` is not allowed | help: remove it | false\n",
		},
		{
			"a recursive reference",
			"-- schema.yaml --\n$schema: https://json-schema.org/draft/2019-09/schema\n$recursiveAnchor: true\ntype: object\nadditionalProperties: {$recursiveRef: '#'}\n",
			"a: {b: 1}", "1 | `config.a.b` must be a map, not the integer `1` | type\n",
		},
		{"true", "-- schema.yaml --\ntrue\n", "a: 1", ""},
		{"false", "-- schema.yaml --\nfalse\n", "a: 1", "a | `config` is not allowed | help: remove it | false\n"},
		{"values that look like references", "-- schema.yaml --\ndefault: {$ref: 'https://example.com'}\nproperties: {a: {enum: [{$ref: nowhere.yaml}]}, const: {type: string}}\n", "const: 1", "1 | `config.const` must be a string, not the integer `1` | help: put quotes around it: `\"1\"` | type\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, faults := archive(tt.files).compile()
			if len(faults) > 0 {
				t.Fatal(printed(t, faults))
			}
			violations, ok := s.Check(tree(tt.config), "config")
			if diff := cmp.Diff(tt.want, told(violations)); diff != "" || !ok {
				t.Errorf("%v %s", ok, diff)
			}
		})
	}
}
