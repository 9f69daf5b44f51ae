// Package yamltree is the one tree of the program: YAML text to [Node], and Node to YAML text.
//
// Nodes are immutable once they are loaded. They keep where they were written (Span), and for scalars
// the literal text, the style and the type that the consumer, a YAML 1.1-minded reader with the rules
// of yaml.v3, gives it. A merge makes new nodes that share whatever did not change and that remember
// through [Origin] what they were made from.
//
//	root, faults := yamltree.Parse(source.New("image.yaml", raw))
//	text := yamltree.Append(nil, root)
package yamltree

import (
	"slices"

	"tailor/internal/source"
)

// Kind is the shape of a Node.
type Kind uint8

const (
	// Absent is a removed value: it keeps the story of what stood there and is never written.
	Absent Kind = iota
	// Scalar is a single value.
	Scalar
	// Map is an ordered list of entries with distinct keys.
	Map
	// List is a list of items.
	List
)

// String returns the word that messages use: "nothing", "scalar", "map" or "list".
func (k Kind) String() string {
	return [...]string{"nothing", "scalar", "map", "list"}[k]
}

// Type is the type of a scalar as yaml.v3 resolves it.
type Type uint8

const (
	// String is text, however quoted.
	String Type = iota
	// Null is `~`, `null` or nothing at all.
	Null
	// Bool is true or false in one of the spellings that yaml.v3 takes for a boolean.
	Bool
	// Int is a whole number in any base.
	Int
	// Float is any other number.
	Float
	// Time is a date, with or without a time.
	Time
)

// String returns the word that messages use.
func (t Type) String() string {
	return [...]string{"string", "null", "boolean", "integer", "float", "date"}[t]
}

// Style is how a scalar was written.
type Style uint8

const (
	// Plain is unquoted text.
	Plain Style = iota
	// SingleQuoted is text in '...'.
	SingleQuoted
	// DoubleQuoted is text in "...".
	DoubleQuoted
	// Literal is a block scalar that starts with |.
	Literal
	// Folded is a block scalar that starts with >.
	Folded
)

// Key is the key of a map entry. Two keys are the same key when their Names are equal.
type Key struct {
	// Name is the text of the key: its value for a quoted one, its literal text for a plain one.
	Name  string
	Type  Type
	Style Style
	Span  source.Span
}

// Entry is one key of a map and its value; neither is ever nil. Keys never change after load, and maps share them.
type Entry struct {
	Key   *Key
	Value *Node
}

// Part is a file that a map uses.
type Part struct {
	// ID identifies the file whatever path led to it.
	ID string
	// Root is its map; nil for an empty file.
	Root *Node
	// Site is the path as it was written.
	Site *Node
}

// Node is a value in a tree: a scalar, a map, a list, or a removed value. It never changes after it
// was made, so it may be shared between trees and read concurrently. A nil *Node means "nothing here".
// Make nodes with [Parse], [NewScalar], [NewMap] and [NewList]: they keep Size and the marks right.
type Node struct {
	Kind  Kind
	Type  Type  // of a scalar
	Style Style // of a scalar
	// Prio is the priority of a contribution: the sign of the marker around it. Only scalars, lists and maps of list
	// directives have one.
	Prio  Prio
	marks Marks
	size  int
	// Span is where the node was written: the text of a scalar (with its quotes, or from the header of
	// a block scalar to its end), from the first key to the end of the last value of a block map, the
	// brackets and what is between them of a flow collection. A null that is not written out has an
	// empty span right after its key's colon or its dash.
	Span source.Span
	// Value is the text of a scalar. For a plain scalar on one line it is the literal text as written
	// (`0755`, `~`, ``); otherwise the string that the scalar stands for.
	Value   string
	Entries []Entry // of a map, in order
	Items   []*Node // of a list
	Uses    *Uses   // what a map has from other files; nil for nothing
	// Via says through which `$include` the node came; nil when it was written in its file directly.
	Via *Via
	// Origin says what made a merged node; nil for one that is as its author wrote it.
	Origin *Origin
}

// Uses are the parts of a map.
type Uses struct {
	// Parts are what a map of a document uses, to be merged before its entries.
	Parts []Part
	// Used are the parts that were merged into a map already, by ID.
	Used []string
}

