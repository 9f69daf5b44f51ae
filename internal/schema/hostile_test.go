package schema_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// limit is generous: what has no bound takes for ever.
const limit = 30 * time.Second

// TestHostile holds that no schema takes for ever, needs much memory or panics, whatever the tree.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector")
	}
	chain := func(n int, format, last string) string {
		var b strings.Builder
		b.WriteString("$ref: '#/$defs/a0'\n$defs:\n")
		for i := range n {
			fmt.Fprintf(&b, "  a%d: "+format+"\n", i, i+1)
		}
		fmt.Fprintf(&b, "  a%d: %s\n", n, last)
		return b.String()
	}
	two := func(word string) string {
		return "{" + word + ": [{$ref: '#/$defs/a%[2]d'}, {$ref: '#/$defs/a%[2]d'}]}"
	}
	// Sprintf with an explicit index takes the first argument for %d as well.
	doubled := func(word, last string) string {
		return chain(28, two(word), last)
	}
	list := "[" + strings.Repeat("1, ", 40000) + "1]"
	deep := strings.Repeat("[", 150) + strings.Repeat("]", 150)
	const work = "too much work"
	tests := []struct{ name, schema, tree, want string }{
		{"allOf, doubled", doubled("allOf", "{type: object}"), "{}", work},
		{"allOf, doubled, fails", doubled("allOf", "false"), "{}", work},
		{"anyOf, doubled, fails", doubled("anyOf", "false"), "{}", work},
		{"anyOf, doubled, fails by type", doubled("anyOf", "{type: string}"), "{}", work},
		{"oneOf, doubled, fails", doubled("oneOf", "{const: 1}"), "{}", work},
		{"not, anyOf, doubled", "not:\n  $ref: '#/$defs/a0'\n" + strings.SplitN(doubled("anyOf", "false"), "\n", 2)[1], "{}", work},
		{"children, doubled", "$ref: '#/$defs/a'\n$defs:\n  a: {items: {allOf: [{$ref: '#/$defs/a'}, {$ref: '#/$defs/a'}]}}\n", deep, work},
		{"enum of numbers", "items: {enum: [" + strings.Repeat("7, ", 9000) + "7]}\n", list, work},
		{"unique items, often", "allOf: [" + strings.Repeat("{uniqueItems: true}, ", 3000) + "true]\n", list, work},
		{"min length, often", "allOf: [" + strings.Repeat("{minLength: 1}, ", 3000) + "true]\n", "'" + strings.Repeat("x", 400000) + "'", work},
		{"unevaluated, often", "unevaluatedItems: false\nallOf: [" + strings.Repeat("true, ", 9900) + "true]\n", list, work},
		{"multiples of something small", "items: {multipleOf: 1e-300}\n", "[" + strings.Repeat("1e300, ", 5000) + "1]", "0 violations"},
		{"patterns, often", "items: {allOf: [" + strings.Repeat("{pattern: '^(a|aa)+$'}, ", 4000) + "true]}\n", "[" + strings.Repeat("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab, ", 5000) + "x]", work},
		{"pattern properties, often", "patternProperties: {" + patterns(2000) + "}\n", "{" + keys(4000) + "}", work},
		{"required, often", "items: {required: [" + names(9000) + "]}\n", "[" + strings.Repeat("{}, ", 9000) + "{}]", work},
		{"dependencies, often", "$schema: 'http://json-schema.org/draft-07/schema#'\nitems: {dependencies: {" + dependencies(4000) + "}}\n", "[" + strings.Repeat("{}, ", 9000) + "{}]", work},
		{"property names", "items: {propertyNames: {allOf: [" + strings.Repeat("{minLength: 9}, ", 3000) + "true]}}\n", "[{" + keys(3000) + "}]", work},
		{"contains", "allOf: [" + strings.Repeat("{contains: {const: 2}}, ", 3000) + "true]\n", list, work},
		{"many violations", "items: {allOf: [" + strings.Repeat("{minimum: 5}, {type: string}, ", 10) + "true]}\n", list, work},
		{"many violations in a choice", "items: {anyOf: [{minimum: 5}, {maxLength: 2, maximum: 0}]}\n", list, "100 violations"},
		{"a choice in a choice", nested(9), "[1, [2, [3, [4, [5, [6]]]]]]", "1 violations"},
		{"a long chain", chain(3000, "{$ref: '#/$defs/a%[2]d'}", "true"), "{}", "T0222"},
		{"a cycle", chain(10, "{$ref: '#/$defs/a%[2]d'}", "{$ref: '#/$defs/a3'}"), "{}", "T0221"},
		{"a cycle through a dynamic anchor", "$dynamicAnchor: x\nallOf: [{$dynamicRef: '#x'}]\n", "{}", "T0221"},
		{"a cycle through a recursive anchor", "$schema: https://json-schema.org/draft/2019-09/schema\n$recursiveAnchor: true\nanyOf: [{$recursiveRef: '#'}]\n", "{}", "T0221"},
		{"the standard itself", "$ref: https://json-schema.org/draft/2020-12/schema\n", "allOf: [{type: nothing}]\nproperties: {a: {properties: {b: 1}}}", "2 violations"},
		{"references to places in unknown keywords", odd(2500), "{}", "T0222"},
		{"as many of them as there may be", odd(1000) + "x-more: [" + strings.Repeat("1, ", 6000) + "1]\n", "{}", "0 violations"},
		{"many ids", "$defs:\n" + ids(4500), "{}", "0 violations"},
		{"many definitions", chain(1600, "{properties: {x: {$ref: '#/$defs/a%[2]d'}}}", "true"), "x: {x: {x: {}}}", "T0222"},
		{"long keys", longKeys(), "{}", "T0110"},
		{"large expressions", "pattern: '((((x{30}){30}){30}){30})'\n", "x", "T0220"},
		{"large classes", `pattern: '(\pL{1,500}){2}(\pL{1,500}){2}'` + "\n", strings.Repeat("é", 50000), "T0222"},
		{"expressions for names", "propertyNames: {pattern: '(x+x+)+y'}\n", "{" + strings.Repeat("x", 1000) + ": 1}", "1 violations"},
		{"expressions as values, often", "$schema: 'http://json-schema.org/draft-07/schema#'\nitems: {allOf: [" + strings.Repeat("{format: regex}, ", 3000) + "true]}\n", "[" + strings.Repeat("'"+strings.Repeat("(a|b)", 390)+"', ", 200) + "x]", work},
		{"an expression as a value", "format: regex\n$schema: 'http://json-schema.org/draft-07/schema#'\n", "'((((x{30}){30}){30}){30})'", "1 violations"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			s, faults := workspace{"schema.yaml": tt.schema}.compile()
			compile := time.Since(start)
			outcome := work
			if len(faults) > 0 {
				outcome = string(faults[0].Code) + " " + faults[0].Message
			} else if violations, ok := s.Check(tree(tt.tree), "config"); ok {
				outcome = fmt.Sprint(len(violations), " violations")
			}
			runtime.ReadMemStats(&after)
			t.Logf("%s (%.1fs, compiled in %.1fs, %d MiB allocated)", outcome, time.Since(start).Seconds(), compile.Seconds(), (after.TotalAlloc-before.TotalAlloc)>>20)
			if took := time.Since(start); took > limit || !strings.HasPrefix(outcome, tt.want) {
				t.Errorf("%s after %s, want %s", outcome, took, tt.want)
			}
		})
	}
}

