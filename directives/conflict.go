package directives

import (
	"slices"
	"strconv"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// Reason says why a file takes part in a cell, such as `edition=pro`; it may return "".
type Reason func(*source.File) string

// Conflicts returns the conflicts of a merged tree, one for each path, in the order of the tree. Every
// place that takes part is labelled; the last one is the primary. A conflict that was displaced later
// by `$set` is a conflict still.
func Conflicts(tree *yamltree.Node, reason Reason) []diag.Diagnostic {
	if !tree.Has(yamltree.HasConflict) {
		return nil
	}
	c := &conflicts{reason: reason, seen: map[string]bool{}, visited: map[*yamltree.Node]bool{}}
	c.walk(tree, nil, none)
	return c.found
}

type conflicts struct {
	reason  Reason
	seen    map[string]bool
	visited map[*yamltree.Node]bool // a conflict shares the parts of what stood before
	found   []diag.Diagnostic
}

// walk reports the conflicts of a tree. Those of a priority below floor were outranked whole.
func (c *conflicts) walk(n *yamltree.Node, path *Path, floor yamltree.Prio) {
	if !n.Has(yamltree.HasConflict) || c.visited[n] {
		return
	}
	c.visited[n] = true
	base := n
	for isStep(base) {
		base = base.Origin.Before // what is in it is in the later map too
	}
	if base.Origin != nil && base.Origin.Op == yamltree.OpConflict && prioOf(base) >= floor {
		c.report(base, path)
	}
	for _, e := range n.Entries {
		c.walk(e.Value, path.Key(e.Key.Name), floor)
	}
	for i, item := range n.Items {
		c.walk(item, path.Item(i), floor)
	}
	if base.Origin == nil {
		return
	}
	switch base.Origin.Op {
	case yamltree.OpOutrank:
	case yamltree.OpOverride, yamltree.OpReplace, yamltree.OpUnset:
		c.walk(base.Origin.Before, path, yamltree.Usual)
	default:
		c.walk(base.Origin.Before, path, floor)
	}
}

// isStep reports whether a map was made from an earlier one with all that is in it.
func isStep(n *yamltree.Node) bool {
	return n.Kind == yamltree.Map && n.Origin != nil && n.Origin.Before != nil &&
		(n.Origin.Op == yamltree.OpMerge || isIdle(n.Origin.Op))
}

// report adds the conflict that ends in n. Only the first report for a path counts.
func (c *conflicts) report(n *yamltree.Node, path *Path) {
	name := path.String()
	if c.seen[name] {
		return
	}
	c.seen[name] = true
	if bad := faultOf(n); bad != nil {
		d := *bad
		d.Path = name
		c.found = append(c.found, d)
		return
	}
	parts := contributions(n)
	last := parts[len(parts)-1]
	d := diag.Diagnostic{Code: CodeConflict, Path: name, Message: message(path, parts), Notes: notes(parts)}
	for i, part := range slices.Backward(parts) {
		d.Labels = append(d.Labels, diag.Label{
			Span: At(part), Primary: i == len(parts)-1,
			Text: c.text(part, i == len(parts)-1), Via: Visible(part).Via.Sites(),
		})
	}
	d.Help = help(path, last)
	c.found = append(c.found, d)
}

// faultOf returns the first edit among the steps of a conflict that could not be done.
func faultOf(n *yamltree.Node) *diag.Diagnostic {
	var bad *diag.Diagnostic
	for ; n != nil && n.Origin != nil && n.Origin.Op == yamltree.OpConflict; n = n.Origin.Before {
		if n.Origin.Fault != nil {
			bad = n.Origin.Fault
		}
	}
	return bad
}

// contributions lists the nodes that met at a conflict, the first one first: the steps back to the
// last one that started afresh.
func contributions(n *yamltree.Node) []*yamltree.Node {
	var parts []*yamltree.Node
	for n != nil {
		if n.Origin == nil {
			parts = append(parts, n)
			break
		}
		if isIdle(n.Origin.Op) && n.Origin.Before != nil {
			n = n.Origin.Before
			continue
		}
		parts = append(parts, n.Origin.By)
		if startsAfresh(n.Origin.Op) || n.Origin.Before == nil || n.Origin.Before.Kind == yamltree.Absent {
			break
		}
		n = n.Origin.Before
	}
	slices.Reverse(parts)
	return parts
}

// startsAfresh reports whether a step displaced whatever stood there.
func startsAfresh(op yamltree.Op) bool {
	return op == yamltree.OpOverride || op == yamltree.OpReplace || op == yamltree.OpUnset || op == yamltree.OpOutrank
}

func (c *conflicts) text(n *yamltree.Node, primary bool) string {
	text := shown(n)
	if !primary {
		text += " set here"
	}
	if why := c.reason(n.Root()); why != "" {
		text += " (" + why + ")"
	}
	return text
}

// Shown is how a message shows a contribution: its value, or the directives that it has.
func Shown(n *yamltree.Node) string { return shown(n) }

func shown(n *yamltree.Node) string {
	n = payload(n)
	if !isDirective(n) {
		return quoted(n)
	}
	names := make([]string, len(n.Entries))
	for i, e := range n.Entries {
		names[i] = e.Key.Name
	}
	return diag.List(names)
}

// kind is the shape that a contribution gives to its path.
func kind(n *yamltree.Node) yamltree.Kind {
	n = payload(n)
	if !isDirective(n) {
		return n.Kind
	}
	return yamltree.List
}

func message(path *Path, parts []*yamltree.Node) string {
	place := "`" + path.String() + "`"
	if path == nil {
		place = "the whole document"
	}
	var kinds []string
	for _, part := range parts {
		if k := "a " + kind(part).String(); !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	if len(kinds) == 1 {
		return "conflicting values for " + place
	}
	last := len(kinds) - 1
	return "conflicting shapes for " + place + ": " + strings.Join(kinds[:last], ", ") + " and " + kinds[last]
}

// notes explains values that look equal and are not.
func notes(parts []*yamltree.Node) []string {
	a, b := plainScalar(parts[0]), plainScalar(parts[len(parts)-1])
	switch {
	case a == nil || b == nil:
		return nil
	case a.Type != b.Type && a.Value == b.Value:
		return []string{shown(a) + " is " + article(a.Type) + " and " + shown(b) + " is " + article(b.Type) +
			": Image Customizer tells them apart"}
	case a.Type == b.Type && sameMeaning(a, b):
		return []string{"values are compared as they are written, because Image Customizer may read the text: " +
			shown(a) + " and " + shown(b) + " are two values"}
	}
	return nil
}

func plainScalar(n *yamltree.Node) *yamltree.Node {
	n = payload(n)
	if n.Kind != yamltree.Scalar {
		return nil
	}
	return n
}

func article(t yamltree.Type) string {
	if t == yamltree.Null {
		return "null"
	}
	if t == yamltree.Int {
		return "an " + t.String()
	}
	return "a " + t.String()
}

// sameMeaning reports whether two scalars of one type, written differently, are equal as data.
func sameMeaning(a, b *yamltree.Node) bool {
	switch a.Type {
	case yamltree.Int:
		x, err1 := strconv.ParseInt(a.Value, 0, 64)
		y, err2 := strconv.ParseInt(b.Value, 0, 64)
		return err1 == nil && err2 == nil && x == y
	case yamltree.Float:
		x, err1 := strconv.ParseFloat(a.Value, 64)
		y, err2 := strconv.ParseFloat(b.Value, 64)
		return err1 == nil && err2 == nil && x == y
	case yamltree.Bool:
		return strings.EqualFold(a.Value, b.Value)
	default:
	}
	return false
}

// help says how to override on purpose.
func help(path *Path, last *yamltree.Node) string {
	key := ""
	if path != nil {
		key = path.lastKey() + ": "
	}
	if isDirective(last) {
		return "write `" + key + "{ $set: [...] }` to replace the whole value on purpose"
	}
	return "write `" + key + "{ $set: " + inFlow(last) + " }` to override it on purpose"
}

// inFlow spells a value so that it can stand between braces; a long one is left out.
func inFlow(n *yamltree.Node) string {
	const longest = 60
	text := n.Span.Text()
	switch {
	case n.Kind != yamltree.Scalar, strings.Contains(text, "\n"), len(text) > longest:
		return "..."
	case text == "":
		return "null"
	case n.Style == yamltree.Plain && strings.ContainsAny(text, ",[]{}"):
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return text
}
