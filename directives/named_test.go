package directives_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// pathNames are the names of the tests: two axes, and a name that has no value yet.
func pathNames(values map[string]string) directives.PathNames {
	names := directives.PathNames{
		Known:  []string{"edition", "part", "name"},
		Banned: map[string]string{"arch": "add an axis `arch`"},
	}
	if values != nil {
		names.Value = func(name string) string { return values[name] }
	}
	return names
}

// shelf is a Loader of given files, each read once; it notes the paths that were asked for.
type shelf struct {
	texts map[string]string
	read  map[string]directives.Included
	asked []string
}

func (s *shelf) load(path *yamltree.Node) (directives.Included, []diag.Diagnostic) {
	s.asked = append(s.asked, path.Value)
	if file, ok := s.read[path.Value]; ok {
		return file, nil
	}
	text, ok := s.texts[path.Value]
	if !ok {
		return directives.Included{}, []diag.Diagnostic{{
			Code: missingFile, Message: "no file `" + path.Value + "`", Labels: []diag.Label{{Span: path.Span, Primary: true}},
		}}
	}
	root, faults := yamltree.Parse(source.New(path.Value, []byte(text)))
	if s.read == nil {
		s.read = map[string]directives.Included{}
	}
	s.read[path.Value] = directives.Included{ID: path.Value, Root: root}
	return s.read[path.Value], faults
}

// TestNamedPaths compiles one document for several values.
func TestNamedPaths(t *testing.T) {
	t.Parallel()
	s := &shelf{texts: map[string]string{
		"x-pro.yaml": "x: pro\n", "x-lite.yaml": "x: lite\nmore: {$include: 'deep/${part}.yaml'}\n",
		"mid.yaml": "{k: 0, m: {$include: 'deep/${part}.yaml'}}\n", "deep/a.yaml": "[1]\n", "deep/b.yaml": "[2, {$include: same.yaml}]\n", "same.yaml": "[3]\n", "${odd}.yaml": "odd\n",
	}}
	c := directives.NewCompiler(s.load)
	root := parse(t, "a: {$include: 'x-${edition}.yaml'}\nl: [0, {$include: 'deep/${part}.yaml'}]\ns: {$include: same.yaml}\no: {$include: '$${odd}.yaml'}\nm: {$include: mid.yaml}\n")[0]
	doc, faults := c.Compile(root, pathNames(nil))
	if len(faults) > 0 || !doc.Varies || text(doc.Root) != "l:\n  - 0\ns:\n  - 3\no: odd\nm:\n  k: 0\n" {
		t.Fatalf("without values: varies %t\n%s%s", doc.Varies, text(doc.Root), dump(faults))
	}
	if diff := cmp.Diff([]string{"same.yaml", "${odd}.yaml", "mid.yaml"}, s.asked); diff != "" {
		t.Errorf("files that were read: %s", diff)
	}
	for _, tt := range []struct{ edition, part, want, includes string }{
		{"pro", "a", "a:\n  x: pro\nl:\n  - 0\n  - 1\ns:\n  - 3\no: odd\nm:\n  k: 0\n  m:\n    - 1\n", "x-pro.yaml deep/a.yaml same.yaml ${odd}.yaml mid.yaml(deep/a.yaml)"},
		{"pro", "b", "a:\n  x: pro\nl:\n  - 0\n  - 2\n  - 3\ns:\n  - 3\no: odd\nm:\n  k: 0\n  m:\n    - 2\n    - 3\n", "x-pro.yaml deep/b.yaml(same.yaml) same.yaml ${odd}.yaml mid.yaml(deep/b.yaml(same.yaml))"},
		{
			"lite", "b", "a:\n  x: lite\n  more:\n    - 2\n    - 3\nl:\n  - 0\n  - 2\n  - 3\ns:\n  - 3\no: odd\nm:\n  k: 0\n  m:\n    - 2\n    - 3\n",
			"x-lite.yaml(deep/b.yaml(same.yaml)) deep/b.yaml(same.yaml) same.yaml ${odd}.yaml mid.yaml(deep/b.yaml(same.yaml))",
		},
	} {
		doc, faults := c.Compile(root, pathNames(map[string]string{"edition": tt.edition, "part": tt.part}))
		if len(faults) > 0 || !doc.Varies {
			t.Errorf("%s %s: varies %t\n%s", tt.edition, tt.part, doc.Varies, dump(faults))
		}
		if diff := cmp.Diff(tt.want, text(doc.Root)); diff != "" {
			t.Errorf("%s %s: %s", tt.edition, tt.part, diff)
		}
		if got := inOneLine(doc.Includes); got != tt.includes {
			t.Errorf("%s %s includes %s", tt.edition, tt.part, got)
		}
	}
	through, faults := c.Compile(parse(t, "m: {$include: mid.yaml}\n")[0], pathNames(nil))
	if !through.Varies || len(faults) > 0 {
		t.Errorf("a document that includes one with names varies: %t\n%s", through.Varies, dump(faults))
	}
	plain, faults := c.Compile(parse(t, "s: {$include: same.yaml}\n")[0], pathNames(nil))
	if plain.Varies || len(faults) > 0 {
		t.Errorf("a document without names varies: %t\n%s", plain.Varies, dump(faults))
	}
}

