package schema_test

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"tailor/internal/diag"
	"tailor/internal/schema"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

const missing diag.Code = "T0999"

// workspace is files by their paths.
type workspace map[string]string

// archive reads a txtar archive.
func archive(text string) workspace {
	w := workspace{}
	for _, f := range txtar.Parse([]byte(text)).Files {
		w[f.Name] = string(f.Data)
	}
	return w
}

// rule is where the tests name a schema.
var rule = source.New("tailor.yaml", []byte("schema.yaml\n")).Span(0, len("schema.yaml"))

func (w workspace) read(name string, at source.Span) (*yamltree.Node, []diag.Diagnostic) {
	text, ok := w[name]
	if !ok {
		return nil, []diag.Diagnostic{{Code: missing, Message: "there is no `" + name + "`", Labels: []diag.Label{{Span: at, Primary: true}}}}
	}
	return yamltree.Parse(source.New(name, []byte(text)))
}

func (w workspace) compile() (*schema.Schema, []diag.Diagnostic) {
	return schema.Compile("schema.yaml", rule, w.read)
}

// compiled compiles a schema without faults.
func compiled(tb testing.TB, text string) *schema.Schema {
	tb.Helper()
	s, faults := workspace{"schema.yaml": text}.compile()
	if len(faults) > 0 {
		tb.Fatalf("the schema has faults:\n%s", printed(tb, faults))
	}
	return s
}

func printed(tb testing.TB, ds []diag.Diagnostic) string {
	tb.Helper()
	var b strings.Builder
	if err := diag.Print(&b, diag.Part{List: ds}); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

// parse reads a config; bad says that it has faults.
func parse(text string) (root *yamltree.Node, bad bool) {
	root, faults := yamltree.Parse(source.New("config.yaml", []byte(text)))
	return root, len(faults) > 0
}

// tree reads a config without faults.
func tree(text string) *yamltree.Node {
	root, bad := parse(text)
	if bad {
		panic("no YAML: " + text)
	}
	return root
}

// told writes violations, one line each: the text at the place, the message, the help and the keyword.
func told(violations []schema.Violation) string {
	var b strings.Builder
	for _, v := range violations {
		b.WriteString(strings.SplitN(v.At.Text(), "\n", 2)[0] + " | " + v.Message)
		if v.Help != "" {
			b.WriteString(" | help: " + v.Help)
		}
		for _, o := range v.Others {
			b.WriteString(" | " + o.Text + ": " + o.Span.Text())
		}
		if !v.Rule.IsZero() {
			b.WriteString(" | " + v.Rule.Text())
		}
		b.WriteString("\n")
		for _, n := range v.Notes {
			b.WriteString("  " + n + "\n")
		}
	}
	return b.String()
}
