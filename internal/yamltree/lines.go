package yamltree

import (
	"bytes"
	"slices"
)

// Line says what one line of the text that [Append] writes is about.
type Line struct {
	// Node is the value on the line, or the collection that begins below its key. It is nil for the `{}` of a tree
	// of nothing.
	Node *Node
	// Key is the last key on the line, nil when there is none.
	Key *Key
	// Steps lead from the root of the tree to Node.
	Steps []Step
	// Part counts the lines of a block scalar from 0, that of its key or dash.
	Part int
}

// Step is one step from a collection to what is in it: a key, or the position of an item when Key is nil.
type Step struct {
	Key   *Key
	Index int // among the items as they are written
}

// Lines returns what each line of Append(nil, n) is about.
func Lines(n *Node) []Line {
	l := liner{}
	switch {
	case n == nil || n.Kind == Absent || n.Kind == Map && !anyEntry(n):
		return []Line{{Node: n}}
	case n.Kind == Map || n.Kind == List && anyItem(n):
		l.collection(n, nil, 0)
	default:
		l.leaf(n, nil, nil, indent)
	}
	return l.lines
}

type liner struct{ lines []Line }

func (l *liner) collection(n *Node, steps []Step, depth int) {
	for i := range n.Entries {
		e := &n.Entries[i]
		if e.Value.Kind == Absent {
			continue
		}
		below := slices.Concat(steps, []Step{{Key: e.Key}})
		if !holdsSomething(e.Value) {
			l.leaf(e.Value, e.Key, below, depth+indent)
			continue
		}
		l.lines = append(l.lines, Line{Node: e.Value, Key: e.Key, Steps: below})
		l.collection(e.Value, below, depth+indent)
	}
	at := 0
	for _, item := range n.Items {
		if item.Kind == Absent {
			continue
		}
		below := slices.Concat(steps, []Step{{Index: at}})
		at++
		if holdsSomething(item) {
			l.collection(item, below, depth+indent) // it begins on the line of the dash
			continue
		}
		l.leaf(item, nil, below, depth+indent)
	}
}

// holdsSomething reports whether a node is written on lines of its own.
func holdsSomething(n *Node) bool {
	return n.Kind == Map && anyEntry(n) || n.Kind == List && anyItem(n)
}

// leaf adds the lines of a scalar or an empty collection, which for a block scalar are several.
func (l *liner) leaf(n *Node, key *Key, steps []Step, depth int) {
	count := 1 + bytes.Count(appendLeaf(nil, n, depth), []byte("\n"))
	for part := range count {
		l.lines = append(l.lines, Line{Node: n, Key: key, Steps: steps, Part: part})
	}
}
