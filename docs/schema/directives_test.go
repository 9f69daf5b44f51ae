package schema_test

import (
	"slices"
	"testing"

	"tailor/internal/diag"
)

// directives are values of a key under `config`, each with the code of tailor's error, "" when it has none. Errors that are
// not among the visible ones depend on what is inherited.
var directives = []struct{ value, code string }{
	{"{ $set: { b: { $set: 1 } } }", ""},
	{"{ $set: { $unset: true } }", "T0407"},
	{"{ $replace: [x, { b: 1 }] }", ""},
	{"{ $replace: { b: 1 } }", "T0406"},
	{"{ $replace: {} }", "T0406"},
	{"{ $replace: ~ }", "T0406"},
	{"{ $prepend: [x], $append: [y], $remove: [z], $union: [a], $merge: { key: id, items: [] }, $insert: [] }", ""},
	{"{ $prepend: x }", "T0406"},
	{"{ $union: x }", "T0406"},
	{"{ $remove: x }", "T0406"},
	{"{ $append: { $set: [x] } }", ""},
	{"{ $append: { $set: x } }", "T0406"},
	{"{ $append: { $default: x } }", "T0406"},
	{"{ $append: { $force: { b: 1 } } }", "T0406"},
	{"{ $append: { $unset: true } }", "T0407"},
	{"{ $append: { $use: p.yaml } }", "T0406"},
	{"{ $append: [{ $set: 1 }, { $include: p.yaml }, { $use: p.yaml }] }", ""},
	{"{ $append: [{ $force: 1 }] }", "T0440"},
	{"{ $append: [{ $nothing: 1 }] }", "T0403"},
	{"{ $prepend: [{ $nothing: 1 }] }", "T0403"},
	{"{ $union: [{ $nothing: 1 }] }", "T0403"},
	{"{ $replace: [{ $nothing: 1 }] }", "T0403"},
	{"{ $set: { $nothing: 1 } }", "T0403"},
	{"{ $default: { $nothing: 1 } }", "T0403"},
	{"{ $remove: [{ $nothing: 1 }] }", "T0403"},
	{"{ $remove: { $set: [x] } }", ""},
	{"{ $remove: [{ $match: { b: [{ c: 1 }] } }] }", ""},
	{"{ $remove: [{ $match: { b: [{ $set: 1 }] } }] }", "T0406"},
	{"{ $remove: [{ $match: { b: { $set: 1 } } }] }", "T0406"},
	{"{ $remove: [{ $match: {} }] }", "T0406"},
	{"{ $remove: [{ b: 1 }, [{ b: 1 }]] }", ""},
	{"{ $remove: [[{ $nothing: 1 }]] }", "T0403"},
	{"{ $remove: [{ $match: x }] }", "T0406"},
	{"{ $remove: [{ $match: { b: 1 }, c: 1 }] }", "T0402"},
	{"{ $append: [{ $match: { b: 1 } }] }", "T0454"},
	{"{ $merge: [] }", "T0406"},
	{"{ $merge: { items: [] } }", "T0406"},
	{"{ $merge: { key: id, items: [], at: 0 } }", "T0406"},
	{"{ $merge: { key: '', items: [] } }", "T0406"},
	{"{ $merge: { key: 1, items: [] } }", "T0406"},
	{"{ $merge: { key: [], items: [] } }", "T0406"},
	{"{ $merge: { key: [''], items: [] } }", "T0406"},
	{"{ $merge: { key: [[id]], items: [] } }", "T0406"},
	{"{ $merge: { key: [id, 1], items: [{ id: a, 1: b }] } }", ""},
	{"{ $merge: { index: first, items: [] } }", "T0406"},
	{"{ $merge: { index: -1, items: [] } }", "T0406"},
	{"{ $merge: { index: 100000, items: [] } }", "T0406"},
	{"{ $merge: { index: 1, items: [{ b: { $set: 1 } }] } }", "T0452"},
	{"{ $merge: { index: 0, items: x } }", "T0406"},
	{"{ $merge: { index: 0, items: [x] } }", "T0406"},
	{"{ $merge: { index: 0, items: [{ $set: {} }] } }", "T0406"},
	{"{ $merge: { index: 0, items: [{ $use: p.yaml, b: 1 }, { $include: p.yaml }] } }", "T0452"},
	{"{ $insert: { before: x, items: [{ $set: 1 }] } }", "T0453"},
	{"{ $insert: [{ after: { $match: { b: 1 } }, items: [x] }] }", "T0453"},
	{"{ $insert: x }", "T0406"},
	{"{ $insert: [x] }", "T0406"},
	{"{ $insert: [{ after: x }] }", "T0406"},
	{"{ $insert: { after: x } }", "T0406"},
	{"{ $insert: { before: x, after: y, items: [] } }", "T0406"},
	{"{ $insert: { before: x, items: x } }", "T0406"},
	{"{ $insert: { before: { $unset: true }, items: [] } }", "T0407"},
	{"{ $insert: { before: { $match: {} }, items: [] } }", "T0406"},
	{"{ $insert: { after: { $match: x }, items: [] } }", "T0406"},
	{"{ $insert: { after: { $nothing: x }, items: [] } }", "T0403"},
	{"{ $insert: { before: x, items: [{ $nothing: x }] } }", "T0403"},
	{"{ $insert: { before: { b: 1 }, items: [] } }", "T0453"},
	{"{ $insert: { before: [{ $nothing: 1 }], items: [] } }", "T0403"},
	{"{ $insert: { before: x, items: [], at: 0 } }", "T0406"},
	{"{ $unset: true }", ""},
	{"{ $unset: true, $set: 1 }", "T0405"},
	{"{ $include: '' }", "T0406"},
	{"{ $include: 1 }", "T0406"},
	{"{ $include: p.yaml, $use: p.yaml }", "T0460"},
	{"{ $include: p.yaml, $unset: true }", "T0405"},
	{"{ $include: p.yaml, $default: 1 }", "T0405"},
	{"{ $default: 1, $force: 1 }", "T0405"},
	{"{ $default: 1, $set: 1 }", "T0405"},
	{"{ $force: [x], $append: [x] }", "T0405"},
	{"{ $replace: [x], $append: [x] }", "T0405"},
	{"{ $replace: [x], $set: [x] }", "T0405"},
	{"{ $prepend: [x], b: 1 }", "T0402"},
	{"{ $union: [x], b: 1 }", "T0402"},
	{"{ $remove: [x], b: 1 }", "T0402"},
	{"{ $merge: { index: 0, items: [] }, b: 1 }", "T0402"},
	{"{ $insert: [], b: 1 }", "T0402"},
	{"{ $set: 1, b: 1 }", "T0402"},
	{"{ $replace: [], b: 1 }", "T0402"},
	{"{ $unset: true, b: 1 }", "T0402"},
	{"{ $include: p.yaml, b: 1 }", "T0402"},
	{"{ $default: 1, b: 1 }", "T0402"},
	{"{ $force: 1, b: 1 }", "T0402"},
	{"{ $use: p.yaml, b: { $set: 1 } }", ""},
	{"{ $use: [p.yaml] }", ""},
	{"{ $use: { b: 1 } }", "T0406"},
	{"{ $use: '' }", "T0406"},
	{"{ $use: [[p.yaml]] }", "T0406"},
	{"{ $use: [''] }", "T0406"},
	{"{ $use: [1] }", "T0406"},
	{"{ $default: { $append: [x] } }", ""},
	{"{ $default: { $force: [{ b: { $default: 1 } }] } }", ""},
	{"{ $default: { b: [{ c: { $set: 1 } }] } }", ""},
	{"{ $default: { $set: 1 } }", "T0440"},
	{"{ $default: { b: { $replace: [] } } }", "T0440"},
	{"{ $default: { b: { $unset: true } } }", "T0440"},
	{"{ $force: [{ b: { $use: p.yaml } }] }", "T0460"},
	{"[[{ $force: 1 }]]", "T0440"},
	{"[{ b: { $unset: true } }]", ""},
	{"[{ $nothing: 1 }]", "T0403"},
}

// TestDirectives holds that the schema and tailor agree about each value.
func TestDirectives(t *testing.T) {
	t.Parallel()
	schemas := compiled(t)
	for _, c := range directives {
		text := "name: x\nconfig: { a: " + c.value + " }\n"
		codes := tailorsCodes(t, map[string]string{"image": text})
		if c.code == "" && len(codes) > 0 || c.code != "" && !slices.Contains(codes, diag.Code(c.code)) {
			t.Errorf("%s: tailor says %v, not %q", c.value, codes, c.code)
		}
		right := c.code != "T0407" && !slices.Contains(visible, diag.Code(c.code))
		if err := schemas["image"].Validate(value(t, text)); (err == nil) != right {
			t.Errorf("%s: the schema says %v", c.value, err)
		}
	}
}
