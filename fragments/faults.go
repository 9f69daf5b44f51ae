package fragments

import (
	"path"
	"slices"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/matrix"
)

// quote is the text of words that stand side by side.
func (p *parser) quote(words []word) string { return "`" + p.span(words...).Text() + "`" }

// add records a fault at a place, with any further labels.
func (p *parser) add(d diag.Diagnostic, at source.Span, label string) {
	d.Labels = slices.Insert(d.Labels, 0, diag.Label{Span: at, Text: label, Primary: true})
	p.faults = append(p.faults, d)
}

func (p *parser) notFragment(name string) {
	p.add(diag.Diagnostic{
		Code:    CodeNotFragment,
		Message: "`" + name + "` is not the path of a fragment",
		Help:    "fragments are called `by-<axis>/<value>.yaml`, names joined by `+`",
	}, p.text.Whole(), "")
}

func (p *parser) wrongExtension(name string, taken bool) {
	start := len(name) - len(path.Ext(name))
	right := name[:start] + extension
	help := "rename it to `" + right + "`"
	if taken {
		help = "`" + right + "` is there as well: merge this file into it"
	}
	p.add(diag.Diagnostic{
		Code:    CodeExtension,
		Message: "`" + name + "` does not end in `.yaml` and would never apply",
		Help:    help,
	}, p.text.Span(p.base+start, len(p.text.Text)), "")
}

func (p *parser) emptyName(w word, what string) {
	p.add(diag.Diagnostic{
		Code:    CodeEmptyName,
		Message: what + " is missing in the path",
		Help:    "fragments are called `by-<axis>/<value>.yaml`, names joined by one `+`",
	}, p.span(w), "here")
}

// emptyAlternative reports a name that is missing beside a `,` or behind a `!`.
func (p *parser) emptyAlternative(w word) {
	p.add(diag.Diagnostic{
		Code:    CodeEmptyName,
		Message: "a value is missing in the path",
		Help:    "write a value before and behind each `,`, and behind `!`",
	}, p.span(w), "here")
}

// duplicate reports a name that is there twice. right is the path to write, "" when other faults leave it open.
func (p *parser) duplicate(what string, w, first word, right string) {
	help := "remove one of the two"
	if right != "" {
		help = "rename it to `" + right + "`"
	}
	p.add(diag.Diagnostic{
		Code:    CodeDuplicateName,
		Message: what + " `" + w.text + "` is named twice",
		Help:    help,
		Labels:  []diag.Label{{Span: p.span(first), Text: "first named here"}},
	}, p.span(w), "")
}

func (p *parser) unknownAxis(w word) {
	known := p.img.Matrix.AxisNames()
	problem := matrix.Problem{Kind: matrix.UnknownAxis, Word: w.text, Known: known}
	help := problem.Help(nearest)
	candidates := slices.Concat(known, []string{matrix.FeatureAxis})
	switch near, joined := nearest(w.text, candidates), rejoin(w.text, known, "+"); {
	case joined != "":
		help = "join axes by `+`: `" + prefix + joined + "`"
	case near != "":
		help = "did you mean `" + prefix + near + "`?"
	case len(known) == 0:
		help = "declare the axis under `matrix` in image.yaml; without one there are only `by-feature` fragments"
	}
	p.add(diag.Diagnostic{Code: CodeUnknownAxis, Message: problem.Error(), Help: help}, p.span(w), "")
}

func (p *parser) unknownValue(axis int, w word, s spelling) {
	a := p.img.Matrix.Axes()[axis]
	problem := matrix.Problem{Kind: matrix.UnknownValue, Word: w.text, Axis: a.Name, Known: a.Values}
	help := problem.Help(nearest)
	if joined := rejoin(w.text, a.Values, s.separator); joined != "" {
		help = "join values by `" + s.separator + "`: `" + joined + "`"
	}
	label := ""
	for _, other := range p.img.Matrix.Axes() {
		if slices.Contains(other.Values, w.text) {
			label = "a value of axis `" + other.Name + "`"
			break
		}
	}
	if right := p.elsewhere(s.at); label != "" && right != "" {
		help = "write `" + right + "`"
	}
	p.add(diag.Diagnostic{Code: CodeUnknownValue, Message: problem.Error(), Help: help}, p.span(w), label)
}

// wrongOrder reports words, which are axes or values. right is the path to write, "" when other faults
// leave it open.
func (p *parser) wrongOrder(words []word, what, right string) {
	help := "name them in the order of `matrix`"
	if right != "" {
		help = "rename it to `" + right + "`"
	}
	message := what + " " + p.quote(words) + " are not in the order of `matrix`"
	p.add(diag.Diagnostic{Code: CodeWrongOrder, Message: message, Help: help}, p.span(words...), "")
}

