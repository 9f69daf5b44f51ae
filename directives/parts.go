package directives

import (
	"slices"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/yamltree"
)

// use compiles a map that uses parts; i is the position of its `$use`.
func (c *compile) use(n *yamltree.Node, i int) *yamltree.Node {
	key, value := n.Entries[i].Key, n.Entries[i].Value
	rest := slices.Delete(slices.Clone(n.Entries), i, i+1)
	if j := slices.IndexFunc(rest, func(e yamltree.Entry) bool { return strings.HasPrefix(e.Key.Name, "$") }); j >= 0 {
		d := diag.New(CodeMisplacedUse, key.Span, "`$use` shares a map with the directive `"+rest[j].Key.Name+"`",
			"put `$use` into the map that the part belongs to, beside plain keys")
		d.Labels = append(d.Labels, diag.Label{Span: rest[j].Key.Span, Text: "this one"})
		c.fail(d)
	}
	own := c.plainMap(rebuilt(n, yamltree.NewMap(rest, n.Span)))
	return own.WithParts(c.parts(value))
}

// MisplacedParts reports what the maps of a document use, for the sections that take no `$use`.
func MisplacedParts(root *yamltree.Node) []diag.Diagnostic {
	if !root.Has(yamltree.HasParts) {
		return nil
	}
	var out []diag.Diagnostic
	for _, part := range root.Parts() {
		d := diag.New(CodeMisplacedUse, part.Site.Span, "`$use` is not possible here", "it works under `config`")
		d.Labels[0].Via = part.Site.Via.Sites()
		out = append(out, d)
	}
	for _, e := range root.Entries {
		out = append(out, MisplacedParts(e.Value)...)
	}
	for _, item := range root.Items {
		out = append(out, MisplacedParts(item)...)
	}
	return out
}

// parts compiles the files that a `$use` names.
func (c *compile) parts(value *yamltree.Node) []yamltree.Part {
	paths := []*yamltree.Node{value}
	if value.Kind == yamltree.List {
		paths = value.Items
	}
	var out []yamltree.Part
	for _, path := range paths {
		part, ok := c.part(path)
		if !ok {
			continue
		}
		if first := slices.IndexFunc(out, func(p yamltree.Part) bool { return p.ID == part.ID }); first >= 0 {
			d := diag.New(CodeUsedTwice, path.Span, "this map uses `"+part.Site.Value+"` already", "remove one of the two: a part is merged once")
			d.Severity = diag.Warning
			d.Labels = append(d.Labels, diag.Label{Span: out[first].Site.Span, Text: "here"})
			c.warnings = append(c.warnings, d)
			continue
		}
		out = append(out, part)
	}
	return out
}

// part compiles one file that a map uses.
func (c *compile) part(path *yamltree.Node) (yamltree.Part, bool) {
	path, content, ok := c.open(dirUse, path)
	if !ok {
		return yamltree.Part{}, false
	}
	root := c.adopt(content, path, true)
	if root != nil && !isPlainMap(root) {
		d := diag.New(CodePartShape, path.Span, "`"+path.Value+"` is no map, so no map can use it", "write keys in the part, or `$include` the file where its value belongs")
		d.Labels = append(d.Labels, diag.Label{Span: root.Span, Text: "this is used"})
		c.fail(d)
		return yamltree.Part{}, false
	}
	if root != nil {
		root = root.Using(content.id)
	}
	return yamltree.Part{ID: content.id, Root: root, Site: path}, true
}

// own is a map of a document without the parts that it uses.
func own(doc *yamltree.Node) *yamltree.Node {
	return rebuilt(doc, yamltree.NewMap(doc.Entries, doc.Span)).Using(doc.Used()...)
}

// withParts merges a map that uses parts: first those that were not merged into this map yet, in order, then its own
// entries.
func (m *Merger) withParts(inherited, doc *yamltree.Node) *yamltree.Node {
	for _, part := range doc.Parts() {
		switch {
		case inherited != nil && slices.Contains(inherited.Used(), part.ID):
			inherited = inherited.From(&yamltree.Origin{Op: yamltree.OpUsed, By: part.Site, Before: inherited})
		case part.Root != nil:
			if inherited = m.Merge(inherited, part.Root); inherited.Kind == yamltree.Map {
				inherited = inherited.Using(part.ID)
			}
		}
	}
	if inherited != nil && len(doc.Entries) == 0 {
		return inherited
	}
	return m.Merge(inherited, own(doc))
}
