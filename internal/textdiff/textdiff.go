// Package textdiff says how two texts differ, line by line, in the words of `diff -u`.
//
// [Unified] is all there is. It takes two texts with their names and returns what git and `diff -u` would
// print, which `patch` and `git apply` take back:
//
//	textdiff.Unified("a/gizmo.yaml", "b/gizmo.yaml", "os: {}\nname: gizmo\n", "os: {}\nname: gadget\n")
//
// is
//
//	--- a/gizmo.yaml
//	+++ b/gizmo.yaml
//	@@ -1,2 +1,2 @@
//	 os: {}
//	-name: gizmo
//	+name: gadget
//
// A line ends with LF or with the text, and nothing else is looked at: CR, control characters and bytes that
// are not UTF-8 belong to their line and are printed as they are. Who shows a diff on a terminal makes it safe
// first.
package textdiff

import (
	"slices"
	"strings"
)

// Unified returns the unified diff that turns oldText into newText, with three lines of context and with
// deletions before insertions where lines are replaced, or "" when the texts are equal. A text may be empty,
// and its last line may lack the line break.
//
// The names are printed as they are, so they should hold no line break; a file that is not there is called
// /dev/null by custom.
//
// The result depends on the arguments alone. Nothing cuts the search short, so it takes time and memory for
// the lines, and time for the lines times those that differ. Texts of more than a million lines together are
// not searched: all of the old text is replaced by the new one.
func Unified(oldName, newName, oldText, newText string) string {
	if oldText == newText {
		return ""
	}
	p := printer{
		old: slices.Collect(strings.Lines(oldText)),
		new: slices.Collect(strings.Lines(newText)),
	}
	p.out.WriteString("--- " + oldName + "\n+++ " + newName + "\n")
	for _, h := range hunks(compare(oldText, newText)) {
		p.hunk(h)
	}
	return p.out.String()
}
