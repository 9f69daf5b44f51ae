package textdiff_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tailor/internal/textdiff"
)

// TestUnifiedProperty holds that a diff says enough to get from the old text to the new one.
func TestUnifiedProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		was := drawText(t, "old")
		is := drawText(t, "new")
		if rapid.Bool().Draw(t, "edit") {
			is = edited(t, was)
		}
		patched(t, was, is)
		patched(t, is, was)
	})
}

// drawText draws a text of few distinct lines, some of which look like parts of a diff.
func drawText(t *rapid.T, label string) string {
	line := rapid.SampledFrom([]string{
		"a", "b", "c", "", "a\r", "-- old", "++ new", "@@ -1 +1 @@", `\ No newline at end of file`, "\x00\x1b[1m", "\xff", "é",
	})
	return strings.Join(rapid.SliceOfN(line, 0, 40).Draw(t, label), "\n")
}

// edited returns a text with some lines replaced.
func edited(t *rapid.T, text string) string {
	lines := strings.SplitAfter(text, "\n")
	for range rapid.IntRange(0, 4).Draw(t, "edits") {
		from := rapid.IntRange(0, len(lines)).Draw(t, "from")
		to := rapid.IntRange(from, min(from+3, len(lines))).Draw(t, "to")
		put := rapid.SliceOfN(rapid.SampledFrom([]string{"a\n", "x\n", "\n"}), 0, 3).Draw(t, "put")
		lines = slices.Replace(lines, from, to, put...)
	}
	return strings.Join(lines, "")
}

// patched checks that the diff of two texts leads from one to the other, and is there when they differ.
func patched(t rapid.TB, was, is string) {
	t.Helper()
	diff := textdiff.Unified("old", "new", was, is)
	if (diff == "") != (was == is) {
		t.Fatalf("%q to %q: got %q", was, is, diff)
	}
	got, err := apply(was, diff)
	if err != nil {
		t.Fatalf("%v\n%.1000s", err, diff)
	}
	if got != is {
		t.Fatalf("got %.1000q, want %.1000q from\n%.1000s", got, is, diff)
	}
}

// patch is a diff that is being applied.
type patch struct {
	diff []string // lines that are not read yet
	old  []string
	out  []string
	at   int // lines of old that are done with
}

// apply returns the text that a diff makes of text, and is as strict as it can be.
func apply(text, diff string) (string, error) {
	if diff == "" {
		return text, nil
	}
	rest, ok := strings.CutPrefix(diff, head)
	if !ok {
		return "", errors.New("no names")
	}
	p := patch{diff: slices.Collect(strings.Lines(rest)), old: slices.Collect(strings.Lines(text))}
	for len(p.diff) > 0 {
		if err := p.hunk(); err != nil {
			return "", err
		}
	}
	return strings.Join(append(p.out, p.old[p.at:]...), ""), nil
}

var hunkHead = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@\n$`)

// hunk applies the next hunk: what its head says must be what its lines do.
func (p *patch) hunk() error {
	m := hunkHead.FindStringSubmatch(p.diff[0])
	if m == nil {
		return fmt.Errorf("no hunk: %q", p.diff[0])
	}
	p.diff = p.diff[1:]
	oldFrom, oldCount := span(m[1], m[2])
	newFrom, newCount := span(m[3], m[4])
	if oldFrom < p.at || oldFrom+oldCount > len(p.old) {
		return fmt.Errorf("%s: out of place", m[0])
	}
	p.out = append(p.out, p.old[p.at:oldFrom]...)
	p.at = oldFrom
	if newFrom != len(p.out) {
		return fmt.Errorf("%s: the new text is at %d", m[0], len(p.out))
	}
	marks, err := p.lines(oldFrom+oldCount, newFrom+newCount)
	if err != nil {
		return fmt.Errorf("%s: %w", m[0], err)
	}
	if !shape.MatchString(marks) || strings.Contains(marks, "       ") {
		return fmt.Errorf("%s: shape %q", m[0], marks)
	}
	return nil
}

// shape is what the marks of a hunk look like: deletions come before insertions, and context is around all.
var shape = regexp.MustCompile(`^ {0,3}(-+\+*|\++)( +(-+\+*|\++))* {0,3}$`)

// lines applies lines until the old and the new text have come to their ends, and returns their marks.
func (p *patch) lines(oldEnd, newEnd int) (string, error) {
	var marks strings.Builder
	for p.at < oldEnd || len(p.out) < newEnd {
		if len(p.diff) == 0 {
			return "", errors.New("too short")
		}
		mark, line := p.diff[0][0], p.diff[0][1:]
		p.diff = p.diff[1:]
		if len(p.diff) > 0 && p.diff[0] == "\\ No newline at end of file\n" {
			p.diff, line = p.diff[1:], strings.TrimSuffix(line, "\n")
		}
		if mark != '+' {
			if p.at == len(p.old) || p.old[p.at] != line {
				return "", fmt.Errorf("line %d is not %q", p.at+1, line)
			}
			p.at++
		}
		if mark != '-' {
			p.out = append(p.out, line)
		}
		marks.WriteByte(mark)
	}
	return marks.String(), nil
}

// span returns where a range begins, counted from 0, and how long it is.
func span(from, count string) (start, length int) {
	start, _ = strconv.Atoi(from)
	length = 1
	if count != "" {
		length, _ = strconv.Atoi(count)
	}
	if length > 0 {
		start--
	}
	return start, length
}
