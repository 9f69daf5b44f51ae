package schema

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// Violation is one way in which a tree breaks a schema.
type Violation struct {
	// Path is the place in the tree, with `[*]` for the positions of items.
	Path string
	// At shows the place, and Node is what is there.
	At   source.Span
	Node *yamltree.Node
	// Message, Help and Notes are worded like those of a diagnostic.
	Message, Help string
	Notes         []string
	// Others are other places that take part.
	Others []diag.Label
	// Rule is the keyword of the schema that is broken; zero when it is not in a file of the schema.
	Rule source.Span
}

// MaxViolations is how many violations of one tree are returned: what is worth to be said is said by then.
const MaxViolations = 100

// Check returns how a tree breaks the schema, in the order of the tree. root names the tree in paths. It reports false
// when that takes more than [MaxWork] steps, or when it cannot be found out; then there are no violations. A nil tree is
// null.
func (s *Schema) Check(tree *yamltree.Node, root string) (violations []Violation, ok bool) {
	defer func() {
		if recover() != nil { // exhausted, or a fault of the library
			violations, ok = nil, false
		}
	}()
	s.meter.left = MaxWork
	return s.violations(tree, root), true
}

func (s *Schema) violations(tree *yamltree.Node, root string) []Violation {
	bad, ok := errorOf(s.root.Validate(value(tree)))
	if !ok {
		return nil
	}
	return newWording(s, tree, root).all(flatten(bad))
}

// errorOf returns a nested error of the library; false for nil.
func errorOf(err error) (*jsonschema.ValidationError, bool) {
	return errors.AsType[*jsonschema.ValidationError](err)
}

// leaf is an error of the library that has no others in it, or whose others are not told one by one.
type leaf struct {
	location []string
	schema   string // the location of the part that is broken
	kind     jsonschema.ErrorKind
	keyword  string // that is broken, "" for the part itself
	// choices are the leaves of each of several schemas of which one had to fit.
	choices [][]leaf
}

// flatten returns the leaves of an error.
func flatten(e *jsonschema.ValidationError) []leaf {
	l := leaf{location: e.InstanceLocation, schema: e.SchemaURL, kind: e.ErrorKind, keyword: keywordOf(e.ErrorKind)}
	switch k := e.ErrorKind.(type) {
	case *kind.Schema:
		return flattenAll(withoutEchoes(k.Location, e.Causes))
	case *kind.Group:
		return flattenAll(withoutEchoes(e.SchemaURL, e.Causes))
	case *kind.Reference:
		return flattenAll(withoutEchoes(k.URL, e.Causes))
	case *kind.AllOf:
		return flattenAll(e.Causes)
	case *kind.AnyOf, *kind.OneOf:
		if len(e.Causes) > 0 {
			return choose(l, e.Causes)
		}
	case *kind.PropertyNames:
		for _, cause := range e.Causes {
			l.choices = append(l.choices, flatten(cause))
		}
	case *kind.Format:
		if m, ok := errors.AsType[*mismatch](k.Err); ok {
			l.kind, l.keyword = m.kind, keywordOf(m.kind)
		}
	}
	return []leaf{l}
}

func flattenAll(list []*jsonschema.ValidationError) []leaf {
	out := make([]leaf, 0, len(list))
	for _, e := range list {
		out = append(out, flatten(e)...)
	}
	return out
}

// withoutEchoes leaves out of the errors of one part what `unevaluatedProperties` and `unevaluatedItems` say, when
// another schema for the same value fails: what that looked at is not known then.
func withoutEchoes(part string, list []*jsonschema.ValidationError) []*jsonschema.ValidationError {
	besides := func(e *jsonschema.ValidationError) bool {
		switch e.ErrorKind.(type) {
		case *kind.Reference, *kind.AllOf, *kind.AnyOf, *kind.OneOf:
			return e.SchemaURL == part
		}
		return slices.ContainsFunc([]string{"/then", "/else", "/dependentSchemas/"}, func(keyword string) bool {
			return strings.HasPrefix(e.SchemaURL, part+keyword)
		})
	}
	if !slices.ContainsFunc(list, besides) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(e *jsonschema.ValidationError) bool {
		return strings.HasPrefix(e.SchemaURL, part+"/unevaluated")
	})
}

// keywordOf is the keyword that an error is about.
func keywordOf(k jsonschema.ErrorKind) string {
	switch k.(type) {
	case *kind.Not:
		return "not"
	case *kind.Dependency:
		return "dependencies"
	}
	if path := k.KeywordPath(); len(path) > 0 {
		return path[0]
	}
	return ""
}

// choose returns the leaves of the one schema that was probably meant, when several would do and none fits: the others
// want another type, or another value of a key that tells them apart. Else it returns all of them as one leaf.
func choose(l leaf, causes []*jsonschema.ValidationError) []leaf {
	var meant [][]leaf
	var types []string // of those that only want another type
	got, onlyTypes := "", true
	for _, cause := range causes {
		leaves := flatten(cause)
		l.choices = append(l.choices, leaves)
		if i := slices.IndexFunc(leaves, func(sub leaf) bool { return sub.isType(l.location) }); i >= 0 {
			k, _ := leaves[i].kind.(*kind.Type)
			types, onlyTypes = append(types, k.Want...), onlyTypes && len(leaves) == 1
			got = k.Got
			continue
		}
		onlyTypes = false
		if !slices.ContainsFunc(leaves, func(sub leaf) bool { return sub.otherKind(l.location) || sub.tells(l.location) }) {
			meant = append(meant, leaves)
		}
	}
	switch {
	case len(meant) == 1:
		return meant[0]
	case onlyTypes:
		return []leaf{{location: l.location, schema: l.schema, kind: &kind.Type{Got: got, Want: types}, keyword: l.keyword}}
	case len(l.choices) == 1:
		return l.choices[0]
	}
	return []leaf{l}
}

