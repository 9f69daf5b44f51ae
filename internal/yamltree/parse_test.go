package yamltree_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// treeCases are texts and the trees that they give, as dump shows them.
var treeCases = []struct{ name, text, want string }{
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
	{
		"lists",
		"a:\n- 1\n- - 2\n  - 3\n- ~\n- b: 1\n  c: 2\n",
		`
map 1:1«a:⏎- 1⏎- - 2⏎  - 3⏎- ~⏎- b: 1⏎  c: 2»
  a: list 2:1«- 1⏎- - 2⏎  - 3⏎- ~⏎- b: 1⏎  c: 2»
    - integer "1"
    - list 3:3«- 2⏎  - 3»
      - integer "2"
      - integer "3"
    - null "~"
    - map 6:3«b: 1⏎  c: 2»
      b: integer "1"
      c: integer "2"
`,
	},
	{
		"a list under its key in its column",
		"a:\n- x\nb: 1\n",
		`
map 1:1«a:⏎- x⏎b: 1»
  a: list 2:1«- x»
    - string "x"
  b: integer "1"
`,
	},
	{
		"empty items",
		"- \n- x\n-\n",
		`
list 1:1«- ⏎- x⏎-»
  - null "" 1:2«»
  - string "x"
  - null "" 3:2«»
`,
	},
	{
		"flow collections",
		"a: [1, x, \"y\", [], {}]\nb: {c: 1, d: {e: f}}\nc: []\nd: {}\n",
		`
map 1:1«a: [1, x, "y", [], {}]⏎b: {c: 1, d: {e: f}}⏎c: []⏎d: {}»
  a: list 1:4«[1, x, "y", [], {}]»
    - integer "1"
    - string "x"
    - string " "y" 1:11«"y"»
    - list 1:16«[]»
    - map 1:20«{}»
  b: map 2:4«{c: 1, d: {e: f}}»
    c: integer "1"
    d: map 2:14«{e: f}»
      e: string "f"
  c: list 3:4«[]»
  d: map 4:4«{}»
`,
	},
	{
		"flow collections over lines",
		"a: [\n  1, # one\n  2,\n]\nb: {\n  c: d\n  }\nc: [ # ]\n]\n",
		`
map 1:1«a: [⏎  1, # one⏎  2,⏎]⏎b: {⏎  c: d⏎  }⏎c: [ # ]⏎]»
  a: list 1:4«[⏎  1, # one⏎  2,⏎]»
    - integer "1"
    - integer "2"
  b: map 5:4«{⏎  c: d⏎  }»
    c: string "d"
  c: list 8:4«[ # ]⏎]»
`,
	},
	{
		"a key alone in braces",
		"{a, b: 1, c: }\n",
		`
map 1:1«{a, b: 1, c: }»
  a: null "" 1:3«»
  b: integer "1"
  c: null "" 1:13«»
`,
	},
	{
		"JSON",
		"{\"a\":1,\"b\":[true,null,\"x\"],\"c\":{\"d\":1.5}}\n",
		`
map 1:1«{"a":1,"b":[true,null,"x"],"c":{"d":1.5}}»
  (string ") "a" 1:2«"a"»: integer "1"
  (string ") "b" 1:8«"b"»: list 1:12«[true,null,"x"]»
    - boolean "true"
    - null "null"
    - string " "x" 1:23«"x"»
  (string ") "c" 1:28«"c"»: map 1:32«{"d":1.5}»
    (string ") "d" 1:33«"d"»: float "1.5"
`,
	},
	{
		"a pair in a list",
		"[a: 1, b]\n",
		`
list 1:1«[a: 1, b]»
  - map 1:2«a: 1»
    a: integer "1"
  - string "b"
`,
	},
	{
		"keys",
		"1: a\n1.10: b\ntrue: c\n~: d\n'x': e\n\"y z\": f\n2026-01-01: g\n\"\": h\na b: i\n",
		`
map 1:1«1: a⏎1.10: b⏎true: c⏎~: d⏎'x': e⏎"y z": f⏎2026-01-01: g⏎"": h⏎a b: i»
  (integer) "1": string "a"
  (float) "1.10": string "b"
  (boolean) "true": string "c"
  (null) "~": string "d"
  (string ') "x" 5:1«'x'»: string "e"
  (string ") "y z" 6:1«"y z"»: string "f"
  (date) "2026-01-01": string "g"
  (string ") "" 8:1«""»: string "h"
  a b: string "i"
`,
	},
	{
		"an anchor and its aliases",
		"a: &x {k: v}\nb: *x\nc: [*x, &y 1, *y]\n",
		`
map 1:1«a: &x {k: v}⏎b: *x⏎c: [*x, &y 1, *y]»
  a: map 1:7«{k: v}»
    k: string "v"
  b: map 1:7«{k: v}»
    k: string "v"
  c: list 3:4«[*x, &y 1, *y]»
    - map 1:7«{k: v}»
      k: string "v"
    - integer "1"
    - integer "1"
`,
	},
	{
		"an alias of text",
		"a: &x hello\nb: *x\n",
		`
map 1:1«a: &x hello⏎b: *x»
  a: string "hello"
  b: string "hello"
`,
	},
	{
		"an anchor on a map",
		"&r\na: 1\n",
		`
map 2:1«a: 1»
  a: integer "1"
`,
	},
	{
		"an anchor above its map",
		"a: &m\n  b: 1\nc: *m\n",
		`
map 1:1«a: &m⏎  b: 1⏎c: *m»
  a: map 2:3«b: 1»
    b: integer "1"
  c: map 2:3«b: 1»
    b: integer "1"
`,
	},
	{
		"names of anchors",
		"a: &x-1_Y 1\nb: *x-1_Y\n",
		`
map 1:1«a: &x-1_Y 1⏎b: *x-1_Y»
  a: integer "1"
  b: integer "1"
`,
	},
	{
		"an anchor redefined",
		"a: &x 1\nb: *x\nc: &x 2\nd: *x\n",
		`
map 1:1«a: &x 1⏎b: *x⏎c: &x 2⏎d: *x»
  a: integer "1"
  b: integer "1"
  c: integer "2"
  d: integer "2"
`,
	},
	{
		"a merged map",
		"x: &x {a: 1, b: 2}\ny:\n  <<: *x\n  b: 3\n  c: 4\n",
		`
map 1:1«x: &x {a: 1, b: 2}⏎y:⏎  <<: *x⏎  b: 3⏎  c: 4»
  x: map 1:7«{a: 1, b: 2}»
    a: integer "1"
    b: integer "2"
  y: map 3:3«<<: *x⏎  b: 3⏎  c: 4»
    a: integer "1"
    b: integer "3"
    c: integer "4"
`,
	},
	{
		"a merged map after its keys",
		"x: &x {a: 1, b: 2}\ny:\n  b: 3\n  <<: *x\n",
		`
map 1:1«x: &x {a: 1, b: 2}⏎y:⏎  b: 3⏎  <<: *x»
  x: map 1:7«{a: 1, b: 2}»
    a: integer "1"
    b: integer "2"
  y: map 3:3«b: 3⏎  <<: *x»
    b: integer "3"
    a: integer "1"
`,
	},
	{
		"a merged list of maps",
		"x: &x {a: 1}\ny: &y {a: 2, b: 3}\nz:\n  <<: [*x, *y]\n",
		`
map 1:1«x: &x {a: 1}⏎y: &y {a: 2, b: 3}⏎z:⏎  <<: [*x, *y]»
  x: map 1:7«{a: 1}»
    a: integer "1"
  y: map 2:7«{a: 2, b: 3}»
    a: integer "2"
    b: integer "3"
  z: map 4:3«<<: [*x, *y]»
    a: integer "1"
    b: integer "3"
`,
	},
	{
		"a merged map written out",
		"y: {<<: {a: 1}, b: 2}\n",
		`
map 1:1«y: {<<: {a: 1}, b: 2}»
  y: map 1:4«{<<: {a: 1}, b: 2}»
    a: integer "1"
    b: integer "2"
`,
	},
	{
		"a merge of a merge",
		"x: &x {a: 1}\ny: &y {<<: *x, b: 2}\nz: {<<: *y, c: 3}\n",
		`
map 1:1«x: &x {a: 1}⏎y: &y {<<: *x, b: 2}⏎z: {<<: *y, c: 3}»
  x: map 1:7«{a: 1}»
    a: integer "1"
  y: map 2:7«{<<: *x, b: 2}»
    a: integer "1"
    b: integer "2"
  z: map 3:4«{<<: *y, c: 3}»
    a: integer "1"
    b: integer "2"
    c: integer "3"
`,
	},
	{
		"quoted `<<` keys",
		"a: {\"<<\": 1}\nb: {'<<': 2}\nc: <<\n",
		`
map 1:1«a: {"<<": 1}⏎b: {'<<': 2}⏎c: <<»
  a: map 1:4«{"<<": 1}»
    (string ") "<<" 1:5«"<<"»: integer "1"
  b: map 2:4«{'<<': 2}»
    (string ') "<<" 2:5«'<<'»: integer "2"
  c: string " "<<"
`,
	},
	{
		"supported tags",
		"a: !!str 12\n" +
			"b: !!int 1\n" +
			"c: !!float 1.5\n" +
			"d: !!bool true\n" +
			"e: !!null ~\n" +
			"f: !!str x\n" +
			"g: !!str \"q\"\n" +
			"h: !!str |\n" +
			"  x\n",
		`
map 1:1«a: !!str 12⏎b: !!int 1⏎c: !!float 1.5⏎d: !!bool true⏎e: !!null ~⏎f: !!str x⏎g: !!str "q"⏎h: !!str |⏎  x»
  a: string " "12"
  b: integer "1"
  c: float "1.5"
  d: boolean "true"
  e: null "~"
  f: string " "x"
  g: string " "q" 7:10«"q"»
  h: string | "x\n" 8:10«|⏎  x»
`,
	},
	{
		"tags and anchors",
		"a: &x !!str 12\nb: !!str &y 13\nc: [*x, *y]\n",
		`
map 1:1«a: &x !!str 12⏎b: !!str &y 13⏎c: [*x, *y]»
  a: string " "12"
  b: string " "13"
  c: list 3:4«[*x, *y]»
    - string " "12"
    - string " "13"
`,
	},
	{
		"a byte order mark and CRLF",
		"\ufeffa: 1\r\nb: |\r\n  x\r\n  y\r\nc: 'x\r\n  y'\r\n",
		`
map 1:1«a: 1⏎b: |⏎  x⏎  y⏎c: 'x⏎  y'»
  a: integer "1"
  b: string | "x\ny\n" 2:4«|⏎  x⏎  y»
  c: string ' "x y" 5:4«'x⏎  y'»
`,
	},
	{
		"a CRLF comment",
		"# c\r\na: 1\r\n",
		`
map 2:1«a: 1»
  a: integer "1"
`,
	},
	{
		"multi-byte text",
		"größe: «3»\nb: [日本, {é: \"ü\"}]\nc: 😀 x\n",
		`
map 1:1«größe: «3»⏎b: [日本, {é: "ü"}]⏎c: 😀 x»
  größe: string "«3»"
  b: list 2:4«[日本, {é: "ü"}]»
    - string "日本"
    - map 2:9«{é: "ü"}»
      é: string " "ü" 2:13«"ü"»
  c: string "😀 x"
`,
	},
	{
		"comments",
		"# a\na: 1 # b\n# c\nb: # d\n  # e\n  - x # f\n  # g\nc: 'x # y' # z\nd: x#y\n",
		`
map 2:1«a: 1 # b⏎# c⏎b: # d⏎  # e⏎  - x # f⏎  # g⏎c: 'x # y' # z⏎d: x#y»
  a: integer "1"
  b: list 6:3«- x»
    - string "x"
  c: string ' "x # y" 8:4«'x # y'»
  d: string "x#y"
`,
	},
	{
		"a deep map",
		"a:\n  b:\n    c:\n      - d: 1\n        e:\n          f: x\n",
		`
map 1:1«a:⏎  b:⏎    c:⏎      - d: 1⏎        e:⏎          f: x»
  a: map 2:3«b:⏎    c:⏎      - d: 1⏎        e:⏎          f: x»
    b: map 3:5«c:⏎      - d: 1⏎        e:⏎          f: x»
      c: list 4:7«- d: 1⏎        e:⏎          f: x»
        - map 4:9«d: 1⏎        e:⏎          f: x»
          d: integer "1"
          e: map 6:11«f: x»
            f: string "x"
`,
	},
	{
		"trailing blanks",
		"a: x  \nb:   \n  c: 1  \n",
		`
map 1:1«a: x  ⏎b:   ⏎  c: 1»
  a: string "x"
  b: map 3:3«c: 1»
    c: integer "1"
`,
	},
	{
		"indented root",
		"  a: 1\n  b: 2\n",
		`
map 1:3«a: 1⏎  b: 2»
  a: integer "1"
  b: integer "2"
`,
	},
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range treeCases {
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
