package directives_test

import (
	"testing"
)

// conflictCases are documents that conflict; the reports stand in testdata/conflicts.golden.
var conflictCases = []faultCase{
	{"scalars", "a: {b: x}\n---\na: {b: y}\n"},
	{"three scalars", "a: x\n---\na: y\n---\na: z\n"},
	{"an equal one takes part", "a: x\n---\na: x\n---\na: y\n"},
	{"back to the first", "a: x\n---\na: y\n---\na: x\n"},
	{"two paths", "a: 1\nb: {c: 1}\n---\nb: {c: 2}\na: 2\n"},
	{"scalar onto map", "a: {x: 1}\n---\na: 1\n"},
	{"map onto scalar", "a: 1\n---\na:\n  x: 1\n"},
	{"list onto map", "a: {x: 1}\n---\na: [1]\n"},
	{"map onto list", "a: [1]\n---\na: {x: 1}\n"},
	{"scalar onto list", "a: [1]\n---\na: 1\n"},
	{"null onto list", "a: [1]\n---\na:\n"},
	{"map onto null", "a: ~\n---\na: {x: 1}\n"},
	{"empty map onto empty list", "a: []\n---\na: {}\n"},
	{"three shapes", "a: [1]\n---\na: {x: 1}\n---\na: 1\n"},
	{"a list again", "a: [1]\n---\na: 1\n---\na: [2]\n"},
	{"append onto scalar", "a: 1\n---\na: {$append: [1]}\n"},
	{"prepend and remove onto map", "a: {x: 1}\n---\na: {$prepend: [1], $remove: [2]}\n"},
	{"replace onto map", "a: {x: 1}\n---\na: {$replace: [1]}\n"},
	{"replace onto scalar", "a: x\n---\na: {$replace: [1]}\n"},
	{"append onto a conflict", "a: [1]\n---\na: x\n---\na: {$append: [2]}\n"},
	{"replace onto a conflicted list", "a: [1]\n---\na: x\n---\na: {$replace: [2]}\n"},
	{"append, then a scalar", "a: {$append: [1]}\n---\na: x\n"},
	{"set, then another scalar", "a: {$set: 1}\n---\na: 2\n"},
	{"set in set, then another scalar", "a: {$set: {$set: 1}}\n---\na: \"1\"\n"},
	{"set, then a list", "a: 1\n---\na: {$set: {x: 1}}\n---\na: [2]\n"},
	{"displaced by set", "a: 1\n---\na: 2\n---\na: {$set: 3}\n"},
	{"displaced by unset", "a: 1\nb: 1\n---\na: 2\n---\na: $unset\n"},
	{"displaced, and back again", "a: 1\n---\na: 2\n---\na: $unset\n---\na: 3\n"},
	{"displaced by a set of the parent", "a: {b: 1, c: 1}\n---\na: {b: 2, c: 2}\n---\na: {$set: {b: 3}}\n"},
	{"displaced by an unset of the parent", "a: {b: 1}\n---\na: {b: 2}\n---\na: $unset\n"},
	{"displaced, then another one", "a: 1\n---\na: 2\n---\na: {$set: 3}\n---\na: 4\n"},
	{"below a conflict", "a: {x: 1}\n---\na: {x: 2}\n---\na: 5\n"},
	{"before a set below a conflict", "a: {x: 1}\n---\na: {x: 2}\n---\na: {$set: {}}\n---\na: 5\n"},
	{"in an included file", "a: {x: 1}\n---\na: {$include: map.yaml}\n---\na: {x: 2}\n"},
	{"in two included files", "a: {$include: nested.yaml}\n---\na: {inner: {x: 5}}\n"},
	{"an included set", "a: {$set: {$include: map.yaml}}\n---\na: text\n"},
	{"an included scalar", "a: {$include: scalar.yaml}\n---\na: {$include: list.yaml}\n"},
	{"the file of an included directive", "a: x\n---\na: {$include: append.yaml}\n"},
	{"integer and string", "a: 1\n---\na: \"1\"\n"},
	{"boolean and string", "a: 'true'\n---\na: true\n"},
	{"null and string", "a: null\n---\na: \"null\"\n"},
	{"float and string", "a: 1.10\n---\na: \"1.10\"\n"},
	{"date and string", "a: 2026-01-01\n---\na: \"2026-01-01\"\n"},
	{"integers of one value", "a: 0755\n---\na: 493\n"},
	{"floats of one value", "a: 1.10\n---\na: 1.1\n"},
	{"booleans of one value", "a: true\n---\na: True\n"},
	{"integer and float", "a: 1\n---\na: 1.0\n"},
	{"yes and true", "a: yes\n---\na: true\n"},
	{"null and the empty string", "a:\n---\na: ''\n"},
	{"null onto a string", "a: x\n---\na: ~\n"},
	{"an absent value onto a string", "a: x\n---\na:\n"},
	{"block scalars", "a: |\n  one\n  two\n---\na: >\n  one\n  three\n"},
	{"a long text", "a: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n---\na: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\n"},
	{"a text that cannot stand between braces", "a: x\n---\na: it's {x}, [y]\n"},
	{"keys that are not plain", "\"net.ipv4.ip_forward\": {\"a b\": 1}\n---\n\"net.ipv4.ip_forward\": {\"a b\": 2}\n"},
	{"a key of another type", "1: {true: x}\n---\n1: {true: y}\n"},
	{"the root", "a: 1\n---\n[1]\n"},
}

func TestConflicts(t *testing.T) {
	t.Parallel()
	var g golden
	for _, tt := range conflictCases {
		found := conflicts(fold(t, tt.doc))
		if len(found) == 0 {
			t.Errorf("%s: no conflict", tt.name)
		}
		g.add(tt.name, tt.doc, dump(found))
	}
	g.check(t, "conflicts.golden")
}
