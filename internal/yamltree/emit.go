package yamltree

import (
	"bytes"
	"strings"
)

// indent is the step from a collection to what is in it.
const indent = 2

// Append writes n as one YAML document in block style and returns the extended dst. Scalars that are
// not strings and plain strings are written as they are; other strings keep their style where every
// reader reads it alike, and get double quotes elsewhere. Removed values are left out, and a tree of
// nothing (nil, a removed value) is `{}`. Nested empty collections are `{}` and `[]`.
func Append(dst []byte, n *Node) []byte {
	var p *Printer
	return p.Append(dst, n)
}

// Printer prints tree after tree, such as the configs of many cells: what several of them share is printed once for
// each depth. The zero value is ready to use, a nil Printer remembers nothing. It is not safe for concurrent use.
type Printer struct {
	texts map[place][]byte
	data  map[*Node][]byte
	size  int // of both
}

// place is a collection at a depth; the first line of it may be indented less.
type place struct {
	n          *Node
	depth, pad int
}

const (
	maxPrinted = 1 << 20 // what a Printer remembers, in bytes
	minPrinted = 4       // the nodes from which on a collection is worth to be remembered
)

// Append is the function [Append], which prints what trees share once.
func (p *Printer) Append(dst []byte, n *Node) []byte {
	switch {
	case n == nil || n.Kind == Absent || n.Kind == Map && !anyEntry(n):
		return append(dst, "{}\n"...)
	case n.Kind == Map || n.Kind == List && anyItem(n):
		return p.collection(dst, n, 0, 0)
	case n.Kind == Scalar && n.Type == String && n.Style == Plain && marker(n.Value):
		return append(appendDouble(dst, n.Value), '\n')
	}
	return append(appendLeaf(dst, n, indent), '\n')
}

// collection writes what is in a collection that holds something, at a depth. The first entry or item needs only pad
// more spaces: in a list it starts on the line of its dash.
func (p *Printer) collection(dst []byte, n *Node, depth, pad int) []byte {
	if !p.remembers(n) {
		return p.parts(dst, n, depth, pad)
	}
	at := place{n, depth, pad}
	if text, ok := p.texts[at]; ok {
		return append(dst, text...)
	}
	start := len(dst)
	dst = p.parts(dst, n, depth, pad)
	if p.make(len(dst) - start) {
		p.texts[at] = bytes.Clone(dst[start:])
	}
	return dst
}

// remembers reports whether a collection is worth to be remembered: what a merge made is seldom seen again.
func (p *Printer) remembers(n *Node) bool { return p != nil && n.Origin == nil && n.size >= minPrinted }

// make makes room for some bytes, and reports whether there can be.
func (p *Printer) make(size int) bool {
	if p.texts == nil || p.size+size > maxPrinted {
		p.texts, p.data, p.size = map[place][]byte{}, map[*Node][]byte{}, 0
	}
	p.size += size
	return size <= maxPrinted
}

func (p *Printer) parts(dst []byte, n *Node, depth, pad int) []byte {
	for i := range n.Entries {
		e := &n.Entries[i]
		if e.Value.Kind == Absent {
			continue
		}
		dst = appendKey(appendSpaces(dst, pad), e.Key)
		dst = p.value(append(dst, ':'), e.Value, depth)
		pad = depth
	}
	for _, item := range n.Items {
		if item.Kind == Absent {
			continue
		}
		dst = append(appendSpaces(dst, pad), "- "...)
		dst = p.item(dst, item, depth+indent)
		pad = depth
	}
	return dst
}

func (p *Printer) value(dst []byte, n *Node, depth int) []byte {
	switch {
	case holdsSomething(n):
		return p.collection(append(dst, '\n'), n, depth+indent, depth+indent)
	case emptyNull(n):
		return append(dst, '\n')
	}
	return append(appendLeaf(append(dst, ' '), n, depth+indent), '\n')
}

func (p *Printer) item(dst []byte, n *Node, depth int) []byte {
	if holdsSomething(n) {
		return p.collection(dst, n, depth, 0)
	}
	return append(appendLeaf(dst, n, depth), '\n')
}

