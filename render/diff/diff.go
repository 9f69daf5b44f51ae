// Package diff says how the configs of two workspaces differ, and which lines of the sources made the difference.
//
// The two are usually one workspace at two times. Cells are matched by slug; cells that differ in the same way are
// one group:
//
//	result := diff.Compare(from, to)
//	for _, g := range result.Changed {
//		fmt.Println(g.Cells, g.Diff, g.Causes)
//	}
//
// It implements docs/reference/cli.md, "tailor diff" and "tailor affected".
package diff

import (
	"slices"
	"strings"

	"tailor/internal/yamltree"
	"tailor/render/bundle"
)

// Side is one of the two workspaces.
type Side uint8

const (
	// From is the workspace as it was.
	From Side = iota
	// To is the workspace as it is.
	To
)

// String returns "from" or "to".
func (s Side) String() string { return [...]string{"from", "to"}[s] }

// Cell is one cell of a side, with its digest. One of an image that is only converted has no config.
type Cell struct {
	bundle.Config

	// Slot is the entry of `baseImages` that its base names, or nil.
	Slot *yamltree.Node
}

// Result is how two workspaces differ. The zero Result is no difference.
type Result struct {
	// Added and Removed are the slugs that only one side has, in its order.
	Added, Removed []string
	// Changed are the cells with another config or digest, in the order of their first cells.
	Changed []Group
	// Images counts the cells of each image, those of To first.
	Images []Count
}

// None reports whether there is no difference.
func (r Result) None() bool { return len(r.Added)+len(r.Removed)+len(r.Changed) == 0 }

// Group is what is different in some cells, and the same in all of them.
type Group struct {
	// Cells are their slugs.
	Cells []string
	// Diff is the unified diff of the first of them; "" when only files changed. A diff of the config is followed
	// by one of its inputs, such as the base.
	Diff string
	// Files are those that go into the images and are not the same.
	Files []File
	// Causes are the lines of the sources that the difference comes from, sorted by side and place.
	Causes []Cause
}

// Count is how many cells of an image are what, and how many lines of the changed ones are.
type Count struct {
	Image                              string
	Added, Removed, Changed, Unchanged int
	// Plus and Minus are lines.
	Plus, Minus int
}

// Compare finds the differences of two workspaces.
func Compare(from, to []Cell) Result {
	c := comparison{groups: map[string]*group{}, counts: map[string]*Count{}}
	before := bySlug(from)
	for _, cell := range to {
		count := c.count(cell)
		was, ok := before[cell.Output.Slug]
		if !ok {
			count.Added++
			c.Added = append(c.Added, cell.Output.Slug)
			continue
		}
		c.pair(count, was, cell)
	}
	after := bySlug(to)
	for _, cell := range from {
		if _, ok := after[cell.Output.Slug]; !ok {
			c.count(cell).Removed++
			c.Removed = append(c.Removed, cell.Output.Slug)
		}
	}
	return c.result()
}

// Affected returns the slugs of To whose image must be made again, because they are new or their digest is another,
// and those of From that are gone.
func Affected(from, to []Cell) (affected, removed []string) {
	before, after := bySlug(from), bySlug(to)
	for _, cell := range to {
		if was, ok := before[cell.Output.Slug]; !ok || was.Digest != cell.Digest {
			affected = append(affected, cell.Output.Slug)
		}
	}
	for _, cell := range from {
		if _, ok := after[cell.Output.Slug]; !ok {
			removed = append(removed, cell.Output.Slug)
		}
	}
	return affected, removed
}

func bySlug(cells []Cell) map[string]Cell {
	out := make(map[string]Cell, len(cells))
	for _, c := range cells {
		out[c.Output.Slug] = c
	}
	return out
}

// comparison collects a Result.
type comparison struct {
	Result

	groups map[string]*group
	order  []*group
	counts map[string]*Count
	images []*Count
}

// group is a Group that grows.
type group struct {
	Group

	causes causes
}

// count is that of the image of a cell.
func (c *comparison) count(cell Cell) *Count {
	name := cell.Cell.Image.Name
	if c.counts[name] == nil {
		c.counts[name] = &Count{Image: name}
		c.images = append(c.images, c.counts[name])
	}
	return c.counts[name]
}

// pair compares a cell that both sides have.
func (c *comparison) pair(count *Count, from, to Cell) {
	changes := differences(from, to)
	files := changedFiles(from, to)
	if len(changes) == 0 && len(files) == 0 && from.Digest == to.Digest {
		count.Unchanged++
		return
	}
	count.Changed++
	var key, text strings.Builder
	for _, ch := range changes {
		key.WriteString(ch.key(to.Output.Slug))
		text.WriteString(ch.diff)
		count.Plus += len(ch.to.changed)
		count.Minus += len(ch.from.changed)
	}
	for _, f := range files {
		key.WriteString("\x00" + f.Change + " " + f.Path)
	}
	g := c.groups[key.String()]
	if g == nil {
		g = &group{Group: Group{Diff: text.String(), Files: files}, causes: causes{}}
		c.groups[key.String()] = g
		c.order = append(c.order, g)
	}
	g.Cells = append(g.Cells, to.Output.Slug)
	for _, ch := range changes {
		g.causes.of(ch)
	}
}

func (c *comparison) result() Result {
	for _, g := range c.order {
		g.Causes = g.causes.list()
		c.Changed = append(c.Changed, g.Group)
	}
	for _, count := range c.images {
		c.Images = append(c.Images, *count)
	}
	return c.Result
}

// File is a file that goes into an image, or that it depends on.
type File struct {
	// Path is from the root of the workspace.
	Path string
	// Change is "added", "removed" or "changed".
	Change string
}

// changedFiles lists the files of a cell that are not the same on both sides, sorted by path.
func changedFiles(from, to Cell) []File {
	before, after := from.sums(), to.sums()
	var out []File
	for name, sum := range after {
		if was, ok := before[name]; !ok {
			out = append(out, File{name, "added"})
		} else if was != sum {
			out = append(out, File{name, "changed"})
		}
	}
	for name := range before {
		if _, ok := after[name]; !ok {
			out = append(out, File{name, "removed"})
		}
	}
	slices.SortFunc(out, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return out
}
