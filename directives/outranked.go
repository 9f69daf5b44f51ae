package directives

import (
	"slices"

	"tailor/internal/diag"
	"tailor/internal/yamltree"
)

// Priorities returns what is to be said about the priorities in a merged tree, in its order: errors of lists that only
// defaults set and that something else than a plain list changes, warnings of defaults that are lost whole, and of
// `$set` and the like that something forced withstood.
func Priorities(tree *yamltree.Node, reason Reason) []diag.Diagnostic {
	p := &priorities{reason: reason}
	eachMarked(tree, yamltree.HasOutrank, nil, p.look)
	return p.found
}

type priorities struct {
	reason Reason
	found  []diag.Diagnostic
}

// look judges the contributions to one place.
func (p *priorities) look(n *yamltree.Node, path *Path) {
	parts, withstood := ranks(n)
	if withstood != nil && n.Kind != yamltree.Map {
		p.keptForce(withstood, n, path)
	}
	if isSealed(n) || n.Kind == yamltree.Absent {
		return
	}
	top := prioOf(n)
	lost := lostDefault(parts, n)
	if lost == nil || top <= yamltree.Default || top == yamltree.Forced && kind(lost) == n.Kind {
		return
	}
	winners := slices.DeleteFunc(slices.Clone(parts), func(c *yamltree.Node) bool { return prioOf(c) != top })
	switch {
	case len(winners) == 0:
	case n.Kind == yamltree.List && kind(lost) == yamltree.List && !slices.ContainsFunc(winners, addsItems):
		p.editOfDefault(winners[0], lost, path)
	default:
		p.lostDefault(winners[0], lost, path)
	}
}

// lostDefault returns the first default list or map among contributions that is not part of what came out, or nil.
func lostDefault(parts []*yamltree.Node, n *yamltree.Node) *yamltree.Node {
	for _, c := range parts {
		if prioOf(c) == yamltree.Default && kind(c) != yamltree.Scalar && (kind(c) != n.Kind || n.Kind == yamltree.List) {
			return c
		}
	}
	return nil
}

// ranks lists the contributions to a node of all priorities, the first one first, back to the last that displaced
// whatever was there, and the last `$set` or the like that it withstood.
func ranks(n *yamltree.Node) (parts []*yamltree.Node, withstood *yamltree.Node) {
	for n != nil {
		by := n
		if n.Origin != nil {
			by = n.Origin.By
		}
		switch {
		case n.Origin != nil && n.Origin.Op == yamltree.OpUsed:
		case !isFresh(by):
			parts = append(parts, by)
		case n.Origin != nil && n.Origin.Op == yamltree.OpOutranked:
			withstood = by
		default:
			slices.Reverse(parts)
			return parts, withstood
		}
		if n.Origin == nil {
			break
		}
		n = n.Origin.Before
	}
	slices.Reverse(parts)
	return parts, withstood
}

// addsItems reports whether a contribution gives a list items, and does not only change what is there.
func addsItems(c *yamltree.Node) bool {
	if !isDirective(c) {
		return true
	}
	return c.Get(dirAppend) != nil || c.Get(dirPrepend) != nil || c.Get(dirUnion) != nil
}

func (p *priorities) label(n *yamltree.Node, text string) diag.Label {
	if why := p.reason(n.Root()); why != "" {
		text += " (" + why + ")"
	}
	return diag.Label{Span: At(n), Text: text, Via: Visible(n).Via.Sites()}
}

func (p *priorities) editOfDefault(edit, lost *yamltree.Node, path *Path) {
	name := edit.Entries[0].Key.Name
	d := diag.New(CodeEditOfDefault, edit.Entries[0].Key.Span, "`"+name+"` on `"+path.String()+"`, a list that only a `$default` sets",
		"write the list in the part plainly, without `$default`, or `$replace` it here")
	d.Path = path.String()
	d.Labels[0].Via = edit.Via.Sites()
	d.Labels = append(d.Labels, p.label(lost, "the default"))
	p.found = append(p.found, d)
}

func (p *priorities) lostDefault(winner, lost *yamltree.Node, path *Path) {
	d := diag.New(CodeLostDefault, At(winner), "the default "+kind(lost).String()+" at `"+path.String()+"` is lost whole", "")
	d.Severity = diag.Warning
	d.Path = path.String()
	d.Labels[0] = p.label(winner, "outranks it")
	d.Labels[0].Primary = true
	d.Labels = append(d.Labels, p.label(lost, "the default"))
	d.Help = "write the " + kind(lost).String() + " in the part plainly, without `$default`, so that both are merged, or `$replace` it on purpose"
	if kind(lost) != yamltree.List {
		d.Help = "write it in the part plainly, without `$default`, or `$set` it on purpose"
	}
	p.found = append(p.found, d)
}

func (p *priorities) keptForce(by, n *yamltree.Node, path *Path) {
	d := diag.New(CodeKeptForce, At(by), "`"+path.String()+"` is forced: it stays as it is",
		"remove the `$force`, or leave the value out here")
	d.Severity = diag.Warning
	d.Path = path.String()
	d.Labels[0] = p.label(by, "does not change it")
	d.Labels[0].Primary = true
	forced := n
	for _, c := range slices.Backward(contributions(n)) {
		if prioOf(c) == yamltree.Forced {
			forced = c
		}
	}
	d.Labels = append(d.Labels, p.label(forced, "forced here"))
	p.found = append(p.found, d)
}
