package yamltree

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
)

// AppendData appends the data of a tree, for hashes: two trees have the same bytes exactly when they are [Equal].
// Neither the order of keys nor the style of scalars matters. Removed values are left out of maps; elsewhere nil and a
// removed value have the same bytes, although they are not equal.
func AppendData(dst []byte, n *Node) []byte {
	var p *Printer
	return p.AppendData(dst, n)
}

// AppendData is the function [AppendData], which makes the data of what trees share once.
func (p *Printer) AppendData(dst []byte, n *Node) []byte {
	if n == nil {
		return appendHead(dst, '-', 0)
	}
	if !p.remembers(n) {
		return p.dataParts(dst, n)
	}
	if data, ok := p.data[n]; ok {
		return append(dst, data...)
	}
	start := len(dst)
	dst = p.dataParts(dst, n)
	if p.make(len(dst) - start) {
		p.data[n] = bytes.Clone(dst[start:])
	}
	return dst
}

func (p *Printer) dataParts(dst []byte, n *Node) []byte {
	switch n.Kind {
	case Map:
		entries := sortedEntries(n)
		dst = appendHead(dst, 'm', len(entries))
		for i := range entries {
			dst = appendText(dst, 'k', entries[i].Key.Name)
			dst = p.AppendData(dst, entries[i].Value)
		}
		return dst
	case List:
		dst = appendHead(dst, 'l', len(n.Items))
		for _, item := range n.Items {
			dst = p.AppendData(dst, item)
		}
		return dst
	case Scalar:
		value := n.Value
		if n.Type == Null {
			value = ""
		}
		return appendText(dst, '0'+byte(n.Type), value)
	default:
		return appendHead(dst, '-', 0)
	}
}

// sortedEntries are the entries of a map that are not removed, by their keys.
func sortedEntries(n *Node) []Entry {
	byName := func(a, b Entry) int { return cmp.Compare(a.Key.Name, b.Key.Name) }
	if !n.Has(HasAbsent) && slices.IsSortedFunc(n.Entries, byName) {
		return n.Entries
	}
	entries := slices.DeleteFunc(slices.Clone(n.Entries), func(e Entry) bool { return e.Value.Kind == Absent })
	slices.SortFunc(entries, byName)
	return entries
}

// appendText appends a text with its length before it, so that no two sequences of texts run together.
func appendText(dst []byte, tag byte, text string) []byte {
	return append(appendHead(dst, tag, len(text)), text...)
}

func appendHead(dst []byte, tag byte, n int) []byte {
	return binary.AppendUvarint(append(dst, tag), uint64(n)) //nolint:gosec // a length is not negative
}
