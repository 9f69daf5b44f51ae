package directives

import (
	"fmt"
	"slices"
	"strings"

	"tailor/internal/yamltree"
)

// Wild says what a step of a [Pattern] stands for.
type Wild uint8

const (
	// One is the key or the position that is written.
	One Wild = iota
	// AnyKey is `*`: each key of a map.
	AnyKey
	// AnyItem is `[*]`: each item of a list.
	AnyItem
	// Anything is `**`: any number of keys and items, also none.
	Anything
)

// PatternStep is one step of a [Pattern].
type PatternStep struct {
	Step // when it is One
	Wild Wild
}

// fits reports whether a step of a path is one that s stands for.
func (s PatternStep) fits(step Step) bool {
	switch s.Wild {
	case One:
		return s.Step == step
	case AnyKey:
		return step.Index < 0
	case AnyItem:
		return step.Index >= 0
	default:
		return true
	}
}

// Pattern names any number of places in a tree. It is a path in which `*` stands for one key, `[*]` for the items of
// a list and `**` for any number of keys and items, also none: `storage.disks[*].partitions[*].id`, `services.**`. A
// Pattern may be used concurrently. The zero Pattern names the root. Make one with [ParsePattern].
type Pattern struct {
	text  string
	steps []PatternStep
}

// MaxPattern is the number of steps that a pattern may have: no tree is deeper.
const MaxPattern = yamltree.MaxDepth

// ParsePattern reads a pattern, whose spelling is that of [ParsePath] with wildcards. `config.` at its start is left
// out. A key that holds a `*` is written in quotes: `["*"]`. The error is a *PathError. It implements
// docs/reference/cli.md, "Paths in a config".
func ParsePattern(text string) (Pattern, error) {
	p := pathParser{text: text, item: "[*] for every item, "}
	var steps []PatternStep
	for p.at < len(text) {
		s, err := p.patternStep()
		if err != nil {
			return Pattern{}, err
		}
		if double := s.Wild == Anything && len(steps) > 0 && steps[len(steps)-1].Wild == Anything; !double {
			steps = append(steps, s)
		}
	}
	switch {
	case text == "":
		return Pattern{}, &PathError{0, 0, "the pattern is empty", "write dotted keys, as in `os.hostname`"}
	case steps[0] == PatternStep{Step: Step{Key: "config", Index: -1}}:
		steps = steps[1:]
	}
	if len(steps) > MaxPattern {
		return Pattern{}, &PathError{0, len(text), fmt.Sprintf("the pattern has more than %d steps", MaxPattern), "no config is as deep: shorten it"}
	}
	return Pattern{text, steps}, nil
}

// patternStep reads one step.
func (p *pathParser) patternStep() (PatternStep, error) {
	start := p.at
	if strings.HasPrefix(p.text[start:], "[*]") {
		p.at += len("[*]")
		p.steps = append(p.steps, Step{}) // so that a key needs its dot
		return PatternStep{Wild: AnyItem}, nil
	}
	if err := p.step(); err != nil {
		return PatternStep{}, err
	}
	step := p.steps[len(p.steps)-1]
	written := strings.TrimPrefix(p.text[start:p.at], ".")
	switch {
	case written == "*":
		return PatternStep{Wild: AnyKey}, nil
	case written == "**":
		return PatternStep{Wild: Anything}, nil
	case written[0] != '[' && strings.Contains(written, "*"):
		return PatternStep{}, p.fail(p.at-len(written), p.at, "`*` stands for a whole key, not for a part of `"+written+"`",
			`write * for any key, ** for any number of keys and items, or ["..."] around a key that holds a *`)
	}
	return PatternStep{Step: step}, nil
}

// String returns the pattern as it was written.
func (p Pattern) String() string { return p.text }

// Matches reports whether a path, rooted where the pattern is, is one that p names.
func (p Pattern) Matches(steps []Step) bool {
	c := p.Start()
	for _, s := range steps {
		c = c.Down(s)
	}
	return c.Matches()
}

// Each calls visit with the places of a tree that p names, in the order of the tree, each once. The path is that from
// the tree, nil for its root. Removed values are no places, and a nil tree has none.
func (p Pattern) Each(tree *yamltree.Node, visit func(path *Path, n *yamltree.Node)) {
	each(p.Start(), nil, tree, visit)
}

func each(c Cursor, path *Path, n *yamltree.Node, visit func(*Path, *yamltree.Node)) {
	if n == nil || n.Kind == yamltree.Absent {
		return
	}
	if c.Matches() {
		visit(path, n)
	}
	for i := range n.Entries {
		e := &n.Entries[i]
		if next := c.Down(Step{Key: e.Key.Name, Index: -1}); !next.Lost() {
			each(next, path.Key(e.Key.Name), e.Value, visit)
		}
	}
	for i, item := range n.Items {
		if next := c.Down(Step{Index: i}); !next.Lost() {
			each(next, path.Item(i), item, visit)
		}
	}
}

// Cursor is a pattern on its way down a tree: all the ways in which the steps so far fit its beginning, at once. So
// what it costs to go down depends on the pattern and the tree alone, however many `**` there are.
type Cursor struct {
	steps []PatternStep
	at    [MaxPattern/64 + 1]uint64 // the steps of the pattern that may come next, len(steps) when it is through
}

// Start returns the Cursor at the root of a tree.
func (p Pattern) Start() Cursor {
	c := Cursor{steps: p.steps}
	c.put(0)
	return c
}

// put notes that step i may come next, and with a `**` also the one behind it.
func (c *Cursor) put(i int) {
	c.at[i/64] |= 1 << (i % 64)
	if i < len(c.steps) && c.steps[i].Wild == Anything {
		c.put(i + 1)
	}
}

func (c *Cursor) has(i int) bool { return c.at[i/64]&(1<<(i%64)) != 0 }

// Down returns the Cursor one step further.
func (c Cursor) Down(step Step) Cursor {
	next := Cursor{steps: c.steps}
	for i, s := range c.steps {
		switch {
		case !c.has(i) || !s.fits(step):
		case s.Wild == Anything:
			next.put(i)
		default:
			next.put(i + 1)
		}
	}
	return next
}

// Matches reports whether the place is one that the pattern names.
func (c Cursor) Matches() bool { return c.has(len(c.steps)) }

// Lost reports whether neither the place nor any below it is one that the pattern names.
func (c Cursor) Lost() bool { return c.at == [len(c.at)]uint64{} }

// Expected is a key or a position that a pattern asks for.
type Expected struct {
	Step
	// Loose says that a `**` stands before it, which may just as well go on.
	Loose bool
}

// Expects lists the keys and positions that the pattern asks for next, wildcards left out.
func (c Cursor) Expects() []Expected {
	var out []Expected
	for i, s := range c.steps {
		if c.has(i) && s.Wild == One {
			out = append(out, Expected{s.Step, i > 0 && c.steps[i-1].Wild == Anything})
		}
	}
	return out
}

// Steps returns the steps from the root to p; none for the root.
func (p *Path) Steps() []Step {
	var steps []Step
	for ; p != nil; p = p.parent {
		steps = append(steps, Step{p.key, p.index})
	}
	slices.Reverse(steps)
	return steps
}

// Pattern spells the path with `[*]` for every position, so that it is the same wherever a list holds an item.
func (p *Path) Pattern() string {
	var b strings.Builder
	p.spell(&b, func(int) string { return "[*]" })
	return b.String()
}
