package fragments

import (
	"fmt"
	"path"
	"slices"

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

func (p *parser) duplicate(what string, w, first word, help string) {
	p.add(diag.Diagnostic{
		Code:    CodeDuplicateName,
		Message: what + " `" + w.text + "` is named twice",
		Help:    help,
		Labels:  []diag.Label{{Span: p.span(first), Text: "first named here"}},
	}, p.span(w), "")
}

// withoutRepeats says what to write instead of values of one axis that repeat.
func (p *parser) withoutRepeats(axis int, words []word) string {
	for _, w := range words {
		if _, ok := p.img.Matrix.Value(axis, w.text); !ok {
			return "remove one of the two"
		}
	}
	return "rename it to `" + p.pathOf([]int{axis}, [][]int{p.valuesOn(axis, words)}) + "`"
}

func (p *parser) unknownAxis(w word) {
	known := p.img.Matrix.AxisNames()
	problem := matrix.Problem{Kind: matrix.UnknownAxis, Word: w.text, Known: known}
	help := problem.Help(nearest)
	candidates := slices.Concat(known, []string{matrix.FeatureAxis})
	switch near, joined := nearest(w.text, candidates), rejoin(w.text, known); {
	case joined != "":
		help = "join axes by `+`: `" + prefix + joined + "`"
	case near != "":
		help = "did you mean `" + prefix + near + "`?"
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
		help = "join values by `+`: `" + joined + "`"
	}
	label := ""
	for _, other := range p.img.Matrix.Axes() {
		if slices.Contains(other.Values, w.text) {
			label = "a value of axis `" + other.Name + "`"
			break
		}
	}
	if right := p.elsewhere(words); label != "" && right != "" {
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

func (p *parser) valueCount(c condition, words []word) {
	axes := slices.Sorted(slices.Values(c.axes))
	parts := slices.Clone(words) // and what they are made of, if they were joined otherwise
	for _, w := range words {
		for _, part := range fields(w.text, misjoined) {
			parts = append(parts, word{text: part})
		}
	}
	help := "name one value of each axis, as in `" + p.example(axes, parts) + "`"
	if len(words) > len(axes) {
		help += ", in one file per combination"
	} else if wider := p.elsewhere(words); wider != "" {
		help += "; for any value of the other axes write `" + wider + "`"
	}
	p.add(diag.Diagnostic{
		Code:    CodeValueCount,
		Message: p.quote(words) + " gives " + count(len(words), "value") + " for " + count(len(axes), "axis"),
		Help:    help,
		Labels:  []diag.Label{{Span: p.span(c.words...), Text: count(len(axes), "axis")}},
	}, p.span(words...), "")
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
		Message: p.quote(words) + " names " + count(len(words), "feature") + ", and features do not combine",
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