// isType reports whether a leaf says that the value at a location has the wrong type.
func (l leaf) isType(location []string) bool {
	_, ok := l.kind.(*kind.Type)
	return ok && slices.Equal(l.location, location)
}

// otherKind reports whether a leaf says that the value at a location is none of some values, which are of other types.
func (l leaf) otherKind(location []string) bool {
	k, ok := l.kind.(*kind.Enum)
	return ok && slices.Equal(l.location, location) &&
		!slices.ContainsFunc(k.Want, func(want any) bool { return kindOf(want) == kindOf(k.Got) })
}

// tells reports whether a leaf says that a key of the map at a location has another value than the schema is for.
func (l leaf) tells(location []string) bool {
	switch l.kind.(type) {
	case *kind.Const, *kind.Enum:
		return len(l.location) == len(location)+1 && slices.Equal(l.location[:len(location)], location)
	}
	return false
}

// wording turns leaves into violations.
type wording struct {
	schema *Schema
	tree   *yamltree.Node
	root   string
	found  []placed
	seen   map[string]int                    // what was found, by path and message
	index  map[*yamltree.Node]map[string]int // of large maps and lists, see indexOf
}

// all words the leaves that come first in the tree.
func (w *wording) all(leaves []leaf) []Violation {
	type ordered struct {
		leaf
		order []int
	}
	list := make([]ordered, len(leaves))
	for i, l := range leaves {
		list[i] = ordered{l, w.spot(l.location).order}
	}
	slices.SortStableFunc(list, func(a, b ordered) int { return slices.Compare(a.order, b.order) })
	for i, l := range list {
		// The library has no order of its own, so all leaves of one place are worded or none.
		if len(w.found) >= MaxViolations && !slices.Equal(l.order, list[i-1].order) {
			break
		}
		w.leaf(l.leaf)
	}
	return w.sorted()
}

func newWording(s *Schema, tree *yamltree.Node, root string) *wording {
	return &wording{schema: s, tree: tree, root: root, seen: map[string]int{}, index: map[*yamltree.Node]map[string]int{}}
}

// placed is a violation with its place among the others.
type placed struct {
	Violation

	order []int
}

// spot is a place in the tree.
type spot struct {
	node  *yamltree.Node
	key   *yamltree.Key // nil for an item and for the root
	path  *directives.Path
	order []int
}

// spot finds the place of a location.
func (w *wording) spot(location []string) spot {
	s := spot{node: w.tree}
	if w.root != "" {
		s.path = s.path.Key(w.root)
	}
	for _, token := range location {
		child, key, at := w.below(s.node, token)
		if child == nil {
			break // it is there: the value was made from the tree
		}
		if key != nil {
			s.path = s.path.Key(key.Name)
		} else {
			s.path = s.path.Item(at)
		}
		s.node, s.key, s.order = child, key, append(s.order, at)
	}
	return s
}

// below is like the function of that name, for large maps and lists that are asked often.
func (w *wording) below(n *yamltree.Node, token string) (child *yamltree.Node, key *yamltree.Key, at int) {
	const few = 16
	if len(n.Entries)+len(n.Items) <= few {
		return below(n, token)
	}
	index := w.index[n]
	if index == nil {
		index = indexOf(n)
		w.index[n] = index
	}
	at, ok := index[token]
	switch {
	case !ok:
		return nil, nil, -1
	case n.Kind == yamltree.Map:
		return n.Entries[at].Value, n.Entries[at].Key, at
	}
	return n.Items[at], nil, at
}

// indexOf gives the positions of the entries or items of a node by their tokens, removed ones left out.
func indexOf(n *yamltree.Node) map[string]int {
	index := make(map[string]int, len(n.Entries)+len(n.Items))
	for i := range n.Entries {
		if n.Entries[i].Value.Kind != yamltree.Absent {
			index[n.Entries[i].Key.Name] = i
		}
	}
	for i, item := range n.Items {
		if item.Kind != yamltree.Absent {
			index[strconv.Itoa(len(index))] = i
		}
	}
	return index
}

// at is the span that shows the place; atKey prefers the key, as long as it stands where the value does.
func (s spot) at(atKey bool) source.Span {
	if s.node == nil {
		return source.Span{}
	}
	if atKey && s.key != nil && s.key.Span.File == s.node.Span.File {
		return s.key.Span
	}
	return s.node.Shown(s.key)
}

// subject is how messages name the place.
func (s spot) subject() string {
	if s.path == nil {
		return "the schema"
	}
	return "`" + s.path.Pattern() + "`"
}

// add adds a violation at a place.
func (w *wording) add(l leaf, s spot, v Violation) {
	v.Node, v.Path = s.node, s.path.Pattern()
	if v.At.IsZero() {
		v.At = s.at(false)
	}
	v.Rule = w.schema.docs.keyword(l.schema, l.keyword)
	told := s.path.String() + "\x00" + v.Message
	if i, ok := w.seen[told]; ok { // by several parts of the schema: the first of them counts
		if v.Rule.Compare(w.found[i].Rule) < 0 {
			w.found[i].Rule = v.Rule
		}
		return
	}
	w.seen[told] = len(w.found)
	w.found = append(w.found, placed{v, s.order})
}

// sorted returns the violations in the order of the tree.
func (w *wording) sorted() []Violation {
	slices.SortFunc(w.found, func(a, b placed) int {
		if n := slices.Compare(a.order, b.order); n != 0 {
			return n
		}
		return strings.Compare(a.Message, b.Message)
	})
	out := make([]Violation, 0, min(len(w.found), MaxViolations))
	for _, p := range w.found[:cap(out)] {
		out = append(out, p.Violation)
	}
	return out
}
