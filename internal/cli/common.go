package cli

import (
	"slices"
	"strings"

	"tailor/internal/diag"
	"tailor/render"
)

// commonFaults returns what is wrong with a selection of cells of two workspaces. What one of the two has is no
// fault: its cells were added or removed.
func commonFaults(from, to *side) []diag.Diagnostic {
	a, b := from.faults.All(), to.faults.All()
	switch {
	case from.plan == nil:
		return b
	case to.plan == nil:
		return a
	}
	both := inBoth(a, b)
	if len(both) == 0 && len(from.plan.Cells)+len(to.plan.Cells) == 0 {
		return slices.DeleteFunc(append(b, a...), func(f diag.Diagnostic) bool { return f.Code != render.CodeEmptySelection })
	}
	return both
}

// inBoth returns the faults of b that concern a word which is at fault in a too.
func inBoth(a, b []diag.Diagnostic) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, f := range b {
		i := slices.IndexFunc(a, func(g diag.Diagnostic) bool {
			return f.Primary().Span == g.Primary().Span || isValueOf(f, g) || isValueOf(g, f)
		})
		switch {
		case i < 0:
		case isValueOf(a[i], f): // it says more
			out = append(out, a[i])
		default:
			out = append(out, f)
		}
	}
	return out
}

// isValueOf reports whether a fault is about a value of `--select`, and another one about its axis.
func isValueOf(value, axis diag.Diagnostic) bool {
	v, a := value.Primary().Span, axis.Primary().Span
	if value.Code != render.CodeSelectValue || axis.Code != render.CodeSelectAxis || v.File != a.File || v.Start < a.End {
		return false
	}
	return strings.Count(v.File.Text[a.End:v.Start], "=") == 1
}
