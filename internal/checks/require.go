package checks

import (
	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// require reports what a pattern asks for and a config has not. Wildcards range over what is there. A key or a
// position that is written must be there, with a value that is not null.
func (c Config) require(rule *Rule) []diag.Diagnostic {
	r := requirer{Config: c, rule: rule}
	tree := c.Tree
	if tree.IsNull() {
		tree = yamltree.NewMap(nil, source.Span{})
	}
	r.walk(rule.Pattern.Start(), place{node: tree})
	return r.found
}

type requirer struct {
	Config

	rule  *Rule
	found []diag.Diagnostic
}

// place is a value on the way down.
type place struct {
	node *yamltree.Node
	key  *yamltree.Key // nil for an item and for the config
	path *directives.Path
}

func (r *requirer) walk(at directives.Cursor, p place) {
	if len(r.found) >= maxFaults {
		return
	}
	if p.node.IsNull() {
		r.null(at, p)
		return
	}
	for _, want := range at.Expects() {
		r.expect(want, p)
	}
	for i := range p.node.Entries {
		e := &p.node.Entries[i]
		next := at.Down(directives.Step{Key: e.Key.Name, Index: -1})
		if !next.Lost() && e.Value.Kind != yamltree.Absent {
			r.walk(next, place{e.Value, e.Key, p.path.Key(e.Key.Name)})
		}
	}
	for i, item := range p.node.Items {
		next := at.Down(directives.Step{Index: i})
		if !next.Lost() && item.Kind != yamltree.Absent {
			r.walk(next, place{item, nil, p.path.Item(i)})
		}
	}
}

// null reports a null where the pattern asks for a value, or for something below it.
func (r *requirer) null(at directives.Cursor, p place) {
	needs := at.Matches()
	for _, want := range at.Expects() {
		needs = needs || !want.Loose
	}
	if needs {
		r.add(spelled(p.path), "is null", r.label(p.node, p.key, ""), "give it a value")
	}
}

// expect reports a key or a position that is not there. Behind a `**` only maps have to have a key, and only lists a
// position: it stands for scalars, too.
func (r *requirer) expect(want directives.Expected, p place) {
	kind, name := yamltree.Map, spelled(p.path.Key(want.Key))
	if want.Index >= 0 {
		kind, name = yamltree.List, spelled(p.path)+directives.PathOf([]directives.Step{want.Step}).String()
	}
	if p.node.Kind != kind {
		if !want.Loose {
			r.add(name, "is missing", r.label(p.node, p.key, "this is "+directives.Shown(p.node)), "write a "+kind.String()+" that has it")
		}
		return
	}
	var gone *yamltree.Node
	switch {
	case kind == yamltree.List && want.Index < len(p.node.Items):
		return
	case kind == yamltree.Map:
		gone = p.node.Get(want.Key)
		if gone != nil && gone.Kind != yamltree.Absent {
			return
		}
	}
	at := r.label(p.node, p.key, "it has no "+stepText(want.Step))
	if p.node.Span.File == nil {
		at.Span = r.Home
	}
	if p.path == nil {
		at = diag.Label{Span: r.Home, Text: at.Text}
	}
	help := "add it"
	if near := diag.Nearest(want.Key, p.node.Keys()); near != "" && kind == yamltree.Map {
		help = "is `" + near + "` meant to be `" + want.Key + "`?"
	}
	r.add(name, "is missing", at, help)
	if gone != nil {
		last := &r.found[len(r.found)-1]
		last.Labels = append(last.Labels, r.label(gone, nil, "removed here"))
	}
}

func stepText(s directives.Step) string {
	return "`" + directives.PathOf([]directives.Step{s}).String() + "`"
}

func (r *requirer) add(name, what string, at diag.Label, help string) {
	d := diag.Diagnostic{
		Code: CodeMissing, Path: name, Message: "`" + name + "` " + what, Help: help,
		Labels: []diag.Label{at, ruleLabel(r.rule.Span, "required here")},
	}
	d.Labels[0].Primary = true
	r.found = append(r.found, d)
}
