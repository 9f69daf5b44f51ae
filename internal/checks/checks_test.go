package checks_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/directives"
	"tailor/internal/checks"
	"tailor/internal/diag"
	"tailor/internal/schema"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// rule makes a rule of a pattern, which stands in a file of its own.
func rule(tb testing.TB, pattern string) *checks.Rule {
	tb.Helper()
	p, err := directives.ParsePattern(pattern)
	if err != nil {
		tb.Fatalf("%s: %v", pattern, err)
	}
	return &checks.Rule{Pattern: p, Span: source.New("rule", []byte(pattern)).Span(0, len(pattern))}
}

func config(tb testing.TB, text string) checks.Config {
	tb.Helper()
	text = "config: " + text + "\n"
	root, faults := yamltree.Parse(source.New("image.yaml", []byte(text)))
	if len(faults) > 0 {
		tb.Fatalf("%.80s: %v", text, faults)
	}
	return checks.Config{Tree: root.Get("config"), Home: root.Entries[0].Key.Span}
}

// told writes diagnostics, one line each: the text at the primary place and its label, the message, other labels, the
// notes and the help.
func told(ds []diag.Diagnostic) string {
	var b strings.Builder
	for _, d := range ds {
		fmt.Fprintf(&b, "%s %s (%s): %s", d.Code, d.Labels[0].Span.Text(), d.Labels[0].Text, d.Message)
		for _, l := range d.Labels[1:] {
			if l.Span.File.Path != "rule" {
				fmt.Fprintf(&b, "; %s: %s", l.Text, l.Span.Text())
			}
		}
		for _, n := range d.Notes {
			b.WriteString("; " + n)
		}
		fmt.Fprintf(&b, "; %s\n", d.Help)
	}
	return b.String()
}

func TestRequire(t *testing.T) {
	t.Parallel()
	tests := []struct{ pattern, config, want string }{
		{"a", "{a: 1}", ""},
		{"a", "{a: {}}", ""},
		{"a", "{a: ''}", ""},
		{"a", "{b: 1}", "T0430 config (it has no `a`): `config.a` is missing; add it\n"},
		{"a", "{a: ~}", "T0430 ~ (): `config.a` is null; give it a value\n"},
		{"config.a", "", "T0430 config (it has no `a`): `config.a` is missing; add it\n"},
		{"hostname", "{hostnme: 1}", "T0430 config (it has no `hostname`): `config.hostname` is missing; is `hostnme` meant to be `hostname`?\n"},
		{"a.b.c", "{}", "T0430 config (it has no `a`): `config.a` is missing; add it\n"},
		{"a.b.c", "{a: {x: 1}}", "T0430 a (it has no `b`): `config.a.b` is missing; add it\n"},
		{"a.b.c", "{a: {b: ~}}", "T0430 ~ (): `config.a.b` is null; give it a value\n"},
		{"a.b.c", "{a: {b: 1}}", "T0430 1 (this is `1`): `config.a.b.c` is missing; write a map that has it\n"},
		{"a.b.c", "{a: {b: [1]}}", "T0430 b (this is a list): `config.a.b.c` is missing; write a map that has it\n"},
		{"a[*].id", "{a: []}", ""},
		{"a[*].id", "{a: [{id: 1}, {x: 1}, {id: ~}]}", "T0430 {x: 1} (it has no `id`): `config.a[*].id` is missing; add it\nT0430 ~ (): `config.a[*].id` is null; give it a value\n"},
		{"a[*].id", "{a: [1, ~]}", "T0430 1 (this is `1`): `config.a[*].id` is missing; write a map that has it\nT0430 ~ (): `config.a[*]` is null; give it a value\n"},
		{"a[*].id", "{a: {id: 1}}", ""},
		{"a[*].id", "{a: ~}", ""},
		{"a[*].id", "{}", "T0430 config (it has no `a`): `config.a` is missing; add it\n"},
		{"*.id", "{a: {id: 1}, b: {}, c: 1}", "T0430 b (it has no `id`): `config.b.id` is missing; add it\nT0430 1 (this is `1`): `config.c.id` is missing; write a map that has it\n"},
		{"*", "{a: 1, b: ~}", "T0430 ~ (): `config.b` is null; give it a value\n"},
		{"a[1]", "{a: [1, 2]}", ""},
		{"a[1]", "{a: [1]}", "T0430 a (it has no `[1]`): `config.a[1]` is missing; add it\n"},
		{"a[1]", "{a: {}}", "T0430 a (this is a map): `config.a[1]` is missing; write a list that has it\n"},
		{"**.id", "{id: 1, a: [{id: 2}, {x: {}}, 3]}", "T0430 {x: {}} (it has no `id`): `config.a[*].id` is missing; add it\nT0430 x (it has no `id`): `config.a[*].x.id` is missing; add it\n"},
		{"a.**.id", "{a: {id: 1, b: {}}, c: {}}", "T0430 b (it has no `id`): `config.a.b.id` is missing; add it\n"},
		{"a.**", "{a: [1, ~]}", "T0430 ~ (): `config.a[*]` is null; give it a value\n"},
		{"a.**.**.id", "{}", "T0430 config (it has no `a`): `config.a` is missing; add it\n"},
		{`["a.b"]`, "{}", "T0430 config (it has no `[\"a.b\"]`): `config[\"a.b\"]` is missing; add it\n"},
		{"config", "{}", ""},
	}
	for _, tt := range tests {
		rules := checks.Rules{Require: []*checks.Rule{rule(t, tt.pattern)}}
		if diff := cmp.Diff(tt.want, told(rules.Check(config(t, tt.config)))); diff != "" {
			t.Errorf("%s in %s: %s", tt.pattern, tt.config, diff)
		}
	}
}

