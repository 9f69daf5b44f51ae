package directives

import "tailor/internal/yamltree"

// Reset is a scalar that a `$set` wrote over another scalar that a `$set` had written.
type Reset struct {
	Path string
	// Over and Under are the two directives; Over is the later one.
	Over, Under *yamltree.Node
}

// Resets returns the places of a merged tree whose value is a `$set` scalar directly over another `$set` scalar with a
// different value, in the order of the tree.
func Resets(tree *yamltree.Node) []Reset {
	var found []Reset
	eachMarked(tree, yamltree.HasReset, nil, func(n *yamltree.Node, path *Path) {
		if over, under := resetAt(n); over != nil {
			found = append(found, Reset{Path: path.String(), Over: over, Under: under})
		}
	})
	return found
}

// resetAt returns the two directives of a reset at a node, or nil.
func resetAt(n *yamltree.Node) (over, under *yamltree.Node) {
	last := lastSet(n)
	if last == nil {
		return nil, nil
	}
	before := lastSet(last.Before)
	if before == nil {
		return nil, nil
	}
	a, b := plainScalar(last.By), plainScalar(before.By)
	if a == nil || b == nil || yamltree.SameScalar(a, b) {
		return nil, nil
	}
	return last.By, before.By
}

// lastSet returns the step of the `$set` that gave n its value; repeats of that value do not count.
func lastSet(n *yamltree.Node) *yamltree.Origin {
	for n != nil && n.Origin != nil {
		switch n.Origin.Op {
		case yamltree.OpOverride:
			return n.Origin
		case yamltree.OpSame:
			n = n.Origin.Before
		default:
			return nil
		}
	}
	return nil
}
