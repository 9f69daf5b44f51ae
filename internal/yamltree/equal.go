package yamltree

// Equal reports whether two trees are equal as data: scalars by [SameScalar], lists item by item, maps
// whatever the order of their keys. Removed values do not count; nil equals nil alone.
func Equal(a, b *Node) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case Scalar:
		return SameScalar(a, b)
	case List:
		return equalLists(a.Items, b.Items)
	case Map:
		return equalMaps(a, b)
	default:
		return true
	}
}

// SameScalar reports whether two scalars are equal: both strings of one value, both null, or both of
// one other type with one literal text. So `1.10` and `1.1` differ, and so do `1` and `"1"`.
func SameScalar(a, b *Node) bool {
	return a.Type == b.Type && (a.Type == Null || a.Value == b.Value)
}

func equalLists(a, b []*Node) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

func equalMaps(a, b *Node) bool {
	if live(a) != live(b) {
		return false
	}
	for _, e := range a.Entries {
		if e.Value.Kind == Absent {
			continue
		}
		if other := b.Get(e.Key.Name); other == nil || !Equal(e.Value, other) {
			return false
		}
	}
	return true
}

func live(n *Node) int {
	count := 0
	for _, e := range n.Entries {
		if e.Value.Kind != Absent {
			count++
		}
	}
	return count
}