func TestUnique(t *testing.T) {
	t.Parallel()
	tests := []struct{ pattern, config, want string }{
		{"a[*]", "{a: [x, y, 1, '1', 1.0, 01, ~, ~, true, 'true']}", ""},
		{"a[*]", "{a: [x, \"x\"]}", "T0431 \"x\" (again here): `\"x\"` occurs twice at `a[*]`; first here: x; give one of the two another value, or remove it\n"},
		{"a[*]", "{a: [{b: 1, c: [2]}, {c: [2], b: 1}, {b: 1}]}", "T0431 {c: [2], b: 1} (again here): two equal values are at `a[*]`; first here: {b: 1, c: [2]}; give one of the two another value, or remove it\n"},
		{"**.id", "{id: x, a: [{id: y}, {id: x}, {id: x}]}", "T0431 x (again here): `x` occurs twice at `**.id`; first here: x; give one of the two another value, or remove it\n" +
			"T0431 x (again here): `x` occurs twice at `**.id`; first here: x; give one of the two another value, or remove it\n"},
		{"a.*.id", "{a: {b: &x {id: 1}, c: *x}}", "T0431 1 (both times): `1` occurs twice at `a.*.id`; an alias repeats it; give one of the two another value, or remove it\n"},
		{"a[*].id", "{a: {id: 1}}", ""},
		{"a", "", ""},
	}
	for _, tt := range tests {
		rules := checks.Rules{Unique: []*checks.Rule{rule(t, tt.pattern)}}
		if diff := cmp.Diff(tt.want, told(rules.Check(config(t, tt.config)))); diff != "" {
			t.Errorf("%s in %s: %s", tt.pattern, tt.config, diff)
		}
	}
}

