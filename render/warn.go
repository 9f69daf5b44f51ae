package render

import (
	"tailor/directives"
	"tailor/fragments"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// warn adds the warnings that look at all cells of an image. A run with a selection has seen some cells only,
// so it is left out then.
func (plan *Plan) warn(workers []*worker, stretches []*stretch) {
	if plan.Partial {
		return
	}
	for _, s := range stretches {
		plan.w.report.Merge(&s.late)
	}
	removes, sets, keys := effects{}, effects{}, effects{}
	for _, img := range plan.w.Images {
		merged := plan.effects(workers, img)
		removes.add(merged.Removes)
		sets.add(merged.Sets)
		keys.add(merged.Keys)
		plan.repeats(merged.Repeats)
		if plan.metas[img] != nil {
			plan.neverApplies(img)
			plan.unusedParams(img)
		}
	}
	plan.notIncluded()
	plan.unmatched(removes)
	plan.idleSets(sets)
	plan.keysNowhere(keys)
	plan.idleChecks()
}

// effects is what all merges of an image had an effect on.
func (plan *Plan) effects(workers []*worker, img *Image) *directives.Merger {
	out := directives.NewMerger()
	for _, f := range plan.metas[img] {
		out.Effects(f.merger)
	}
	for _, w := range workers {
		if f := w.confs[img]; f != nil {
			out.Effects(f.merger)
		}
	}
	return out
}

// effects says of directives, by their places, whether they had an effect in any image: a file that several include
// is there once for each of them.
type effects map[source.Span]effect

type effect struct {
	node *yamltree.Node
	any  bool
}

func (e effects) add(nodes map[*yamltree.Node]bool) {
	for n, had := range nodes {
		known, ok := e[n.Span]
		if ok && !n.Precedes(known.node) {
			n = known.node
		}
		e[n.Span] = effect{n, had || known.any}
	}
}

// unmatched warns of `$remove` items that matched nothing in any cell that they apply to.
func (plan *Plan) unmatched(removes effects) {
	for _, e := range removes {
		item := e.node
		if e.any {
			continue
		}
		w := warning(CodeRemoveUnmatched, item.Span, "this `$remove` item matches nothing in any cell",
			"write the item exactly as it was added, with `${...}` where it has one, or remove this line")
		w.Labels[0].Via = item.Via.Sites()
		plan.w.report.Add(w)
	}
}

// unorderedSets warns of two fragments of equal rank that `$set` one scalar to different values: only the
// position of their values decides.
func (plan *Plan) unorderedSets(c *Cell, tree *yamltree.Node, report *diag.Report) {
	for _, reset := range directives.Resets(tree) {
		over, under := c.layer(reset.Over), c.layer(reset.Under)
		if !sameRank(over, under) {
			continue
		}
		w := warning(CodeUnorderedSet, directives.At(reset.Over), "two fragments of equal rank set `"+reset.Path+"`",
			"write the value into a fragment for `"+c.Values.String()+"`, or `$set` it in one of the two only")
		w.Labels[0].Text = "wins (" + over.Reason + ")"
		w.Labels = append(w.Labels, diag.Label{Span: directives.At(reset.Under), Text: "loses (" + under.Reason + ")"})
		w.Notes = []string{"the order of the values in `matrix:` decides"}
		if fragments.SameCondition(over.Fragment, under.Fragment) {
			w.Notes = []string{"the two have one condition, and the spelling without `!` comes first"}
		}
		report.AddIn(c.name(), w)
	}
}

// layer returns the layer of a cell through which a node came, or nil.
func (c *Cell) layer(n *yamltree.Node) *Layer {
	file := n.Root()
	for _, l := range c.Layers {
		if l.file == file {
			return l
		}
	}
	return nil
}
