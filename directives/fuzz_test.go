package directives_test

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"tailor/directives"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// FuzzMerge holds that documents give diagnostics that a person can use, or a tree without directives that
// can be printed and that the consumer reads.
func FuzzMerge(f *testing.F) {
	for _, tt := range mergeCases {
		f.Add(tt.docs)
	}
	for _, list := range [][]faultCase{conflictCases, grammarCases} {
		for _, tt := range list {
			if len(tt.doc) < 1000 {
				f.Add(tt.doc)
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		docs := strings.SplitN(text, "---\n", 3)
		c := directives.NewCompiler(books{}.load)
		m := directives.NewMerger()
		var tree *yamltree.Node
		for i, part := range docs {
			root, faults := yamltree.Parse(source.New(fileName(i), []byte(part)))
			if len(faults) > 0 {
				t.Skip("no YAML")
			}
			doc, faults := c.Compile(root, directives.PathNames{})
			if len(faults) > 0 {
				checkSound(t, faults)
				return
			}
			tree = m.Merge(tree, doc.Root)
		}
		checkSound(t, conflicts(tree))
		checkResult(t, tree)
	})
}

func checkSound(t *testing.T, faults []diagnostic) {
	t.Helper()
	for _, d := range faults {
		if problem := unsound(d); problem != "" && d.Code != missingFile {
			t.Errorf("%s:\n%s", problem, dump([]diagnostic{d}))
		}
	}
}

func checkResult(t *testing.T, tree *yamltree.Node) {
	t.Helper()
	if hasDirective(tree) {
		t.Errorf("a directive is left:\n%s", text(tree))
	}
	out := text(tree)
	var back yaml.Node
	if err := yaml.Unmarshal([]byte(out), &back); err != nil {
		t.Errorf("the result is no YAML: %v\n%s", err, out)
	}
	again, faults := yamltree.Parse(source.New("again", []byte(out)))
	if len(faults) == 0 && !tree.IsNull() && !yamltree.Equal(again, tree) {
		t.Errorf("the result reads back as\n%swant\n%s", text(again), out)
	}
}

// FuzzInterpolate holds that a template gives faults inside its text, or a text in which nothing is left to
// fill in, whatever the params hold.
func FuzzInterpolate(f *testing.F) {
	for _, seed := range [][3]string{
		{"${edition}", "", ""},
		{"a ${p} ${q}", "x", "${p}"},
		{"$${p}$${", "x", "y"},
		{"$$${p}", "${q}", "$"},
		{"${p}${q}", "$", "{edition}"},
		{"${ p}", "", ""},
		{"${}", "", ""},
		{"x ${", "", ""},
		{"${p", "", ""},
		{"${a${p}}", "", ""},
		{"${p}", "${q}", "${p}"},
		{"it's ${nope}\n", "", ""},
		{"\\${p}\"\t${no}", "3.0", "yes"},
		{"日本\n\n ${nope}", "", ""},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, template, p, q string) {
		doc, ok := parsed(template, p, q)
		if !ok {
			t.Skip("YAML has no spelling for it")
		}
		config := doc.Get("config")
		out, faults := newScope(doc).Interpolate(config, "config")
		if len(faults) > 0 {
			checkSound(t, faults)
			for _, d := range faults {
				if at := d.Primary().Span; !within(at, doc.Get("params").Get("p").Span) &&
					!within(at, doc.Get("params").Get("q").Span) && !within(at, config.Get("k").Span) {
					t.Errorf("the place is in no template:\n%s", dump(faults))
				}
			}
			return
		}
		want := reference(config.Get("k").Value, map[string]string{
			"p": doc.Get("params").Get("p").Value, "q": doc.Get("params").Get("q").Value,
			"edition": "pro", "arch": "arm64", "v": "3.0", "name": "gizmo", "slug": "gizmo_pro_arm64_cosi",
		})
		if got := out.Get("k"); got.Value != want || got.Type != yamltree.String {
			t.Errorf("got the %s %q, want %q", got.Type, got.Value, want)
		}
		var back map[string]any
		if err := yaml.Unmarshal(yamltree.Append(nil, out), &back); err != nil || back["k"] != any(want) {
			t.Errorf("%q reads back as %#v (%v) from\n%s", want, back["k"], err, text(out))
		}
	})
}

// parsed writes and reads a document with a template and two params.
func parsed(template, p, q string) (*yamltree.Node, bool) {
	str := func(s string) *yamltree.Node { return yamltree.NewString(s, yamltree.Plain, source.Span{}) }
	entry := func(name string, n *yamltree.Node) yamltree.Entry {
		return yamltree.Entry{Key: &yamltree.Key{Name: name}, Value: n}
	}
	doc := yamltree.NewMap([]yamltree.Entry{
		entry("params", yamltree.NewMap([]yamltree.Entry{entry("p", str(p)), entry("q", str(q))}, source.Span{})),
		entry("config", yamltree.NewMap([]yamltree.Entry{entry("k", str(template))}, source.Span{})),
	}, source.Span{})
	root, faults := yamltree.Parse(source.New("doc", yamltree.Append(nil, doc)))
	return root, len(faults) == 0
}

func within(inner, outer source.Span) bool {
	return inner.File == outer.File && outer.Start <= inner.Start && inner.End <= outer.End
}

// reference fills in a template that has no faults, one byte at a time.
func reference(template string, values map[string]string) string {
	var out strings.Builder
	for i := 0; i < len(template); {
		rest := template[i:]
		switch {
		case strings.HasPrefix(rest, "$${"):
			out.WriteString("${")
			i += len("$${")
		case strings.HasPrefix(rest, "${"):
			end := strings.Index(rest, "}")
			name := rest[len("${"):end]
			value := values[name]
			if name == "p" || name == "q" {
				value = reference(value, values)
			}
			out.WriteString(value)
			i += end + 1
		default:
			out.WriteByte(template[i])
			i++
		}
	}
	return out.String()
}