func (p *parser) valueCount(c condition, at []position) {
	axes := slices.Sorted(slices.Values(c.axes))
	words := wholes(at)
	parts := allWords(at) // and what they are made of, if they were joined otherwise
	for _, w := range words {
		for _, part := range fields(w.text, misjoined+not) {
			parts = append(parts, word{text: part})
		}
	}
	help := "name one value of each axis, as in `" + p.example(axes, parts) + "`"
	switch terms, ok := p.group(axes, at); {
	case ok && p.matchesSome(terms):
		help = "rename it to `" + p.pathOf(terms) + "`"
	case len(words) > len(axes):
		help += ", or several joined by `,`"
	default:
		if wider := p.elsewhere(at); wider != "" {
			help += "; for any value of the other axes write `" + wider + "`"
		}
	}
	what := "value"
	if len(parts) > len(words) && !slices.EqualFunc(words, allWords(at), word.same) {
		what = "position"
	}
	p.add(diag.Diagnostic{
		Code:    CodeValueCount,
		Message: p.quote(words) + " gives " + diag.Count(len(words), what) + " for " + diag.Count(len(axes), "axis"),
		Help:    help,
		Labels:  []diag.Label{{Span: p.span(c.words...), Text: diag.Count(len(axes), "axis")}},
	}, p.span(words...), "")
}

// mixed reports a position in which `!`, `,` and `+` do not stand as they must. at are those of the whole path;
// of one axis the position is all of them.
func (p *parser) mixed(axes []int, at []position, pos position) {
	quoted := "`" + pos.whole.text + "`"
	inside := strings.Contains(strings.TrimPrefix(pos.whole.text, not), not)
	d := diag.Diagnostic{Code: CodeMixedSpelling, Message: "`!` may stand only at the beginning of " + quoted}
	switch {
	case inside:
	case strings.HasPrefix(pos.whole.text, not):
		d.Message = quoted + " joins the values behind `!` by `+`"
	default:
		d.Message = quoted + " joins the values of one axis by `,` and by `+`"
	}
	d.Help = "within a position write `<value>,<value>` for any of these values, or `!<value>,<value>` for any but these"
	if len(axes) == 1 {
		of := prefix + p.img.Matrix.Axes()[axes[0]].Name + "/"
		d.Help = "write `" + of + "<value>+<value>.yaml` for any of these values, or `" + of + "!<value>,<value>.yaml` for any but these"
	}
	switch right := p.unmixed(axes, at, pos); len(right) {
	case 1:
		d.Help = "rename it to `" + right[0] + "`"
	case 2:
		d.Help = "write `" + right[0] + "` for the values without `!`, or `" + right[1] + "` for any but those with it"
	}
	p.add(d, p.span(pos.whole), "")
}

// matchNothing reports the positions that exclude all values of their axes.
func (p *parser) matchNothing(at []position, terms []term) {
	right := inOrder(terms)
	for i, t := range right {
		switch values := p.img.Matrix.Axes()[t.axis].Values; {
		case len(t.matching(p.img.Matrix)) > 0:
		case len(values) == 1:
			right[i].except = false
		default:
			right[i].values = t.values[:len(values)-1]
		}
	}
	for i, t := range terms {
		if len(t.matching(p.img.Matrix)) > 0 {
			continue
		}
		axis := p.img.Matrix.Axes()[t.axis]
		help := "leave out a value that is to match, as in `" + p.pathOf(right) + "`, or remove the file"
		if len(axis.Values) == 1 {
			help = "the axis has no other value: write `" + p.pathOf(right) + "`, or remove the file"
		}
		p.add(diag.Diagnostic{
			Code:    CodeMatchesNothing,
			Message: "`" + at[i].whole.text + "` leaves no value of axis `" + axis.Name + "`",
			Help:    help,
		}, p.span(at[i].whole), "")
	}
}

// notFeature reports a `!` in the name of a feature.
func (p *parser) notFeature(stem word) {
	name := "<name>"
	if w := split(word{text: strings.ReplaceAll(stem.text, not, "")}, "+")[0]; matrix.ValidName(w.text) {
		name = w.text
	}
	p.add(diag.Diagnostic{
		Code:    CodeNotFeature,
		Message: "`!` does not go with features",
		Help: "write what holds without the feature into image.yaml, and what changes with it into `by-feature/" +
			name + ".yaml`",
	}, p.span(stem), "")
}

func (p *parser) featureWithAxes(w word) {
	p.add(diag.Diagnostic{
		Code:    CodeFeatureAlone,
		Message: "`feature` combines with no axis",
		Help:    "write `by-feature/<name>.yaml`, and what depends on axes into fragments of those axes",
	}, p.span(w), "")
}

func (p *parser) severalFeatures(words []word) {
	p.add(diag.Diagnostic{
		Code:    CodeFeatureAlone,
		Message: p.quote(words) + " names " + diag.Count(len(words), "feature") + ", and features do not combine",
		Help: "write one file per feature, `by-feature/" + words[0].text + ".yaml` and `by-feature/" +
			words[1].text + ".yaml`",
	}, p.span(words...), "")
}

func (p *parser) featureName(w word) {
	p.add(diag.Diagnostic{
		Code:    CodeFeatureName,
		Message: "`" + w.text + "` cannot be the name of a feature",
		Help:    "use letters, digits, `.` and `-`, and begin with a letter or a digit",
	}, p.span(w), "")
}
