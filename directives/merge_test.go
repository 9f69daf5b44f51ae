package directives_test

import (
	"fmt"
	"strings"
	"testing"

	"tailor/directives"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

func TestMerge(t *testing.T) {
	t.Parallel()
	for _, tt := range mergeCases {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tree := fold(t, tt.docs)
			if found := conflicts(tree); len(found) > 0 {
				t.Errorf("conflicts:\n%s", dump(found))
			}
			if hasDirective(tree) {
				t.Error("a directive is left")
			}
			want, faults := yamltree.Parse(source.New("want", []byte(tt.want)))
			if len(faults) > 0 {
				t.Fatalf("the wanted text is no YAML: %s", dump(faults))
			}
			if got := text(tree); got != text(want) {
				t.Errorf("got:\n%swant:\n%s", got, text(want))
			}
		})
	}
}

// TestMergeRulesInItems holds that rules reach the lists in items that are added, however finished those items are.
func TestMergeRulesInItems(t *testing.T) {
	t.Parallel()
	pattern, err := directives.ParsePattern("l[*].m")
	if err != nil {
		t.Fatal(err)
	}
	for _, doc := range []string{
		"l: [{ m: [x, x] }]\n", "l: { $append: [{ m: [x, x] }] }\n", "l: { $prepend: [{ m: [x, x] }] }\n", "l: { $union: [{ m: [x, x] }] }\n",
		"l: { $replace: [{ m: [x, x] }] }\n", "l: { $set: [{ m: [x, x] }] }\n", "l: { $insert: { before: { k: 1 }, items: [{ m: [x, x] }] } }\n",
	} {
		m := directives.NewMerger()
		m.Rules = []directives.Rule{{At: pattern, List: directives.ListSet}}
		var tree *yamltree.Node
		for _, d := range compile(t, "config: { l: [{ k: 1 }] }\n---\nconfig: { "+strings.TrimSpace(doc)+" }\n") {
			tree = m.Merge(tree, d)
		}
		for _, item := range tree.Get("config").Get("l").Items {
			if list := item.Get("m"); list != nil && len(list.Items) != 1 {
				t.Errorf("%s%s", doc, text(tree))
			}
		}
	}
}

// TestMergeLargeMaps finds each key of a map that is indexed, and of one that is not.
func TestMergeLargeMaps(t *testing.T) {
	t.Parallel()
	for _, size := range []int{1, 16, 17, 40} {
		var base, over, want strings.Builder
		for i := range size {
			fmt.Fprintf(&base, "k%d: %d\n", i, i)
			if i%3 == 1 {
				fmt.Fprintf(&over, "k%d: { $set: new }\n", i)
				fmt.Fprintf(&want, "k%d: new\n", i)
				continue
			}
			fmt.Fprintf(&want, "k%d: %d\n", i, i)
		}
		if got := text(fold(t, base.String()+"---\n"+over.String()+"last: 1\n")); got != want.String()+"last: 1\n" {
			t.Error(size, got)
		}
	}
}
