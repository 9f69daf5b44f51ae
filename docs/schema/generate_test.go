package schema_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/docs/schema"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

var update = flag.Bool("update", false, "make the schemas from schemas.yaml")

// TestFiles holds that each schema is what schemas.yaml says; with -update it makes it so.
func TestFiles(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("schemas.yaml")
	if err != nil {
		t.Fatal(err)
	}
	all, faults := yamltree.Parse(source.New("schemas.yaml", text))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	for _, name := range schema.Names {
		want := generate(t, all, name)
		if *update {
			if err := os.WriteFile(name+".json", want, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if diff := cmp.Diff(string(want), string(schema.Text(name))); diff != "" {
			t.Errorf("%s.json is not what schemas.yaml says; `go test ./docs/schema -update` (-says +is):\n%s", name, diff)
		}
	}
}

// generate makes the schema of a name: what its definition says, with the other definitions that are used.
func generate(t *testing.T, all *yamltree.Node, name string) []byte {
	t.Helper()
	root := all.Get(name)
	used := map[string]bool{}
	use(t, all, root, used)
	head := []yamltree.Entry{
		entry("$schema", text("http://json-schema.org/draft-07/schema#")),
		entry("$id", text("urn:tailor:schema:"+name)),
	}
	var definitions []yamltree.Entry
	for _, e := range all.Entries {
		if used[e.Key.Name] {
			definitions = append(definitions, e)
		}
	}
	last := entry("definitions", yamltree.NewMap(definitions, source.Span{}))
	n := yamltree.NewMap(append(append(head, root.Entries...), last), source.Span{})
	var out bytes.Buffer
	if err := json.Indent(&out, yamltree.AppendJSON(nil, n), "", "  "); err != nil {
		t.Fatal(err)
	}
	out.WriteByte('\n')
	return out.Bytes()
}

var reference = regexp.MustCompile(`"\$ref":"([^"]*)"`)

// use notes the definitions that a schema uses, and those that they use.
func use(t *testing.T, all, n *yamltree.Node, used map[string]bool) {
	t.Helper()
	for _, m := range reference.FindAllSubmatch(yamltree.AppendJSON(nil, n), -1) {
		name, ok := strings.CutPrefix(string(m[1]), "#/definitions/")
		if !ok || all.Get(name) == nil {
			t.Fatalf("there is no definition %s", m[1])
		}
		if !used[name] {
			used[name] = true
			use(t, all, all.Get(name), used)
		}
	}
}

func entry(key string, value *yamltree.Node) yamltree.Entry {
	return yamltree.Entry{Key: &yamltree.Key{Name: key}, Value: value}
}

func text(value string) *yamltree.Node {
	return yamltree.NewScalar(value, yamltree.String, yamltree.DoubleQuoted, source.Span{})
}
