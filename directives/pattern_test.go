package directives_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tailor/directives"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

func mustPattern(tb testing.TB, text string) directives.Pattern {
	tb.Helper()
	p, err := directives.ParsePattern(text)
	if err != nil {
		tb.Fatalf("%s: %v", text, err)
	}
	return p
}

func TestPatternMatches(t *testing.T) {
	t.Parallel()
	tests := []struct {
		pattern  string
		yes, not string // paths, separated by blanks
	}{
		{"os.hostname", "os.hostname", "os os.hostname.x hostname a.os.hostname"},
		{"config.os", "os", "config.os"},
		{"config.config", "config", "os config.config"},
		{"*", "os config", "os.hostname [0]"},
		{"*.x", "a.x", "x a.b.x a[0].x"},
		{"a[*]", "a[0] a[17]", "a a.x a[0].x"},
		{"a[1]", "a[1]", "a[0] a[1][1]"},
		{"[*].x", "[0].x", "a.x"},
		{"**", "os os.hostname a[0].b", ""},
		{"services.**", "services services.a services.a[0].b", "os os.services"},
		{"**.id", "id a.id a[0].b.id", "id.x a.ids"},
		{"a.**.b", "a.b a.x.b a[0].b a.b.b", "a b a.b.c"},
		{"a.**[0]", "a[0] a.x[0] a[1][0]", "a a[1]"},
		{"a.**[*].id", "a[3].id a.b[0].c[1].id", "a.id"},
		{"**.a.**.b.**", "a.b x.a.y.b.z", "b.a a a.x"},
		{"**.**.x", "x a.x", "a"},
		{`a["*"]`, `a["*"]`, "a.x"},
		{`a["x.y"].*`, `a["x.y"].z`, "a.x.y.z"},
		{`["**"]`, `["**"]`, "a"},
	}
	for _, tt := range tests {
		p := mustPattern(t, tt.pattern)
		if p.String() != tt.pattern {
			t.Errorf("%s is spelled %s", tt.pattern, p)
		}
		for i, list := range []string{tt.yes, tt.not} {
			for path := range strings.FieldsSeq(list) {
				steps, err := directives.ParsePath(path)
				if err != nil {
					t.Fatal(err)
				}
				if got := p.Matches(steps); got != (i == 0) {
					t.Errorf("%s matches %s: %v", tt.pattern, path, got)
				}
			}
		}
	}
	for pattern, want := range map[string]bool{"config": true, "**": true, "config.**": true, "*": false, "a": false, "config.a": false} {
		if mustPattern(t, pattern).Matches(nil) != want {
			t.Errorf("%s matches the root: %v", pattern, !want)
		}
	}
	if !(directives.Pattern{}).Matches(nil) {
		t.Error("the zero pattern does not match the root")
	}
}

func TestPatternErrors(t *testing.T) {
	t.Parallel()
	const brackets = `write [*] for every item, [0] for the first item, or ["key"] for a key`
	const stars = `write * for any key, ** for any number of keys and items, or ["..."] around a key that holds a *`
	tests := []struct{ pattern, at, message, help string }{
		{"", "", "the pattern is empty", "write dotted keys, as in `os.hostname`"},
		{"a..b", ".", "a key is missing in the path", `write a key between the dots; one with other characters is written ["key"]`},
		{"os.", ".", "a key is missing in the path", `write a key between the dots; one with other characters is written ["key"]`},
		{"a[**]", "[**]", "`[**]` is no position in a list", brackets},
		{"a[*", "[*", "`[*` is no position in a list", brackets},
		{"a[-1]", "[-1]", "`[-1]` is no position in a list", brackets},
		{"a[*]b", "b", "a key follows `]` without a `.`", "write a `.` before the key"},
		{"a[*]*", "*", "a key follows `]` without a `.`", "write a `.` before the key"},
		{"***", "***", "`*` stands for a whole key, not for a part of `***`", stars},
		{"os.net*.x", "net*", "`*` stands for a whole key, not for a part of `net*`", stars},
		{`a"*"`, `a"`, "a key with `\"` must be quoted", `write ["..."] around the key`},
		{strings.Repeat("a.", directives.MaxPattern) + "a", strings.Repeat("a.", directives.MaxPattern) + "a", "the pattern has more than 200 steps", "no config is as deep: shorten it"},
	}
	for _, tt := range tests {
		_, err := directives.ParsePattern(tt.pattern)
		bad, ok := errors.AsType[*directives.PathError](err)
		if !ok {
			t.Errorf("%s: no *PathError: %v", tt.pattern, err)
			continue
		}
		got := []string{tt.pattern[bad.Start:bad.End], bad.Message, bad.Help}
		if diff := cmp.Diff([]string{tt.at, tt.message, tt.help}, got); diff != "" {
			t.Errorf("%s: %s", tt.pattern, diff)
		}
	}
}

