package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"tailor/internal/diag"
	"tailor/render/output"
)

// tally counts the files of one image, or the assets, by what was or is to be done with them.
type tally struct {
	name   string
	cells  int
	status map[output.Status]int
	done   map[output.Status]int
}

// tallies counts the changes of each image, in the order of the images, those that exist no more behind them.
// The last tally is that of the assets.
func (d *delivery) tallies(changes *output.Changes) []*tally {
	byName := map[string]*tally{}
	var out []*tally
	of := func(name string) *tally {
		if byName[name] == nil {
			byName[name] = &tally{name: diag.Clean(name), status: map[output.Status]int{}, done: map[output.Status]int{}}
			out = append(out, byName[name])
		}
		return byName[name]
	}
	for _, count := range perImage(d.plan.Cells) {
		if !count.image.Converts() {
			of(count.image.Name).cells = count.cells
		}
	}
	assets := &tally{name: "assets", status: map[output.Status]int{}, done: map[output.Status]int{}}
	for _, ch := range changes.Files {
		t := assets
		if ch.Image != "" {
			t = of(ch.Image)
		}
		t.status[ch.Status]++
		if ch.Done {
			t.done[ch.Status]++
		}
	}
	return append(out, assets)
}

// written is the number of files that were written.
func (t *tally) written() int {
	n := 0
	for status, count := range t.done {
		if status != output.Stale {
			n += count
		}
	}
	return n
}

// summary prints one line for each image: what was done with its configs, and one for the assets when something
// was done with them.
func (d *delivery) summary(changes *output.Changes) error {
	t := table{}
	all := d.tallies(changes)
	assets := all[len(all)-1]
	for _, image := range all {
		size := diag.Count(image.cells, "cell")
		if image == assets {
			if assets.written()+assets.done[output.Stale] == 0 {
				continue
			}
			size = diag.Count(len(d.want.Assets), "file")
		}
		t.add(image.name, size, fmt.Sprintf("%d written", image.written()),
			fmt.Sprintf("%d unchanged", image.status[output.Unchanged]), fmt.Sprintf("%d pruned", image.done[output.Stale]))
	}
	return t.print(d.streams.Err)
}

// checkSummary prints one line for each image: how its configs differ.
func (d *delivery) checkSummary(changes *output.Changes) error {
	t := table{}
	all := d.tallies(changes)
	for i, image := range all {
		row := []string{image.name, diag.Count(image.cells, "cell")}
		if i == len(all)-1 {
			if image.status[output.Unchanged] == len(d.want.Assets) {
				continue
			}
			row[1] = diag.Count(len(d.want.Assets), "file")
		}
		for _, status := range []output.Status{output.Unchanged, output.Changed, output.Missing, output.Edited, output.Foreign, output.Stale} {
			n := image.status[status]
			if status == output.Stale {
				n += image.status[output.EditedStale]
			}
			if n > 0 || status == output.Unchanged {
				row = append(row, fmt.Sprintf("%d %s", n, status))
			}
		}
		t.add(row...)
	}
	return t.print(d.streams.Err)
}

// lines lists the files and what was done, or is to be done, with each of them.
func (d *delivery) lines(w io.Writer, changes *output.Changes, all bool) error {
	var b strings.Builder
	for _, ch := range changes.Files {
		if ch.Status == output.Unchanged && !all {
			continue
		}
		name := diag.Clean(filepath.ToSlash(filepath.Join(d.want.Dir, ch.Path)))
		fmt.Fprintf(&b, "%-9s  %s\n", deed(ch), name)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// deed is what was done with a file, or is to be done.
func deed(ch *output.Change) string {
	switch {
	case ch.Status == output.Unchanged:
		return "unchanged"
	case ch.Status == output.EditedStale:
		return "kept"
	case ch.Status == output.Stale && ch.Done:
		return "pruned"
	case ch.Status == output.Stale:
		return "prune"
	case ch.Done:
		return "written"
	case ch.Status == output.Missing:
		return "create"
	}
	return "update"
}
