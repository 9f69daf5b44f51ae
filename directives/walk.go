package directives

import "tailor/internal/yamltree"

// eachMarked visits the nodes of a tree with a mark, their own or of something below: each one before what is in it.
func eachMarked(n *yamltree.Node, mark yamltree.Marks, path *Path, visit func(*yamltree.Node, *Path)) {
	if !n.Has(mark) {
		return
	}
	visit(n, path)
	for _, e := range n.Entries {
		eachMarked(e.Value, mark, path.Key(e.Key.Name), visit)
	}
	for i, item := range n.Items {
		eachMarked(item, mark, path.Item(i), visit)
	}
}
