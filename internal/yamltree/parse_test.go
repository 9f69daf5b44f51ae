package yamltree_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// scalarCases and shapeCases are texts and the trees that they give, as dump shows them.
var scalarCases = []treeCase{
	{"an empty file", "", "nothing\n"},
	{"blanks and comments only", "  \n# a\n", "nothing\n"},
	{"a marker only", "---\n", "nothing\n"},
	{"null alone", "~\n", "nothing\n"},
	{
		"a comment at the end without a line break",
		"a: 1 # b",
		`
map 1:1«a: 1»
  a: integer "1"
`,
	},
	{"a comment without a line break alone", "# b", "nothing\n"},
	{"a scalar root", "x y\n", "string \"x y\"\n"},
	{
		"a list root",
		"- 1\n- x\n",
		`
list 1:1«- 1⏎- x»
  - integer "1"
  - string "x"
`,
	},
	{
		"a marker before and after",
		"---\na: 1\n...\n",
		`
map 2:1«a: 1»
  a: integer "1"
`,
	},
	{"content beside the marker", "--- a\n", "string \"a\"\n"},
	{
		"numbers",
		"a: 0755\n" +
			"b: 0o14\n" +
			"c: 0x1F\n" +
			"d: 1_000\n" +
			"e: -0\n" +
			"f: +1\n" +
			"g: 0b11\n" +
			"h: 1.10\n" +
			"i: 1e3\n" +
			"j: .inf\n" +
			"k: .NaN\n" +
			"l: 08\n" +
			"m: 18446744073709551616\n" +
			"n: 0X1F\n",
		`
map 1:1«a: 0755⏎b: 0o14⏎c: 0x1F⏎d: 1_000⏎e: -0⏎f: +1⏎g: 0b11⏎h: 1.10⏎i: 1e3⏎j: .inf⏎k: .NaN⏎l: 08⏎m: 18446744073709551616⏎n: 0X1F»
  a: integer "0755"
  b: integer "0o14"
  c: integer "0x1F"
  d: integer "1_000"
  e: integer "-0"
  f: integer "+1"
  g: integer "0b11"
  h: float "1.10"
  i: float "1e3"
  j: float ".inf"
  k: float ".NaN"
  l: float "08"
  m: float "18446744073709551616"
  n: integer "0X1F"
`,
	},
	{
		"booleans and words",
		"a: true\nb: False\nc: TRUE\nd: yes\ne: on\nf: n\ng: tRUE\nh: Off\n",
		`
map 1:1«a: true⏎b: False⏎c: TRUE⏎d: yes⏎e: on⏎f: n⏎g: tRUE⏎h: Off»
  a: boolean "true"
  b: boolean "False"
  c: boolean "TRUE"
  d: string "yes"
  e: string "on"
  f: string "n"
  g: string "tRUE"
  h: string "Off"
`,
	},
	{
		"nulls",
		"a:\nb: ~\nc: null\nd: NULL\ne: Null\nf: nULL\ng: # x\nh: ''\n",
		`
map 1:1«a:⏎b: ~⏎c: null⏎d: NULL⏎e: Null⏎f: nULL⏎g: # x⏎h: ''»
  a: null "" 1:3«»
  b: null "~"
  c: null "null"
  d: null "NULL"
  e: null "Null"
  f: string "nULL"
  g: null "" 7:3«»
  h: string ' "" 8:4«''»
`,
	},
	{
		"dates and what looks like one",
		"a: 2026-01-01\n" +
			"b: 2026-1-1\n" +
			"c: 2026-01-01T10:00:00Z\n" +
			"d: 2026-01-01 10:00:00\n" +
			"e: 12:30:45\n" +
			"f: 1:20\n" +
			"g: 2026-13-01\n",
		`
map 1:1«a: 2026-01-01⏎b: 2026-1-1⏎c: 2026-01-01T10:00:00Z⏎d: 2026-01-01 10:00:00⏎e: 12:30:45⏎f: 1:20⏎g: 2026-13-01»
  a: date "2026-01-01"
  b: date "2026-1-1"
  c: date "2026-01-01T10:00:00Z"
  d: date "2026-01-01 10:00:00"
  e: string "12:30:45"
  f: string "1:20"
  g: string "2026-13-01"
`,
	},
	{
		"strings that need no quotes",
		"a: x:y\nb: a#b\nc: C:\\dir\nd: it's\ne: -x\nf: ?x\ng: :x\nh: a, b\ni: x [y] {z}\nj: -- x\nk: =\n",
		`
map 1:1«a: x:y⏎b: a#b⏎c: C:\dir⏎d: it's⏎e: -x⏎f: ?x⏎g: :x⏎h: a, b⏎i: x [y] {z}⏎j: -- x⏎k: =»
  a: string "x:y"
  b: string "a#b"
  c: string "C:\\dir"
  d: string "it's"
  e: string "-x"
  f: string "?x"
  g: string ":x"
  h: string "a, b"
  i: string "x [y] {z}"
  j: string "-- x"
  k: string "="
`,
	},
	{
		"quotes",
		"a: 'it''s'\nb: \"x\\ty\\u00e9\\x41\"\nc: ''\nd: \"\"\ne: '1'\nf: \"~\"\n",
		`
map 1:1«a: 'it''s'⏎b: "x\ty\u00e9\x41"⏎c: ''⏎d: ""⏎e: '1'⏎f: "~"»
  a: string ' "it's" 1:4«'it''s'»
  b: string " "x\tyéA" 2:4«"x\ty\u00e9\x41"»
  c: string ' "" 3:4«''»
  d: string " "" 4:4«""»
  e: string ' "1" 5:4«'1'»
  f: string " "~" 6:4«"~"»
`,
	},
	{
		"quotes over lines",
		"a: 'x\n  y\n\n  z'\nb: \"x\n  y\\\n  z\"\n",
		`
map 1:1«a: 'x⏎  y⏎⏎  z'⏎b: "x⏎  y\⏎  z"»
  a: string ' "x y\nz" 1:4«'x⏎  y⏎⏎  z'»
  b: string " "x yz" 5:4«"x⏎  y\⏎  z"»
`,
	},
	{
		"plain text over lines",
		"a: x\n  y\n\n  z\nb: q\n",
		`
map 1:1«a: x⏎  y⏎⏎  z⏎b: q»
  a: string " "x y\nz" 1:4«x⏎  y⏎⏎  z»
  b: string "q"
`,
	},
	{"plain text over lines at the root", "x\ny\n", "string \" \"x y\" 1:1«x⏎y»\n"},
	{
		"literal blocks",
		"a: |\n  x\n   y\n\n  z\nb: |-\n  x\n\nc: |+\n  x\n\nd: |\n\n  x\n",
		`
map 1:1«a: |⏎  x⏎   y⏎⏎  z⏎b: |-⏎  x⏎⏎c: |+⏎  x⏎⏎d: |⏎⏎  x»
  a: string | "x\n y\n\nz\n" 1:4«|⏎  x⏎   y⏎⏎  z»
  b: string | "x" 6:4«|-⏎  x»
  c: string | "x\n\n" 9:4«|+⏎  x»
  d: string | "\nx\n" 12:4«|⏎⏎  x»
`,
	},
	{
		"folded blocks",
		"a: >\n  x\n  y\n\n  z\nb: >-\n  x\n  y\nc: >+\n  x\n\n",
		`
map 1:1«a: >⏎  x⏎  y⏎⏎  z⏎b: >-⏎  x⏎  y⏎c: >+⏎  x»
  a: string > "x y\nz\n" 1:4«>⏎  x⏎  y⏎⏎  z»
  b: string > "x y" 6:4«>-⏎  x⏎  y»
  c: string > "x\n\n" 9:4«>+⏎  x»
`,
	},
	{
		"block headers",
		"a: |2\n    x\nb: |-2\n    x\nc: |2-\n    x\nd: | # why\n  x\ne: |1\n  x\n",
		`
map 1:1«a: |2⏎    x⏎b: |-2⏎    x⏎c: |2-⏎    x⏎d: | # why⏎  x⏎e: |1⏎  x»
  a: string | "  x\n" 1:4«|2⏎    x»
  b: string | "  x" 3:4«|-2⏎    x»
  c: string | "  x" 5:4«|2-⏎    x»
  d: string | "x\n" 7:4«| # why⏎  x»
  e: string | " x\n" 9:4«|1⏎  x»
`,
	},
	{
		"a block at the end without a line break",
		"a: |\n  x",
		`
map 1:1«a: |⏎  x»
  a: string | "x" 1:4«|⏎  x»
`,
	},
	{
		"a block with trailing lines of comments",
		"a: |\n  x\n# c\nb: 1\n",
		`
map 1:1«a: |⏎  x⏎# c⏎b: 1»
  a: string | "x\n" 1:4«|⏎  x»
  b: integer "1"
`,
	},
	{
		"blocks in lists",
		"- |\n  x\n- |-\n x\n- a: |\n    y\n  b: 1\n",
		`
list 1:1«- |⏎  x⏎- |-⏎ x⏎- a: |⏎    y⏎  b: 1»
  - string | "x\n" 1:3«|⏎  x»
  - string | "x" 3:3«|-⏎ x»
  - map 5:3«a: |⏎    y⏎  b: 1»
    a: string | "y\n" 5:6«|⏎    y»
    b: integer "1"
`,
	},
	{
		"tabs in a block",
		"a: |\n  x\ty\n  \tz\n",
		"map 1:1«a: |⏎  x\ty⏎  \tz»\n" +
			"  a: string | \"x\\ty\\n\\tz\\n\" 1:4«|⏎  x\ty⏎  \tz»\n",
	},
	{
		"a tab in plain text",
		"a: x\ty\n",
		"map 1:1«a: x\ty»\n" +
			"  a: string \" \"x\\ty\"\n",
	},
	{
		"tabs after values",
		"a: x\t\nb: 1\t# c\n",
		"map 1:1«a: x\t⏎b: 1»\n" +
			"  a: string \"x\"\n" +
			"  b: integer \"1\"\n",
	},
	{
		"a tab after a colon",
		"a:\tx\n",
		"map 1:1«a:\tx»\n" +
			"  a: string \"x\"\n",
	},
}

// treeCase is a text and its tree.
type treeCase struct{ name, text, want string }

// treeCases returns all cases.
func treeCases() []treeCase { return slices.Concat(scalarCases, shapeCases) }

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range treeCases() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n, faults := parse(c.text)
			if len(faults) > 0 {
				t.Fatalf("%q:\n%s", c.text, list(faults))
			}
			if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), dump(n)); diff != "" {
				t.Errorf("%q (-want +got):\n%s", c.text, diff)
			}
		})
	}
}
