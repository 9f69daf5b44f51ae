package directives

import (
	"fmt"
	"slices"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// PathNames are what the paths of includes may hold beside text: `layouts/${edition}.yaml`. The zero PathNames are none.
type PathNames struct {
	// Known lists them for messages.
	Known []string
	// Banned has, for names that cannot be used here, what to write instead.
	Banned map[string]string
	// Value gives what a known name stands for; nil when that is not known yet. It is asked in one order for the same
	// values, so that who makes a Document for each cell can tell from what was asked for which cells it is right.
	Value func(name string) string
}

// Compile checks the directives of a tree, replaces every `$include` by the content of its file and reads the parts that
// maps use. It reports every fault; after any, nothing that the Compiler made must be merged: a fault of an included
// file is reported once, whatever includes the file again. A nil root gives an empty Document.
//
// names are what the paths of includes may use. Without values what such a path names is left out, everything else is
// checked, and the Document says that it Varies: it is compiled again with values. Then each run reports its own faults.
func (c *Compiler) Compile(root *yamltree.Node, names PathNames) (Document, []diag.Diagnostic) {
	before := c.budget
	pass := &compile{Compiler: c, naming: naming{names: names}}
	if names.Value != nil {
		if c.spent != nil {
			return Document{}, []diag.Diagnostic{*c.spent}
		}
		pass.own = map[string]compiled{}
		if root != nil && !pass.spend(remade(root), root.Span) {
			return Document{}, pass.faults
		}
	}
	doc, faults := c.run(pass, root)
	if names.Value == nil && doc.Varies && len(faults) == 0 {
		c.budget = before // it is compiled again
	}
	return doc, faults
}

// naming is what a pass knows of names, and what it found out about includes.
type naming struct {
	names  PathNames
	own    map[string]compiled // the files that only this pass may use; nil when the names have no values
	varies bool                // a path uses a name
	broken bool                // a file that was included had faults
}

// inner is the naming of a file that is included.
func (n naming) inner() naming { return naming{names: n.names, own: n.own} }

// done returns a file that was compiled before, if this pass can use it.
func (c *compile) done(id string) (compiled, bool) {
	if c.own == nil {
		out, ok := c.compiled[id]
		return out, ok
	}
	if out, ok := c.own[id]; ok {
		return out, true
	}
	out, ok := c.compiled[id]
	return out, ok && out.ok && !out.varies
}

// keep remembers a compiled file: for all passes, or for this one when others may see it differently.
func (c *compile) keep(file Included, out compiled) {
	if c.own == nil || out.ok && !out.varies {
		c.compiled[file.ID] = out
		return
	}
	c.own[file.ID] = out
}

// target finds the file that the path of a directive names. It returns the path with its names filled in as well, and
// false after a fault and when the names have no values yet.
func (c *compile) target(directive string, path *yamltree.Node) (*yamltree.Node, Included, bool) {
	if path.Kind != yamltree.Scalar || path.Type != yamltree.String || path.Value == "" {
		c.fail(diag.New(CodeDirectiveValue, path.Span, "the value of `"+directive+"` must be a path, not "+quoted(path),
			"write `"+directive+": PATH`, relative to the directory of the image"))
		return nil, Included{}, false
	}
	path, ok := c.named(path)
	if !ok {
		return nil, Included{}, false
	}
	file, faults := c.load(path)
	c.faults = append(c.faults, faults...)
	return path, file, len(faults) == 0
}

// named fills in the names of a path.
func (c *compile) named(path *yamltree.Node) (*yamltree.Node, bool) {
	if !strings.Contains(path.Value, "${") {
		return path, true
	}
	parts, bad := parseTemplate(path.Value)
	if bad != nil {
		d := malformed(path, nil, *bad)
		if bad.empty {
			d.Help = "write " + c.names.spelled() + ", or `$${` for a literal `${`"
		}
		c.fail(d)
		return nil, false
	}
	before, uses := len(c.faults), false
	var text strings.Builder
	for _, p := range parts {
		switch {
		case !p.name:
			text.WriteString(p.text)
			continue
		case c.usable(path, p) && c.names.Value != nil:
			text.WriteString(c.names.Value(p.text))
		}
		uses = true
	}
	c.varies = c.varies || uses
	if len(c.faults) > before || uses && c.names.Value == nil {
		return nil, false
	}
	out := yamltree.NewString(text.String(), path.Style, path.Span)
	return out.From(&yamltree.Origin{Op: yamltree.OpInterpolate, By: path, Before: path}), true
}

// usable reports whether a path may use a name; it reports one that it may not.
func (c *compile) usable(path *yamltree.Node, p part) bool {
	written := "`${" + p.text + "}`"
	if help, no := c.names.Banned[p.text]; no {
		d := templateFault(CodeUnavailableName, path, nil, namePlace(path, p))
		d.Message, d.Help = written+" cannot be used in the path of an include here", help
		c.fail(d)
		return false
	}
	if slices.Contains(c.names.Known, p.text) {
		return true
	}
	d := templateFault(CodeIncludeName, path, nil, namePlace(path, p))
	d.Message = "the path of an include cannot use " + written
	d.Help = "write " + c.names.spelled() + ": files are included before params are known"
	if len(c.names.Known) == 0 {
		d.Help = "write the path out"
	}
	if near := diag.Nearest(strings.TrimSpace(p.text), c.names.Known); near != "" {
		d.Help = "did you mean `${" + near + "}`?"
	}
	c.fail(d)
	return false
}

// spelled lists the names as templates to choose from.
func (n PathNames) spelled() string {
	out := make([]string, len(n.Known))
	for i, name := range n.Known {
		out[i] = "${" + name + "}"
	}
	if len(out) < 2 {
		return diag.List(out)
	}
	return "one of " + diag.List(out)
}

// spend takes nodes off the budget and reports whether there was enough of it. It reports when there was not, once.
func (c *compile) spend(nodes int, at source.Span) bool {
	if c.budget < 0 {
		return false // reported already, and nothing is compiled any more
	}
	if c.budget -= nodes; c.budget >= 0 {
		return true
	}
	d := diag.New(CodeIncludeBudget, at, fmt.Sprintf("the includes of this image bring in more than %d values", MaxIncluded),
		"include less, or include the file in fewer places")
	c.spent = &d
	c.fail(d)
	return false
}

// remade counts the nodes that compiling a tree makes anew.
func remade(n *yamltree.Node) int {
	if !n.Has(yamltree.HasDirective) {
		return 0
	}
	count := 1 + len(n.Entries) + len(n.Items)
	for _, e := range n.Entries {
		count += remade(e.Value)
	}
	for _, item := range n.Items {
		count += remade(item)
	}
	return count
}
