package textdiff

import (
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// maxLines bounds the lines of both texts. The library stands a character in for each distinct line and panics
// when Unicode has no more of them, which is at 1,112,060.
const maxLines = 1_000_000

// change says that lines of the old text give way to lines of the new one. The ranges are half-open and count
// from 0; one of them may be empty.
type change struct {
	oldFrom, oldTo int
	newFrom, newTo int
}

// empty reports whether c changes nothing.
func (c change) empty() bool { return c.oldFrom == c.oldTo && c.newFrom == c.newTo }

// compare returns the changes from one text to another in order, with at least one equal line between two.
func compare(oldText, newText string) []change {
	if o, n := count(oldText), count(newText); o+n > maxLines {
		return []change{{oldTo: o, newTo: n}}
	}
	var all []change
	var c change
	for _, d := range search(oldText, newText) {
		n := count(d.Text)
		switch d.Type {
		case diffmatchpatch.DiffDelete:
			c.oldTo += n
		case diffmatchpatch.DiffInsert:
			c.newTo += n
		case diffmatchpatch.DiffEqual:
			if !c.empty() {
				all = append(all, c)
			}
			c = change{c.oldTo + n, c.oldTo + n, c.newTo + n, c.newTo + n}
		}
	}
	if !c.empty() {
		all = append(all, c)
	}
	return all
}

// search returns runs of whole lines that were deleted, inserted or kept.
func search(oldText, newText string) []diffmatchpatch.Diff {
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // a time limit would make the result depend on the machine
	oldRunes, newRunes, lines := d.DiffLinesToRunes(oldText, newText)
	return d.DiffCharsToLines(d.DiffMainRunes(oldRunes, newRunes, false), lines)
}

// count returns the number of lines of a text, a last one without line break included.
func count(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}
