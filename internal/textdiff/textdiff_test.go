package textdiff_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/internal/textdiff"
)

const head = "--- old\n+++ new\n"

func TestUnified(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		old, new string // words, each of which stands for a line
		want     string // without the names
	}{
		{"equal", "a b c ", "a b c ", ""},
		{"equal without line break", "a b c", "a b c", ""},
		{"both empty", "", "", ""},
		{"insert at the start", "a b c d ", "x a b c d ", "@@ -1,3 +1,4 @@\n+x\n a\n b\n c\n"},
		{"insert at the end", "a b c d ", "a b c d x ", "@@ -2,3 +2,4 @@\n b\n c\n d\n+x\n"},
		{"insert in the middle", "a b c d e f g h ", "a b c d x e f g h ", "@@ -2,6 +2,7 @@\n b\n c\n d\n+x\n e\n f\n g\n"},
		{"insert beside few lines", "a b ", "a x b ", "@@ -1,2 +1,3 @@\n a\n+x\n b\n"},
		{"delete at the start", "x a b c d ", "a b c d ", "@@ -1,4 +1,3 @@\n-x\n a\n b\n c\n"},
		{"delete at the end", "a b c d x ", "a b c d ", "@@ -2,4 +2,3 @@\n b\n c\n d\n-x\n"},
		{"replace the only line", "a ", "x ", "@@ -1 +1 @@\n-a\n+x\n"},
		{"replace one line by two", "a ", "x y ", "@@ -1 +1,2 @@\n-a\n+x\n+y\n"},
		{"deletions first", "a b c d ", "a x y d ", "@@ -1,4 +1,4 @@\n a\n-b\n-c\n+x\n+y\n d\n"},
		{
			"two hunks far apart", "a b c d e f g h i ", "x b c d e f g h y ",
			"@@ -1,4 +1,4 @@\n-a\n+x\n b\n c\n d\n@@ -6,4 +6,4 @@\n f\n g\n h\n-i\n+y\n",
		},
		{
			"the second hunk is moved by the first", "a b c d e f g h ", "x y a b c d e f g z h ",
			"@@ -1,3 +1,5 @@\n+x\n+y\n a\n b\n c\n@@ -5,4 +7,5 @@\n e\n f\n g\n+z\n h\n",
		},
		{
			"six lines between two changes join them", "a b c d e f g h ", "x b c d e f g y ",
			"@@ -1,8 +1,8 @@\n-a\n+x\n b\n c\n d\n e\n f\n g\n-h\n+y\n",
		},
		{"two close changes", "a b c d ", "x b c y ", "@@ -1,4 +1,4 @@\n-a\n+x\n b\n c\n-d\n+y\n"},
		{"no line break in the old text", "a b", "a b ", "@@ -1,2 +1,2 @@\n a\n-b\n\\\n+b\n"},
		{"no line break in the new text", "a b ", "a b", "@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\\n"},
		{"no line break in either text", "a b", "a c", "@@ -1,2 +1,2 @@\n a\n-b\n\\\n+c\n\\\n"},
		{"no line break in what both have", "a b c", "x b c", "@@ -1,3 +1,3 @@\n-a\n+x\n b\n c\n\\\n"},
		{"no line break out of sight", "a b c d e", "x b c d e", "@@ -1,4 +1,4 @@\n-a\n+x\n b\n c\n d\n"},
		{"a line after one without line break", "a", "a b ", "@@ -1 +1,2 @@\n-a\n\\\n+a\n+b\n"},
		{"empty to one line", "", "a ", "@@ -0,0 +1 @@\n+a\n"},
		{"empty to something", "", "a b", "@@ -0,0 +1,2 @@\n+a\n+b\n\\\n"},
		{"something to empty", "a b ", "", "@@ -1,2 +0,0 @@\n-a\n-b\n"},
		{"one empty line to empty", " ", "", "@@ -1 +0,0 @@\n-\n"},
		{"what is no letter", "a\r \x1b[1m \xff ", "a \x1b[1m \xfe ", "@@ -1,3 +1,3 @@\n-a\r\n+a\n \x1b[1m\n-\xff\n+\xfe\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			want := strings.ReplaceAll(test.want, "\\\n", "\\ No newline at end of file\n")
			if want != "" {
				want = head + want
			}
			if diff := cmp.Diff(want, textdiff.Unified("old", "new", words(test.old), words(test.new))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// words puts each word on a line of its own; what comes after the last blank has no line break.
func words(s string) string { return strings.ReplaceAll(s, " ", "\n") }