// places spells the places of a selection.
func places(found []directives.Found) string {
	out := make([]string, len(found))
	for i, f := range found {
		out[i] = directives.PathOf(f.Steps).String()
	}
	return strings.Join(out, " ")
}

func TestPatternSelect(t *testing.T) {
	t.Parallel()
	tree, faults := yamltree.Parse(source.New("tree", []byte(
		"storage:\n  disks:\n    - id: a\n      parts: [{id: b}, {size: 1}, {id: ~}]\n    - id: c\nos: {id: d, list: [[1, 2], [3]]}\n")))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	tests := []struct{ pattern, want string }{
		{"storage.disks[*].id", "storage.disks[0].id storage.disks[1].id"},
		{"storage.disks[*].parts[*].id", "storage.disks[0].parts[0].id storage.disks[0].parts[2].id"},
		{"**.id", "storage.disks[0].id storage.disks[0].parts[0].id storage.disks[0].parts[2].id storage.disks[1].id os.id"},
		{"storage.**[*].**.id", "storage.disks[0].id storage.disks[0].parts[0].id storage.disks[0].parts[2].id storage.disks[1].id"},
		{"os.list.**", "os.list os.list[0] os.list[0][0] os.list[0][1] os.list[1] os.list[1][0]"},
		{"os.list[*][*]", "os.list[0][0] os.list[0][1] os.list[1][0]"},
		{"os.list[1]", "os.list[1]"},
		{"*.*", "storage.disks os.id os.list"},
		{"os.id.**", "os.id"},
		{"os.id.*", ""},
		{"config", ""},
		{"nothing.**", ""},
	}
	for _, tt := range tests {
		found := mustPattern(t, tt.pattern).Select(tree)
		if got := places(found); got != tt.want {
			t.Errorf("%s selects\n  %s, want\n  %s", tt.pattern, got, tt.want)
		}
	}
	if found := mustPattern(t, "config").Select(tree); len(found) != 1 || found[0].Node != tree || len(found[0].Steps) != 0 {
		t.Errorf("the root is %v", found)
	}
	if found := mustPattern(t, "**").Select(nil); found != nil {
		t.Errorf("nothing holds %v", found)
	}
}

// TestPatternSelectMatches holds that Select finds exactly the places that Matches names, in the order of the tree.
func TestPatternSelectMatches(t *testing.T) {
	t.Parallel()
	step := rapid.SampledFrom([]string{"a", "b", "*", "**", "[0]", "[1]", "[*]", `["c"]`})
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		for i, s := range rapid.SliceOfN(step, 1, 5).Draw(t, "steps") {
			if i > 0 && s[0] != '[' {
				text.WriteByte('.')
			}
			text.WriteString(s)
		}
		p, err := directives.ParsePattern(text.String())
		if err != nil {
			t.Fatal(err)
		}
		docs := draw(t, 2)
		tree := merged(docs...)
		var want []string
		everywhere(tree, nil, func(steps []directives.Step) {
			if p.Matches(steps) {
				want = append(want, directives.PathOf(steps).String())
			}
		})
		if got := places(p.Select(tree)); got != strings.Join(want, " ") {
			t.Fatalf("%s selects\n  %s, want\n  %s", text.String(), got, strings.Join(want, " "))
		}
	})
}

