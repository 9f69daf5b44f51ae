package render

import (
	"slices"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// decoder reads the structure of tailor.yaml, image.yaml and fragments off their nodes and reports what
// does not fit.
type decoder struct {
	report *diag.Report
}

// text is a string of the user and its place.
type text struct {
	value string
	span  source.Span
}

// fail reports an error at one place.
func (d decoder) fail(code diag.Code, at source.Span, message, help string) {
	d.report.Add(diag.New(code, at, message, help))
}

// warning makes a warning with one place.
func warning(code diag.Code, at source.Span, message, help string) diag.Diagnostic {
	w := diag.New(code, at, message, help)
	w.Severity = diag.Warning
	return w
}

// twice reports a name that was given twice.
func (d decoder) twice(message, help string, first, second source.Span) {
	f := diag.New(CodeDuplicateName, second, message, help)
	f.Labels[0].Text = "again here"
	f.Labels = append(f.Labels, diag.Label{Span: first, Text: "first here"})
	d.report.Add(f)
}

// keys is what a map may hold: those that are read, and those that are accepted and left alone.
type keys struct {
	where   string // such as "a fragment"
	read    []string
	ignored []string
	moved   map[string]string // where else a key belongs
}

// entries returns the entries of a map whose keys are known; it reports the others, and a node that is
// no map. A null or missing node has no entries.
func (d decoder) entries(n *yamltree.Node, name string, k keys) []yamltree.Entry {
	if !d.isKind(n, name, yamltree.Map) {
		return nil
	}
	var out []yamltree.Entry
	for _, e := range n.Entries {
		switch {
		case slices.Contains(k.read, e.Key.Name):
			out = append(out, e)
		case slices.Contains(k.ignored, e.Key.Name):
		default:
			d.unknownKey(e.Key, k)
		}
	}
	return out
}

func (d decoder) unknownKey(key *yamltree.Key, k keys) {
	all := append(slices.Clone(k.read), k.ignored...)
	f := diag.New(CodeUnknownKey, key.Span, "unknown key `"+key.Name+"` in "+k.where, "the keys are "+diag.List(all))
	if place, ok := k.moved[key.Name]; ok {
		f.Help = "`" + key.Name + "` belongs in " + place
	} else if near := diag.Nearest(key.Name, all); near != "" {
		f.Help = "did you mean `" + near + "`?"
	}
	d.report.Add(f)
}

// isKind reports whether n is of a kind; it reports a node of another kind that is not null.
func (d decoder) isKind(n *yamltree.Node, name string, want yamltree.Kind) bool {
	if n.IsNull() {
		return false
	}
	if n.Kind == want {
		return true
	}
	d.fail(CodeWrongShape, head(n), "`"+name+"` must be a "+want.String()+", not "+shape(n), shapeHelp(name, want))
	return false
}

func shapeHelp(name string, want yamltree.Kind) string {
	switch want {
	case yamltree.Map:
		return "write keys and values below `" + name + ":`"
	case yamltree.List:
		return "write `" + name + ": [...]`, or one `- ` line for each item"
	default:
		return "write `" + name + ": VALUE` on one line"
	}
}

// shape is how a message names what a node is.
func shape(n *yamltree.Node) string {
	if n.Kind == yamltree.Scalar {
		if n.Type == yamltree.Null {
			return "null"
		}
		return "`" + n.Value + "`"
	}
	return "a " + n.Kind.String()
}

// head is the span that shows a node: the first line of a map or a list would be its whole first entry,
// so only its first key or item is marked.
func head(n *yamltree.Node) source.Span {
	switch {
	case n.Kind == yamltree.Map && len(n.Entries) > 0 && n.Via == nil:
		return n.Entries[0].Key.Span
	case n.Kind == yamltree.List && len(n.Items) > 0:
		return head(n.Items[0])
	}
	return n.Span
}

// scalar returns the text of a scalar with a value.
func (d decoder) scalar(n *yamltree.Node, name string) (text, bool) {
	if n.Kind == yamltree.Scalar && n.Type != yamltree.Null {
		return text{n.Value, n.Span}, true
	}
	d.fail(CodeWrongShape, head(n), "`"+name+"` must be a text, not "+shape(n), shapeHelp(name, yamltree.Scalar))
	return text{}, false
}

// scalars returns the texts of a list of scalars.
func (d decoder) scalars(n *yamltree.Node, name string) []text {
	if !d.isKind(n, name, yamltree.List) {
		return nil
	}
	var out []text
	for _, item := range n.Items {
		if item.Kind == yamltree.Scalar && item.Type != yamltree.Null {
			out = append(out, text{item.Value, item.Span})
			continue
		}
		d.fail(CodeWrongShape, head(item), "an item of `"+name+"` must be a text, not "+shape(item), "write a text, in quotes when it has other characters than letters and digits")
	}
	return out
}

// args returns the texts of a list of scalars as words of the user; never nil for a list.
func (d decoder) args(n *yamltree.Node, name string) []Arg {
	if n.IsNull() {
		return nil
	}
	out := []Arg{}
	for _, t := range d.scalars(n, name) {
		out = append(out, Arg{Value: t.value, Span: t.span})
	}
	return out
}

// flag returns the value of a boolean: `true` or `false` in lower case, in capitals or with a first capital.
func (d decoder) flag(n *yamltree.Node, name string) bool {
	if n.IsNull() {
		return false
	}
	if n.Kind == yamltree.Scalar && n.Type == yamltree.Bool {
		return isTrue(n)
	}
	d.fail(CodeWrongShape, head(n), "`"+name+"` must be `true` or `false`, not "+shape(n), "write `"+name+": true`, without quotes")
	return false
}

// isTrue reports whether a node is a boolean that is true.
func isTrue(n *yamltree.Node) bool {
	return n.Kind == yamltree.Scalar && n.Type == yamltree.Bool && (n.Value[0] == 't' || n.Value[0] == 'T')
}
