package scaffold_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"tailor/docs/schema"
	"tailor/fragments"
	"tailor/matrix"
	"tailor/render/scaffold"
)

// TestTemplatesFitTheirSchemas holds that an editor has nothing against what was just made, by the schema that the first
// line of each file names.
func TestTemplatesFitTheirSchemas(t *testing.T) {
	t.Parallel()
	m, _ := matrix.New([]matrix.Axis{{Name: "edition", Values: []string{"home", "pro"}}})
	fragment, _ := fragments.Parse("by-edition/pro.yaml", fragments.Image{Matrix: m})
	files := []scaffold.File{scaffold.Image("gizmo"), scaffold.Fragment("gizmo", fragment)}
	for _, template := range scaffold.Names {
		more, next := scaffold.Workspace(template, "null")
		files = append(files, more...)
		if len(next) != 2 {
			t.Errorf("%s has %d commands to go on with", template, len(next))
		}
	}
	checked := map[string]int{}
	for _, f := range files {
		text := fill(t, f)
		if f.Schema == "" || f.IsSchema() {
			if strings.Contains(text, "yaml-language-server") {
				t.Errorf("%s names a schema", f.Path)
			}
			continue
		}
		checked[f.Schema]++
		if first, _, _ := strings.Cut(text, "\n"); !strings.HasSuffix(first, schema.Path(f.Schema)) {
			t.Errorf("%s begins with %s", f.Path, first)
		}
		var value any
		if err := yaml.Unmarshal([]byte(text), &value); err != nil {
			t.Fatalf("%s: %v", f.Path, err)
		}
		if err := compile(t, f.Schema).Validate(value); err != nil {
			t.Errorf("%s: %v\n%s", f.Path, err, text)
		}
	}
	for _, name := range schema.Names {
		if checked[name] < 2 {
			t.Errorf("%d files of the schema %s", checked[name], name)
		}
	}
}

func fill(t *testing.T, f scaffold.File) string {
	t.Helper()
	template, err := f.FS.Open(f.Template)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(f.Fill(template))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func compile(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema.Text(name)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(name+".json", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile(name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}
