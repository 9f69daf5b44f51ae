package explain

import (
	"tailor/directives"
	"tailor/internal/source"
	"tailor/internal/yamltree"
	"tailor/render"
)

// Cites returns the places of the scalars that a value is made from. Each group are scalars that agree on one
// value: the one that set it first, and those that repeat it. The first group is that of the value itself; for a
// template one follows for each param that it uses, directly or not. steps lead from the config to a scalar;
// anything else cites nothing.
func Cites(r render.Rendering, steps []directives.Step) [][]source.Span {
	n := directives.Lookup(r.Merged, steps)
	if n == nil || n.Kind != yamltree.Scalar {
		return nil
	}
	return append([][]source.Span{agreeing(n)}, useCites(r.Uses(n))...)
}

func useCites(uses []directives.Use) [][]source.Span {
	var out [][]source.Span
	for _, u := range uses {
		if u.Param != nil {
			out = append(out, agreeing(u.Param))
			out = append(out, useCites(u.Uses)...)
		}
	}
	return out
}

// agreeing are the places of the scalars that made a merged one, back to the last that displaced another.
func agreeing(n *yamltree.Node) []source.Span {
	var out []source.Span
	for ; n != nil; n = n.Origin.Before {
		if n.Origin == nil {
			return append(out, n.Span)
		}
		switch n.Origin.Op {
		case yamltree.OpOutranked:
		case yamltree.OpSame:
			out = append(out, directives.At(n.Origin.By))
		default:
			return append(out, directives.At(n.Origin.By))
		}
	}
	return out
}