func inOneLine(list []directives.Include) string {
	words := make([]string, len(list))
	for i, in := range list {
		words[i] = in.Path
		if len(in.Includes) > 0 {
			words[i] += "(" + inOneLine(in.Includes) + ")"
		}
	}
	return strings.Join(words, " ")
}

var namedFaultCases = []faultCase{
	{"a name that is none", "a: {$include: 'x/${editon}.yaml'}\n"},
	{"a name that nothing is like", "a: {$include: \"${flavour}.yaml\"}\n"},
	{"a name with blanks", "a: {$include: '${ edition }.yaml'}\n"},
	{"a name that is not known yet", "a: {$include: '${arch}.yaml'}\n"},
	{"several", "a: {$include: '${arch}/${edition}/${slug}.yaml'}\n"},
	{"no name", "a: {$include: '${}.yaml'}\n"},
	{"no end", "a: {$include: 'x${edition.yaml'}\n"},
	{"in an included file", "a: {$include: template-path.yaml}\nb: {$include: template-path.yaml}\n"},
	{"where no include may be", "a: {b: {$include: [1]}}\n"},
	{"beside other faults", "a: {$appned: [{$include: '${edition}.yaml'}]}\nb: {$append: {$include: '${edition}.yaml'}}\n"},
}

// TestNamedPathFaults holds that what is wrong with names is found without their values, and again with them.
func TestNamedPathFaults(t *testing.T) {
	t.Parallel()
	var g golden
	for _, tt := range namedFaultCases {
		s := &shelf{texts: map[string]string{"template-path.yaml": "p: {$include: 'x/${nope}.yaml'}\n", "pro.yaml": "[]\n"}}
		_, faults := directives.NewCompiler(s.load).Compile(parse(t, tt.doc)[0], pathNames(nil))
		if len(faults) == 0 {
			t.Errorf("%s: no fault", tt.name)
		}
		checkSound(t, faults)
		g.add(tt.name, tt.doc, dump(faults))
		_, again := directives.NewCompiler(s.load).Compile(parse(t, tt.doc)[0], pathNames(map[string]string{"edition": "pro"}))
		if diff := cmp.Diff(dump(faults), dump(again)); diff != "" {
			t.Errorf("%s, with values: %s", tt.name, diff)
		}
	}
	g.check(t, "named.golden")
}

// TestNoNames holds that Compile takes no names at all.
func TestNoNames(t *testing.T) {
	t.Parallel()
	_, faults := directives.NewCompiler(books{}.load).Compile(parse(t, "a: {$include: '${edition}.yaml'}\n")[0], directives.PathNames{})
	want := "T0418 the path of an include cannot use `${edition}`\n  ^ base:1:16[${edition}]\n  help write the path out\n"
	if got := dump(faults); got != want {
		t.Error(got)
	}
}

