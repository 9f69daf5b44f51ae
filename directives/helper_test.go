package directives_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// missingFile is the code of the tests' own loader.
const missingFile = "T0000"

// library is the files that the documents of the tests may include.
var library = map[string]string{
	"list.yaml":        "- x\n- y\n",
	"numbers.yaml":     "[1, \"1\"]\n",
	"map.yaml":         "x: 1\ny: [2]\n",
	"scalar.yaml":      "text\n",
	"empty.yaml":       "",
	"comment.yaml":     "# nothing\n",
	"null.yaml":        "~\n",
	"set.yaml":         "$set: 7\n",
	"set-map.yaml":     "$set: {x: 9}\n",
	"append.yaml":      "$append: [z]\n",
	"remove.yaml":      "$remove: [a]\n",
	"unset.yaml":       "$unset: true\n",
	"bare.yaml":        "$unset\n",
	"nested.yaml":      "inner: { $include: map.yaml }\nlist: [{ $include: list.yaml }, z]\n",
	"user.yaml":        "$use: [map.yaml, empty.yaml]\ny: [own]\nw: { $default: 0 }\n",
	"defaults.yaml":    "l: { $default: [d] }\n",
	"chain.yaml":       "$include: list.yaml\n",
	"chain-set.yaml":   "$include: set.yaml\n",
	"chain-empty.yaml": "$include: empty.yaml\n",
	"unsets.yaml":      "a: $unset\n",
	"template.yaml":    "t: 'a ${edition} b ${nope}'\n",
	"self.yaml":        "a: { $include: self.yaml }\n",
	"two-a.yaml":       "a: { $include: two-b.yaml }\n",
	"two-b.yaml":       "$include: two-a.yaml\n",
	"three-a.yaml":     "$include: three-b.yaml\n",
	"three-b.yaml":     "b: [{ $include: three-c.yaml }]\n",
	"three-c.yaml":     "c: { $set: { $include: three-a.yaml } }\n",
	"faulty.yaml":      "a: { $appned: [1] }\nb: { $select: 1 }\n",
	"big.yaml":         "[" + strings.Repeat("0, ", 45_000) + "0]\n",
}

// books parses each file of the library once, as a Loader must.
type books map[string]directives.Included

func (b books) load(path *yamltree.Node) (directives.Included, []diag.Diagnostic) {
	if file, ok := b[path.Value]; ok {
		return file, nil
	}
	text, ok := library[path.Value]
	if !ok {
		return directives.Included{}, []diag.Diagnostic{{
			Code: missingFile, Message: "no file `" + path.Value + "`",
			Labels: []diag.Label{{Span: path.Span, Primary: true}},
		}}
	}
	root, faults := yamltree.Parse(source.New(path.Value, []byte(text)))
	if len(faults) == 0 {
		b[path.Value] = directives.Included{ID: path.Value, Root: root}
	}
	return directives.Included{ID: path.Value, Root: root}, faults
}

// parse reads documents that are separated by lines of `---`. Their files are called base, 1, 2 ...
func parse(tb testing.TB, text string) []*yamltree.Node {
	tb.Helper()
	var roots []*yamltree.Node
	for i, part := range strings.Split(text, "---\n") {
		root, faults := yamltree.Parse(source.New(fileName(i), []byte(part)))
		if len(faults) > 0 {
			tb.Fatalf("the document is no YAML: %s\n%s", part, dump(faults))
		}
		roots = append(roots, root)
	}
	return roots
}

func fileName(i int) string {
	if i == 0 {
		return "base"
	}
	return strconv.Itoa(i)
}

// compile compiles documents with the library.
func compile(tb testing.TB, text string) []*yamltree.Node {
	tb.Helper()
	c := directives.NewCompiler(books{}.load)
	docs := make([]*yamltree.Node, 0, 4)
	for _, root := range parse(tb, text) {
		doc, faults := c.Compile(root, directives.PathNames{})
		if len(faults) > 0 {
			tb.Fatalf("faults:\n%s", dump(faults))
		}
		docs = append(docs, doc.Root)
	}
	return docs
}

// fold compiles and merges documents.
func fold(tb testing.TB, text string) *yamltree.Node {
	tb.Helper()
	m := directives.NewMerger()
	var tree *yamltree.Node
	for _, doc := range compile(tb, text) {
		tree = m.Merge(tree, doc)
	}
	return tree
}

// text prints a tree.
func text(n *yamltree.Node) string { return string(yamltree.Append(nil, n)) }

// conflicts lists the conflicts of a tree; the reason of a document is `doc` and its name.
func conflicts(tree *yamltree.Node) []diag.Diagnostic {
	return directives.Conflicts(tree, func(f *source.File) string { return "doc " + f.Path })
}

// dump writes diagnostics in full, one part of them a line.
func dump(ds []diag.Diagnostic) string {
	var b strings.Builder
	for i := range ds {
		d := &ds[i]
		fmt.Fprintf(&b, "%s %s\n", d.Code, d.Message)
		if d.Path != "" {
			fmt.Fprintf(&b, "  at %s\n", d.Path)
		}
		for _, l := range d.Labels {
			mark := "-"
			if l.Primary {
				mark = "^"
			}
			fmt.Fprintf(&b, "  %s %s", mark, place(l.Span))
			if l.Text != "" {
				fmt.Fprintf(&b, " %s", l.Text)
			}
			for _, via := range l.Via {
				fmt.Fprintf(&b, " <- %s", place(via))
			}
			b.WriteByte('\n')
		}
		for _, note := range d.Notes {
			fmt.Fprintf(&b, "  note %s\n", note)
		}
		if d.Help != "" {
			fmt.Fprintf(&b, "  help %s\n", d.Help)
		}
	}
	return b.String()
}

func place(s source.Span) string {
	if s.IsZero() {
		return "nowhere"
	}
	line, col := s.Position()
	return fmt.Sprintf("%s:%d:%d[%s]", s.File.Path, line, col, s.Text())
}

// hasDirective reports whether a directive is left anywhere in a tree.
func hasDirective(n *yamltree.Node) bool {
	switch {
	case n == nil:
		return false
	case n.Kind == yamltree.Scalar:
		return n.Style == yamltree.Plain && n.Value == "$unset"
	}
	return slices.ContainsFunc(n.Items, hasDirective) || slices.ContainsFunc(n.Entries, func(e yamltree.Entry) bool {
		return strings.HasPrefix(e.Key.Name, "$") || hasDirective(e.Value)
	})
}

type diagnostic = diag.Diagnostic

// unsound says what a diagnostic lacks, or "".
func unsound(d diagnostic) string {
	primary := 0
	for _, l := range d.Labels {
		if l.Primary {
			primary++
		}
		if l.Span.IsZero() || l.Span.Start > l.Span.End || l.Span.End > len(l.Span.File.Text) {
			return "a label has no place"
		}
	}
	switch {
	case primary != 1:
		return fmt.Sprintf("%d primary places", primary)
	case d.Code == "" || d.Message == "":
		return "no code or no message"
	case d.Help == "":
		return "no help"
	}
	return ""
}
