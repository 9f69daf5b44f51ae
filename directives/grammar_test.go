package directives_test

import (
	"testing"

	"tailor/directives"
)

// faultCase is a document with faults; what is found stands in a golden file of testdata.
type faultCase struct {
	name, doc string
}

var grammarCases = []faultCase{
	{"mixed keys", "a: {$set: 1, b: 2}\n"},
	{"mixed keys, plain key first", "a:\n  b: 2\n  $append: [1]\n"},
	{"unknown directive", "a: {$appned: [1]}\n"},
	{"unknown directive without a near one", "a: {$frobnicate: 1}\n"},
	{"a lone dollar", "a: {$: 1}\n"},
	{"a quoted unknown directive", "a: {\"$foo\": 1}\n"},
	{"unknown directive beside a plain key", "a: {b: 1, $sett: 1}\n"},
	{"reserved", "a: {$select: {}}\nb: {$rename: x}\n"},
	{"set is alone", "a: {$set: [1], $append: [2]}\n"},
	{"replace is alone", "a: {$append: [1], $prepend: [0], $replace: [2]}\n"},
	{"unset is alone", "a: {$unset: true, $set: 1}\n"},
	{"include is alone", "a: {$include: list.yaml, $append: [1]}\n"},
	{"append takes a list", "a: {$append: x}\n"},
	{"prepend takes a list", "a: {$prepend: {x: 1}}\n"},
	{"remove takes a list", "a: {$remove: }\n"},
	{"replace takes a list", "a: {$replace: \"x\"}\n"},
	{"append takes an included list", "a: {$append: {$include: map.yaml}}\n"},
	{"append takes a set list", "a: {$append: {$set: x}}\n"},
	{"unset takes true", "a: {$unset: false}\nb: {$unset: \"true\"}\nc: {$unset: [true]}\nd: {$unset: }\n"},
	{"use is beside plain keys", "a: {$use: map.yaml, $append: [1]}\nb: {$default: {$use: map.yaml}}\nc: {$force: {d: [{$use: map.yaml}]}}\n"},
	{"use takes paths", "a: {$use: 3}\nb: {$use: [map.yaml, {}]}\nc: {$use: ''}\nd: {$use: ~}\ne: {$use: list.yaml}\nf: {$use: none.yaml}\n"},
	{"include takes a path", "a: {$include: 3}\nb: {$include: [list.yaml]}\nc: {$include: ''}\nd: {$include: ~}\n"},
	{"unset as an item", "a: [x, $unset]\n"},
	{"unset map as an item", "a: [{$unset: true}]\n"},
	{"unset in a body", "a: {$set: $unset}\nb: {$append: [$unset]}\nc: {$replace: $unset}\nd: {$append: {$unset: true}}\n"},
	{"unset at the root", "$unset\n"},
	{"unset map at the root", "$unset: true\n"},
	{"included unset at the root", "$include: unset.yaml\n"},
	{"included unset as an item", "a: [{$include: unset.yaml}]\n"},
	{"included unset in a body", "a: {$set: {$include: unset.yaml}}\n"},
	{"included bare unset", "a: {$include: bare.yaml}\n"},
	{"faults in an included file, once", "a: {$include: faulty.yaml}\nb: {$include: faulty.yaml}\n"},
	{"a missing file", "a: {$include: nowhere.yaml}\n"},
	{"all of them", "a: {$appned: [{$set: 1, b: 1}]}\nb: [$unset, {c: {$append: x}}]\nd: {$set: {$include: gone}}\n"},
	{"a file in itself", "a: {$include: self.yaml}\n"},
	{"a cycle of two", "a: {$include: two-a.yaml}\n"},
	{"a cycle of two, entered elsewhere", "a: {$include: two-b.yaml}\n"},
	{"a cycle of three", "a: {$include: three-a.yaml}\nb: {$include: three-b.yaml}\n"},
	{"too much", "a: {$include: big.yaml}\nb: {$include: big.yaml}\nc: {$include: big.yaml}\nd: {$include: big.yaml}\ne: {$include: big.yaml}\nf: {$include: big.yaml}\n"},
	{"too much through an alias", "a: &x {$include: big.yaml}\nb: [*x, *x, *x, *x, *x]\n"},
}

func TestCompileFaults(t *testing.T) {
	t.Parallel()
	var g golden
	for _, tt := range grammarCases {
		_, faults := directives.NewCompiler(books{}.load).Compile(parse(t, tt.doc)[0], directives.PathNames{})
		if len(faults) == 0 {
			t.Errorf("%s: no fault", tt.name)
		}
		g.add(tt.name, tt.doc, dump(faults))
	}
	g.check(t, "grammar.golden")
}

func TestCompilePlainFaults(t *testing.T) {
	t.Parallel()
	c := directives.NewCompiler(books{}.load)
	const doc = "a: {$include: list.yaml}\nb: [{$include: 3}]\nc: {$append: {$include: list.yaml}}\n"
	_, faults := c.CompilePlain(parse(t, doc)[0])
	var g golden
	g.add("includes where none may be", doc, dump(faults))
	g.check(t, "plain.golden")
	if _, faults := c.CompilePlain(parse(t, "a: {$append: [1]}\nb: $unset\n")[0]); len(faults) > 0 {
		t.Errorf("other directives: %s", dump(faults))
	}
}
