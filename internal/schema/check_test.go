package schema_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/internal/yamltree"
)

func TestViolations(t *testing.T) {
	t.Parallel()
	const old = "$schema: http://json-schema.org/draft-07/schema#\n"
	tests := []struct{ name, schema, tree, want string }{
		{"nothing", "type: object", "a: 1", ""},
		{"a type", "properties: {a: {type: integer}}", "a: 'x'",
			"'x' | `config.a` must be an integer, not the string `'x'` | type\n",
		},
		{"a text that has to lose its quotes", "properties: {a: {type: number}}", "a: \"12\"",
			"\"12\" | `config.a` must be a number, not the string `\"12\"` | help: remove the quotes | type\n",
		},
		{"a number that has to get quotes", "properties: {a: {type: string}}", "a: 1.10",
			"1.10 | `config.a` must be a string, not the number `1.10` | help: put quotes around it: `\"1.10\"` | type\n",
		},
		{"several types", "properties: {a: {type: [string, array, 'null']}}", "a: {b: 1}",
			"a | `config.a` must be null, a string or a list, not a map | type\n",
		},
		{"a map", "properties: {a: {type: object}}", "a: [1]",
			"a | `config.a` must be a map, not a list | type\n",
		},
		{"a type, null", "properties: {a: {type: string}}", "a:",
			" | `config.a` must be a string, not null | type\n",
		},
		{"a date is a string, yes and no as well", "additionalProperties: {type: string}", "{a: 2026-01-01, b: yes, c: true}",
			"true | `config.c` must be a string, not the boolean `true` | help: put quotes around it: `\"true\"` | type\n",
		},
		{"numbers by their meaning", "additionalProperties: {const: 493}", "{a: 0755, b: 0x1ED, c: 493.0, d: 4.93e2, e: \"493\", f: 494}",
			"\"493\" | `config.e` must be `493`, not `\"493\"` | const\n" +
				"494 | `config.f` must be `493`, not `494` | const\n",
		},
		{"no number in JSON", "additionalProperties: {type: number}", "{a: .inf, b: -.inf, c: .nan, d: 1e300}",
			".inf | `config.a` must be a number, not `.inf`, which is no number in JSON | type\n" +
				"-.inf | `config.b` must be a number, not `-.inf`, which is no number in JSON | type\n" +
				".nan | `config.c` must be a number, not `.nan`, which is no number in JSON | type\n",
		},
		{"an enum", "properties: {a: {enum: [efi, legacy, 3, true, null, [1], {b: 1}]}}", "a: legcy",
			"legcy | `config.a` must be `efi`, `legacy`, `3`, `true`, null, a given list or a given map, not `legcy` | help: did you mean `legacy`? | enum\n",
		},
		{"a long enum", "properties: {a: {enum: [a1, a2, a3, a4, a5, a6, a7, a8, a9, b1, b2, b3, b4, b5]}}", "a: z",
			"z | `config.a` must be `a1`, `a2`, `a3`, `a4`, `a5`, `a6`, `a7`, `a8`, `a9`, `b1`, `b2`, `b3` or one of 2 more, not `z` | enum\n",
		},
		{"a const", "properties: {a: {const: x}}", "a: [1]",
			"a | `config.a` must be `x`, not a list | const\n",
		},
		{"a pattern", "properties: {a: {pattern: '^[a-z]+$'}}", "a: A1",
			"A1 | `config.a` must match `^[a-z]+$`, which `A1` does not | pattern\n",
		},
		{"bounds", "additionalProperties: {minimum: 5, maximum: 2, exclusiveMinimum: 4, exclusiveMaximum: 2.50, multipleOf: 0.75}", "a: 0o4",
			"0o4 | `config.a` must be a multiple of `0.75`, not `0o4`, which is 4 | multipleOf\n" +
				"0o4 | `config.a` must be at least `5`, not `0o4`, which is 4 | minimum\n" +
				"0o4 | `config.a` must be at most `2`, not `0o4`, which is 4 | maximum\n" +
				"0o4 | `config.a` must be less than `2.5`, not `0o4`, which is 4 | exclusiveMaximum\n" +
				"0o4 | `config.a` must be more than `4`, not `0o4`, which is 4 | exclusiveMinimum\n",
		},
		{"lengths", "additionalProperties: {minLength: 3, maxLength: 1}", "a: éé",
			"éé | `config.a` must have at least 3 characters, and has 2 | minLength\n" +
				"éé | `config.a` must have at most 1 character, and has 2 | maxLength\n",
		},
		{"the number of keys", "minProperties: 3\nmaxProperties: 1", "{a: 1, b: 2}",
			"{a: 1, b: 2} | `config` must have at least 3 keys, and has 2 | minProperties\n" +
				"{a: 1, b: 2} | `config` must have at most 1 key, and has 2 | maxProperties\n",
		},
		{"the number of items", "additionalProperties: {minItems: 3, maxItems: 1}", "a: [1, 2]",
			"a | `config.a` must have at least 3 items, and has 2 | minItems\n" +
				"a | `config.a` must have at most 1 item, and has 2 | maxItems\n",
		},
		{"items beyond", old + "additionalProperties: {items: [true], additionalItems: false}", "a: [1, 2]",
			"a | `config.a` must have 1 item less | additionalItems\n",
		},
		{"required", "properties: {a: {required: [hostname, b, c]}}", "a: {hostnme: 1, b: 2}",
			"a | `config.a.c` is missing | help: add `c` | required\n" +
				"a | `config.a.hostname` is missing | help: is `hostnme` meant to be `hostname`? | required\n",
		},
		{"required in an item", "items: {required: [id]}", "- id: 1\n- x: 2\n",
			"x | `config[*].id` is missing | help: add `id` | required\n",
		},
		{"required together", "dependentRequired: {a: [b]}", "a: 1",
			"a | `config.b` is missing, which `a` beside it needs | help: add `b` | dependentRequired\n",
		},
		{"required together, as it was", old + "dependencies: {a: [b], c: {required: [d]}}", "{a: 1, c: 1}",
			"{a: 1, c: 1} | `config.b` is missing, which `a` beside it needs | help: add `b` | dependencies\n" +
				"{a: 1, c: 1} | `config.d` is missing | help: add `d` | required\n",
		},
		{"an unknown key", "properties: {a: {properties: {hostname: true}, additionalProperties: false}}", "a:\n  hostnme: 1\n  x: {y: 1}\n",
			"hostnme | `config.a.hostnme` is not allowed: the schema knows no such key | help: did you mean `hostname`? | additionalProperties\n" +
				"x | `config.a.x` is not allowed: the schema knows no such key | help: remove it | additionalProperties\n",
		},
		{"a key that is ruled out", "properties: {a: false}\nunevaluatedProperties: false", "{a: 1, b: 2}",
			"a | `config.a` is not allowed | help: remove it | false\n" +
				"b | `config.b` is not allowed | help: remove it | false\n",
		},
		{"names of keys", "properties: {a: {propertyNames: {maxLength: 2, pattern: '^x'}}}", "a: {abc: 1, xy: 2, xyz: 3}",
			"abc | the key `abc` of `config.a` is not allowed | help: rename it | propertyNames\n" +
				"  it must have at most 2 characters, and has 3\n" +
				"  it must match `^x`, which `abc` does not\n" +
				"xyz | the key `xyz` of `config.a` is not allowed | help: rename it | propertyNames\n" +
				"  it must have at most 2 characters, and has 3\n",
		},
		{"equal items", "properties: {a: {uniqueItems: true}}", "a: [x, {b: 1, c: 2}, {c: 2, b: 1.0}]",
			"{c: 2, b: 1.0} | `config.a` has equal items: a map is there twice | help: remove one of the two | first here: {b: 1, c: 2} | uniqueItems\n",
		},
		{"contains", "additionalProperties: {contains: {const: 1}}", "a: [2]",
			"a | `config.a` must have an item that fits `contains`, and has none | contains\n",
		},
		{"contains so many", "additionalProperties: {contains: {const: 1}, minContains: 2, maxContains: 3}", "{a: [1], b: [1, 1, 1, 1]}",
			"a | `config.a` must have at least 2 items for `contains`, and has 1 | minContains\n" +
				"b | `config.b` must have at most 3 items for `contains`, and has 4 | maxContains\n",
		},
		{"not", "additionalProperties: {not: {const: 1}}", "a: 1",
			"1 | `config.a` is what the schema rules out by `not` | not\n",
		},
		{"a format, where it is checked", old + "additionalProperties: {format: ipv4}", "a: x",
			"x | `config.a` must be of the format `ipv4`, not `x` | format\n",
		},
		{"a format, where it is a comment", "additionalProperties: {format: ipv4}", "a: x", ""},
		{"a format that is an expression", old + "additionalProperties: {format: regex}", "{a: '^x{2}', b: '(', c: 1}",
			"'(' | `config.b` must be of the format `regex`, not `'('` | format\n",
		},
		{"a choice of types", "properties: {a: {anyOf: [{type: string}, {type: array}]}}", "a: {b: 1}",
			"a | `config.a` must be a string or a list, not a map | anyOf\n",
		},
		{"a choice of which one is meant", "items: {oneOf: [{type: string}, {properties: {k: {const: x}}}, {properties: {k: {const: y}, size: {type: integer}}, required: [id]}]}", "- {k: y, size: big}",
			"{k: y, size: big} | `config[*].id` is missing | help: add `id` | required\n" +
				"big | `config[*].size` must be an integer, not the string `big` | type\n",
		},
		{"a choice", "properties: {a: {anyOf: [{required: [x]}, {required: [y, z]}]}}", "a: {}",
			"a | `config.a` fits none of the 2 schemas of which it must fit one | anyOf\n" +
				"  schema 1: `config.a.x` is missing\n" +
				"  schema 2: `config.a.y` is missing; `config.a.z` is missing\n",
		},
		{"a choice of one", "properties: {a: {anyOf: [{required: [x]}]}}", "a: {}",
			"a | `config.a.x` is missing | help: add `x` | required\n",
		},
		{"more than one", "properties: {a: {oneOf: [{minimum: 1}, {minimum: 2}, {minimum: 9}]}}", "a: 3",
			"3 | `config.a` fits more than one of the schemas of which it must fit one | oneOf\n",
		},
		{"all of", "allOf: [{required: [a]}, {properties: {b: {type: string}}}]", "b: 1",
			"b | `config.a` is missing | help: add `a` | required\n" +
				"1 | `config.b` must be a string, not the integer `1` | help: put quotes around it: `\"1\"` | type\n",
		},
		{"the same by two ways", "allOf: [{required: [a]}, {required: [a]}, {$ref: '#/$defs/x'}]\n$defs: {x: {required: [a]}}", "b: 1",
			"b | `config.a` is missing | help: add `a` | required\n",
		},
		{"if", "if: {required: [a]}\nthen: {required: [b]}\nelse: {required: [c]}", "a: 1",
			"a | `config.b` is missing | help: add `b` | required\n",
		},
		{"what nobody looked at, beside what fails", "$ref: '#/$defs/x'\nunevaluatedProperties: false\n$defs: {x: {properties: {a: {type: string}}}}", "{a: 1, b: 2}",
			"1 | `config.a` must be a string, not the integer `1` | help: put quotes around it: `\"1\"` | type\n",
		},
		{"what nobody looked at, beside a branch that fails", "if: true\nthen: {required: [c]}\nunevaluatedProperties: false", "{a: 1}",
			"{a: 1} | `config.c` is missing | help: add `c` | required\n",
		},
		{"items that nobody looked at", "prefixItems: [true]\nunevaluatedItems: false", "[1, 2]",
			"2 | `config[*]` is not allowed | help: remove it | false\n",
		},
		{"in the order of the tree", "additionalProperties: {type: string}", "{z: 1, a: 2, m: [3]}",
			"1 | `config.z` must be a string, not the integer `1` | help: put quotes around it: `\"1\"` | type\n" +
				"2 | `config.a` must be a string, not the integer `2` | help: put quotes around it: `\"2\"` | type\n" +
				"m | `config.m` must be a string, not a list | type\n",
		},
		{"paths", "properties: {a: {items: {properties: {b.c: {type: string}}}}}", "a: [{}, {b.c: 1}]",
			"1 | `config.a[*][\"b.c\"]` must be a string, not the integer `1` | help: put quotes around it: `\"1\"` | type\n",
		},
		{"the root", "type: array", "a: 1",
			"a | `config` must be a list, not a map | type\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			violations, ok := compiled(t, tt.schema).Check(tree(tt.tree), "config")
			if diff := cmp.Diff(tt.want, told(violations)); !ok || diff != "" {
				t.Errorf("%v\n%s\nGOT{%s:\n%s}", ok, diff, tt.name, told(violations))
			}
		})
	}
}

