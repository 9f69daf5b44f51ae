package render_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/docs/schema"
	"tailor/render"
)

// TestSchemaKeys holds that the JSON Schemas for editors know the very keys that are decoded: a new key has its
// description in docs/schema/schemas.yaml.
func TestSchemaKeys(t *testing.T) {
	t.Parallel()
	known := render.Known()
	for at, keys := range known {
		properties, _ := schemaAt(t, at)["properties"].(map[string]any)
		slices.Sort(keys)
		if diff := cmp.Diff(keys, slices.Sorted(maps.Keys(properties))); diff != "" {
			t.Errorf("%s has other keys than are decoded (-decoded +schema):\n%s", at, diff)
		}
	}
	for at, words := range render.Words() {
		enum, _ := schemaAt(t, at)["enum"].([]any)
		enum = slices.DeleteFunc(enum, func(v any) bool { return v == nil })
		if diff := cmp.Diff(words, texts(enum)); diff != "" {
			t.Errorf("%s has other words than are decoded (-decoded +schema):\n%s", at, diff)
		}
	}
	for _, name := range schema.Names {
		for _, at := range closed(name, schemaAt(t, name)) {
			_, definition, _ := strings.Cut(at, "/")
			if known[at] == nil && known["image/"+definition] == nil && !slices.Contains(ofDirectives, definition) {
				t.Errorf("no decoder is known for the keys of %s", at)
			}
		}
	}
}

// ofDirectives are the maps whose keys are directives, or belong to one.
var ofDirectives = []string{"definitions/value", "definitions/mergeBody", "definitions/insertion", "definitions/match"}

// schemaAt returns what is at a place of a schema, `tailor/definitions/checks`.
func schemaAt(t *testing.T, at string) map[string]any {
	t.Helper()
	steps := strings.Split(at, "/")
	var v any
	if err := json.Unmarshal(schema.Text(steps[0]), &v); err != nil {
		t.Fatal(err)
	}
	for _, step := range steps[1:] {
		switch below := v.(type) {
		case map[string]any:
			v = below[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(below) {
				t.Fatalf("there is no %s", at)
			}
			v = below[i]
		}
	}
	out, ok := v.(map[string]any)
	if !ok {
		t.Fatalf("there is no %s", at)
	}
	return out
}

// closed lists the places of a schema at which unknown keys are refused.
func closed(at string, v any) []string {
	var out []string
	switch v := v.(type) {
	case map[string]any:
		if v["additionalProperties"] == false {
			out = append(out, at)
		}
		for key, below := range v {
			out = append(out, closed(at+"/"+key, below)...)
		}
	case []any:
		for i, below := range v {
			out = append(out, closed(at+"/"+strconv.Itoa(i), below)...)
		}
	}
	return out
}

func texts(values []any) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i], _ = v.(string)
	}
	return out
}
