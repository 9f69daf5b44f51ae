package yamltree_test

import (
	"fmt"
	"testing"

	"tailor/internal/source"
	"tailor/internal/yamltree"
)

func TestWords(t *testing.T) {
	t.Parallel()
	got := fmt.Sprint(yamltree.Absent, yamltree.Scalar, yamltree.Map, yamltree.List,
		yamltree.String, yamltree.Null, yamltree.Bool, yamltree.Int, yamltree.Float, yamltree.Time)
	if want := "nothing scalar map list string null boolean integer float date"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestGet(t *testing.T) {
	t.Parallel()
	gone := removed()
	n := mapOf("a", word("x"), "b", gone)
	var none *yamltree.Node
	tests := []struct {
		name string
		from *yamltree.Node
		key  string
		want *yamltree.Node
	}{
		{"a key", n, "a", n.Entries[0].Value},
		{"a removed value", n, "b", gone},
		{"no such key", n, "c", nil},
		{"a list", listOf(word("a")), "a", nil},
		{"a scalar", word("a"), "a", nil},
		{"nothing", none, "a", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := test.from.Get(test.key); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
	if got := n.Index("b"); got != 1 {
		t.Errorf("index of b: got %d", got)
	}
	if got := n.Index("c"); got != -1 {
		t.Errorf("index of c: got %d", got)
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		node *yamltree.Node
		want string
	}{
		{"in order, without a removed one", mapOf("b", word("x"), "gone", removed(), "a", word("y")), "[b a]"},
		{"of a list", listOf(word("a")), "[]"},
		{"of a scalar", word("a"), "[]"},
	}
	for _, test := range tests {
		if got := fmt.Sprint(test.node.Keys()); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func TestUsing(t *testing.T) {
	t.Parallel()
	n := mapOf("a", word("x")).Using("p", "q", "p")
	if got := fmt.Sprint(n.Used()); got != "[p q]" {
		t.Errorf("it uses %s", got)
	}
	if n.Using("q") != n || n.Using() != n {
		t.Error("nothing new makes another node")
	}
	if more := n.Using("r"); fmt.Sprint(more.Used(), n.Used()) != "[p q r] [p q]" {
		t.Errorf("one more: %v, and before %v", more.Used(), n.Used())
	}
}

func TestIsNull(t *testing.T) {
	t.Parallel()
	var none *yamltree.Node
	for _, n := range []*yamltree.Node{none, removed(), null(), plain("~", yamltree.Null)} {
		if !n.IsNull() {
			t.Errorf("%v is not null", n)
		}
	}
	for _, n := range []*yamltree.Node{word(""), word("null"), mapOf(), listOf(), plain("0", yamltree.Int)} {
		if n.IsNull() {
			t.Errorf("%v is null", n)
		}
	}
}

func TestRootAndSites(t *testing.T) {
	t.Parallel()
	outer, middle, inner := source.New("outer", []byte("o")), source.New("middle", []byte("m")), source.New("inner", []byte("i"))
	n := yamltree.NewScalar("i", yamltree.String, yamltree.Plain, inner.Span(0, 1))
	if n.Root() != inner || word("x").Root() != nil || n.Via.Sites() != nil {
		t.Error("a node without includes comes from its own file")
	}
	once := n.Through(&yamltree.Via{Site: middle.Span(0, 1)})
	twice := once.Through(&yamltree.Via{Site: outer.Span(0, 1)})
	if once.Root() != middle || twice.Root() != outer {
		t.Errorf("roots: got %s and %s", once.Root().Path, twice.Root().Path)
	}
	if sites := twice.Via.Sites(); len(sites) != 2 || sites[0].File != middle || sites[1].File != outer {
		t.Errorf("sites: got %v", sites)
	}
	if n.Via != nil || len(once.Via.Sites()) != 1 {
		t.Error("going through an include changed the node")
	}
}
