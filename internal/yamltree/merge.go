package yamltree

import (
	"strconv"

	"go.yaml.in/yaml/v3"

	"tailor/internal/diag"
	"tailor/internal/source"
)

// mapBuilder collects the entries of a map. Entries that `<<` brings stand where it stood; they give way
// to keys that are written out, before or after it, and to those of an earlier map of a `<<` list.
type mapBuilder struct {
	c        *converter
	entries  []Entry
	brought  map[int]bool   // the entries that `<<` brought
	explicit map[string]int // the entries that are written out, by name
	mergeKey *Key
}

func isMergeKey(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Value == "<<" && n.ShortTag() == "!!merge"
}

func (m *mapBuilder) add(key *Key, value *Node) {
	if m.explicit == nil {
		m.explicit = make(map[string]int, cap(m.entries))
	}
	if i, ok := m.explicit[key.Name]; ok {
		m.duplicate(m.entries[i].Key, key)
		return
	}
	m.explicit[key.Name] = len(m.entries)
	m.entries = append(m.entries, Entry{key, value})
}

func (m *mapBuilder) duplicate(first, second *Key) {
	d := diag.New(CodeDuplicateKey, second.Span, "duplicate key `"+second.Name+"`", "merge the two values, or rename one of the keys")
	d.Labels = append(d.Labels, diag.Label{Span: first.Span, Text: "first written here"})
	if first.Type != second.Type {
		d.Notes = []string{"keys are compared by their text: quotes make no difference"}
	}
	m.c.fail(d)
}

// merge adds the entries that a `<<` brings. Its value is written as child.
func (m *mapBuilder) merge(key *Key, child *yaml.Node, value *Node) {
	if m.mergeKey != nil {
		m.duplicateMerge(m.mergeKey, key)
		return
	}
	m.mergeKey = key
	maps, written := []*Node{value}, []*yaml.Node{child}
	if child.Kind == yaml.SequenceNode {
		maps, written = value.Items, child.Content
	}
	for i, n := range maps {
		if n.Kind == Map {
			m.adopt(n, key.Span)
			continue
		}
		what := "a " + n.Kind.String()
		if isEmpty(written[i]) && written[i].Kind == yaml.ScalarNode {
			what = "empty"
		}
		m.c.fail(diag.New(CodeMergeKey, m.place(written[i], key), "the value of `<<` must be a map or a list of maps, not "+what,
			"name a map with `*anchor`, or quote the key if it is a text: `\"<<\"`"))
	}
}

// place is the span of a value of `<<` that is written as n, that of the key when there is nothing.
func (m *mapBuilder) place(n *yaml.Node, key *Key) source.Span {
	if isEmpty(n) && n.Kind == yaml.ScalarNode {
		return key.Span
	}
	return m.c.point(n)
}

func (m *mapBuilder) duplicateMerge(first, second *Key) {
	d := diag.New(CodeDuplicateKey, second.Span, "duplicate key `<<`", "write one `<<` with a list: `<<: [*first, *second]`")
	d.Labels = append(d.Labels, diag.Label{Span: first.Span, Text: "first written here"})
	m.c.fail(d)
}

func (m *mapBuilder) adopt(n *Node, at source.Span) {
	if m.c.adopted += len(n.Entries); m.c.adopted > MaxExpanded {
		if m.c.adopted-len(n.Entries) <= MaxExpanded {
			m.c.fail(diag.New(CodeAliasSize, at, "the `<<` up to this one bring more than "+strconv.Itoa(MaxExpanded)+" values",
				"write out what is needed, or use fewer `<<`"))
		}
		return
	}
	if m.brought == nil {
		m.brought = map[int]bool{}
	}
	for _, e := range n.Entries {
		m.brought[len(m.entries)] = true
		m.entries = append(m.entries, e)
	}
}

// done returns the entries of the map.
func (m *mapBuilder) done() []Entry {
	if len(m.brought) == 0 {
		return m.entries
	}
	out := make([]Entry, 0, len(m.entries))
	seen := make(map[string]int, len(m.entries))
	for i, e := range m.entries {
		winner, ok := m.explicit[e.Key.Name]
		if !ok {
			winner, ok = seen[e.Key.Name]
		}
		switch {
		case !m.brought[i]:
		case ok && m.entries[winner].Key.Type != e.Key.Type:
			m.duplicate(e.Key, m.entries[winner].Key)
			continue
		case ok:
			continue
		default:
			seen[e.Key.Name] = i
		}
		out = append(out, e)
	}
	return out
}
