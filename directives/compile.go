package directives

import (
	"slices"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

const (
	// MaxIncluded bounds the nodes that the includes of one image may bring in, each inclusion counted.
	MaxIncluded = 200_000
	// MaxIncludeDepth bounds how many files may include each other in a row.
	MaxIncludeDepth = 32
)

// Included is a file that an `$include` or a `$use` named.
type Included struct {
	// ID identifies the file whatever path led to it.
	ID string
	// Root is its tree; nil for an empty file.
	Root *yamltree.Node
}

// Loader finds the file that an `$include` or a `$use` names. The node is the path as written, or with its names filled
// in ([yamltree.OpInterpolate]). A Loader returns the same Included for the same file each time; faults are reported at
// the node.
type Loader func(path *yamltree.Node) (Included, []diag.Diagnostic)

// Include is one `$include` or `$use` of a document, with those of the file that it brought in.
type Include struct {
	// Path has its names filled in.
	Path string
	Site source.Span
	// Includes are those in the included file.
	Includes []Include
	// Used says that it is a `$use`.
	Used bool
}

// Compiler prepares the documents of one image for merging. It is not safe for concurrent use.
type Compiler struct {
	load     Loader
	compiled map[string]compiled
	budget   int
	spent    *diag.Diagnostic // what was reported when the budget was
}

type compiled struct {
	id       string
	root     *yamltree.Node
	includes []Include
	warnings []diag.Diagnostic
	depth    int // of files in a row, this one counted
	ok       bool
	varies   bool // its includes depend on names
}

// NewCompiler makes a Compiler whose includes come from load.
func NewCompiler(load Loader) *Compiler {
	return &Compiler{load: load, compiled: map[string]compiled{}, budget: MaxIncluded}
}

// Document is a tree that is ready for [Merger.Merge]: its includes are in their place, and its
// directives are well-formed.
type Document struct {
	// Root is nil when the document contributes nothing.
	Root     *yamltree.Node
	Includes []Include
	// Varies says that paths of its includes use names. What they name is left out unless the names have values.
	Varies bool
	// Warnings are about what can be merged all the same.
	Warnings []diag.Diagnostic
}

// CompilePlain is Compile for the sections that take no `$include`: there it is a fault.
func (c *Compiler) CompilePlain(root *yamltree.Node) (Document, []diag.Diagnostic) {
	return c.run(&compile{Compiler: c, plain: true}, root)
}

func (*Compiler) run(pass *compile, root *yamltree.Node) (Document, []diag.Diagnostic) {
	if root == nil {
		return Document{}, nil
	}
	out := pass.value(root, false)
	if len(pass.includes) > 0 && len(pass.faults) == 0 {
		if deep := tooDeep(out, 0); deep != nil {
			pass.fail(nested(deep))
		}
	}
	return Document{Root: out, Includes: pass.includes, Varies: pass.varies, Warnings: pass.warnings}, pass.faults
}

// compile is the pass over one document or one included file.
type compile struct {
	*Compiler
	naming
	plain    bool
	chain    []link // the files that are being included, outermost first
	includes []Include
	depth    int  // of the included files, see compiled
	matching bool // in a place where `$match` may stand
	warnings []diag.Diagnostic
	faults   []diag.Diagnostic
}

// link is one file on the way to the current one.
type link struct {
	id   string
	path string // as written
	site source.Span
}

func (c *compile) fail(d diag.Diagnostic) { c.faults = append(c.faults, d) }

// value compiles the tree n. keyed says that n is the value of a plain key, where `$unset` may stand.
// It returns nil when n is an `$include` of an empty file.
func (c *compile) value(n *yamltree.Node, keyed bool) *yamltree.Node {
	if !n.Has(yamltree.HasDirective) {
		return n
	}
	switch n.Kind {
	case yamltree.Scalar:
		if !keyed {
			c.fail(misplacedUnset(n.Span))
		}
		return n
	case yamltree.List:
		return c.list(n)
	default:
	}
	if i := n.Index(dirUse); i >= 0 {
		return c.use(n, i)
	}
	if !slices.ContainsFunc(n.Entries, func(e yamltree.Entry) bool { return strings.HasPrefix(e.Key.Name, "$") }) {
		return c.plainMap(n)
	}
	if !c.checkKeys(n) {
		c.plainMap(n) // for the faults below
		return n
	}
	name := n.Entries[0].Key.Name
	if name == dirInclude {
		return c.include(n.Entries[0].Value, keyed)
	}
	if p, ok := markers[name]; ok {
		return c.marker(n.Entries[0], p)
	}
	if name == dirMatch {
		return c.match(n)
	}
	return c.directive(n, keyed)
}

func (c *compile) plainMap(n *yamltree.Node) *yamltree.Node {
	entries := make([]yamltree.Entry, 0, len(n.Entries))
	for _, e := range n.Entries {
		if v := c.value(e.Value, true); v != nil {
			entries = append(entries, yamltree.Entry{Key: e.Key, Value: v})
		}
	}
	return rebuilt(n, yamltree.NewMap(entries, n.Span))
}

func (c *compile) list(n *yamltree.Node) *yamltree.Node {
	items := make([]*yamltree.Node, 0, len(n.Items))
	for _, item := range n.Items {
		v := c.value(item, false)
		if key, ok := markerOf(item); ok {
			c.fail(diag.New(CodeMisplacedMarker, key.Span, "`"+key.Name+"` cannot stand on an item of a list",
				"put it around the whole list, or around a field of the item"))
		}
		switch {
		case v == nil:
		case isInclude(item) && v.Kind == yamltree.List:
			items = append(items, v.Items...)
		default:
			items = append(items, v)
		}
	}
	return rebuilt(n, yamltree.NewList(items, n.Span))
}

// rebuilt carries over what a new node keeps of the one that it stands for.
func rebuilt(old, n *yamltree.Node) *yamltree.Node {
	n.Via = old.Via
	return n
}

func isInclude(n *yamltree.Node) bool {
	return isDirective(n) && n.Entries[0].Key.Name == dirInclude
}

// directive compiles a map of directives, `$include` aside.
func (c *compile) directive(n *yamltree.Node, keyed bool) *yamltree.Node {
	entries := make([]yamltree.Entry, 0, len(n.Entries))
	for _, e := range n.Entries {
		body := e.Value
		if e.Key.Name == dirUnset {
			c.checkUnset(e, keyed)
		} else {
			body = c.body(e)
		}
		entries = append(entries, yamltree.Entry{Key: e.Key, Value: body})
	}
	return rebuilt(n, yamltree.NewMap(entries, n.Span))
}

func (c *compile) checkUnset(e yamltree.Entry, keyed bool) {
	if v := e.Value; v.Kind != yamltree.Scalar || v.Type != yamltree.Bool || v.Value != "true" {
		c.fail(diag.New(CodeDirectiveValue, v.Span, "the value of `$unset` must be `true`",
			"write `key: $unset`, or `key: { $unset: true }`"))
		return
	}
	if !keyed {
		c.fail(misplacedUnset(e.Key.Span))
	}
}

// body compiles the value of a directive and checks its shape.
func (c *compile) body(e yamltree.Entry) *yamltree.Node {
	switch e.Key.Name {
	case dirMerge:
		return c.mergeBody(e)
	case dirInsert:
		return c.insertBody(e)
	}
	before := len(c.faults)
	c.matching = e.Key.Name == dirRemove
	body := c.value(e.Value, false)
	c.matching = false
	list := takesList(e.Key.Name)
	switch {
	case body == nil && list: // the `$include` of an empty file
		return yamltree.NewList(nil, e.Value.Span)
	case body == nil:
		return yamltree.NewScalar("", yamltree.Null, yamltree.Plain, e.Value.Span)
	case !list:
		return body
	}
	if body = listOf(body); body.Kind != yamltree.List && len(c.faults) == before {
		d := diag.New(CodeDirectiveValue, body.Span,
			"the value of `"+e.Key.Name+"` must be a list, not "+quoted(body),
			"write `"+e.Key.Name+": [...]` with the items in the list")
		d.Labels[0].Via = body.Via.Sites()
		c.fail(d)
	}
	return body
}

// listOf gives the list that a compiled body stands for: a directive there acts on nothing. A body that is
// no list stays as it is.
func listOf(body *yamltree.Node) *yamltree.Node {
	if !isDirective(body) {
		return body
	}
	switch first := body.Entries[0]; first.Key.Name {
	case dirSet, dirReplace:
		return listOf(first.Value)
	case dirUnset:
		return body
	}
	edit := editOf(body)
	return rebuilt(body, yamltree.NewList(slices.Concat(edit.merge.items, edit.first, edit.last, edit.union), body.Span))
}

func misplacedUnset(at source.Span) diag.Diagnostic {
	return diag.New(CodeMisplacedUnset, at, "`$unset` must be the value of a key",
		"write `key: $unset` to remove a key, `$remove` to remove items of a list, or quote it to mean the text")
}
