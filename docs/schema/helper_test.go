package schema_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"tailor/docs/schema"
)

// compiled compiles each schema, with the one library that has nothing to do with editors.
func compiled(tb testing.TB) map[string]*jsonschema.Schema {
	tb.Helper()
	out := map[string]*jsonschema.Schema{}
	for _, name := range schema.Names {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema.Text(name)))
		if err != nil {
			tb.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource(name+".json", doc); err != nil {
			tb.Fatal(err)
		}
		if out[name], err = c.Compile(name + ".json"); err != nil {
			tb.Fatal(err)
		}
	}
	return out
}

// value reads YAML as editors do: untyped, with texts for keys.
func value(tb testing.TB, text string) any {
	tb.Helper()
	var v any
	if err := yaml.Unmarshal([]byte(text), &v); err != nil {
		tb.Fatalf("%v in\n%s", err, text)
	}
	return plain(v)
}

// plain turns what yaml.v3 reads into what JSON has.
func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key := range v {
			v[key] = plain(v[key])
		}
	case map[any]any:
		out := map[string]any{}
		for key := range v {
			out[fmt.Sprint(key)] = plain(v[key])
		}
		return out
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	case time.Time:
		return v.Format(time.DateOnly)
	}
	return v
}