// TestNamedRunsReportAlike holds that each run with values reports the faults of the files that it includes, also those
// that an earlier run has met.
func TestNamedRunsReportAlike(t *testing.T) {
	t.Parallel()
	s := &shelf{texts: map[string]string{
		"pro.yaml": "a: {$include: bad.yaml}\n", "lite.yaml": "b: {$include: between.yaml}\n", "between.yaml": "{$include: bad.yaml}\n",
		"bad.yaml": "$appned: [1]\n", "good.yaml": "1\n", "both.yaml": "[{$include: between.yaml}, {$include: other.yaml}]\n",
		"other.yaml": "{$include: bad.yaml}\n",
	}}
	c := directives.NewCompiler(s.load)
	if _, faults := c.Compile(parse(t, "{$include: bad.yaml}\n")[0], directives.PathNames{}); len(faults) != 1 {
		t.Error(dump(faults))
	}
	root := parse(t, "x: {$include: '${edition}.yaml'}\ny: {$include: '${edition}.yaml'}\n")[0]
	for _, edition := range []string{"both", "other", "pro", "lite", "good", "pro", "lite", "both", "other"} {
		_, faults := c.Compile(root, pathNames(map[string]string{"edition": edition}))
		want := 1
		if edition == "good" {
			want = 0
		}
		if len(faults) != want {
			t.Errorf("%s: %s", edition, dump(faults))
		}
	}
}

// TestNamedCycle holds that files which include themselves for some values only are found for these.
func TestNamedCycle(t *testing.T) {
	t.Parallel()
	s := &shelf{texts: map[string]string{"pro.yaml": "{$include: 'x-${part}.yaml'}\n", "x-a.yaml": "{$include: '${edition}.yaml'}\n", "x-b.yaml": "1\n"}}
	c := directives.NewCompiler(s.load)
	root := parse(t, "x: {$include: '${edition}.yaml'}\n")[0]
	for part, want := range map[string]string{
		"a": "T0409 `pro.yaml` includes itself\n  ^ x-a.yaml:1:12['${edition}.yaml'] which is being included already\n" +
			"  - base:1:15['${edition}.yaml'] `pro.yaml` is included here\n  - pro.yaml:1:12['x-${part}.yaml'] and this includes `x-a.yaml`\n" +
			"  help remove one of the includes of the cycle\n",
		"b": "",
	} {
		_, faults := c.Compile(root, pathNames(map[string]string{"edition": "pro", "part": part}))
		if diff := cmp.Diff(want, dump(faults)); diff != "" {
			t.Errorf("%s: %s", part, diff)
		}
	}
}

// TestNamesAreAskedInOrder holds what lets a Document be used for all cells with the values that were asked for: what
// is asked next follows from the values before it.
func TestNamesAreAskedInOrder(t *testing.T) {
	t.Parallel()
	s := &shelf{texts: map[string]string{
		"pro.yaml": "{$include: 'p-${part}.yaml'}\n", "lite.yaml": "{$include: 'l-${name}.yaml'}\n", "p-a.yaml": "1\n", "l-n.yaml": "2\n",
	}}
	c := directives.NewCompiler(s.load)
	root := parse(t, "x: {$include: '${edition}.yaml'}\ny: {$include: '${edition}.yaml'}\n")[0]
	for range 2 {
		for edition, want := range map[string]string{"pro": "edition part edition", "lite": "edition name edition"} {
			var asked []string
			names := pathNames(nil)
			names.Value = func(name string) string {
				asked = append(asked, name)
				return map[string]string{"edition": edition, "part": "a", "name": "n"}[name]
			}
			if _, faults := c.Compile(root, names); len(faults) > 0 || strings.Join(asked, " ") != want {
				t.Errorf("%s asks for %v, %s", edition, asked, dump(faults))
			}
		}
	}
}

