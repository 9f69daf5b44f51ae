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

// split cuts a word at every separator.
func split(w word, separator string) []word {
	var words []word
	start := w.start
	for piece := range strings.SplitSeq(w.text, separator) {
		words = append(words, word{piece, start})
		start += len(piece) + len(separator)
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
	c := condition{words: split(word{strings.TrimPrefix(name, prefix), len(prefix)}, "+")}
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
			p.duplicate("axis", w, c.words[first], "")
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
	stem := word{strings.TrimSuffix(name[slash+1:], path.Ext(name)), slash + 1}
	before := len(p.faults)
	if c.feature && strings.Contains(stem.text, not) {
		p.notFeature(stem)
		return nil
	}
	at := positions(stem)
	for _, pos := range at {
		p.missing(pos, c)
	}
	switch {
	case len(p.faults) > before:
		return nil
	case c.feature:
		return p.feature(name, allWords(at))
	case len(c.axes) == 1:
		return p.oneAxis(name, c, at)
	case len(at) != len(c.axes):
		p.valueCount(c, at)
		return nil
	}
	for _, pos := range at {
		if pos.mixed() {
			p.mixed(c.axes, at, pos)
		}
	}
	if len(p.faults) > before {
		return nil
	}
	return p.fragment(name, c, at, at)
}

// missing reports the empty names of a position.
func (p *parser) missing(pos position, c condition) {
	for _, w := range pos.words {
		if w.text == "" && pos.whole.text == w.text {
			p.emptyName(w, c.wants())
		} else if w.text == "" {
			p.emptyAlternative(w)
		}
	}
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

// oneAxis reads the values of one axis: `a+b`, any of which matches, or `!a,b`, any but these.
func (p *parser) oneAxis(name string, c condition, at []position) *Fragment {
	hasNot, hasOr := false, false
	for _, pos := range at {
		hasNot = hasNot || pos.except || pos.mixed()
		hasOr = hasOr || len(pos.words) > 1
	}
	all := position{whole: word{p.span(wholes(at)...).Text(), at[0].whole.start}, words: wholes(at)}
	switch {
	case len(at) == 1 && at[0].except && !at[0].mixed():
		all = at[0]
	case hasNot, hasOr && len(at) > 1:
		p.mixed(c.axes, at, all)
		return nil
	}
	return p.fragment(name, c, []position{all}, at)
}

// fragment makes the fragment of one position for each axis. written are the positions as the path has them.
func (p *parser) fragment(name string, c condition, at, written []position) *Fragment {
	terms, known := p.terms(c.axes, at)
	if len(at) > 1 && !known {
		if right, ok := p.assign(slices.Sorted(slices.Values(c.axes)), at); ok {
			p.wrongOrder(wholes(at), "values", p.rightPath(right, true))
			return nil
		}
	}
	before := len(p.faults)
	for i, pos := range at {
		separator := "+"
		if len(at) > 1 || pos.except {
			separator = or
		}
		p.names(terms[i].axis, pos, spelling{written, separator, p.rightPath(terms, known)})
	}
	switch {
	case !known && !slices.IsSorted(c.axes):
		p.wrongOrder(c.words, "axes", "")
	case len(p.faults) == before:
		p.order(c, at, terms)
	}
	if len(p.faults) > before {
		return nil
	}
	return newFragment(name, p.img.Matrix, terms)
}

// spelling is how the values of a position are to be written.
type spelling struct {
	at        []position // as the whole path has them
	separator string     // of the values
	right     string     // the path in order and without repeats, "" when it cannot be told
}

// names reports the unknown and the repeated values of a position.
func (p *parser) names(axis int, pos position, s spelling) {
	for i, w := range pos.words {
		first := slices.IndexFunc(pos.words, w.same)
		if _, ok := p.img.Matrix.Value(axis, w.text); first < i {
			p.duplicate("value", w, pos.words[first], s.right)
		} else if !ok {
			p.unknownValue(axis, w, s)
		}
	}
}

// order reports positions that match nothing, else what is not in the order of the matrix.
func (p *parser) order(c condition, at []position, terms []term) {
	if !p.matchesSome(terms) {
		p.matchNothing(at, terms)
		return
	}
	right := p.pathOf(inOrder(terms))
	if !slices.IsSorted(c.axes) {
		p.wrongOrder(c.words, "axes", right)
		return
	}
	for i, pos := range at {
		valueOf := func(w word) int {
			v, _ := p.img.Matrix.Value(terms[i].axis, w.text)
			return v
		}
		if !slices.IsSortedFunc(pos.words, func(a, b word) int { return valueOf(a) - valueOf(b) }) {
			p.wrongOrder(pos.words, "values", right)
		}
	}
}
