package render

import (
	"fmt"
	"slices"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// idleSets warns of `$set`s that changed nothing in any cell.
func (plan *Plan) idleSets(sets effects) {
	for _, e := range sets {
		set := e.node
		if e.any {
			continue
		}
		w := warning(CodeIdleSet, directives.At(set), "this `$set` changes nothing: the value is there in every cell",
			"write the value without `$set`, or remove it")
		w.Labels[0].Via = set.Via.Sites()
		plan.w.report.Add(w)
	}
}

// keysNowhere warns of `$merge`s by keys that no item of the list has, in any cell: all they do is to append.
func (plan *Plan) keysNowhere(keys effects) {
	for _, e := range keys {
		if e.any {
			continue
		}
		w := warning(CodeKeyNowhere, e.node.Span, "no item of the list has this key, so nothing is merged",
			"name a key that the items have, write `index: 0` to merge by position, or `$append` the items")
		w.Labels[0].Via = e.node.Via.Sites()
		plan.w.report.Add(w)
	}
}

// repeats warns of items that were added to a list that held an equal one.
func (plan *Plan) repeats(repeats map[*yamltree.Node]*yamltree.Node) {
	for item, first := range oncePerPlace(repeats) {
		w := warning(CodeRepeatedItem, item.Span, "the list has this item already",
			"write it in `$union` to add it only where it is missing, or remove one of the two")
		w.Labels[0].Via = item.Via.Sites()
		w.Labels = append(w.Labels, diag.Label{Span: first.Span, Text: "there by this one", Via: first.Via.Sites()})
		plan.w.report.Add(w)
	}
}

// oncePerPlace leaves one of the items that came from one place in the same way, as layers that differ from cell to cell
// have them: the one whose first precedes the others.
func oncePerPlace(repeats map[*yamltree.Node]*yamltree.Node) map[*yamltree.Node]*yamltree.Node {
	out := map[*yamltree.Node]*yamltree.Node{}
	kept := map[string]*yamltree.Node{}
	for item, first := range repeats {
		place := fmt.Sprint(item.Span, item.Via.Sites())
		if other := kept[place]; other == nil || first.Precedes(out[other]) {
			delete(out, other)
			kept[place], out[item] = item, first
		}
	}
	return out
}

// neverApplies warns of fragments that apply to no cell because of the selectors, and of features without a file.
func (plan *Plan) neverApplies(img *Image) {
	has := map[string]bool{}
	for i, f := range img.Fragments {
		has[f.Feature] = true
		if f.Feature == "" && !img.applied[i] {
			at := source.NewPath(img.layers[i].file.Path).Whole()
			plan.w.report.Add(warning(CodeNoSuchCell, at, "`"+f.Path+"` applies to no cell: the selectors leave none with "+f.Reason(),
				"remove the fragment, or let the selectors of the image keep such a cell"))
		}
	}
	for _, item := range itemsOf(img.node.Get("features")) {
		if !has[item.Value] {
			plan.w.report.Add(warning(CodeFeatureWithoutFile, item.Span, "the feature `"+item.Value+"` has no fragment",
				diag.Suggest(item.Value, features(img), "create `by-feature/"+item.Value+".yaml`, or remove it from the list")))
		}
	}
}

func itemsOf(n *yamltree.Node) []*yamltree.Node {
	if n == nil {
		return nil
	}
	return n.Items
}

// features lists the features for which an image has a fragment.
func features(img *Image) []string {
	var out []string
	for _, f := range img.Fragments {
		if f.Feature != "" {
			out = append(out, f.Feature)
		}
	}
	return out
}

// unusedParams warns of params whose name no template uses, directly or through other params. All fragments count,
// also those that apply to no cell.
func (plan *Plan) unusedParams(img *Image) {
	used, defined := map[string]bool{}, map[string][]*yamltree.Key{}
	through := map[string][]string{} // the names that a param uses
	for _, l := range img.allLayers() {
		names(l.conf, used)
		for _, e := range sectionsOf(l.meta) {
			if e.Key.Name != "params" {
				names(e.Value, used)
				continue
			}
			for _, p := range directives.Body(e.Value).Entries {
				defined[p.Key.Name] = append(defined[p.Key.Name], p.Key)
				own := map[string]bool{}
				names(p.Value, own)
				for name := range own {
					through[p.Key.Name] = append(through[p.Key.Name], name)
				}
			}
		}
	}
	names(plan.w.defaultOutputs, used)
	for todo := keysOf(used); len(todo) > 0; todo = todo[1:] {
		for _, name := range through[todo[0]] {
			if !used[name] {
				used[name] = true
				todo = append(todo, name)
			}
		}
	}
	for name, keys := range defined {
		if !used[name] {
			plan.unusedParam(name, keys)
		}
	}
}

func (plan *Plan) unusedParam(name string, keys []*yamltree.Key) {
	slices.SortFunc(keys, func(a, b *yamltree.Key) int { return a.Span.Compare(b.Span) })
	keys = slices.CompactFunc(keys, func(a, b *yamltree.Key) bool { return a.Span == b.Span }) // of layers in several cells
	w := warning(CodeUnusedParam, keys[0].Span, "nothing uses the param `"+name+"`", "write `${"+name+"}` where it belongs, or remove it")
	for _, k := range keys[1:] {
		w.Labels = append(w.Labels, diag.Label{Span: k.Span, Text: "and here"})
	}
	plan.w.report.Add(w)
}

// allLayers are the image definition and all fragments, in the order of merging, and then those of them that depend on
// the cell as they are in every cell.
func (img *Image) allLayers() []*Layer {
	out := make([]*Layer, 0, 1+len(img.Fragments))
	out = append(out, img.base)
	out = append(out, img.layers...)
	img.complete()
	return append(out, img.varied...)
}

// sectionsOf are the entries of a map of sections, none for nil.
func sectionsOf(n *yamltree.Node) []yamltree.Entry {
	if n == nil {
		return nil
	}
	return n.Entries
}

// names adds the names that the templates of a tree use.
func names(n *yamltree.Node, to map[string]bool) {
	if !n.Has(yamltree.HasTemplate) {
		return
	}
	for _, name := range directives.Names(n) {
		to[name] = true
	}
	for _, e := range n.Entries {
		names(e.Value, to)
	}
	for _, item := range n.Items {
		names(item, to)
	}
	for _, part := range n.Parts() {
		if part.Root != nil {
			names(part.Root, to)
		}
	}
}

func keysOf(set map[string]bool) []string {
	out := make([]string, 0, len(set))
	for name := range set {
		out = append(out, name)
	}
	return out
}
