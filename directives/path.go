package directives

import (
	"strconv"
	"strings"

	"tailor/internal/yamltree"
)

// Path is a place in a tree, as a chain from the place up to the root. A nil *Path is the root. Its
// spelling is that of docs/reference/cli.md: dotted keys, `["net.ipv4.ip_forward"]` for a key with other
// characters, `[0]` for an item.
type Path struct {
	parent *Path
	key    string
	index  int // of a list item, -1 for a key
}

// Key returns the path of a key below p.
func (p *Path) Key(name string) *Path { return &Path{parent: p, key: name, index: -1} }

// Item returns the path of the list item with index i below p.
func (p *Path) Item(i int) *Path { return &Path{parent: p, index: i} }

// String spells the path; the root is the empty text.
func (p *Path) String() string {
	var b strings.Builder
	p.spell(&b, func(i int) string { return "[" + strconv.Itoa(i) + "]" })
	return b.String()
}

// spell writes the path; item spells a position.
func (p *Path) spell(b *strings.Builder, item func(int) string) {
	if p == nil {
		return
	}
	p.parent.spell(b, item)
	switch {
	case p.index >= 0:
		b.WriteString(item(p.index))
	case !plainStep(p.key):
		b.WriteString("[" + strconv.Quote(p.key) + "]")
	default:
		if p.parent != nil {
			b.WriteByte('.')
		}
		b.WriteString(p.key)
	}
}

// plainStep reports whether a key needs no quotes in a path.
func plainStep(key string) bool {
	for _, r := range key {
		letter := r == '_' || r == '-' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !letter {
			return false
		}
	}
	return key != ""
}

// lastKey is the nearest key at or above p, "" for the root.
func (p *Path) lastKey() string {
	for ; p != nil; p = p.parent {
		if p.index < 0 {
			return p.key
		}
	}
	return ""
}

// quoted is how a message shows a value: a scalar as written, anything else as its kind.
func quoted(n *yamltree.Node) string {
	const longest = 60
	if n.Kind != yamltree.Scalar {
		return "a " + n.Kind.String()
	}
	text := n.Value
	if n.Style == yamltree.SingleQuoted || n.Style == yamltree.DoubleQuoted {
		text = n.Span.Text()
	}
	if n.Type == yamltree.Null && text == "" {
		return "null"
	}
	if line, _, more := strings.Cut(text, "\n"); more || len([]rune(line)) > longest {
		runes := []rune(line)
		text = string(runes[:min(len(runes), longest)]) + "..."
	}
	return "`" + text + "`"
}