// appendLeaf writes a scalar or an empty collection, without the line break at its end. A block scalar
// has its lines at depth.
func appendLeaf(dst []byte, n *Node, depth int) []byte {
	switch {
	case n.Kind == Map:
		return append(dst, "{}"...)
	case n.Kind == List:
		return append(dst, "[]"...)
	case emptyNull(n):
		// An empty list item would take the key on the next line for its own in goccy/go-yaml.
		return append(dst, "null"...)
	case n.Type != String || n.Style == Plain && !plainMisread(n.Value) && !flowOnly(n.Value):
		return append(dst, n.Value...)
	}
	return appendString(dst, n, depth)
}

func appendString(dst []byte, n *Node, depth int) []byte {
	switch safeStyle(n.Value, n.Style) {
	case Literal, Folded:
		return appendLiteral(dst, n.Value, depth)
	case SingleQuoted:
		return appendSingle(dst, n.Value)
	case Plain, DoubleQuoted:
	}
	return appendDouble(dst, n.Value)
}

func appendLiteral(dst []byte, s string, depth int) []byte {
	dst = append(dst, '|')
	if needsIndicator(s) {
		dst = append(dst, '0'+indent)
	}
	body, ended := strings.CutSuffix(s, "\n")
	switch {
	case !ended:
		dst = append(dst, '-')
	case strings.HasSuffix(body, "\n"):
		dst = append(dst, '+')
	}
	for {
		line, rest, more := strings.Cut(body, "\n")
		dst = append(dst, '\n')
		if line != "" {
			dst = append(appendSpaces(dst, depth), line...)
		}
		if !more {
			return dst
		}
		body = rest
	}
}

func appendKey(dst []byte, k *Key) []byte {
	switch {
	case k.Style == Plain && k.Name != "" && !plainMisread(k.Name) && !marker(k.Name):
		return append(dst, k.Name...)
	case k.Style == SingleQuoted && singleSafe(k.Name):
		return appendSingle(dst, k.Name)
	}
	return appendDouble(dst, k.Name)
}

// plainMisread reports whether some reader reads plain text of a source file differently than yaml.v3:
// a tab is lost, `<<` at the end or before a colon makes a merge key. Plain text of several lines has to be
// quoted too.
func plainMisread(s string) bool {
	for i := range len(s) {
		if c := s[i]; c == '\t' || c == '\n' || c == '<' {
			return c != '<' || strings.ContainsAny(s, "\t\n") || looksMerged(s)
		}
	}
	return false
}

// looksMerged reports whether a `<<` stands at the end or before a colon, with or without blanks between.
func looksMerged(s string) bool {
	for {
		_, rest, ok := strings.Cut(s, "<<")
		if !ok {
			return false
		}
		after := strings.TrimLeft(rest, " ")
		if after == "" || after[0] == ':' {
			return true
		}
		s = "<" + rest // `<<<` holds two
	}
}

// flowOnly reports whether plain text can be a value inside brackets alone: `[a:]` and `[-]` hold a string
// each, but in block style the one would be a key and the other an item. Empty text would be null.
func flowOnly(s string) bool {
	if s == "" {
		return true
	}
	indicator := s[0] == '-' || s[0] == '?' || s[0] == ':'
	return s[len(s)-1] == ':' || indicator && (len(s) == 1 || s[1] == ' ')
}

// marker reports whether s at the start of a line would begin or end a document.
func marker(s string) bool { return strings.HasPrefix(s, "---") || strings.HasPrefix(s, "...") }

func emptyNull(n *Node) bool { return n.Kind == Scalar && n.Type == Null && n.Value == "" }

func anyEntry(n *Node) bool {
	for i := range n.Entries {
		if n.Entries[i].Value.Kind != Absent {
			return true
		}
	}
	return false
}

func anyItem(n *Node) bool {
	for _, item := range n.Items {
		if item.Kind != Absent {
			return true
		}
	}
	return false
}

func appendSpaces(dst []byte, count int) []byte {
	const spaces = "                                                                "
	for ; count > len(spaces); count -= len(spaces) {
		dst = append(dst, spaces...)
	}
	return append(dst, spaces[:count]...)
}
