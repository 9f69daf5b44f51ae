package directives

import (
	"hash/maphash"
	"slices"

	"tailor/internal/yamltree"
)

// index finds the items of a list that equal another one. A long list is hashed, so that two long lists do not
// take the time of their product.
type index struct {
	list []*yamltree.Node
	seed maphash.Seed
	data []byte
	hash map[uint64][]*yamltree.Node // nil for a short list
}

// short is the length up to which looking through a list is faster than hashing it.
const short = 32

// few is the number of searches up to which hashing a long list is not worth it.
const few = 4

// newIndex makes an index for a number of searches.
func newIndex(list []*yamltree.Node, searches int) index {
	x := index{}
	if len(list) <= short || searches <= few {
		x.list = slices.Clip(list)
		return x
	}
	x.seed, x.hash = maphash.MakeSeed(), make(map[uint64][]*yamltree.Node, len(list))
	for _, n := range list {
		x.add(n)
	}
	return x
}

func (x *index) add(n *yamltree.Node) {
	if x.hash == nil {
		x.list = append(x.list, n)
		return
	}
	key := x.key(n)
	x.hash[key] = append(x.hash[key], n)
}

// find returns the first item that equals n, or nil.
func (x *index) find(n *yamltree.Node) *yamltree.Node {
	list := x.list
	if x.hash != nil {
		list = x.hash[x.key(n)]
	}
	if i := slices.IndexFunc(list, func(other *yamltree.Node) bool { return yamltree.Equal(other, n) }); i >= 0 {
		return list[i]
	}
	return nil
}

func (x *index) key(n *yamltree.Node) uint64 {
	x.data = yamltree.AppendData(x.data[:0], n)
	return maphash.Bytes(x.seed, x.data)
}
