package yamltree_test

import (
	"testing"

	"tailor/internal/source"
	"tailor/internal/yamltree"
)

func TestShown(t *testing.T) {
	t.Parallel()
	const text = `block:
  # a comment
  b: 1
flow: { c: 1 }
multi: {
  d: 1 }
anchored: &x
  e: 1
list:
- f: 1
  g: 2
- [h,
   i]
- j
alias: *x
`
	root, faults := yamltree.Parse(source.New("shown", []byte(text)))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	list := root.Get("list")
	key := func(name string) *yamltree.Key { return root.Entries[root.Index(name)].Key }
	tests := []struct {
		name string
		n    *yamltree.Node
		key  *yamltree.Key
		want string
	}{
		{"a block map", root.Get("block"), key("block"), "block"},
		{"a flow map", root.Get("flow"), key("flow"), "flow"},
		{"an anchored map", root.Get("anchored"), key("anchored"), "anchored"},
		{"a list", list, key("list"), "list"},
		{"a map that an alias brought", root.Get("alias"), key("alias"), "e"},
		{"a map without its key", root.Get("block"), nil, "b"},
		{"a flow map without its key", root.Get("flow"), nil, "{ c: 1 }"},
		{"on two lines", root.Get("multi"), nil, "{"},
		{"the root", root, nil, "block"},
		{"a map as an item", list.Items[0], nil, "f"},
		{"a list as an item", list.Items[1], nil, "[h,"},
		{"a scalar", list.Items[2], nil, "j"},
		{"a scalar with its key", root.Get("block").Get("b"), key("block"), "1"},
		{"a value from elsewhere", root.Get("block"), key("list"), "b"},
	}
	for _, tt := range tests {
		if got := tt.n.Shown(tt.key).Text(); got != tt.want {
			t.Errorf("%s is shown by %q, want %q", tt.name, got, tt.want)
		}
	}
}
