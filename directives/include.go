package directives

import (
	"fmt"
	"slices"

	"tailor/internal/diag"
	"tailor/internal/yamltree"
)

// include returns the content of the file that path names, each of its nodes marked with the way it
// came. It returns nil for an empty file and after a fault.
func (c *compile) include(path *yamltree.Node, keyed bool) *yamltree.Node {
	if c.plain {
		c.fail(diag.New(CodeMisplacedInclude, path.Span, "`$include` is not possible here",
			"it works under `config`, `base` and `outputs`; write the values out"))
		return nil
	}
	path, content, ok := c.open(dirInclude, path)
	if !ok {
		return nil
	}
	return c.adopt(content, path, keyed)
}

// open finds and compiles the file that the path of a directive names. It returns the path with its names filled in as
// well, and false after a fault and when the names have no values yet.
func (c *compile) open(directive string, path *yamltree.Node) (*yamltree.Node, compiled, bool) {
	path, file, ok := c.target(directive, path)
	if !ok {
		return nil, compiled{}, false
	}
	if i := slices.IndexFunc(c.chain, func(l link) bool { return l.id == file.ID }); i >= 0 {
		c.fail(c.cycle(path, i))
		return nil, compiled{}, false
	}
	if len(c.chain) >= MaxIncludeDepth {
		c.fail(inARow(path))
		return nil, compiled{}, false
	}
	content := c.file(file, path)
	c.varies, c.broken = c.varies || content.varies, c.broken || !content.ok
	c.depth = max(c.depth, content.depth)
	if len(c.chain)+content.depth > MaxIncludeDepth && content.ok {
		c.fail(inARow(path))
		return nil, compiled{}, false
	}
	seen := slices.ContainsFunc(c.includes, func(i Include) bool { return i.Site == path.Span })
	if !seen { // a site that an alias repeats counts once
		c.includes = append(c.includes, Include{Path: path.Value, Site: path.Span, Includes: content.includes, Used: directive == dirUse})
		c.warnings = append(c.warnings, content.warnings...)
	}
	return path, content, true
}

// file compiles an included file, once; one whose includes depend on names once for each pass.
func (c *compile) file(file Included, path *yamltree.Node) compiled {
	if done, ok := c.done(file.ID); ok {
		return done
	}
	inner := &compile{Compiler: c.Compiler, naming: c.inner(), chain: append(slices.Clip(c.chain), link{file.ID, path.Value, path.Span})}
	out := compiled{id: file.ID}
	if c.own != nil && file.Root != nil && !c.spend(remade(file.Root), path.Span) {
		return out
	}
	if file.Root != nil {
		out.root = inner.value(file.Root, !isBareUnset(file.Root))
	}
	out.includes, out.warnings, out.depth, out.varies = inner.includes, inner.warnings, inner.depth+1, inner.varies
	out.ok = len(inner.faults) == 0 && !inner.broken
	c.faults = append(c.faults, inner.faults...)
	c.keep(file, out)
	return out
}

func inARow(path *yamltree.Node) diag.Diagnostic {
	return diag.New(CodeIncludeBudget, path.Span,
		fmt.Sprintf("more than %d files include each other in a row", MaxIncludeDepth),
		"include the last of these files directly")
}

// adopt puts the content of a file at an include site.
func (c *compile) adopt(content compiled, path *yamltree.Node, keyed bool) *yamltree.Node {
	if content.root == nil || !content.ok || !c.spend(content.root.Size(), path.Span) {
		return nil
	}
	if !keyed && unsets(content.root) {
		d := misplacedUnset(path.Span)
		d.Labels = append(d.Labels, diag.Label{Span: content.root.Span, Text: "this is included"})
		c.fail(d)
		return nil
	}
	return content.root.Through(&yamltree.Via{Site: path.Span})
}

// tooDeep returns the first node of a tree that is nested too deeply, or nil. level is the number of maps and
// lists around n. Only includes make such a tree: what one file holds was bounded when it was read.
func tooDeep(n *yamltree.Node, level int) *yamltree.Node {
	if n.Size() <= 1 {
		return nil
	}
	if level >= yamltree.MaxDepth {
		return n
	}
	for _, e := range n.Entries {
		if deep := tooDeep(e.Value, level+1); deep != nil {
			return deep
		}
	}
	for _, item := range n.Items {
		if deep := tooDeep(item, level+1); deep != nil {
			return deep
		}
	}
	for _, part := range n.Parts() {
		if deep := tooDeep(part.Root, level); deep != nil {
			return deep
		}
	}
	return nil
}

// nested reports a value that includes put too deep.
func nested(n *yamltree.Node) diag.Diagnostic {
	d := diag.New(CodeIncludeBudget, n.Span,
		fmt.Sprintf("the includes nest values more than %d levels deep", yamltree.MaxDepth),
		"include the file at a place with fewer levels around it")
	d.Labels[0].Via = n.Via.Sites()
	return d
}

// unsets reports whether n is `{ $unset: true }`.
func unsets(n *yamltree.Node) bool {
	return isDirective(n) && n.Entries[0].Key.Name == dirUnset
}

// cycle reports an include of the file at position i of the chain.
func (c *compile) cycle(path *yamltree.Node, i int) diag.Diagnostic {
	d := diag.New(CodeIncludeCycle, path.Span, "`"+path.Value+"` includes itself",
		"remove one of the includes of the cycle")
	d.Labels[0].Text = "which is being included already"
	for k, l := range c.chain[i:] {
		text := "and this includes `" + l.path + "`"
		if k == 0 {
			text = "`" + l.path + "` is included here"
		}
		d.Labels = append(d.Labels, diag.Label{Span: l.site, Text: text})
	}
	return d
}
