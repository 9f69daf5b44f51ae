package yamltree_test

var shapeCases = []treeCase{
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
