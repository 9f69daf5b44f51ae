package yamltree

import (
	"cmp"
	"encoding/binary"
	"io"
	"slices"
)

// Hash writes a tree to a hash so that two trees write the same bytes exactly when they are [Equal]: neither
// the order of keys nor the style of scalars matters. Removed values are left out of maps; elsewhere nil and a removed
// value write the same bytes, although they are not equal. Errors of w are not reported: a hash has none.
func Hash(w io.Writer, n *Node) {
	if n == nil {
		n = &Node{}
	}
	switch n.Kind {
	case Map:
		entries := slices.DeleteFunc(slices.Clone(n.Entries), func(e Entry) bool { return e.Value.Kind == Absent })
		slices.SortFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Key.Name, b.Key.Name) })
		hashHead(w, 'm', len(entries))
		for _, e := range entries {
			hashText(w, 'k', e.Key.Name)
			Hash(w, e.Value)
		}
	case List:
		hashHead(w, 'l', len(n.Items))
		for _, item := range n.Items {
			Hash(w, item)
		}
	case Scalar:
		value := n.Value
		if n.Type == Null {
			value = ""
		}
		hashText(w, '0'+byte(n.Type), value)
	default:
		hashHead(w, '-', 0)
	}
}

// hashText writes a text with its length before it, so that no two sequences of texts run together.
func hashText(w io.Writer, tag byte, text string) {
	hashHead(w, tag, len(text))
	_, _ = io.WriteString(w, text) // a hash never fails
}

func hashHead(w io.Writer, tag byte, n int) {
	_, _ = w.Write(binary.AppendUvarint([]byte{tag}, uint64(n))) //nolint:gosec // a length is not negative
}
