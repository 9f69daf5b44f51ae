package directives

import (
	"slices"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/yamltree"
)

// The directives. A map whose keys start with `$` holds them and nothing else.
const (
	dirSet     = "$set"
	dirReplace = "$replace"
	dirPrepend = "$prepend"
	dirAppend  = "$append"
	dirRemove  = "$remove"
	dirUnset   = "$unset"
	dirInclude = "$include"
	dirMerge   = "$merge"
	dirInsert  = "$insert"
	dirUnion   = "$union"
	dirMatch   = "$match"
	dirUse     = "$use"
	dirDefault = "$default"
	dirForce   = "$force"
)

// shareable lists the directives that may stand in one map, in the order in which they act.
var shareable = []string{dirRemove, dirMerge, dirInsert, dirPrepend, dirAppend, dirUnion}

// known lists every directive, for hints.
var known = []string{
	dirSet, dirReplace, dirPrepend, dirAppend, dirRemove, dirUnion, dirMerge, dirInsert, dirUnset, dirInclude, dirUse, dirDefault, dirForce,
}

// markers are the directives that give what is below them a priority.
var markers = map[string]yamltree.Prio{dirDefault: yamltree.Default, dirForce: yamltree.Forced}

// reserved are names that are kept free because their meaning belongs to fragments.
var reserved = []string{"$select", "$rename"}

// takesList reports whether the value of a directive is a list.
func takesList(name string) bool {
	switch name {
	case dirReplace, dirPrepend, dirAppend, dirRemove, dirUnion:
		return true
	}
	return false
}

// isDirective reports whether n is a map of directives. It looks at the first key alone: a map that
// mixes directives and plain keys does not pass Compile.
func isDirective(n *yamltree.Node) bool {
	return n.Kind == yamltree.Map && len(n.Entries) > 0 && strings.HasPrefix(n.Entries[0].Key.Name, "$")
}

// isBareUnset reports whether n is the plain value `$unset`.
func isBareUnset(n *yamltree.Node) bool {
	return n.Kind == yamltree.Scalar && n.Style == yamltree.Plain && n.Value == dirUnset
}

// checkKeys reports what is wrong with the keys of a map that holds a `$` key, and returns whether it
// can be understood as directives.
func (c *compile) checkKeys(n *yamltree.Node) bool {
	var plain, dollar []yamltree.Entry
	for _, e := range n.Entries {
		if strings.HasPrefix(e.Key.Name, "$") {
			dollar = append(dollar, e)
		} else {
			plain = append(plain, e)
		}
	}
	before := len(c.faults)
	for _, e := range dollar {
		c.checkName(e)
	}
	if len(plain) > 0 && len(dollar) > 0 && len(c.faults) == before {
		c.fail(mixed(dollar[0], plain[0]))
	}
	if len(dollar) > 1 && len(c.faults) == before {
		c.checkCompany(dollar)
	}
	return len(c.faults) == before
}

func (c *compile) checkName(e yamltree.Entry) {
	name := e.Key.Name
	switch {
	case slices.Contains(known, name) || name == dirMatch:
	case slices.Contains(reserved, name):
		c.fail(diag.New(CodeReservedDirective, e.Key.Span, "the directive `"+name+"` is reserved",
			"put what differs into a fragment, such as `by-edition/pro.yaml`"))
	default:
		c.fail(diag.New(CodeUnknownDirective, e.Key.Span, "unknown directive `"+name+"`",
			diag.Suggest(name, known, "the directives are "+diag.List(known))))
	}
}

func mixed(directive, plain yamltree.Entry) diag.Diagnostic {
	d := diag.New(CodeMixedKeys, directive.Key.Span,
		"the directive `"+directive.Key.Name+"` shares a map with the plain key `"+plain.Key.Name+"`",
		"move `"+directive.Key.Name+"` to the value that it should change, or remove it")
	d.Labels = append(d.Labels, diag.Label{Span: plain.Key.Span, Text: "plain key"})
	return d
}

// checkCompany reports a directive that must stand alone and does not.
func (c *compile) checkCompany(entries []yamltree.Entry) {
	for i, e := range entries {
		if slices.Contains(shareable, e.Key.Name) {
			continue
		}
		other := entries[0]
		if i == 0 {
			other = entries[1]
		}
		d := diag.New(CodeLoneDirective, e.Key.Span, "the directive `"+e.Key.Name+"` must stand alone",
			"only "+diag.List(shareable)+" may share a map")
		d.Labels = append(d.Labels, diag.Label{Span: other.Key.Span, Text: "beside this one"})
		c.fail(d)
		return
	}
}

// IsDirective reports whether n is a map of directives.
func IsDirective(n *yamltree.Node) bool { return n != nil && isDirective(n) }

// IsUnset reports whether n is the plain value `$unset`.
func IsUnset(n *yamltree.Node) bool { return n != nil && isBareUnset(n) }

// Body returns the value of a `$set`, and any other node as it is.
func Body(n *yamltree.Node) *yamltree.Node {
	if IsDirective(n) && n.Entries[0].Key.Name == dirSet {
		return n.Entries[0].Value
	}
	return n
}
