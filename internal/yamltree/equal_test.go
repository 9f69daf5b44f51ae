package yamltree_test

import (
	"testing"

	"tailor/internal/yamltree"
)

func TestEqual(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		a, b *yamltree.Node
		want bool
	}{
		{"nothing", nil, nil, true},
		{"nothing and null", nil, null(), false},
		{"styles", word("x"), text("x", yamltree.Literal), true},
		{"texts", word("x"), word("y"), false},
		{"a string and a number", text("1", yamltree.DoubleQuoted), plain("1", yamltree.Int), false},
		{"numbers by their text", plain("1.10", yamltree.Float), plain("1.1", yamltree.Float), false},
		{"one number", plain("0755", yamltree.Int), plain("0755", yamltree.Int), true},
		{"nulls", plain("~", yamltree.Null), null(), true},
		{"null and the empty string", null(), text("", yamltree.SingleQuoted), false},
		{"lists", listOf(word("x"), word("y")), listOf(word("x"), word("y")), true},
		{"lists in another order", listOf(word("x"), word("y")), listOf(word("y"), word("x")), false},
		{"a longer list", listOf(word("x")), listOf(word("x"), word("x")), false},
		{"maps in another order", mapOf("a", word("x"), "b", word("y")), mapOf("b", word("y"), "a", word("x")), true},
		{"maps with other keys", mapOf("a", word("x")), mapOf("b", word("x")), false},
		{"maps with other values", mapOf("a", word("x")), mapOf("a", word("y")), false},
		{"a larger map", mapOf("a", word("x")), mapOf("a", word("x"), "b", word("y")), false},
		{"a removed value", mapOf("a", word("x"), "b", removed()), mapOf("a", word("x")), true},
		{"a removed value and another one", mapOf("a", word("x"), "b", removed()), mapOf("a", word("x"), "c", removed()), true},
		{"a removed value and a value", mapOf("a", removed(), "b", word("x")), mapOf("a", word("x"), "b", word("x")), false},
		{"a value and a removed one", mapOf("a", word("x"), "c", removed()), mapOf("a", removed(), "c", word("x")), false},
		{"removed", removed(), removed(), true},
		{"kinds", mapOf(), listOf(), false},
		{"keys by their text", mapOf(yamltree.Key{Name: "1", Type: yamltree.Int}, word("x")), mapOf(yamltree.Key{Name: "1", Style: yamltree.DoubleQuoted}, word("x")), true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := yamltree.Equal(test.a, test.b); got != test.want {
				t.Errorf("got %t", got)
			}
			if got := yamltree.Equal(test.b, test.a); got != test.want {
				t.Errorf("the other way round: got %t", got)
			}
			if got := hash(test.a) == hash(test.b); got != test.want {
				t.Errorf("hashes: got %t", got)
			}
		})
	}
}

// hash returns the data of a tree.
func hash(n *yamltree.Node) string { return string(yamltree.AppendData(nil, n)) }

// TestEqualReadsTypes holds that texts with the same meaning but another type or spelling differ.
func TestEqualReadsTypes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"[x, 'x']": true, "[1, '1']": false, "[1, 1.0]": false, "[1, 0x1]": false, "[~, null]": true, "[~, '']": false, "[yes, \"yes\"]": true,
		"[true, True]": false, "[2026-01-01, '2026-01-01']": false, "[{a: 1, b: 2}, {b: 2, a: 1}]": true, "[[1, 2], [2, 1]]": false, "[{}, []]": false,
	} {
		n, faults := parse(text)
		if len(faults) > 0 {
			t.Fatal(list(faults))
		}
		if got := yamltree.Equal(n.Items[0], n.Items[1]); got != want {
			t.Errorf("%s: got %t", text, got)
		}
		if got := hash(n.Items[0]) == hash(n.Items[1]); got != want {
			t.Errorf("%s: hashes: got %t", text, got)
		}
	}
}