// Parts are what a map of a document uses, to be merged before its entries.
func (n *Node) Parts() []Part {
	if n.Uses == nil {
		return nil
	}
	return n.Uses.Parts
}

// Used are the parts that were merged into a map already, by ID.
func (n *Node) Used() []string {
	if n.Uses == nil {
		return nil
	}
	return n.Uses.Used
}

// Prio is the priority of a value among the contributions to one place.
type Prio int8

// The priorities.
const (
	Default Prio = -1 // gives way
	Usual   Prio = 0
	Forced  Prio = 1 // cannot be overridden
)

// Via is one `$include` site, and the one that led to the file in which that site stands.
type Via struct {
	Site  source.Span
	Outer *Via
}

// Sites returns the chain of include sites, the innermost first; nil for a nil Via.
func (v *Via) Sites() []source.Span {
	var sites []source.Span
	for ; v != nil; v = v.Outer {
		sites = append(sites, v.Site)
	}
	return sites
}

// Marks says what is somewhere at or below a node, so that passes can leave out what does not concern
// them.
type Marks uint16

const (
	// HasDirective marks a key that starts with `$`, or the plain value `$unset`.
	HasDirective Marks = 1 << iota
	// HasTemplate marks a string with `${` in it.
	HasTemplate
	// HasAbsent marks a removed value.
	HasAbsent
	// HasConflict marks a conflict, also one that was displaced later.
	HasConflict
	// HasReset marks a `$set` that displaced what another `$set` had written.
	HasReset
	// HasPrio marks a value of another priority than the plain one.
	HasPrio
	// HasOutrank marks a value that outranked another one, or was not outranked by one.
	HasOutrank
	// HasLast marks a scalar that a policy let override another one.
	HasLast
	// HasParts marks a map of a document that uses parts.
	HasParts
)

// Has reports whether all the marks of m are somewhere at or below n. A nil node has none.
func (n *Node) Has(m Marks) bool { return n != nil && n.marks&m == m }

// HasAny reports whether one of the marks of m is somewhere at or below n. A nil node has none.
func (n *Node) HasAny(m Marks) bool { return n != nil && n.marks&m != 0 }

// Size returns the number of nodes of the tree below and including n, each shared node counted as often
// as it occurs, keys not counted. It is 0 for nil.
func (n *Node) Size() int {
	if n == nil {
		return 0
	}
	return n.size
}

// Get returns the value of a key of a map, or nil when n is no map or has no such key. A removed value
// is returned as it is.
func (n *Node) Get(name string) *Node {
	if n == nil {
		return nil
	}
	if i := n.Index(name); i >= 0 {
		return n.Entries[i].Value
	}
	return nil
}

// Index returns the position of a key among the entries of a map, or -1.
func (n *Node) Index(name string) int {
	return slices.IndexFunc(n.Entries, func(e Entry) bool { return e.Key.Name == name })
}

// Keys returns the names of the keys of a map, in order. Removed ones, which are Absent, are left out; what is no map
// has none.
func (n *Node) Keys() []string {
	names := make([]string, 0, len(n.Entries))
	for _, e := range n.Entries {
		if e.Value.Kind != Absent {
			names = append(names, e.Key.Name)
		}
	}
	return names
}

// IsNull reports whether n is nil, removed, or a null scalar.
func (n *Node) IsNull() bool {
	return n == nil || n.Kind == Absent || n.Kind == Scalar && n.Type == Null
}

// Precedes reports whether n stands before another node: by the places where the two were written, and for one place by
// the include sites through which they came.
func (n *Node) Precedes(other *Node) bool {
	if c := n.Span.Compare(other.Span); c != 0 {
		return c < 0
	}
	return n.Via != other.Via && slices.CompareFunc(n.Via.Sites(), other.Via.Sites(), source.Span.Compare) < 0
}

// Root returns the file through which n entered a merge: that of its outermost include site, else its
// own. It is nil for a node without a place.
func (n *Node) Root() *source.File {
	file := n.Span.File
	for v := n.Via; v != nil; v = v.Outer {
		file = v.Site.File
	}
	return file
}