func TestRefs(t *testing.T) {
	t.Parallel()
	many := "{from: x, to: [" + strings.TrimSuffix(numbered(12), ", ") + "]}"
	tests := []struct{ from, to, config, want string }{
		{"from", "to[*]", "{from: 1, to: ['1']}", ""},
		{"from", "to[*]", "{from: ~, to: []}", ""},
		{"from[*]", "to[*] more.*", "{from: [a, b, ~], to: [a], more: {x: b}}", ""},
		{"from", "to[*]", "{from: root-b, to: [root-a, esp, ~, {x: 1}]}", "T0432 root-b (): `root-b` is none of the values at `to[*]`; there are `root-a` and `esp`; did you mean `root-a`?\n"},
		{"from", "to[*] more.*", "{from: x, to: [y]}", "T0432 x (): `x` is none of the values at `to[*]` or `more.*`; there is only `y`; write one of these, or add it there\n"},
		{"from", "to[*]", "{from: x, to: ~}", "T0432 x (): `x` is none of the values at `to[*]`; there is none: add it, or remove the reference\n"},
		{"from", "to[*]", "{from: [x], to: [x]}", "T0432 [x] (): a list cannot name a value at `to[*]`; write the text of one\n"},
		{"from", "to[*]", many, "T0432 x (): `x` is none of the values at `to[*]`; there are `k0`, `k1`, `k2`, `k3`, `k4`, `k5`, `k6`, `k7`, `k8` and `k9`, and 2 more; write one of these, or add it there\n"},
		{"from", "to[*]", "{from: 0x10, to: [16]}", "T0432 0x10 (): `0x10` is none of the values at `to[*]`; there is only `16`; write one of these, or add it there\n"},
	}
	for _, tt := range tests {
		ref := &checks.Ref{From: rule(t, tt.from)}
		for to := range strings.FieldsSeq(tt.to) {
			ref.To = append(ref.To, rule(t, to))
		}
		rules := checks.Rules{Refs: []*checks.Ref{ref}}
		if diff := cmp.Diff(tt.want, told(rules.Check(config(t, tt.config)))); diff != "" {
			t.Errorf("%s to %s in %s: %s", tt.from, tt.to, tt.config, diff)
		}
	}
}

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "k%d, ", i)
	}
	return b.String()
}

func TestSchema(t *testing.T) {
	t.Parallel()
	s, faults := schema.Compile("schema.yaml", source.New("rule", []byte("schema.yaml")).Span(0, len("schema.yaml")), func(string, source.Span) (*yamltree.Node, []diag.Diagnostic) {
		return yamltree.Parse(source.New("schema.yaml", []byte("required: [a]\nproperties: {b: {items: {enum: ["+strings.Repeat("0, ", 5000)+"1]}}}\n")))
	})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	rules := checks.Rules{Schemas: []checks.Schema{checks.NewSchema(s, source.New("rule", []byte("schema.yaml")).Span(0, len("schema.yaml")))}}
	want := "T0433 {} (): `config.a` is missing; it says so here: required; add `a`\n"
	if diff := cmp.Diff(want, told(rules.Check(config(t, "{}")))); diff != "" {
		t.Errorf("no config: %s", diff)
	}
	if got := told(rules.Check(config(t, "{a: 1}"))); got != "" {
		t.Error(got)
	}
	hard := "{a: 1, b: [" + strings.Repeat("1, ", 1000) + "1]}"
	want = "T0434 schema.yaml (): the schema takes more than 1000000 steps for this config; let fewer schemas apply to one value, most of all below `anyOf` and `oneOf`\n"
	if diff := cmp.Diff(want, told(rules.Check(config(t, hard)))); diff != "" {
		t.Errorf("a config that takes too much work: %s", diff)
	}
	if got := told(rules.Check(config(t, "{}"))); got != "" {
		t.Errorf("after that nothing is checked: %s", got)
	}
}

func TestIdle(t *testing.T) {
	t.Parallel()
	rules := &checks.Rules{
		Require: []*checks.Rule{rule(t, "r[*]")},
		Unique:  []*checks.Rule{rule(t, "a"), rule(t, "b")},
		Refs:    []*checks.Ref{{From: rule(t, "c"), To: []*checks.Rule{rule(t, "d")}}},
	}
	rules.Check(config(t, "{a: ~, c: ~, r: []}"))
	want := "T0435 b (): nothing is at `b` in any config, so nothing is checked; correct the pattern, or remove the rule\n"
	if diff := cmp.Diff(want, told(rules.Idle())); diff != "" {
		t.Error(diff)
	}
	var none *checks.Rules
	if none.Check(config(t, "{}")) != nil || none.Idle() != nil {
		t.Error("no rules find something")
	}
}

// TestMany holds that a rule does not drown a report, and that it costs a walk.
func TestMany(t *testing.T) {
	t.Parallel()
	text := "{a: [" + strings.Repeat("{id: x, ref: y}, ", 8000) + "{}]}"
	c := config(t, text)
	rules := checks.Rules{
		Require: []*checks.Rule{rule(t, "**.name")}, Unique: []*checks.Rule{rule(t, "**")},
		Refs: []*checks.Ref{{From: rule(t, "a[*].ref"), To: []*checks.Rule{rule(t, "a[*].id")}}},
	}
	if got := len(rules.Check(c)); got != 300 {
		t.Errorf("%d faults", got)
	}
}
