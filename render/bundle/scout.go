package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"tailor/internal/diag"
	"tailor/internal/yamltree"
	"tailor/render"
)

// Sum is a SHA-256.
type Sum [sha256.Size]byte

// String is the sum in hexadecimal.
func (s Sum) String() string { return hex.EncodeToString(s[:]) }

// scout goes through the configs of one worker and asks the finder, which all workers share, for what it does not
// know. Configs that follow each other are much alike, so it asks seldom.
type scout struct {
	f *finder
	o Options
	b *Bundle

	ia    *imageAssets
	known map[*yamltree.Node]*found   // of the strings of the present image; nil for what names nothing
	under map[*yamltree.Node][]*found // what is named in a collection, when nothing is wrong with it

	trail    []*found // what the present config names, in the order of the tree
	problems bool     // something is wrong with what was passed last
	names    []*found // the same as trail, each once
	had      map[*found]bool
	last     []*found // the names of the last config
	set      *Set     // that of the last config
	text     []byte
	printer  yamltree.Printer
}

// What a scout remembers at most.
const (
	maxUnder = 4096
	maxKnown = 1 << 16
)

func (f *finder) scout(b *Bundle, o Options) *scout {
	return &scout{f: f, o: o, b: b, under: map[*yamltree.Node][]*found{}, had: map[*found]bool{}}
}

// config collects one config.
func (s *scout) config(at int, r render.Rendering, report *diag.Report) {
	s.enter(r.Cell.Image)
	set := s.assets(r, report)
	c := &s.b.Configs[at]
	*c = Config{Rendering: r, Path: s.o.place(s.f.prefix, r.Path()), Set: set}
	if !s.o.NoDigests {
		c.Digest, c.Dependencies = s.digest(r, set)
	}
	if s.f.quiet {
		c.Set = &s.f.none
	}
	if !s.o.Trees {
		c.Config, c.Merged, c.ExtraDependencies = nil, nil, nil
	}
	if s.o.Look != nil {
		s.text = s.printer.Append(s.text[:0], r.Config)
		s.o.Look(at, c, s.text)
	}
}

// enter makes an image the present one.
func (s *scout) enter(img *render.Image) {
	if s.ia != nil && s.ia.img == img {
		return
	}
	s.f.mu.Lock()
	defer s.f.mu.Unlock()
	s.ia, s.known, s.set = s.f.image(img), map[*yamltree.Node]*found{}, nil
	clear(s.under)
}

// assets returns the assets of a config, and reports what is wrong with them.
func (s *scout) assets(r render.Rendering, report *diag.Report) *Set {
	if len(s.under) > maxUnder {
		clear(s.under)
	}
	s.trail = append(s.trail[:0], s.ia.listed...)
	s.walk(r, r.Config, report)
	s.names = s.names[:0]
	clear(s.had)
	for _, got := range s.trail {
		if !s.had[got] {
			s.had[got], s.names = true, append(s.names, got)
		}
	}
	if s.set == nil || !slices.Equal(s.names, s.last) {
		s.f.mu.Lock()
		defer s.f.mu.Unlock()
		s.set, s.last = s.ia.set(s.names), slices.Clone(s.names)
		s.f.contents(s.ia, s.set) // whether all of it can be read
	}
	return s.set
}

// walk adds what the strings of a tree name.
func (s *scout) walk(r render.Rendering, n *yamltree.Node, report *diag.Report) {
	const few = 8 // nodes that are not worth remembering
	if n.Kind == yamltree.Scalar {
		s.scalar(r, n, report)
		return
	}
	known := n.Origin == nil && n.Size() > few // what a merge made is seldom seen again
	if names, ok := s.under[n]; known && ok {
		s.trail = append(s.trail, names...)
		return
	}
	start, before := len(s.trail), s.problems
	s.problems = false
	for i := range n.Entries {
		s.walk(r, n.Entries[i].Value, report)
	}
	for _, item := range n.Items {
		s.walk(r, item, report)
	}
	if known && !s.problems {
		s.under[n] = slices.Clone(s.trail[start:])
	}
	s.problems = s.problems || before
}

// scalar adds what a string names.
func (s *scout) scalar(r render.Rendering, n *yamltree.Node, report *diag.Report) {
	if n.Type != yamltree.String || len(n.Value) > maxPath {
		return
	}
	got, ok := s.known[n]
	if !ok {
		got = s.ask(n)
	}
	if got == nil {
		return
	}
	if got.named != "" {
		s.trail = append(s.trail, got)
	}
	if s.f.quiet || len(got.problems) == 0 {
		return
	}
	s.problems = true
	for _, p := range got.problems {
		p.Labels = []diag.Label{{Span: n.Span, Primary: true, Via: n.Via.Sites()}}
		report.AddIn(r.Output.Slug, p)
	}
}

// ask asks the finder what a string names.
func (s *scout) ask(n *yamltree.Node) *found {
	s.f.mu.Lock()
	got := s.f.value(s.ia, n)
	s.f.mu.Unlock()
	if got.named == "" && len(got.problems) == 0 {
		got = nil
	}
	if len(s.known) > maxKnown {
		clear(s.known)
	}
	s.known[n] = got
	return got
}
