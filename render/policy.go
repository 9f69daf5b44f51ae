package render

import (
	"slices"
	"strings"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/yamltree"
)

// rules reads `merge:`, the policies for plain contributions.
func (d decoder) rules(n *yamltree.Node) []directives.Rule {
	if !d.isKind(n, "merge", yamltree.List) {
		return nil
	}
	var out []directives.Rule
	for _, item := range n.Items {
		if item.Kind != yamltree.Map {
			d.fail(CodeWrongShape, head(item), "a rule of `merge` must be a map, not "+shape(item), "write `- { at: PATTERN, list: set }`")
			continue
		}
		if r, ok := d.rule(item); ok {
			out = append(out, r)
		}
	}
	return out
}

var ruleKeys = keys{where: "a rule of `merge`", read: []string{"at", "list", "scalar"}}

func (d decoder) rule(n *yamltree.Node) (directives.Rule, bool) {
	before := d.report.Errors()
	r := directives.Rule{Span: head(n)}
	read := map[string]func(text){
		"at":     func(t text) { r.At, r.Span = d.pattern(t), t.span },
		"list":   func(t text) { d.listPolicy(t, &r) },
		"scalar": func(t text) { d.scalarPolicy(t, &r) },
	}
	for _, e := range d.entries(n, "merge", ruleKeys) {
		if t, ok := d.scalar(e.Value, e.Key.Name); ok {
			read[e.Key.Name](t)
		}
	}
	switch {
	case n.Get("at") == nil:
		d.fail(CodeMissingKey, head(n), "a rule of `merge` needs an `at`", "write `at: PATTERN`, such as `at: os.packages.install`")
	case n.Get("list") == nil && n.Get("scalar") == nil:
		d.fail(CodeMissingKey, head(n), "a rule of `merge` needs a `list` or a `scalar`", "write `list: set`, or `scalar: last`")
	}
	return r, d.report.Errors() == before
}

// pattern reads the pattern of a rule.
func (d decoder) pattern(t text) directives.Pattern {
	p, _ := d.patternAs(CodeBadPattern, t)
	return p
}

var listPolicies = []string{directives.ListAppend, directives.ListSet, directives.ListReplace, directives.ListIndex, "key:NAME"}

func (d decoder) listPolicy(t text, r *directives.Rule) {
	if names, ok := strings.CutPrefix(t.value, directives.ListKey+":"); ok {
		r.List, r.Keys = directives.ListKey, strings.Split(names, "+")
		if slices.Contains(r.Keys, "") {
			d.fail(CodeBadValue, t.span, "`list: "+t.value+"` names no key", "write `list: key:id`, or `list: key:type+name` for two keys")
		}
		return
	}
	r.List = t.value
	if !slices.Contains(listPolicies, t.value) {
		d.fail(CodeBadValue, t.span, "`list` cannot be `"+t.value+"`", diag.Suggest(t.value, listPolicies, "the policies are "+diag.List(listPolicies)))
	}
}

func (d decoder) scalarPolicy(t text, r *directives.Rule) {
	r.HasScalar, r.Last = true, t.value == "last"
	if t.value != "last" && t.value != "conflict" {
		d.fail(CodeBadValue, t.span, "`scalar` cannot be `"+t.value+"`", "write `scalar: last`, or `scalar: conflict`, which is the default")
	}
}

// unordered reports scalars that a policy let override others although nobody ordered the two fragments.
func (plan *Plan) unordered(c *Cell, merged *yamltree.Node) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, o := range directives.Overrides(merged) {
		over := c.layer(o.By)
		i := slices.IndexFunc(o.Under, func(n *yamltree.Node) bool { return sameRank(over, c.layer(n)) })
		settled := slices.ContainsFunc(o.Later, func(n *yamltree.Node) bool { return !sameRank(over, c.layer(n)) && c.layer(n) != over })
		if i < 0 || settled {
			continue
		}
		under := c.layer(o.Under[i])
		f := diag.New(directives.CodeConflict, directives.At(o.By), "conflicting values for `"+o.Path+"`",
			"write the value into a fragment for `"+c.Values.String()+"`, or into one of the two only")
		f.Path = o.Path
		f.Labels[0].Text, f.Labels[0].Via = directives.Shown(o.By)+" ("+over.Reason+")", o.By.Via.Sites()
		f.Labels = append(f.Labels, diag.Label{
			Span: directives.At(o.Under[i]), Text: directives.Shown(o.Under[i]) + " set here (" + under.Reason + ")", Via: o.Under[i].Via.Sites(),
		})
		f.Notes = []string{"`scalar: last` lets a later fragment override, and nobody ordered these two: they have equal rank"}
		out = append(out, f)
	}
	return out
}
