package directives

import (
	"slices"

	"tailor/internal/diag"
	"tailor/internal/yamltree"
)

// match compiles a `{ $match: MAP }`, which stands for the maps that contain these entries.
func (c *compile) match(n *yamltree.Node) *yamltree.Node {
	if !c.matching {
		c.fail(diag.New(CodeMisplacedMatch, n.Entries[0].Key.Span, "`$match` cannot stand here",
			"it is an item of `$remove`, or the `before` or `after` of an `$insert`"))
		return n
	}
	body := n.Entries[0].Value
	var message string
	switch {
	case body.Kind != yamltree.Map:
		message = "the value of `$match` must be a map of plain entries, not " + quoted(body)
	case len(body.Entries) == 0:
		message = "the map of `$match` must have entries, and is empty"
	case body.Has(yamltree.HasDirective):
		message = "the map of `$match` must have plain entries, without directives"
	default:
		return n
	}
	c.fail(diag.New(CodeDirectiveValue, body.Span, message,
		"write `$match: { name: ... }` with the entries that tell the item from the others"))
	return n
}

func isMatch(n *yamltree.Node) bool { return isDirective(n) && n.Entries[0].Key.Name == dirMatch }

// contains reports whether a map has all entries of another one: maps inside likewise, everything else equal.
func contains(n, part *yamltree.Node) bool {
	if n.Kind != yamltree.Map || part.Kind != yamltree.Map {
		return yamltree.Equal(n, part)
	}
	return !slices.ContainsFunc(part.Entries, func(e yamltree.Entry) bool {
		v := n.Get(e.Key.Name)
		return v == nil || v.Kind == yamltree.Absent || !contains(v, e.Value)
	})
}

// fields reads the map that a directive takes as its value: it reports one of another shape, and keys that it has
// not.
func (c *compile) fields(n *yamltree.Node, name, example string, keys ...string) (map[string]*yamltree.Node, bool) {
	before := len(c.faults)
	if n.Kind != yamltree.Map {
		c.fail(diag.New(CodeDirectiveValue, n.Span, "the value of `"+name+"` must be a map, not "+quoted(n), "write `"+example+"`"))
		return nil, false
	}
	out := map[string]*yamltree.Node{}
	for _, e := range n.Entries {
		if !slices.Contains(keys, e.Key.Name) {
			c.fail(diag.New(CodeDirectiveValue, e.Key.Span, "`"+name+"` takes no `"+e.Key.Name+"`",
				diag.Suggest(e.Key.Name, keys, "write `"+example+"`")))
		}
		out[e.Key.Name] = e.Value
	}
	if out["items"] == nil && len(c.faults) == before {
		c.fail(diag.New(CodeDirectiveValue, n.Span, "`"+name+"` has no `items`", "write `"+example+"`"))
	}
	return out, len(c.faults) == before
}

// items compiles the list of items of a directive.
func (c *compile) items(n *yamltree.Node, name string) *yamltree.Node {
	before := len(c.faults)
	body := c.value(n, false)
	if body == nil {
		return yamltree.NewList(nil, n.Span)
	}
	if body = listOf(body); body.Kind != yamltree.List && len(c.faults) == before {
		c.fail(diag.New(CodeDirectiveValue, body.Span, "the `items` of `"+name+"` must be a list, not "+quoted(body), "write `items: [...]`"))
	}
	return body
}

const (
	mergeExample  = "$merge: { key: NAME, items: [...] }"
	insertExample = "$insert: { before: ITEM, items: [...] }"
)

// mergeBody compiles the value of a `$merge`.
func (c *compile) mergeBody(e yamltree.Entry) *yamltree.Node {
	fields, ok := c.fields(e.Value, dirMerge, mergeExample, "key", "index", "items")
	if !ok {
		return e.Value
	}
	key, index := fields["key"], fields["index"]
	list := c.items(fields["items"], dirMerge)
	switch {
	case (key == nil) == (index == nil):
		c.fail(diag.New(CodeDirectiveValue, e.Value.Span, "`$merge` needs either a `key` or an `index`", "write `"+mergeExample+"`"))
	case key != nil && len(keyNames(key)) == 0:
		c.fail(diag.New(CodeDirectiveValue, key.Span, "the `key` of `$merge` must be a name or a list of names, not "+quoted(key), "write `key: id`, or `key: [type, name]`"))
	case index != nil && position(index) < 0:
		c.fail(diag.New(CodeDirectiveValue, index.Span, "the `index` of `$merge` must be a position, not "+quoted(index), "write `index: 0` for the first item"))
	case list.Kind == yamltree.List:
		c.checkItems(list, keyNames(key))
	}
	entries := slices.Clone(e.Value.Entries)
	for i, entry := range entries {
		if entry.Key.Name == "items" {
			entries[i].Value = list
		}
	}
	return rebuilt(e.Value, yamltree.NewMap(entries, e.Value.Span))
}