// nested is a choice between choices between choices, none of which fits.
func nested(n int) string {
	if n == 0 {
		return "{items: {type: string}, minItems: 9}"
	}
	return "{anyOf: [" + nested(n-1) + ", " + nested(n-1) + "]}"
}

func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

func keys(n int) string         { return numbered(n, "k%d: 1, ") + "last: 1" }
func names(n int) string        { return numbered(n, "k%d, ") + "last" }
func patterns(n int) string     { return numbered(n, "'^k%d[0-9]*x$': true, ") + "last: true" }
func dependencies(n int) string { return numbered(n, "k%d: [x], ") + "last: [x]" }
func ids(n int) string          { return numbered(n, "  k%[1]d: {$id: 'k%[1]d'}\n") }

// odd refers to schemas where the library looks for none.
func odd(n int) string {
	return "allOf:\n" + numbered(n, "- {$ref: '#/odd/k%d'}\n") + "odd:\n" + numbered(n, "  k%d: true\n")
}

func longKeys() string {
	var b strings.Builder
	depth := 60
	for i := range depth {
		indent := strings.Repeat(" ", 2*i)
		b.WriteString(indent + "properties:\n" + indent + " " + strings.Repeat("k", 1000) + ":\n")
	}
	indent := strings.Repeat(" ", 2*depth)
	b.WriteString(indent + "properties:\n" + numbered(3000, indent+"  k%d: true\n"))
	return b.String()
}
