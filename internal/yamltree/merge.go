package yamltree

import (
	"go.yaml.in/yaml/v3"

	"tailor/internal/diag"
	"tailor/internal/source"
)

// mapBuilder collects the entries of a map. Keys that `<<` brings give way to those that are written out,
// before or after it, and to those of an earlier map of a `<<` list.
type mapBuilder struct {
	c       *converter
	entries []Entry
	index   map[string]int
	merged  map[string]bool // keys that `<<` brought
	mergeAt *source.Span    // the place of `<<`
}

func isMergeKey(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Value == "<<" && n.ShortTag() == "!!merge"
}

func (m *mapBuilder) add(key Key, value *Node) {
	i, ok := m.index[key.Name]
	switch {
	case !ok:
		m.index[key.Name] = len(m.entries)
		m.entries = append(m.entries, Entry{key, value})
	case m.merged[key.Name]:
		m.entries[i] = Entry{key, value}
		delete(m.merged, key.Name)
	default:
		m.duplicate(m.entries[i].Key.Span, key.Span, key.Name)
	}
}

func (m *mapBuilder) duplicate(first, second source.Span, name string) {
	d := fault(CodeDuplicateKey, second, "duplicate key `"+name+"`", "merge the two values, or rename one of the keys")
	d.Labels = append(d.Labels, diag.Label{Span: first, Text: "first written here"})
	m.c.fail(d)
}

// merge adds the entries that `<<` brings.
func (m *mapBuilder) merge(key, child *yaml.Node, value *Node) {
	at := m.c.point(key)
	at.End = at.Start + len("<<")
	if m.mergeAt != nil {
		m.duplicate(*m.mergeAt, at, "<<")
		return
	}
	m.mergeAt = &at
	maps := []*Node{value}
	if value.Kind == List && child.Kind != yaml.AliasNode {
		maps = value.Items
	}
	for _, n := range maps {
		if n.Kind != Map {
			m.c.fail(fault(CodeMergeKey, m.c.point(child), "the value of `<<` must be a map or a list of maps, not a "+n.Kind.String(),
				"name a map with `*anchor`, or quote the key: `\"<<\"`"))
			return
		}
		m.adopt(n)
	}
}

func (m *mapBuilder) adopt(n *Node) {
	if m.merged == nil {
		m.merged = map[string]bool{}
	}
	for _, e := range n.Entries {
		if _, ok := m.index[e.Key.Name]; ok {
			continue
		}
		m.index[e.Key.Name] = len(m.entries)
		m.merged[e.Key.Name] = true
		m.entries = append(m.entries, e)
	}
}