// TestViolationsInLargeTrees holds that places are found among many keys and items, and beside removed ones.
func TestViolationsInLargeTrees(t *testing.T) {
	t.Parallel()
	root := tree("{" + keys(40) + "}")
	var values [40]*yamltree.Node
	items := make([]*yamltree.Node, 0, len(values))
	for i := range values {
		if i%3 == 0 {
			items = append(items, yamltree.NewAbsent(root.Span, nil))
		}
		values[i] = root.Entries[i].Value
		items = append(items, values[i])
	}
	root.Entries[7].Value = yamltree.NewAbsent(root.Span, nil)
	root.Entries[8].Value = yamltree.NewList(items, root.Span)
	text := "maxProperties: 39\nrequired: [k7]\nadditionalProperties: {items: {not: true}, not: {const: 1}}\n"
	violations, ok := compiled(t, text).Check(root, "config")
	if !ok || len(violations) != 2+7+40+32 {
		t.Fatalf("%d violations (%v)\n%s", len(violations), ok, told(violations))
	}
	if violations[0].Message != "`config.k7` is missing" || violations[1].Message != "`config` must have at most 39 keys, and has 40" {
		t.Error(told(violations[:2]))
	}
	for i, v := range violations[9:49] {
		if v.Node != values[i] {
			t.Errorf("item %d is shown at another node", i)
		}
	}
}
