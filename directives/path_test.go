package directives_test

import (
	"testing"

	"tailor/directives"
	"tailor/internal/yamltree"
)

func TestPathString(t *testing.T) {
	t.Parallel()
	var root *directives.Path
	config := root.Key("config")
	tests := []struct {
		path *directives.Path
		want string
	}{
		{root, ""},
		{config, "config"},
		{config.Key("os").Key("hostname"), "config.os.hostname"},
		{config.Key("kernel-args_2").Item(0), "config.kernel-args_2[0]"},
		{config.Item(10).Item(0).Key("x"), "config[10][0].x"},
		{root.Item(3), "[3]"},
		{config.Key("net.ipv4.ip_forward").Key("x"), `config["net.ipv4.ip_forward"].x`},
		{root.Key("a b").Item(1), `["a b"][1]`},
		{config.Key(""), `config[""]`},
		{config.Key("*"), `config["*"]`},
		{config.Key(`a"b\`), `config["a\"b\\"]`},
		{config.Key("größe"), `config["größe"]`},
		{config.Key("line\nbreak"), `config["line\nbreak"]`},
	}
	for _, tt := range tests {
		if got := tt.path.String(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

func TestLookup(t *testing.T) {
	t.Parallel()
	tree := fold(t, "a: {l: [x, {k: v}], gone: 1}\n---\na: {gone: $unset}\n")
	tests := []struct{ path, want string }{
		{"a.l[0]", "x"},
		{"a.l[1].k", "v"},
		{"a.l[2]", "nothing"},
		{"a.l.k", "nothing"},
		{"a[0]", "nothing"},
		{"a.none.below[0]", "nothing"},
		{"a.gone", "removed"},
		{"a.gone.below", "nothing"},
	}
	for _, tt := range tests {
		steps, err := directives.ParsePath(tt.path)
		if err != nil {
			t.Fatal(err)
		}
		got := "nothing"
		switch n := directives.Lookup(tree, steps); {
		case n == nil:
		case n.Kind == yamltree.Absent:
			got = "removed"
		default:
			got = n.Value
		}
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.path, got, tt.want)
		}
	}
	if directives.Lookup(tree, nil) != tree || directives.Lookup(nil, []directives.Step{{Key: "a", Index: -1}}) != nil {
		t.Error("no steps lead to the tree itself, and steps from nothing to nothing")
	}
}