// TestNamedBudget holds that all runs share what the includes of an image may bring in, that a run without values costs
// nothing when others follow it, and that after it was spent every run says so, at once.
func TestNamedBudget(t *testing.T) {
	t.Parallel()
	s := &shelf{texts: map[string]string{"static.yaml": "[" + strings.Repeat("0, ", 2_000) + "0]\n"}}
	for i := range 60 {
		s.texts[strconv.Itoa(i)+".yaml"] = "[" + strings.Repeat("0, ", 2_000) + "0]\n"
	}
	c := directives.NewCompiler(s.load)
	root := parse(t, "x: {$include: static.yaml}\ny: {$include: '${edition}.yaml'}\n")[0]
	for range 50 {
		if _, faults := c.Compile(root, pathNames(nil)); len(faults) > 0 {
			t.Fatal(dump(faults))
		}
	}
	failed := 0
	for i := range 60 {
		read := len(s.asked)
		_, faults := c.Compile(root, pathNames(map[string]string{"edition": strconv.Itoa(i)}))
		if len(faults) == 0 && failed > 0 || len(faults) > 1 {
			t.Fatalf("run %d: %s", i, dump(faults))
		}
		if len(faults) > 0 {
			failed++
			if failed == 1 && i != 49 {
				t.Errorf("run %d is one too many", i)
			}
			if failed > 1 && len(s.asked) > read {
				t.Errorf("run %d goes on", i)
			}
			if faults[0].Code != directives.CodeIncludeBudget || unsound(faults[0]) != "" {
				t.Error(dump(faults))
			}
		}
	}
	if failed == 0 {
		t.Error("no limit")
	}
}

// TestNamedWork holds that a document with many directives is not compiled anew for cell after cell without end.
func TestNamedWork(t *testing.T) {
	t.Parallel()
	s := &shelf{texts: map[string]string{
		"empty.yaml": "", "much.yaml": "[{$include: '${edition}.yaml'}, " + strings.Repeat("{$include: empty.yaml}, ", 2_000) + "]\n",
	}}
	for _, doc := range []string{
		"x: {$include: '${edition}.yaml'}\ny: [" + strings.Repeat("{$set: 1}, ", 10_000) + "]\n", "x: {$include: much.yaml}\n",
	} {
		c := directives.NewCompiler(s.load)
		root := parse(t, doc)[0]
		runs := 0
		for runs < 100 {
			_, faults := c.Compile(root, pathNames(map[string]string{"edition": "empty"}))
			if len(faults) > 0 {
				if faults[0].Code != directives.CodeIncludeBudget {
					t.Error(dump(faults))
				}
				break
			}
			runs++
		}
		if runs < 2 || runs == 100 {
			t.Errorf("%d runs", runs)
		}
	}
}

// FuzzIncludePath holds that a path gives faults inside its text, or asks for the file that it means.
func FuzzIncludePath(f *testing.F) {
	for _, seed := range []string{
		"a.yaml", "${edition}.yaml", "x/${edition}/${part}-${name}.yaml", "$${edition}.yaml", "$$${edition}", "${arch}", "${}", "${ }",
		"${edition", "${a${edition}}", "${editon}", "${ edition }", "$", "{}", "\n${edition}", "'${edition}'\"", "日本/${part}",
	} {
		f.Add(seed)
	}
	values := map[string]string{"edition": "pro", "part": "3.0", "name": "gizmo"}
	f.Fuzz(func(t *testing.T, path string) {
		doc := yamltree.NewMap([]yamltree.Entry{{
			Key: &yamltree.Key{Name: "$include"}, Value: yamltree.NewString(path, yamltree.Plain, source.Span{}),
		}}, source.Span{})
		root, faults := yamltree.Parse(source.New("doc", yamltree.Append(nil, doc)))
		if len(faults) > 0 || root.Get("$include").Value == "" {
			t.Skip("YAML has no spelling for it")
		}
		path = root.Get("$include").Value // what is no UTF-8 was replaced
		s := &shelf{}
		static, faults := directives.NewCompiler(s.load).Compile(root, pathNames(nil))
		asked := s.asked
		s.asked = nil
		_, again := directives.NewCompiler(s.load).Compile(root, pathNames(values))
		checkSound(t, faults)
		checkSound(t, again)
		for _, d := range append(slices.Clone(faults), again...) {
			if !within(d.Primary().Span, root.Get("$include").Span) {
				t.Errorf("the place is not in the path:\n%s", dump([]diagnostic{d}))
			}
		}
		switch {
		case len(s.asked) == 0:
			if len(faults) == 0 || dump(faults) != dump(again) {
				t.Errorf("%q asks for no file: %s%s", path, dump(faults), dump(again))
			}
		case static.Varies != (len(asked) == 0):
			t.Errorf("%q varies: %t, and asks for %q without values", path, static.Varies, asked)
		case s.asked[0] != reference(path, values):
			t.Errorf("%q asks for %q, not %q", path, s.asked[0], reference(path, values))
		}
	})
}
