package fragments

import (
	"path"
	"slices"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/matrix"
)

const (
	prefix    = "by-"
	extension = ".yaml"
)

// Parse reads the path of a fragment, slash-separated and relative to the image's directory. It returns a
// nil Fragment and all problems, if any; each has a place in the path and says what to write instead.
func Parse(name string, img Image) (*Fragment, []diag.Diagnostic) {
	p := newParser(img, name)
	dir, file, ok := strings.Cut(name, "/")
	kind := classify(file)
	if !ok || !strings.HasPrefix(dir, prefix) || strings.Contains(file, "/") || kind == otherFile {
		p.notFragment(name)
		return nil, p.faults
	}
	if kind == misspeltFile {
		p.wrongExtension(name, false)
	}
	axes, ok := p.directory(dir)
	if !ok {
		return nil, p.faults
	}
	f := p.file(name, axes)
	if len(p.faults) > 0 {
		return nil, p.faults
	}
	return f, nil
}

// fileKind says what a file in a fragment directory is, by its name.
type fileKind uint8

const (
	otherFile    fileKind = iota // nothing to do with fragments
	yamlFile                     // a fragment
	misspeltFile                 // meant as one: `.yml`, `.YAML`
)

func classify(file string) fileKind {
	switch ext := path.Ext(file); {
	case ext == extension:
		return yamlFile
	case strings.EqualFold(ext, extension), strings.EqualFold(ext, ".yml"):
		return misspeltFile
	}
	return otherFile
}

// parser reads one path, or the name of a directory, and collects what is wrong with it.
type parser struct {
	img    Image
	text   *source.File
	base   int // where the path relative to the image begins in text
	faults []diag.Diagnostic
}

func newParser(img Image, name string) *parser {
	full := name
	if dir := path.Clean(img.Dir); dir != "." {
		full = dir + "/" + name
	}
	return &parser{img: img, text: source.NewPath(full), base: len(full) - len(name)}
}

// word is a name in a path, and where it starts.
type word struct {
	text  string
	start int
}

func split(text string, start int) []word {
	var words []word
	for piece := range strings.SplitSeq(text, "+") {
		words = append(words, word{piece, start})
		start += len(piece) + 1
	}
	return words
}

// span is the place of words, from the first to the last.
func (p *parser) span(words ...word) source.Span {
	last := words[len(words)-1]
	return p.text.Span(p.base+words[0].start, p.base+last.start+len(last.text))
}

// condition is what a directory name says: the axes as written, or that it is about features.
type condition struct {
	feature bool
	words   []word
	axes    []int
}

// directory reads the name of a fragment directory and reports whether it names axes, in whatever order.
func (p *parser) directory(name string) (condition, bool) {
	c := condition{words: split(strings.TrimPrefix(name, prefix), len(prefix))}
	before := len(p.faults)
	if i := slices.IndexFunc(c.words, isFeature); i >= 0 {
		if len(c.words) > 1 {
			p.featureWithAxes(c.words[i])
			return c, false
		}
		c.feature = true
		return c, true
	}
	for i, w := range c.words {
		axis, ok := p.img.Matrix.Axis(w.text)
		switch first := slices.IndexFunc(c.words, w.same); {
		case w.text == "":
			p.emptyName(w, "an axis")
		case first < i:
			p.duplicate("axis", w, c.words[first], "remove one of the two")
		case !ok:
			p.unknownAxis(w)
		}
		c.axes = append(c.axes, axis)
	}
	return c, len(p.faults) == before
}

func isFeature(w word) bool { return w.text == matrix.FeatureAxis }

func (w word) same(other word) bool { return w.text == other.text }

// file reads the path of a file in a directory that has been read. The result holds only without faults.
func (p *parser) file(name string, c condition) *Fragment {
	slash := strings.IndexByte(name, '/')
	stem := strings.TrimSuffix(name[slash+1:], path.Ext(name))
	words := split(stem, slash+1)
	before := len(p.faults)
	for _, w := range words {
		if w.text == "" {
			p.emptyName(w, c.wants())
		}
	}
	switch {
	case len(p.faults) > before:
		return nil
	case c.feature:
		return p.feature(name, words)
	case len(c.axes) == 1:
		return p.oneAxis(name, c, words)
	}
	return p.severalAxes(name, c, words)
}

// wants says what a name in a file of the directory is.
func (c condition) wants() string {
	if c.feature {
		return "a feature"
	}
	return "a value"
}

// feature reads the name of a file in by-feature.
func (p *parser) feature(name string, words []word) *Fragment {
	if len(words) > 1 {
		p.severalFeatures(words)
		return nil
	}
	if !matrix.ValidName(words[0].text) {
		p.featureName(words[0])
		return nil
	}
	at := slices.Index(p.img.Features, words[0].text)
	return &Fragment{Path: name, Feature: words[0].text, FeatureAt: at, m: p.img.Matrix}
}

// oneAxis reads values of one axis, any of which matches.
func (p *parser) oneAxis(name string, c condition, words []word) *Fragment {
	axis := c.axes[0]
	values := make([]int, len(words))
	wrong := false
	for i, w := range words {
		v, ok := p.img.Matrix.Value(axis, w.text)
		first := slices.IndexFunc(words, w.same)
		switch {
		case first < i:
			p.duplicate("value", w, words[first], p.withoutRepeats(axis, words))
			wrong = true
		case !ok:
			p.unknownValue(axis, w, words)
			wrong = true
		}
		values[i] = v
	}
	if wrong {
		return nil
	}
	if !slices.IsSorted(values) {
		p.wrongOrder(words, "values", p.pathOf([]int{axis}, [][]int{slices.Sorted(slices.Values(values))}))
		return nil
	}
	return newFragment(name, p.img.Matrix, c.axes, [][]int{values})
}

// severalAxes reads one value of each axis.
func (p *parser) severalAxes(name string, c condition, words []word) *Fragment {
	if len(words) != len(c.axes) {
		p.valueCount(c, words)
		return nil
	}
	values := make([][]int, len(words))
	unknown := false
	for i, w := range words {
		v, ok := p.img.Matrix.Value(c.axes[i], w.text)
		unknown = unknown || !ok
		values[i] = []int{v}
	}
	if unknown {
		p.misfits(c, words)
		return nil
	}
	if !slices.IsSorted(c.axes) {
		p.wrongOrder(c.words, "axes", p.pathOf(inOrder(c.axes, values)))
		return nil
	}
	return newFragment(name, p.img.Matrix, c.axes, values)
}

// misfits reports values of several axes of which not all are known where they stand: in the wrong order,
// if there is a right one, else each for itself.
func (p *parser) misfits(c condition, words []word) {
	if axes, values, ok := p.assign(slices.Sorted(slices.Values(c.axes)), words); ok {
		p.wrongOrder(words, "values", p.pathOf(axes, values))
		return
	}
	for i, w := range words {
		if _, ok := p.img.Matrix.Value(c.axes[i], w.text); !ok {
			p.unknownValue(c.axes[i], w, words)
		}
	}
	if !slices.IsSorted(c.axes) {
		p.wrongOrder(c.words, "axes", "")
	}
}

// inOrder sorts axes, and their values along with them.
func inOrder(axes []int, values [][]int) ([]int, [][]int) {
	order := make([]int, len(axes))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return axes[i] - axes[j] })
	sortedAxes, sortedValues := make([]int, len(axes)), make([][]int, len(axes))
	for to, from := range order {
		sortedAxes[to], sortedValues[to] = axes[from], values[from]
	}
	return sortedAxes, sortedValues
}
