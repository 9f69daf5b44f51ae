package textdiff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tailor/internal/textdiff"
)

// TestManyLines replaces lines wherever the characters that stand for them change their shape: where UTF-8
// takes one more byte, and around the surrogates, which stand for nothing.
func TestManyLines(t *testing.T) {
	t.Parallel()
	const n = 72_000
	edges := []int{127, 2047, 55_295, 57_343, 63_484, 65_533, 69_999}
	was, is := make([]string, n), make([]string, n)
	for i := range n {
		was[i] = fmt.Sprintf("line %d\n", i+1)
		is[i] = was[i]
	}
	var want strings.Builder
	want.WriteString(head)
	for _, at := range edges {
		fmt.Fprintf(&want, "@@ -%d,8 +%d,8 @@\n", at-2, at-2)
		for i := at - 3; i < at; i++ {
			want.WriteString(" " + was[i])
		}
		for i := at; i < at+2; i++ {
			is[i] = "new " + was[i]
		}
		want.WriteString("-" + was[at] + "-" + was[at+1] + "+" + is[at] + "+" + is[at+1])
		for i := at + 2; i < at+5; i++ {
			want.WriteString(" " + was[i])
		}
	}
	got := textdiff.Unified("old", "new", strings.Join(was, ""), strings.Join(is, ""))
	if got != want.String() {
		t.Errorf("got\n%s\nwant\n%s", got, want.String())
	}
}

// TestAllLinesMoved has characters for lines on both sides of the surrogates that stay while others go.
func TestAllLinesMoved(t *testing.T) {
	t.Parallel()
	const n = 72_000
	was := make([]string, n)
	for i := range n {
		was[i] = fmt.Sprintf("line %d\n", i+1)
	}
	is := slices.Concat(was[n-10:], was[100:55_290], was[57_350:n-10], was[:10])
	patched(t, strings.Join(was, ""), strings.Join(is, ""))
}

// TestTooManyLines holds that a text of more lines than there are characters is shown as replaced.
func TestTooManyLines(t *testing.T) {
	t.Parallel()
	const n = 1_200_000
	var was strings.Builder
	for i := range n {
		fmt.Fprintln(&was, i)
	}
	got := textdiff.Unified("old", "new", was.String(), "new\n")
	want := head + fmt.Sprintf("@@ -1,%d +1 @@\n", n)
	if !strings.HasPrefix(got, want+"-0\n-1\n") || !strings.HasSuffix(got, "\n-1199999\n+new\n") {
		t.Errorf("got %.100q", got)
	}
	if lines := strings.Count(got, "\n"); lines != n+4 {
		t.Errorf("got %d lines", lines)
	}
}
