package directives

import (
	"fmt"
	"slices"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// MaxInterpolated bounds the bytes that the interpolations of one cell may make.
const MaxInterpolated = 4 << 20

// Scope is what `${name}` may stand for in one cell: an axis, else a param, else a built-in. It is not
// safe for concurrent use.
type Scope struct {
	axes     map[string]string
	builtins map[string]string
	params   *yamltree.Node
	banned   map[string]string

	resolved map[string]resolution
	names    []string // the params that are being resolved, outermost first
	budget   int
	faults   []diag.Diagnostic
}

// resolution is the text of a param, or why it has none. A ban is kept apart, because it is the fault
// of whoever asked.
type resolution struct {
	text string
	ok   bool
	ban  *ban
}

// ban is a name that a template may not use here.
type ban struct {
	name string
	at   source.Span
}

// NewScope makes the Scope of a cell. Axes and built-ins give the text of each name; params is the
// merged `params` map, or nil. banned has, for each name that must not be used, what to write instead.
func NewScope(axes, builtins map[string]string, params *yamltree.Node, banned map[string]string) *Scope {
	return &Scope{axes: axes, builtins: builtins, params: params, banned: banned, budget: MaxInterpolated}
}

// Interpolate fills in the names of every string of a tree and returns the new tree, which shares what
// holds no template, and the faults. root names the tree in paths, such as `config`. A nil tree gives nil.
func (s *Scope) Interpolate(tree *yamltree.Node, root string) (*yamltree.Node, []diag.Diagnostic) {
	s.faults = nil
	var path *Path
	out := s.walk(tree, path.Key(root))
	return out, s.faults
}

func (s *Scope) walk(n *yamltree.Node, path *Path) *yamltree.Node {
	if !n.Has(yamltree.HasTemplate) || n.Kind == yamltree.Absent {
		return n
	}
	c := *n
	switch n.Kind {
	case yamltree.Scalar:
		return s.scalar(n, path)
	case yamltree.Map:
		c.Entries = make([]yamltree.Entry, len(n.Entries))
		for i, e := range n.Entries {
			c.Entries[i] = yamltree.Entry{Key: e.Key, Value: s.walk(e.Value, path.Key(e.Key.Name))}
		}
	case yamltree.List:
		c.Items = make([]*yamltree.Node, len(n.Items))
		for i, item := range n.Items {
			c.Items[i] = s.walk(item, path.Item(i))
		}
	default:
	}
	return c.From(n.Origin)
}

func (s *Scope) scalar(n *yamltree.Node, path *Path) *yamltree.Node {
	if !strings.Contains(n.Value, "${") {
		return n
	}
	r := s.expand(n, path)
	if r.ban != nil {
		s.fail(s.banFault(n, path, *r.ban))
	}
	if !r.ok {
		return n
	}
	return filledIn(n, r.text)
}

// expand fills in one template. It reports faults of the template itself.
func (s *Scope) expand(n *yamltree.Node, path *Path) resolution {
	parts, bad := parseTemplate(n.Value)
	if bad != nil {
		s.fail(malformed(n, path, *bad))
		return resolution{}
	}
	var text strings.Builder
	out := resolution{ok: true}
	for _, p := range parts {
		if !p.name {
			text.WriteString(p.text)
			continue
		}
		r := s.lookup(n, path, p)
		out.ok = out.ok && r.ok
		if out.ban == nil {
			out.ban = r.ban
		}
		text.WriteString(r.text)
		if text.Len() > s.budget {
			break
		}
	}
	if s.budget < 0 {
		return resolution{} // reported already
	}
	if s.budget -= text.Len(); s.budget < 0 {
		s.fail(tooLong(n, path))
		return resolution{}
	}
	out.text = text.String()
	return out
}

// lookup finds the text of a name, and reports a name that has none.
func (s *Scope) lookup(n *yamltree.Node, path *Path, p part) resolution {
	name := p.text
	if _, no := s.banned[name]; no && s.isBuiltin(name) {
		return resolution{ban: &ban{name, namePlace(n, p)}}
	}
	if text, ok := s.axes[name]; ok {
		return resolution{text: text, ok: true}
	}
	if v := s.params.Get(name); v != nil && v.Kind != yamltree.Absent {
		return s.param(n, path, p, v)
	}
	if text, ok := s.builtins[name]; ok {
		return resolution{text: text, ok: true}
	}
	s.fail(s.undefined(n, path, p))
	return resolution{}
}

// isBuiltin reports whether a name means the built-in: nothing else of that name is defined.
func (s *Scope) isBuiltin(name string) bool {
	if _, ok := s.axes[name]; ok {
		return false
	}
	v := s.params.Get(name)
	return v == nil || v.Kind == yamltree.Absent
}

// param resolves a param, once for each Scope.
func (s *Scope) param(n *yamltree.Node, path *Path, p part, v *yamltree.Node) resolution {
	name := p.text
	if r, ok := s.resolved[name]; ok {
		return r
	}
	if i := slices.Index(s.names, name); i >= 0 {
		s.fail(s.cycle(s.names[i:]))
		return resolution{}
	}
	if v.Kind != yamltree.Scalar || v.Type == yamltree.Null {
		s.fail(paramShape(n, path, p, v))
		return resolution{}
	}
	r := resolution{text: v.Value, ok: true}
	if v.Type == yamltree.String && strings.Contains(v.Value, "${") {
		var root *Path
		s.names = append(s.names, name)
		r = s.expand(v, root.Key("params").Key(name))
		s.names = s.names[:len(s.names)-1]
	}
	s.resolve(name, r)
	return r
}

// resolve notes what a param is.
func (s *Scope) resolve(name string, r resolution) {
	if s.resolved == nil {
		s.resolved = map[string]resolution{}
	}
	s.resolved[name] = r
}

func (s *Scope) fail(d diag.Diagnostic) { s.faults = append(s.faults, d) }

// candidates lists every name that is defined, for hints: axes and built-ins sorted, params in order.
func (s *Scope) candidates() []string {
	var names []string
	for name := range s.axes {
		names = append(names, name)
	}
	for name := range s.builtins {
		if _, no := s.banned[name]; !no {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if s.params != nil {
		for _, e := range s.params.Entries {
			if e.Value.Kind != yamltree.Absent {
				names = append(names, e.Key.Name)
			}
		}
	}
	return names
}

// place is the span of the nth `${` of a template, or the whole scalar when the source spells it in another
// way (escapes in quotes).
func place(n *yamltree.Node, nth int) source.Span {
	text := n.Span.Text()
	header := 0 // of a block scalar, which may hold a comment
	if n.Style == yamltree.Literal || n.Style == yamltree.Folded {
		header = strings.IndexByte(text, '\n') + 1
	}
	text = text[header:]
	if strings.Count(text, "${") != strings.Count(n.Value, "${") {
		return n.Span
	}
	start := n.Span.Start + header + occurrence(text, nth)
	return n.Span.File.Span(start, start+len("${"))
}

// namePlace is the span of a `${name}` of a template, likewise.
func namePlace(n *yamltree.Node, p part) source.Span {
	at := place(n, p.nth)
	if at == n.Span {
		return at
	}
	if i := strings.IndexByte(n.Span.File.Text[at.End:n.Span.End], '}'); i >= 0 {
		at.End += i + 1
	}
	return at
}

func (s *Scope) undefined(n *yamltree.Node, path *Path, p part) diag.Diagnostic {
	d := templateFault(CodeUndefinedName, n, path, namePlace(n, p))
	d.Message = "undefined name `" + p.text + "`"
	d.Notes = []string{"a literal `${` is written `$${`"}
	trimmed := strings.TrimSpace(p.text)
	if near := diag.Nearest(trimmed, s.candidates()); near != "" {
		d.Help = "did you mean `${" + near + "}`?"
		return d
	}
	d.Help = "define `" + trimmed + "` under `params:`, or use an axis, a param, `${arch}`, `${name}` or `${slug}`"
	return d
}

func malformed(n *yamltree.Node, path *Path, bad templateError) diag.Diagnostic {
	if bad.empty {
		d := templateFault(CodeEmptyName, n, path, namePlace(n, part{nth: bad.nth}))
		d.Message = "`${}` names nothing"
		d.Help = "write the name of an axis, a param or a built-in between the braces, or `$${` for a literal `${`"
		return d
	}
	d := templateFault(CodeUnterminated, n, path, place(n, bad.nth))
	d.Message = "`${` without its `}`"
	d.Help = "write `${name}`, or `$${` for a literal `${`"
	return d
}

func tooLong(n *yamltree.Node, path *Path) diag.Diagnostic {
	d := templateFault(CodeInterpolationBudget, n, path, n.Span)
	d.Message = fmt.Sprintf("the interpolated values of a cell are longer than %d MiB", MaxInterpolated>>20)
	d.Help = "make the params shorter, or use them less often"
	return d
}

func paramShape(n *yamltree.Node, path *Path, p part, v *yamltree.Node) diag.Diagnostic {
	d := templateFault(CodeParamShape, n, path, namePlace(n, p))
	what := "a " + v.Kind.String()
	if v.Kind == yamltree.Scalar {
		what = "null"
	}
	d.Message = "the param `" + p.text + "` is " + what + " and cannot be put into a text"
	d.Labels = append(d.Labels, diag.Label{Span: v.Span, Text: "set here", Via: v.Via.Sites()})
	d.Help = "give the param a text, a number or a boolean"
	return d
}

// cycle reports params that need each other. Wherever the cycle was entered, the fault is shown in that
// one of its params which is defined first.
func (s *Scope) cycle(names []string) diag.Diagnostic {
	first := 0
	for i, name := range names {
		if s.params.Index(name) < s.params.Index(names[first]) {
			first = i
		}
	}
	names = append(slices.Clone(names[first:]), names[:first]...)
	n := s.params.Get(names[0])
	var root *Path
	d := templateFault(CodeParamCycle, n, root.Key("params").Key(names[0]), use(n, names[1%len(names)]))
	d.Message = "the param `" + names[0] + "` needs itself"
	d.Help = "write it without `${" + names[0] + "}`"
	if len(names) == 1 {
		return d
	}
	d.Notes = append(d.Notes, "through "+diag.List(names[1:]))
	d.Help = "write one of these params without the others"
	for i, name := range names[1:] {
		next := names[(i+2)%len(names)]
		d.Labels = append(d.Labels, diag.Label{Span: use(s.params.Get(name), next), Text: "`" + name + "` needs `" + next + "`"})
	}
	return d
}

// use is the place where a template uses a name.
func use(n *yamltree.Node, name string) source.Span {
	parts, _ := parseTemplate(n.Value)
	for _, p := range parts {
		if p.name && p.text == name {
			return namePlace(n, p)
		}
	}
	return n.Span
}

// banFault reports a template that uses, directly or through params, a name that is not known yet.
func (s *Scope) banFault(n *yamltree.Node, path *Path, b ban) diag.Diagnostic {
	d := templateFault(CodeUnavailableName, n, path, b.at)
	d.Message = "`${" + b.name + "}` cannot be used in `" + path.String() + "`"
	if b.at.Start < n.Span.Start || b.at.End > n.Span.End || b.at.File != n.Span.File {
		d.Labels[0].Span = n.Span
		d.Labels = append(d.Labels, diag.Label{Span: b.at, Text: "used through this param"})
	}
	d.Help = s.banned[b.name]
	return d
}

func templateFault(code diag.Code, n *yamltree.Node, path *Path, at source.Span) diag.Diagnostic {
	d := diag.New(code, at, "", "")
	d.Path, d.Labels[0].Via = path.String(), n.Via.Sites()
	return d
}
