package checks

import (
	"fmt"

	"tailor/internal/diag"
	"tailor/internal/schema"
)

// schema reports how a config breaks a JSON Schema.
func (c Config) schema(s Schema) []diag.Diagnostic {
	if *s.spent {
		return nil
	}
	violations, ok := s.Schema.Check(c.Tree, "config")
	if !ok {
		*s.spent = true
		return []diag.Diagnostic{diag.New(CodeWork, s.Span,
			fmt.Sprintf("the schema takes more than %d steps for this config", schema.MaxWork),
			"let fewer schemas apply to one value, most of all below `anyOf` and `oneOf`")}
	}
	out := make([]diag.Diagnostic, 0, len(violations))
	for _, v := range violations {
		out = append(out, c.violation(s, v))
	}
	return out
}

func (c Config) violation(s Schema, v schema.Violation) diag.Diagnostic {
	at := diag.Label{Span: v.At, Primary: true, Text: c.label(v.Node, nil, "").Text, Via: v.Node.Via.Sites()}
	if v.At.IsZero() {
		at.Span = c.Home
	}
	d := diag.Diagnostic{
		Code: CodeViolation, Path: v.Path, Message: v.Message, Help: v.Help, Notes: v.Notes,
		Labels: append([]diag.Label{at}, v.Others...),
	}
	d.Labels = append(d.Labels, ruleLabel(s.Span, "checked with this schema"))
	if !v.Rule.IsZero() {
		d.Labels = append(d.Labels, ruleLabel(v.Rule, "it says so here"))
	}
	return d
}
