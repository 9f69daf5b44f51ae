package diff

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tailor/internal/source"
	"tailor/internal/textdiff"
	"tailor/internal/yamltree"
	"tailor/render"
	"tailor/render/explain"
)

// difference is how one document of a cell differs.
type difference struct {
	diff     string
	from, to version
}

// version is a document on one side.
type version struct {
	render.Rendering

	blame   []explain.Line
	changed []int // lines that the other side has not got, counted from 0
}

// versionOf knows where the changed lines of a document come from.
func versionOf(r render.Rendering, changed []int) version {
	v := version{Rendering: r, changed: changed}
	if r.Config != nil {
		v.blame = explain.Blame(r)
	}
	return v
}

// differences compares the config of a cell, and what else is written down about its image.
func differences(from, to Cell) []difference {
	var out []difference
	for _, d := range []struct {
		from, to render.Rendering
		suffix   string
	}{
		{from.config(), to.config(), ""},
		{from.inputs(), to.inputs(), " (inputs)"},
	} {
		name := to.Rendering.Path() + d.suffix
		text := textdiff.Unified(name, name, textOf(d.from), textOf(d.to))
		if text == "" {
			continue
		}
		removed, added := changedLines(text)
		out = append(out, difference{text, versionOf(d.from, removed), versionOf(d.to, added)})
	}
	return out
}

func textOf(r render.Rendering) string {
	if r.Config == nil {
		return ""
	}
	return string(r.Text())
}

// config is the config of a cell, without one when the image is only converted.
func (c Cell) config() render.Rendering {
	r := c.Rendering
	if c.Cell.Image.Converts() {
		r.Config, r.Merged = nil, nil
	}
	return r
}

// inputs is what decides about an image besides its config and files, as if it were a config.
func (c Cell) inputs() render.Rendering {
	r := c.Rendering
	var entries []yamltree.Entry
	for _, e := range []struct {
		name string
		node *yamltree.Node
	}{{"base", r.Base}, {"baseImage", c.Slot}, {"rpmSources", r.RPMSources}, {"extraDependencies", r.ExtraDependencies}} {
		if e.node != nil && e.node.Kind != yamltree.Absent {
			entries = append(entries, yamltree.Entry{Key: &yamltree.Key{Name: e.name, Span: e.node.Span}, Value: e.node})
		}
	}
	r.Config, r.Merged = nil, nil
	if len(entries) > 0 {
		r.Config = yamltree.NewMap(entries, source.Span{})
		r.Merged = r.Config
	}
	return r
}

// sums are the contents of all files of a cell, by their path from the root of the workspace.
func (c Cell) sums() map[string]string {
	out := make(map[string]string, len(c.Assets))
	all := c.Assets
	if c.Dependencies != nil {
		all = slices.Concat(all, c.Dependencies.Assets)
	}
	for _, a := range all {
		name := a.Path
		if rel, err := filepath.Rel(path.Dir(c.Path), a.Path); err == nil { // from the image, wherever the bundle begins
			name = path.Join(c.Cell.Image.Dir, filepath.ToSlash(rel))
		}
		out[name] = a.Sum
	}
	return out
}

// hunkHead is the first line of a hunk.
var hunkHead = regexp.MustCompile(`^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@$`)

// changedLines returns the lines that a unified diff removes and adds, counted from 0 in their text.
func changedLines(diff string) (removed, added []int) {
	from, to := 0, 0
	for _, line := range strings.Split(diff, "\n")[2:] {
		if m := hunkHead.FindStringSubmatch(line); m != nil {
			from, to = number(m[1]), number(m[2])
			continue
		}
		switch {
		case strings.HasPrefix(line, "-"):
			removed = append(removed, from-1)
			from++
		case strings.HasPrefix(line, "+"):
			added = append(added, to-1)
			to++
		case strings.HasPrefix(line, " "):
			from++
			to++
		}
	}
	return removed, added
}

func number(digits string) int {
	n, _ := strconv.Atoi(digits) // the expression lets nothing else through
	return n
}

// position is that of an item in a path.
var position = regexp.MustCompile(`\[\d+\]`)

// key is the same for the same difference in several cells: when the same lines change at the same places of the
// config. The slug in them, the lines around them and positions in lists do not count.
func (d difference) key(slug string) string {
	var b strings.Builder
	for _, v := range []version{d.from, d.to} {
		b.WriteString("\x00")
		for _, i := range v.changed {
			b.WriteString(position.ReplaceAllString(v.blame[i].Path, "[]") + "\x00" + v.blame[i].Text + "\n")
		}
	}
	return strings.ReplaceAll(b.String(), slug, "\x00")
}
