package render

import (
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"tailor/directives"
	"tailor/internal/checks"
	"tailor/internal/diag"
	"tailor/internal/schema"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// ruleset is the `checks:` of one file. Its schemas are read when a config is about to be checked with them.
type ruleset struct {
	rules   checks.Rules
	schemas []text
	dir     string // that of the file, to which the paths of the schemas are relative
	read    bool
}

var (
	checksKeys = keys{where: "`checks`", read: []string{"require", "unique", "refs", "schema"}}
	refKeys    = keys{where: "`refs`", read: []string{"from", "to"}}
)

// checks reads `checks:` of a file in a directory.
func (d decoder) checks(n *yamltree.Node, dir string) *ruleset {
	set := &ruleset{dir: dir}
	for _, e := range d.entries(n, "checks", checksKeys) {
		switch e.Key.Name {
		case "require":
			set.rules.Require = d.patterns(e.Value, "require")
		case "unique":
			set.rules.Unique = d.patterns(e.Value, "unique")
		case "refs":
			set.rules.Refs = d.refs(e.Value)
		case "schema":
			set.schemas = d.textOrTexts(e.Value, "schema")
		}
	}
	return set
}

// textOrTexts returns the texts of a list, or a lone one.
func (d decoder) textOrTexts(n *yamltree.Node, name string) []text {
	if n.Kind == yamltree.Scalar && n.Type != yamltree.Null {
		return []text{{n.Value, n.Span}}
	}
	return d.scalars(n, name)
}

// patterns reads patterns of places in a config.
func (d decoder) patterns(n *yamltree.Node, name string) []*checks.Rule {
	var out []*checks.Rule
	for _, t := range d.textOrTexts(n, name) {
		if pattern, ok := d.patternAs(CodeCheckPattern, t); ok {
			out = append(out, &checks.Rule{Pattern: pattern, Span: t.span})
		}
	}
	return out
}

// patternAs reads a pattern and reports one that is malformed, at its very place when that can be told.
func (d decoder) patternAs(code diag.Code, t text) (directives.Pattern, bool) {
	p, err := directives.ParsePattern(t.value)
	if bad, ok := errors.AsType[*directives.PathError](err); ok {
		d.fail(code, partOf(t, bad.Start, bad.End), bad.Message, bad.Help)
		return p, false
	}
	return p, true
}

// partOf is the span of some bytes of a text, or all of it when it is spelled in another way where it is written.
func partOf(t text, start, end int) source.Span {
	at := strings.Index(t.span.Text(), t.value)
	if at < 0 || start == end {
		return t.span
	}
	return t.span.File.Span(t.span.Start+at+start, t.span.Start+at+end)
}

func (d decoder) refs(n *yamltree.Node) []*checks.Ref {
	if !d.isKind(n, "refs", yamltree.List) {
		return nil
	}
	const help = "write `- { from: PATTERN, to: [PATTERN] }`"
	var out []*checks.Ref
	for _, item := range n.Items {
		if item.Kind != yamltree.Map {
			d.fail(CodeWrongShape, head(item), "an item of `refs` must be a map, not "+shape(item), help)
			continue
		}
		var from, to []*checks.Rule
		before := d.report.Errors()
		for _, e := range d.entries(item, "refs", refKeys) {
			if e.Key.Name == "to" {
				to = d.patterns(e.Value, "to")
			} else if t, ok := d.scalar(e.Value, "from"); ok {
				from = d.patterns(yamltree.NewScalar(t.value, yamltree.String, yamltree.DoubleQuoted, t.span), "from")
			}
		}
		if d.report.Errors() > before {
			continue
		}
		if len(from) == 0 || len(to) == 0 {
			name := "from"
			if len(from) > 0 {
				name = "to"
			}
			d.fail(CodeMissingKey, head(item), "an item of `refs` needs `"+name+"`", help)
			continue
		}
		out = append(out, &checks.Ref{From: from[0], To: to})
	}
	return out
}

// loadSchemas reads the schemas of a ruleset, once.
func (w *Workspace) loadSchemas(set *ruleset) {
	if set == nil || set.read {
		return
	}
	set.read = true
	for _, t := range set.schemas {
		name := t.value
		if !path.IsAbs(name) {
			name = path.Join(set.dir, name)
		}
		s, faults := schema.Compile(name, t.span, func(name string, at source.Span) (*yamltree.Node, []diag.Diagnostic) {
			return w.schemaFile(name, at, t)
		})
		w.report.Add(faults...)
		if len(faults) == 0 {
			set.rules.Schemas = append(set.rules.Schemas, checks.NewSchema(s, t.span))
		}
	}
}

// schemaFile reads one file of a schema that is named by a text, for a place in it or the text itself.
func (w *Workspace) schemaFile(name string, at source.Span, named text) (*yamltree.Node, []diag.Diagnostic) {
	written := named.value
	if at != named.span {
		written = strings.Trim(at.Text(), `"'`) // of a `$ref`
	}
	wrong := func(message, help string) []diag.Diagnostic {
		return []diag.Diagnostic{diag.New(CodeSchemaFile, at, message, help)}
	}
	const inside = "put the schema into the workspace: links that leave it are not followed"
	switch {
	case path.IsAbs(name) || strings.Contains(name, `\`):
		return nil, wrong("`"+written+"` is no relative path with `/`", "write a path relative to the file that names it")
	case name == ".." || strings.HasPrefix(name, "../"):
		return nil, wrong("the schema `"+written+"` lies outside the workspace", inside)
	}
	doc := w.files.load(name)
	w.schemas[name] = true
	switch {
	case Escapes(doc.err):
		return nil, wrong("the schema `"+written+"` lies outside the workspace", inside)
	case errors.Is(doc.err, fs.ErrNotExist):
		help := "paths are relative to the file that names the schema"
		if near := w.nearFile(written, name); near != "" {
			help = "did you mean `" + near + "`?"
		}
		return nil, wrong("there is no schema `"+name+"`", help)
	case doc.err != nil:
		return nil, []diag.Diagnostic{diag.New(CodeRead, at, "cannot read the schema `"+written+"`: "+diag.Cause(doc.err), "name a JSON or YAML file that can be read")}
	}
	root, faults := doc.root, doc.faults
	if len(faults) > 0 && path.Ext(name) == ".json" && strings.Contains(doc.file.Text, "\t") {
		root, faults = yamltree.Parse(withoutTabs(doc.file))
	}
	return root, faults
}

// withoutTabs is a JSON file with blanks where it has tabs: YAML does not take them for indentation. Places stay the
// same.
func withoutTabs(f *source.File) *source.File {
	return source.New(f.Path, []byte(strings.ReplaceAll(f.Text, "\t", " ")))
}

// schemaFiles lists the files of the schemas of the workspace, read or not.
func (w *Workspace) schemaFiles() []string {
	out := slices.Collect(maps.Keys(w.schemas))
	for _, set := range w.rulesets() {
		for _, t := range set.schemas {
			out = append(out, path.Join(set.dir, t.value))
		}
	}
	return out
}

// rulesets lists the checks of the workspace and of its images.
func (w *Workspace) rulesets() []*ruleset {
	var out []*ruleset
	if w.checks != nil {
		out = append(out, w.checks)
	}
	for _, img := range w.Images {
		if img.checks != nil {
			out = append(out, img.checks)
		}
	}
	return out
}

// check reports how a rendered config breaks the checks of the workspace and of its image. merged holds the config as
// `config`.
func (plan *Plan) check(r Rendering, merged *yamltree.Node, report *diag.Report) {
	for _, set := range []*ruleset{plan.w.checks, r.Cell.Image.checks} {
		if set != nil {
			report.AddIn(r.Cell.name(), set.rules.Check(checks.Config{
				Tree: r.Config, Home: r.Cell.Image.home(merged), Reason: r.Cell.Reason,
			})...)
		}
	}
}

// home is the place of `config:`, or the first line of the image definition.
func (i *Image) home(merged *yamltree.Node) source.Span {
	for _, n := range []*yamltree.Node{merged, i.node} {
		if n == nil {
			continue
		}
		if at := n.Index("config"); at >= 0 {
			return n.Entries[at].Key.Span
		}
	}
	if i.node != nil && path.Base(i.Path) != imageName {
		return head(i.node)
	}
	return i.file.Whole()
}

// idleChecks warns of rules that looked at nothing, as far as every config that they are for was looked at.
func (plan *Plan) idleChecks() {
	partly := map[*Image]bool{}
	for _, c := range plan.skipped {
		partly[c.Image] = true
	}
	all := true
	for _, img := range plan.w.Images {
		whole := plan.metas[img] != nil && !partly[img]
		all = all && whole
		if whole && img.checks != nil && !img.Converts() {
			plan.w.report.Add(img.checks.rules.Idle()...)
		}
	}
	if all && plan.w.checks != nil {
		plan.w.report.Add(plan.w.checks.rules.Idle()...)
	}
}
