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
	resets(tree, nil, &found)
	return found
}

func resets(n *yamltree.Node, path *Path, found *[]Reset) {
	if !n.Has(yamltree.HasReset) {
		return
	}
	for _, e := range n.Entries {
		resets(e.Value, path.Key(e.Key.Name), found)
	}
	for i, item := range n.Items {
		resets(item, path.Item(i), found)
	}
	over := lastSet(n)
	if over == nil {
		return
	}
	under := lastSet(over.Before)
	if under == nil {
		return
	}
	a, b := plainScalar(over.By), plainScalar(under.By)
	if a != nil && b != nil && !yamltree.SameScalar(a, b) {
		*found = append(*found, Reset{Path: path.String(), Over: over.By, Under: under.By})
	}
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
