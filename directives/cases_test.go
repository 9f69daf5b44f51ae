package directives_test

// mergeCase is a base and the documents that are merged onto it, and what comes out: the tree that
// prints as want. They also are seeds of FuzzMerge.
type mergeCase struct {
	name, docs, want string
}

// mergeCases has the rules of the merge table, one after the other.
var mergeCases = []mergeCase{
	// Two maps.
	{"maps", "a: {x: 1, y: 2}\n---\na: {y: 2, z: 3}\n", "a: {x: 1, y: 2, z: 3}\n"},
	{"known keys keep their place", "a: 1\nb: {}\nc: 3\n---\nd: 4\nc: 3\nb: {x: 1}\n", "a: 1\nb: {x: 1}\nc: 3\nd: 4\n"},
	{"new keys in their own order", "b: 1\n---\nz: 1\na: 2\n---\ny: 1\nb: 1\nx: 1\n", "{b: 1, z: 1, a: 2, y: 1, x: 1}\n"},
	{"empty map onto map", "a: {x: 1}\n---\na: {}\n", "a: {x: 1}\n"},
	{"map onto empty map", "a: {}\n---\na: {x: 1}\n", "a: {x: 1}\n"},
	{"empty maps", "a: {}\n---\na: {}\n", "a: {}\n"},
	{"keys are compared by name", "1: a\n---\n\"1\": a\n", "1: a\n"},

	// Two lists.
	{"lists", "a: [1, 2]\n---\na: [2, 3]\n", "a: [1, 2, 2, 3]\n"},
	{"empty list onto list", "a: [1]\n---\na: []\n", "a: [1]\n"},
	{"list onto empty list", "a: []\n---\na: [1]\n", "a: [1]\n"},
	{"root lists", "[1]\n---\n[2]\n---\n[3]\n", "[1, 2, 3]\n"},

	// Equal scalars.
	{"equal strings", "a: x\n---\na: x\n", "a: x\n"},
	{"strings however quoted", "a: x\n---\na: \"x\"\n---\na: 'x'\n---\na: |-\n  x\n", "a: x\n"},
	{"the first spelling stays", "a: \"x\"\n---\na: x\n", "a: \"x\"\n"},
	{"nulls", "a: ~\n---\na: null\n---\na:\n---\na: Null\n", "a: ~\n"},
	{"integers", "a: 0755\n---\na: 0755\n", "a: 0755\n"},
	{"floats", "a: 1.10\n---\na: 1.10\n", "a: 1.10\n"},
	{"booleans", "a: true\n---\na: true\n", "a: true\n"},
	{"dates", "a: 2026-01-01\n---\na: 2026-01-01\n", "a: 2026-01-01\n"},
	{"yes is a string", "a: yes\n---\na: \"yes\"\n", "a: yes\n"},

	// Nothing on one side.
	{"nothing onto nothing", "---\n", ""},
	{"nothing onto a tree", "a: 1\n---\n", "a: 1\n"},
	{"a tree onto nothing", "---\na: 1\n", "a: 1\n"},
	{"comments only", "# x\n---\na: 1\n---\n# y\n", "a: 1\n"},

	// $set.
	{"set a scalar", "a: 1\n---\na: {$set: 2}\n", "a: 2\n"},
	{"set over a map", "a: {x: 1}\n---\na: {$set: 2}\n", "a: 2\n"},
	{"set over a list", "a: [1]\n---\na: {$set: {x: 1}}\n", "a: {x: 1}\n"},
	{"set a list", "a: {x: 1}\n---\na: {$set: [1]}\n", "a: [1]\n"},
	{"set where nothing is", "a: 1\n---\nb: {$set: 2}\n", "a: 1\nb: 2\n"},
	{"set in the base", "a: {$set: 2}\n---\na: 2\n", "a: 2\n"},
	{"set null", "a: 1\n---\na: {$set: }\n---\na: ~\n", "a:\n"},
	{"set keeps the place of the key", "a: 1\nb: 2\n---\na: {$set: [3]}\n", "a: [3]\nb: 2\n"},
	{"set the root", "a: 1\n---\n$set: {b: 2}\n", "b: 2\n"},
	{"set, then merge", "a: 1\n---\na: {$set: {x: 1}}\n---\na: {y: 2}\n", "a: {x: 1, y: 2}\n"},
	{"set twice", "a: 1\n---\na: {$set: 2}\n---\na: {$set: 3}\n", "a: 3\n"},
	{"set in set", "a: 1\n---\na: {$set: {$set: 2}}\n", "a: 2\n"},
	{"set over a set conflict-free", "a: 1\n---\na: {$set: x}\n---\na: \"x\"\n", "a: x\n"},
	{"append in set", "a: [1]\n---\na: {$set: {$append: [2]}}\n", "a: [2]\n"},
	{"set a map with unset", "a: {x: 1}\n---\na: {$set: {x: $unset, y: 2}}\n", "a: {y: 2}\n"},
	{"set a map with only unset", "a: {x: 1}\n---\na: {$set: {x: $unset}}\n", "a: {}\n"},

	// $replace.
	{"replace", "a: [1, 2]\n---\na: {$replace: [3]}\n", "a: [3]\n"},
	{"replace with nothing", "a: [1, 2]\n---\na: {$replace: []}\n", "a: []\n"},
	{"replace where nothing is", "a: 1\n---\nb: {$replace: [3]}\n", "a: 1\nb: [3]\n"},
	{"replace, then append", "a: [1]\n---\na: {$replace: [2]}\n---\na: [3]\n", "a: [2, 3]\n"},
	{"replace a removed list", "a: [1]\n---\na: $unset\n---\na: {$replace: [2]}\n", "a: [2]\n"},
	{"replace after set", "a: 1\n---\na: {$set: [1]}\n---\na: {$replace: [2]}\n", "a: [2]\n"},
	{"include in replace", "a: [1]\n---\na: {$replace: {$include: list.yaml}}\n", "a: [x, y]\n"},

	// $prepend, $append, $remove.
	{"append", "a: [1]\n---\na: {$append: [2]}\n", "a: [1, 2]\n"},
	{"append where nothing is", "b: 1\n---\na: {$append: [2]}\n", "b: 1\na: [2]\n"},
	{"append in the base", "a: {$append: [2]}\n---\na: [3]\n", "a: [2, 3]\n"},
	{"prepend", "a: [1]\n---\na: {$prepend: [2, 3]}\n", "a: [2, 3, 1]\n"},
	{"prepend where nothing is", "a: {$prepend: [2, 3]}\n", "a: [2, 3]\n"},
	{"remove", "a: [1, 2, 1, 3]\n---\na: {$remove: [1, 3]}\n", "a: [2]\n"},
	{"remove the last", "a: [1]\n---\na: {$remove: [1]}\n", "a: []\n"},
	{"remove where nothing is", "b: 1\n---\na: {$remove: [2]}\n", "b: 1\na: []\n"},
	{"remove after unset", "a: [2]\n---\na: $unset\n---\na: {$remove: [2]}\n", "a: []\n"},
	{"remove what is not there", "a: [1, 2]\n---\na: {$remove: [3, \"1\", 1.0]}\n", "a: [1, 2]\n"},
	{"remove maps in another order", "a: [{x: 1, y: [2]}, {x: 1}]\n---\na: {$remove: [{y: [2], x: 1}]}\n", "a: [{x: 1}]\n"},
	{"remove lists in one order", "a: [[1, 2], [2, 1]]\n---\na: {$remove: [[2, 1]]}\n", "a: [[1, 2]]\n"},
	{"remove nulls", "a: [~, 1, null, ]\n---\na: {$remove: [null]}\n", "a: [1]\n"},
	{"remove strings however quoted", "a: [x, 'x', \"y\"]\n---\na: {$remove: [\"x\"]}\n", "a: [\"y\"]\n"},
	{"remove by literal text", "a: [0755, 493, 1.10, 1.1, yes, true]\n---\na: {$remove: [493, 1.1, true]}\n", "a: [0755, 1.10, yes]\n"},
	{"all three", "a: [1, 2]\n---\na: {$prepend: [0], $append: [3], $remove: [1]}\n", "a: [0, 2, 3]\n"},
	{"all three in another order", "a: [1, 2]\n---\na: {$remove: [1], $append: [1], $prepend: [1]}\n", "a: [1, 2, 1]\n"},
	{"all three where nothing is", "a: {$append: [3], $remove: [3], $prepend: [3]}\n", "a: [3, 3]\n"},
	{"empty edits", "a: [1]\n---\na: {$append: [], $remove: [], $prepend: []}\n", "a: [1]\n"},
	{"remove with a directive item", "a: [[1], [2]]\n---\na: {$remove: [{$append: [2]}]}\n", "a: [[1]]\n"},
	{"remove with an included item", "a: [x, y, z]\n---\na: {$remove: [{$include: list.yaml}]}\n", "a: [z]\n"},
	{"append with an included body", "a: [1]\n---\na: {$append: {$include: list.yaml}}\n", "a: [1, x, y]\n"},
	{"append with a body of directives", "a: [1]\n---\na: {$append: {$set: [2]}}\n", "a: [1, 2]\n"},
	{"append with a body that appends", "a: [1]\n---\na: {$append: {$append: [2], $prepend: [3]}}\n", "a: [1, 3, 2]\n"},
	{"prepend an included empty file", "a: [1]\n---\na: {$prepend: {$include: empty.yaml}}\n", "a: [1]\n"},
	{"append to the root", "[1]\n---\n$append: [2]\n", "[1, 2]\n"},

	// $unset.
	{"unset", "a: 1\nb: 2\n---\na: $unset\n", "b: 2\n"},
	{"unset as a map", "a: {x: 1}\nb: 2\n---\na: {$unset: true}\n", "b: 2\n"},
	{"unset what is not there", "b: 2\n---\na: $unset\n", "b: 2\n"},
	{"unset in the base", "a: $unset\nb: 2\n", "b: 2\n"},
	{"unset the only key", "a: 1\n---\na: $unset\n", "{}\n"},
	{"unset a nested key", "a: {x: 1}\n---\na: {x: $unset}\n", "a: {}\n"},
	{"unset twice", "a: 1\nb: 2\n---\na: $unset\n---\na: $unset\n", "b: 2\n"},
	{"unset, then another shape", "a: 1\nb: 2\n---\na: $unset\n---\na: [1]\n", "b: 2\na: [1]\n"},
	{"a key that comes back is a new one", "a: 1\nb: 2\n---\na: $unset\n---\nc: 3\na: 9\nd: 4\n", "{b: 2, c: 3, a: 9, d: 4}\n"},
	{"two keys that come back", "a: 1\nb: 2\nc: 3\n---\na: $unset\nb: $unset\n---\nb: 8\na: 9\n", "{c: 3, b: 8, a: 9}\n"},
	{"come back and go", "a: 1\nb: 2\n---\na: $unset\n---\na: 2\n---\na: $unset\n", "b: 2\n"},
	{"come back twice", "a: 1\nb: 2\n---\na: $unset\n---\na: 2\n---\na: $unset\n---\nc: 3\n---\na: 3\n", "b: 2\nc: 3\na: 3\n"},
	{"set after unset", "a: 1\nb: 2\n---\na: $unset\n---\na: {$set: 3}\n", "b: 2\na: 3\n"},
	{"quoted unset is text", "a: x\n---\nb: \"$unset\"\nc: ['$unset']\n", "a: x\nb: \"$unset\"\nc: ['$unset']\n"},
	{"unset in a new map", "b: 1\n---\na: {x: $unset, y: 2}\n", "b: 1\na: {y: 2}\n"},
	{"unset in a list item", "a: []\n---\na: [{x: $unset, y: 2}]\n", "a: [{y: 2}]\n"},

	// Directives inside list items.
	{"set in an item", "a: [1]\n---\na: [{$set: 2}, {k: {$set: 3}}]\n", "a: [1, 2, {k: 3}]\n"},
	{"append in an item", "a: [{k: {$append: [1]}, l: {$remove: [1]}}]\n", "a: [{k: [1], l: []}]\n"},
	{"a list item that is a directive", "a: [{$append: [1]}, {$replace: [2]}]\n", "a: [[1], [2]]\n"},

	// $use.
	{"use a part", "a: {z: 0, $use: map.yaml}\n", "a: {x: 1, y: [2], z: 0}\n"},
	{"use at the root", "$use: map.yaml\ny: [3]\n", "x: 1\ny: [2, 3]\n"},
	{"own keys come after the parts", "a: {y: [1], $use: map.yaml}\n", "a: {x: 1, y: [2, 1]}\n"},
	{"inherited keys come before the parts", "a: {y: [1]}\n---\na: {$use: map.yaml, y: [3]}\n", "a: {y: [1, 2, 3], x: 1}\n"},
	{"a part once", "a: {$use: map.yaml}\n---\na: {$use: map.yaml, y: [3]}\n", "a: {x: 1, y: [2, 3]}\n"},
	{"a part once, used by a part", "a: {$use: map.yaml}\n---\na: {$use: user.yaml}\n---\na: {$use: [user.yaml, map.yaml]}\n", "a: {x: 1, y: [2, own], w: 0}\n"},
	{"a part in each map", "a: {$use: map.yaml, b: {$use: map.yaml}}\n", "a: {x: 1, y: [2], b: {x: 1, y: [2]}}\n"},
	{"a part in each item", "a: [{$use: map.yaml}, {$use: map.yaml, y: [3]}]\n", "a: [{x: 1, y: [2]}, {x: 1, y: [2, 3]}]\n"},
	{"a part in an item merged by key", "a: [{k: 1, $use: map.yaml}]\n---\na: {$merge: {key: k, items: [{k: 1, $use: map.yaml, y: [3]}]}}\n", "a: [{x: 1, y: [2, 3], k: 1}]\n"},
	{"an empty part", "a: {$use: empty.yaml}\nb: {$use: [empty.yaml, map.yaml]}\n---\na: {$use: empty.yaml, c: {$default: 1}}\n", "a: {c: 1}\nb: {x: 1, y: [2]}\n"},
	{"a default of a part", "a: {$use: user.yaml}\n---\na: {w: 5}\n---\na: {$use: user.yaml}\n", "a: {x: 1, y: [2, own], w: 5}\n"},
	{"a default of a later part", "a: {w: 5}\n---\na: {$use: user.yaml}\n", "a: {w: 5, x: 1, y: [2, own]}\n"},
	{"a set forgets the parts", "a: {$use: map.yaml}\n---\na: {$set: {y: [0]}}\n---\na: {$use: map.yaml}\n", "a: {y: [0, 2], x: 1}\n"},
	{"an unset forgets the parts", "a: {b: {$use: map.yaml}}\n---\na: {b: $unset}\n---\na: {b: {$use: map.yaml}}\n", "a: {b: {x: 1, y: [2]}}\n"},
	{"a replace above forgets the parts", "a: [{k: 1, $use: map.yaml}]\n---\na: {$replace: [{k: 1}]}\n---\na: {$merge: {key: k, items: [{k: 1, $use: map.yaml}]}}\n", "a: [{k: 1, x: 1, y: [2]}]\n"},
	{"a part in the body of a set", "a: {$use: map.yaml}\n---\na: {$set: {$use: map.yaml, z: 1}}\n", "a: {x: 1, y: [2], z: 1}\n"},
	{"a part in bodies on lists", "a: [1]\n---\na: {$append: [{$use: map.yaml}], $union: [{$use: map.yaml}]}\n---\na: {$remove: [{$use: map.yaml}]}\n", "a: [1]\n"},

	// $include.
	{"include a map", "a: {$include: map.yaml}\n", "a: {x: 1, y: [2]}\n"},
	{"include a map onto a map", "a: {z: 0, y: [1]}\n---\na: {$include: map.yaml}\n", "a: {z: 0, y: [1, 2], x: 1}\n"},
	{"include a list onto a list", "a: [1]\n---\na: {$include: list.yaml}\n", "a: [1, x, y]\n"},
	{"include a scalar", "a: {$include: scalar.yaml}\n---\na: text\n", "a: text\n"},
	{"a file with null alone is empty", "a: {$include: null.yaml}\nb: 1\n---\na: null\n", "b: 1\na: null\n"},
	{"set an empty file", "a: 1\n---\na: {$set: {$include: empty.yaml}}\n", "a:\n"},
	{"include an empty file", "a: 1\n---\na: {$include: empty.yaml}\nb: 2\n", "a: 1\nb: 2\n"},
	{"include an empty file alone", "a: {$include: comment.yaml}\n", "{}\n"},
	{"include an empty file as an item", "a: [1, {$include: empty.yaml}, 2]\n", "a: [1, 2]\n"},
	{"include the root", "$include: map.yaml\n---\n$include: map.yaml\n", "x: 1\ny: [2, 2]\n"},
	{"include an empty root", "a: 1\n---\n$include: empty.yaml\n", "a: 1\n"},
	{"splice a list", "a: [1, {$include: list.yaml}, 2]\n", "a: [1, x, y, 2]\n"},
	{"splice through a chain", "a: [1, {$include: chain.yaml}]\n", "a: [1, x, y]\n"},
	{"a map item is no splice", "a: [1, {$include: map.yaml}]\n", "a: [1, {x: 1, y: [2]}]\n"},
	{"a list that is set as an item is no splice", "a: [{$set: {$include: list.yaml}}]\n", "a: [[x, y]]\n"},
	{"an item that includes a directive", "a: [1, {$include: append.yaml}, {$include: set.yaml}]\n", "a: [1, [z], 7]\n"},
	{"nested includes", "a: {$include: nested.yaml}\n", "a: {inner: {x: 1, y: [2]}, list: [x, y, z]}\n"},
	{"an included directive", "a: [1]\nb: 2\nc: [a, b]\n---\na: {$include: append.yaml}\nb: {$include: set.yaml}\nc: {$include: remove.yaml}\n", "a: [1, z]\nb: 7\nc: [b]\n"},
	{"an included unset", "a: 1\nb: 2\n---\na: {$include: unset.yaml}\n", "b: 2\n"},
	{"a chain to a directive", "a: 1\n---\na: {$include: chain-set.yaml}\n", "a: 7\n"},
	{"a chain to an empty file", "a: 1\n---\na: {$include: chain-empty.yaml}\n", "a: 1\n"},
	{"set an included file", "a: 1\n---\na: {$set: {$include: map.yaml}}\n", "a: {x: 1, y: [2]}\n"},
	{"set an included directive", "a: 1\n---\na: {$set: {$include: set.yaml}}\n", "a: 7\n"},
	{"include twice", "a: {$include: map.yaml}\nb: {$include: map.yaml}\n", "a: {x: 1, y: [2]}\nb: {x: 1, y: [2]}\n"},

	// Anchors are resolved at load; what they share is still merged in each place.
	{"shared directives", "a: [1]\nb: [2]\n---\na: &x {$append: [3]}\nb: *x\n", "a: [1, 3]\nb: [2, 3]\n"},
	{"shared unset", "a: 1\nb: 2\nc: 3\n---\na: &x $unset\nb: *x\n", "c: 3\n"},
	{"shared includes", "a: &x {$include: map.yaml}\nb: {k: *x}\n", "a: {x: 1, y: [2]}\nb: {k: {x: 1, y: [2]}}\n"},
	{"a merge key brings a directive", "a: [1]\n---\nx: &x {a: {$append: [2]}}\n<<: *x\n", "a: [1, 2]\nx: {a: [2]}\n"},

	// $union.
	{"union", "a: [1, 2]\n---\na: {$union: [2, 3, 3, {x: 1}, {x: 1}]}\n", "a: [1, 2, 3, {x: 1}]\n"},
	{"union on nothing", "a: {$union: [1, 1]}\n", "a: [1]\n"},
	{"union after append", "a: [1]\n---\na: {$union: [2, 4], $append: [2, 3], $remove: [1]}\n", "a: [2, 3, 4]\n"},
	{"union keeps what is there twice", "a: [1, 1]\n---\na: {$union: [1]}\n", "a: [1, 1]\n"},

	// $merge.
	{"merge by key", "a: [{id: x, v: 1}, {id: y, v: 2}]\n---\na: {$merge: {key: id, items: [{id: y, v: {$set: 3}, w: 4}]}}\n", "a: [{id: x, v: 1}, {id: y, v: 3, w: 4}]\n"},
	{"merge by key, new", "a: [{id: x}]\n---\na: {$merge: {key: id, items: [{id: y, l: {$append: [1]}}]}}\n", "a: [{id: x}, {id: y, l: [1]}]\n"},
	{"merge by several keys", "a: [{t: f, n: x}, {t: g, n: x}]\n---\na: {$merge: {key: [t, n], items: [{n: x, t: g, v: 1}]}}\n", "a: [{t: f, n: x}, {t: g, n: x, v: 1}]\n"},
	{"merge by key, types differ", "a: [{id: 1}]\n---\na: {$merge: {key: id, items: [{id: \"1\", v: 1}]}}\n", "a: [{id: 1}, {id: \"1\", v: 1}]\n"},
	{"merge by key leaves others alone", "a: [x, {n: 1}, {id: {}}, {id: x}]\n---\na: {$merge: {key: id, items: [{id: x, v: 1}]}}\n", "a: [x, {n: 1}, {id: {}}, {id: x, v: 1}]\n"},
	{"merge by position", "a: [{v: 1}, {v: 2}, {v: 3}]\n---\na: {$merge: {index: 1, items: [{w: 1}, {v: {$set: 4}}]}}\n", "a: [{v: 1}, {v: 2, w: 1}, {v: 4}]\n"},
	{"merge by key on nothing", "a: {$merge: {key: id, items: [{id: x}]}}\n", "a: [{id: x}]\n"},
	{"merge after remove", "a: [{id: x, v: 1}]\n---\na: {$remove: [{id: x, v: 1}], $merge: {key: id, items: [{id: x, v: 2}]}}\n", "a: [{id: x, v: 2}]\n"},
	{"merge with include", "a: [{id: x}]\n---\na: {$merge: {key: x, items: [{$include: map.yaml}]}}\n", "a: [{id: x}, {x: 1, y: [2]}]\n"},
	{"a default in a field", "a: [{id: x}]\n---\na: {$merge: {key: id, items: [{id: x, v: {$default: 1}}]}}\n---\na: {$merge: {key: id, items: [{id: x, v: 2}]}}\n", "a: [{id: x, v: 2}]\n"},

	// $insert.
	{"insert before", "a: [1, 2]\n---\na: {$insert: {before: 2, items: [x, y]}}\n", "a: [1, x, y, 2]\n"},
	{"insert after", "a: [1, 2]\n---\na: {$insert: {after: 2, items: [x]}}\n", "a: [1, 2, x]\n"},
	{"insert at a match", "a: [{n: 1, o: {p: 1, q: 2}}, {n: 2}]\n---\na: {$insert: {after: {$match: {o: {p: 1}}}, items: [x]}}\n", "a: [{n: 1, o: {p: 1, q: 2}}, x, {n: 2}]\n"},
	{"several inserts", "a: [1, 2]\n---\na: {$insert: [{before: 2, items: [x]}, {before: 2, items: [y]}, {after: 1, items: [z]}]}\n", "a: [1, z, x, y, 2]\n"},
	{"all at once", "a: [1, 2, {id: x}]\n---\na: {$union: [u], $append: [z], $prepend: [p], $insert: {after: {$match: {id: x, v: 1}}, items: [i]}, $merge: {key: id, items: [{id: x, v: 1}]}, $remove: [1]}\n",
		"a: [p, 2, {id: x, v: 1}, i, z, u]\n"},

	// $remove with $match.
	{"remove a match", "a: [{n: 1, v: 1}, {n: 2}, {n: 1, w: 2}, 1]\n---\na: {$remove: [{$match: {n: 1}}]}\n", "a: [{n: 2}, 1]\n"},
	{"a match is deep in maps and whole in lists", "a: [{m: {x: 1, y: 2}, l: [1]}, {m: {x: 1}, l: [1, 2]}]\n---\na: {$remove: [{$match: {m: {x: 1}, l: [1]}}]}\n", "a: [{m: {x: 1}, l: [1, 2]}]\n"},
}