// everywhere visits all places of a tree.
func everywhere(n *yamltree.Node, steps []directives.Step, visit func([]directives.Step)) {
	if n == nil || n.Kind == yamltree.Absent {
		return
	}
	visit(steps)
	for _, e := range n.Entries {
		everywhere(e.Value, append(slices.Clip(steps), directives.Step{Key: e.Key.Name, Index: -1}), visit)
	}
	for i, item := range n.Items {
		everywhere(item, append(slices.Clip(steps), directives.Step{Index: i}), visit)
	}
}

// TestPatternCost selects with patterns that could be tried in very many ways.
func TestPatternCost(t *testing.T) {
	t.Parallel()
	tree := yamltree.NewScalar("x", yamltree.String, yamltree.Plain, source.Span{})
	for range yamltree.MaxDepth - 2 {
		tree = yamltree.NewMap([]yamltree.Entry{{Key: &yamltree.Key{Name: "a"}, Value: tree}}, source.Span{})
	}
	items := make([]*yamltree.Node, 50)
	for i := range items {
		items[i] = tree
	}
	list := yamltree.NewList(items, source.Span{})
	for _, text := range []string{strings.Repeat("**.", 100) + "**", strings.Repeat("**.a.", 99) + "**", strings.Repeat("**.*.", 99) + "x"} {
		start := time.Now()
		count := 0
		mustPattern(t, text).Each(list, func(*directives.Path, *yamltree.Node) { count++ })
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%.20s... took %s for %d places", text, took, count)
		}
	}
}

func TestPathPattern(t *testing.T) {
	t.Parallel()
	var root *directives.Path
	path := root.Key("config").Key("disks").Item(12).Item(0).Key("a[0]").Key("id")
	if got, want := path.Pattern(), `config.disks[*][*]["a[0]"].id`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := directives.PathOf(path.Steps()).String(); got != path.String() {
		t.Errorf("the steps are those of %s", got)
	}
	p := mustPattern(t, path.Pattern())
	if !p.Matches(path.Steps()[1:]) {
		t.Errorf("%s does not match its pattern", path)
	}
}

// FuzzPattern holds that a text is a pattern or gives a fault with a place in it, and that a pattern matches the places
// that it selects.
func FuzzPattern(f *testing.F) {
	for _, seed := range []string{"a", "a.*", "**.id", "a[*].b", `["*"].x`, "config.**", "a[0]", "***", "a[**]", "a..b", `["\x00"]`, "**.**[*]"} {
		f.Add(seed)
	}
	tree, _ := yamltree.Parse(source.New("tree", []byte("a: {b: [1, {id: x}], '*': 2}\nid: [[~]]\n")))
	f.Fuzz(func(t *testing.T, text string) {
		p, err := directives.ParsePattern(text)
		if err != nil {
			bad, ok := errors.AsType[*directives.PathError](err)
			if !ok || bad.Start < 0 || bad.Start > bad.End || bad.End > len(text) || bad.Message == "" || bad.Help == "" {
				t.Fatalf("%q gives %#v", text, err)
			}
			return
		}
		for _, found := range p.Select(tree) {
			if !p.Matches(found.Steps) {
				t.Errorf("%q does not match %s", text, directives.PathOf(found.Steps))
			}
		}
		if steps, err := directives.ParsePath(text); err == nil && !strings.Contains(text, "*") {
			if steps[0] == (directives.Step{Key: "config", Index: -1}) {
				steps = steps[1:]
			}
			if !p.Matches(steps) {
				t.Errorf("%q does not match itself", text)
			}
		}
	})
}

func ExamplePattern() {
	tree, _ := yamltree.Parse(source.New("image.yaml", []byte("disks:\n  - { id: a }\n  - { id: b }\n")))
	pattern, _ := directives.ParsePattern("disks[*].id")
	for _, found := range pattern.Select(tree) {
		fmt.Println(directives.PathOf(found.Steps), found.Node.Value)
	}
	// Output:
	// disks[0].id a
	// disks[1].id b
}
