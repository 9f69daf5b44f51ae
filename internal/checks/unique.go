package checks

import (
	"hash/maphash"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/yamltree"
)

// unique reports the values at a pattern that equal an earlier one.
func (c Config) unique(rule *Rule) []diag.Diagnostic {
	var out []diag.Diagnostic
	seed := maphash.MakeSeed()
	var data []byte
	first := map[uint64][]*yamltree.Node{}
	rule.each(c.Tree, func(path *directives.Path, n *yamltree.Node) {
		if len(out) == maxFaults {
			return
		}
		data = yamltree.AppendData(data[:0], n)
		sum := maphash.Bytes(seed, data)
		for _, earlier := range first[sum] {
			if yamltree.Equal(earlier, n) {
				out = append(out, c.repeated(rule, path, earlier, n))
				return
			}
		}
		first[sum] = append(first[sum], n)
	})
	return out
}

func (c Config) repeated(rule *Rule, path *directives.Path, first, second *yamltree.Node) diag.Diagnostic {
	d := diag.Diagnostic{
		Code: CodeRepeated, Path: spelled(path),
		Message: directives.Shown(second) + " occurs twice at `" + rule.Pattern.String() + "`",
		Labels:  []diag.Label{c.label(second, nil, "again here"), c.label(first, nil, "first here"), ruleLabel(rule.Span, "must be unique")},
		Help:    "give one of the two another value, or remove it",
	}
	d.Labels[0].Primary = true
	if first.Span == second.Span && first.Via == second.Via {
		d.Labels = []diag.Label{c.label(second, nil, "both times"), d.Labels[2]}
		d.Labels[0].Primary = true
		d.Notes = []string{"an alias repeats it"}
	}
	if second.Kind != yamltree.Scalar {
		d.Message = "two equal values are at `" + rule.Pattern.String() + "`"
	}
	return d
}