// checkItems reports items to merge that are no maps, that have not all keys, or the same ones as another.
func (c *compile) checkItems(list *yamltree.Node, names []string) {
	seen := map[string]*yamltree.Node{}
	for _, item := range list.Items {
		if item.Kind != yamltree.Map || isDirective(item) {
			c.fail(at(diag.New(CodeDirectiveValue, item.Span, "an item of `$merge` must be a map, not "+quoted(item), "write the fields that change, or use `$append`"), item))
			continue
		}
		id, ok := identity(item, names)
		if !ok {
			c.fail(at(diag.New(CodeDirectiveValue, item.Span, "the item has not the key "+diag.List(names)+" with a plain value",
				"write "+diag.List(names)+" as in the item that it belongs to"), item))
			continue
		}
		if first := seen[id]; first != nil && len(names) > 0 {
			d := at(diag.New(CodeRepeatedKey, item.Span, "two items have the same "+diag.List(names), "put both into one item"), item)
			d.Labels = append(d.Labels, diag.Label{Span: first.Span, Text: "first here", Via: first.Via.Sites()})
			c.fail(d)
		}
		seen[id] = item
	}
}

// at gives the primary label of a diagnostic the way that a node came.
func at(d diag.Diagnostic, n *yamltree.Node) diag.Diagnostic {
	d.Labels[0].Via = n.Via.Sites()
	return d
}

// insertBody compiles the value of an `$insert`, one or a list of such.
func (c *compile) insertBody(e yamltree.Entry) *yamltree.Node {
	if e.Value.Kind != yamltree.List {
		return c.insertion(e.Value)
	}
	list := make([]*yamltree.Node, len(e.Value.Items))
	for i, item := range e.Value.Items {
		list[i] = c.insertion(item)
	}
	return rebuilt(e.Value, yamltree.NewList(list, e.Value.Span))
}

func (c *compile) insertion(n *yamltree.Node) *yamltree.Node {
	fields, ok := c.fields(n, dirInsert, insertExample, "before", "after", "items")
	if !ok {
		return n
	}
	if (fields["before"] == nil) == (fields["after"] == nil) {
		c.fail(diag.New(CodeDirectiveValue, n.Span, "`$insert` needs either `before` or `after`", "write `"+insertExample+"`"))
		return n
	}
	entries := slices.Clone(n.Entries)
	for i, e := range entries {
		switch e.Key.Name {
		case "items":
			entries[i].Value = c.items(e.Value, dirInsert)
		default:
			c.matching = true
			if v := c.value(e.Value, false); v != nil {
				entries[i].Value = v
			}
			c.matching = false
		}
	}
	return rebuilt(n, yamltree.NewMap(entries, n.Span))
}

// keyNames are the names of a `key`: one, or several in a list; none when it is something else, or nil.
func keyNames(n *yamltree.Node) []string {
	switch {
	case n == nil:
		return nil
	case n.Kind == yamltree.Scalar && n.Type == yamltree.String && n.Value != "":
		return []string{n.Value}
	case n.Kind != yamltree.List:
		return nil
	}
	var out []string
	for _, item := range n.Items {
		if item.Kind != yamltree.Scalar || item.Value == "" {
			return nil
		}
		out = append(out, item.Value)
	}
	return out
}

// position reads a position in a list, -1 for anything else.
func position(n *yamltree.Node) int {
	if n.Kind != yamltree.Scalar || n.Type != yamltree.Int || n.Value == "" || len(n.Value) > len("99999") {
		return -1
	}
	at := 0
	for _, r := range n.Value {
		if r < '0' || r > '9' {
			return -1
		}
		at = at*10 + int(r-'0')
	}
	return at
}
