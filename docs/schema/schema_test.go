package schema_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"tailor/docs/schema"
)

// TestDescriptions holds that whatever a person can write has a description.
func TestDescriptions(t *testing.T) {
	t.Parallel()
	for _, name := range schema.Names {
		var root map[string]any
		if err := json.Unmarshal(schema.Text(name), &root); err != nil {
			t.Fatal(err)
		}
		if root["title"] == nil || root["description"] == nil {
			t.Errorf("%s.json has no title, or no description", name)
		}
		w := describer{t: t, root: root}
		w.walk(name+".json#", root)
		if least := 20; w.count < least {
			t.Errorf("%s.json has %d properties", name, w.count)
		}
	}
}

type describer struct {
	t     *testing.T
	root  map[string]any
	count int
}

// walk looks at all properties of a schema, those of conditions aside: they are described where they stand.
func (w *describer) walk(at string, v any) {
	switch v := v.(type) {
	case map[string]any:
		properties, _ := v["properties"].(map[string]any)
		for key, p := range properties {
			w.count++
			if p != false && !w.described(p) {
				w.t.Errorf("%s/properties/%s has no description", at, key)
			}
		}
		for key, below := range v {
			if key != "if" && key != "then" {
				w.walk(at+"/"+key, below)
			}
		}
	case []any:
		for _, item := range v {
			w.walk(at, item)
		}
	}
}

func (w *describer) described(p any) bool {
	s, _ := p.(map[string]any)
	if ref, ok := s["$ref"].(string); ok {
		definitions, _ := w.root["definitions"].(map[string]any)
		return w.described(definitions[strings.TrimPrefix(ref, "#/definitions/")])
	}
	text, _ := s["description"].(string)
	return text != ""
}

func TestText(t *testing.T) {
	t.Parallel()
	if got := schema.Text("schema"); got != nil {
		t.Errorf("the schema of nothing is %s", got)
	}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".json"); ok && schema.Text(name) == nil {
			t.Errorf("%s is no schema", e.Name())
		}
	}
}

// TestCompletes holds that no definition leads into itself by `additionalProperties`: the language server of YAML completes
// nothing then.
func TestCompletes(t *testing.T) {
	t.Parallel()
	for _, name := range schema.Names {
		var s struct {
			Definitions map[string]struct {
				Others any `json:"additionalProperties"`
			} `json:"definitions"`
		}
		if err := json.Unmarshal(schema.Text(name), &s); err != nil {
			t.Fatal(err)
		}
		for name, d := range s.Definitions {
			if others, _ := d.Others.(map[string]any); others["$ref"] == "#/definitions/"+name {
				t.Errorf("%s leads into itself: write `patternProperties: { \"\": ... }`", name)
			}
		}
	}
}
