package fragments

import (
	"fmt"
	"path"
	"slices"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/matrix"
)

// add records a fault at a place, with any further labels.
func (p *parser) add(d diag.Diagnostic, at source.Span, label string) {
	d.Labels = slices.Insert(d.Labels, 0, diag.Label{Span: at, Text: label, Primary: true})
	p.faults = append(p.faults, d)
}

func (p *parser) notFragment(name string) {
	p.add(diag.Diagnostic{
		Code:    CodeNotFragment,
		Message: fmt.Sprintf("`%s` is not the path of a fragment", name),
		Help:    "fragments are called `by-<axis>/<value>.yaml`, names joined by `+`",
	}, p.text.Whole(), "")
}

func (p *parser) wrongExtension(name string, taken bool) {
	start := len(name) - len(path.Ext(name))
	right := name[:start] + extension
	help := fmt.Sprintf("rename it to `%s`", right)
	if taken {
		help = fmt.Sprintf("`%s` is there as well: merge this file into it", right)
	}
	p.add(diag.Diagnostic{
		Code:    CodeExtension,
		Message: fmt.Sprintf("`%s` does not end in `.yaml` and would never apply", name),
		Help:    help,
	}, p.text.Span(p.base+start, len(p.text.Text)), "")
}

func (p *parser) emptyName(w word, what string) {
	p.add(diag.Diagnostic{
		Code:    CodeEmptyName,
		Message: "the name of " + what + " is empty",
		Help:    "fragments are called `by-<axis>/<value>.yaml`, names joined by one `+`",
	}, p.span(w), what+" is missing here")
}

func (p *parser) duplicate(what string, w, first word) {
	p.add(diag.Diagnostic{
		Code:    CodeDuplicateName,
		Message: fmt.Sprintf("%s `%s` is named twice", what, w.text),
		Help:    "remove one of the two",
		Labels:  []diag.Label{{Span: p.span(first), Text: "first named here"}},
	}, p.span(w), "")
}

func (p *parser) unknownAxis(w word) {
	known := p.img.Matrix.AxisNames()
	problem := matrix.Problem{Kind: matrix.UnknownAxis, Word: w.text, Known: known}
	help := problem.Help(nearest)
	candidates := append(known, matrix.FeatureAxis)
	switch near, joined := nearest(w.text, candidates), rejoin(w.text, known); {
	case joined != "":
		help = fmt.Sprintf("join axes by `+`: `%s%s`", prefix, joined)
	case near != "":
		help = fmt.Sprintf("did you mean `%s%s`?", prefix, near)
	case len(known) == 0:
		help = "declare the axis under `matrix` in image.yaml; without one there are only `by-feature` fragments"
	}
	p.add(diag.Diagnostic{Code: CodeUnknownAxis, Message: problem.Error(), Help: help}, p.span(w), "")
}

func (p *parser) unknownValue(axis int, w word, words []word) {
	a := p.img.Matrix.Axes()[axis]
	problem := matrix.Problem{Kind: matrix.UnknownValue, Word: w.text, Axis: a.Name, Known: a.Values}
	help := problem.Help(nearest)
	if joined := rejoin(w.text, a.Values); joined != "" {
		help = fmt.Sprintf("join values by `+`: `%s`", joined)
	}
	label := ""
	for _, other := range p.img.Matrix.Axes() {
		if slices.Contains(other.Values, w.text) {
			label = fmt.Sprintf("a value of axis `%s`", other.Name)
			break
		}
	}
	if right := p.elsewhere(words); label != "" && right != "" {
		help = fmt.Sprintf("write `%s`", right)
	}
	p.add(diag.Diagnostic{Code: CodeUnknownValue, Message: problem.Error(), Help: help}, p.span(w), label)
}

// wrongOrder reports words, which are axes or values. right is the path to write, "" when other faults
// leave it open.
func (p *parser) wrongOrder(words []word, what, right string) {
	help := "name them in the order of `matrix`"
	if right != "" {
		help = fmt.Sprintf("rename it to `%s`", right)
	}
	message := fmt.Sprintf("the %s are not in the order of `matrix`", what)
	p.add(diag.Diagnostic{Code: CodeWrongOrder, Message: message, Help: help}, p.span(words...), "")
}

func (p *parser) valueCount(c condition, words []word) {
	example := make([][]int, len(c.axes))
	axes := slices.Sorted(slices.Values(c.axes))
	for i, axis := range axes {
		example[i] = append(p.valuesOn(axis, words), 0)[:1]
	}
	help := fmt.Sprintf("name one value of each axis, as in `%s`", p.pathOf(axes, example))
	if len(words) > len(axes) {
		help += ", in one file per combination"
	}
	p.add(diag.Diagnostic{
		Code:    CodeValueCount,
		Message: fmt.Sprintf("%s for %d axes", count(len(words), "value"), len(axes)),
		Help:    help,
		Labels:  []diag.Label{{Span: p.span(c.words...), Text: count(len(axes), "axis")}},
	}, p.span(words...), count(len(words), "value"))
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
		Message: "a feature combines with no other feature",
		Help: fmt.Sprintf("write one file per feature, `by-feature/%s.yaml` and `by-feature/%s.yaml`",
			words[0].text, words[1].text),
	}, p.span(words...), "")
}

func (p *parser) featureName(w word) {
	p.add(diag.Diagnostic{
		Code:    CodeFeatureName,
		Message: fmt.Sprintf("`%s` cannot be the name of a feature", w.text),
		Help:    "use letters, digits, `.` and `-`, and begin with a letter or a digit",
	}, p.span(w), "")
}

// count spells a number of things.
func count(n int, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case what == "axis":
		return fmt.Sprintf("%d axes", n)
	}
	return fmt.Sprintf("%d %ss", n, what)
}
