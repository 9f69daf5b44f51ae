package checks

import (
	"sync/atomic"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/schema"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// Rules are the `checks:` of one file. A nil *Rules asks for nothing. Configs may be checked concurrently when there
// are no Schemas.
type Rules struct {
	Require []*Rule
	Unique  []*Rule
	Refs    []*Ref
	Schemas []Schema
}

// Rule is a pattern and its place.
type Rule struct {
	Pattern directives.Pattern
	Span    source.Span

	used atomic.Bool // it named a place in some config
}

// Ref is an entry of `refs`.
type Ref struct {
	From *Rule
	To   []*Rule
}

// Schema is an entry of `schema`.
type Schema struct {
	Schema *schema.Schema
	Span   source.Span
	// spent says that the schema took too much work for some config: it does for the next, too.
	spent *bool
}

// NewSchema makes an entry of `schema`.
func NewSchema(s *schema.Schema, at source.Span) Schema {
	return Schema{Schema: s, Span: at, spent: new(bool)}
}

// Config is what is checked.
type Config struct {
	// Tree is the config, names filled in.
	Tree *yamltree.Node
	// Home is the place of `config:`.
	Home source.Span
	// Reason says why the file through which a node came takes part, such as `edition=pro`; it may be nil.
	Reason func(*yamltree.Node) string
}

// maxFaults is how many faults of one rule are reported for one config: what is worth to be said is said by then.
const maxFaults = 100

// Check returns the faults of a config: rule by rule, and for each in the order of the tree.
func (r *Rules) Check(c Config) []diag.Diagnostic {
	if r == nil {
		return nil
	}
	var out []diag.Diagnostic
	for _, rule := range r.Require {
		out = append(out, c.require(rule)...)
	}
	for _, rule := range r.Unique {
		out = append(out, c.unique(rule)...)
	}
	for _, ref := range r.Refs {
		out = append(out, c.refs(ref)...)
	}
	for _, s := range r.Schemas {
		out = append(out, c.schema(s)...)
	}
	return out
}

// Idle warns of the patterns of `unique` and `refs` that named no place in any config so far: they are misspelt, or left
// over. What a `require` names must be there anyway.
func (r *Rules) Idle() []diag.Diagnostic {
	if r == nil {
		return nil
	}
	rules := append([]*Rule{}, r.Unique...)
	for _, ref := range r.Refs {
		rules = append(rules, ref.From)
	}
	var out []diag.Diagnostic
	for _, rule := range rules {
		if !rule.used.Load() {
			out = append(out, diag.Diagnostic{
				Severity: diag.Warning, Code: CodeIdle, Message: "nothing is at `" + rule.Pattern.String() + "` in any config, so nothing is checked",
				Labels: []diag.Label{{Span: rule.Span, Primary: true}}, Help: "correct the pattern, or remove the rule",
			})
		}
	}
	return out
}

// each visits the values that a rule names, those aside that are null. Paths begin with `config`.
func (r *Rule) each(tree *yamltree.Node, visit func(path *directives.Path, n *yamltree.Node)) {
	r.Pattern.Each(tree, func(path *directives.Path, n *yamltree.Node) {
		r.used.Store(true)
		if !n.IsNull() {
			visit(path, n)
		}
	})
}

// root is the path of a config.
func root() *directives.Path {
	var p *directives.Path
	return p.Key("config")
}

// spelled is the path of a place in a config, the same wherever a list holds an item.
func spelled(path *directives.Path) string {
	p := root()
	for _, s := range path.Steps() {
		if s.Index >= 0 {
			p = p.Item(s.Index)
		} else {
			p = p.Key(s.Key)
		}
	}
	return p.Pattern()
}

// label shows a node.
func (c Config) label(n *yamltree.Node, key *yamltree.Key, text string) diag.Label {
	if why := c.reason(n); why != "" {
		if text != "" {
			text += " "
		}
		text += "(" + why + ")"
	}
	return diag.Label{Span: n.Shown(key), Text: text, Via: n.Via.Sites()}
}

func (c Config) reason(n *yamltree.Node) string {
	if c.Reason == nil {
		return ""
	}
	return c.Reason(n)
}

// ruleLabel shows the place of a rule.
func ruleLabel(at source.Span, text string) diag.Label { return diag.Label{Span: at, Text: text} }
