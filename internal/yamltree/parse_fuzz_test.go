package yamltree_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// FuzzParse holds that a text is either refused with diagnostics that show where and say what to do, or
// gives the tree that yaml.v3 reads, with places inside the text, which all readers read back once written.
func FuzzParse(f *testing.F) {
	for _, c := range treeCases() {
		f.Add(c.text)
	}
	for _, text := range mistakes {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkParse(t, text) })
}

// TestParseProperties mixes snippets of YAML at random.
func TestParseProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.SampledFrom(snippets), 1, 12).Draw(t, "parts")
		checkParse(t, strings.Join(parts, ""))
	})
}

// snippets make texts that are YAML often enough.
var snippets = []string{
	"a: ", "b: ", "\"c\": ", "1: ", "? ", "- ", "-\n", "\n", "\n  ", "\n    ", "\n- ", "\n  - ", "\na: ", "\n  b: ", "\n    c: ", "x", "'y'", "\"z\"",
	"1", "0755", "~", "true", "2026-01-01", "x y", "x\ty", "[", "]", "{", "}", ", ", ",", ":", ": ", "#", " # c", "|\n  ", ">-\n  ", "|+\n", "\t", " ", "  ",
	"&x ", "*x", "<<: *x", "<<: ", "!!str ", "!foo ", "---\n", "...\n", "'", "\"", "\\", "é", "😀", "%", "@", "\r\n", "\n\n", "{a: 1}", "[1, 2]", "&x {a: 1}",
}

// mistakes are texts that are refused, or nearly.
var mistakes = []string{
	"a: }\n", "a: ,\n", "a: [1, 2\nb: 3\n", "a: {b: c\n", "a: \"x\n", "a: 'x\n", "a: b: c\n", "a\nb: 1\n", "a: 1\n b: 2\n", "a: 1\n  - b\n", "a:\n  - 1\n b: 2\n",
	"- 1\na: 2\n", "a: 1\n- 2\n", "a: @x\n", "a: `x`\n", "a: %x\n", "%YAML 1.2\n---\na: 1\n", "a: &\n", "a: *\n", "a: *x\n", "\ta: 1\n", "a:\n\tb: 1\n",
	"a: \"\\q\"\n", "a: |x\n", "a: - 1\n", "? [a]\n: 1\n", "[a]: 1\n", "{a: 1}: 2\n", "*x : 1\n", "a: ? b\n", "a: !x!y z\n", "a: !foo\nb: 1\n", "a: !!str\nb: 1\n",
	"a: !!str\n  x\n", "a: !!int \"1\"\n", "a: !!binary aGk=\n", "{a:b}\n", "a:\n-\nb: 1\n", "a: &x\nb: 1\n", "a: &x\n  b\n", "a\tb: 1\n", "cat <<: {x: 1}\n",
	"a: x\n  \n  y\n", "a: |-\n  x  \n", "a: 1\na: 2\n", "a: 1\n\"a\": 2\n", "1: a\n\"1\": b\n", "a: 1\n---\nb: 2\n", "a: 1\n...\nb\n", "...\n", "a: &x [*x]\n",
	"a: &x {b: *x}\n", "<<: 1\n", "<<: [1]\n", "a: {<<: }\n", "<<: {a: 1}\n<<: {b: 1}\n", "a: \x00\n", "a: x\ufeffy\n", "a: \xff\n", "a: \u2028\n", "[a\n", "]\n", "a: 1 ]\n",
	"a: {b: c}}\n", "a: \"x\" y\n", "a: 'x'y\n", "'a' b: 1\n", "- a\n - b\n", "a:\n    b: 1\n  c: 2\n", ": x\n", "a: {b, [c]}\n", "a: \"x\ty\"\nb: 1\n", "&k key: 1\nb: *k\n",
}

// checker is what a test and a property have in common.
type checker interface {
	Helper()
	Errorf(format string, args ...any)
}

func checkParse(t checker, text string) {
	t.Helper()
	f := source.New("f.yaml", []byte(text))
	n, found := yamltree.Parse(f)
	if len(found) > 0 {
		if n != nil {
			t.Errorf("%q: a tree and faults", text)
		}
		checkComplete(t, f, found)
		return
	}
	if n == nil {
		if v, err := readers[0].read([]byte(text)); err != nil || v != leaf(nil) {
			t.Errorf("%q: nothing, but yaml.v3 reads %v, %v", text, v, err)
		}
		return
	}
	checkSpans(t, f, n)
	if hasNegativeZero(n) {
		return
	}
	if !strings.Contains(text, "<<") || !hasTypedKey(n) {
		if fault := readers[0].fault(n, []byte(f.Text)); fault != "" {
			t.Errorf("%q: yaml.v3 %s", text, fault)
		}
	}
	checkWritten(t, n)
}

// hasNegativeZero reports whether a key is a negative zero, which readers give as a float that a Go map
// takes for the key 0.
func hasNegativeZero(n *yamltree.Node) bool {
	return slices.ContainsFunc(n.Items, hasNegativeZero) || slices.ContainsFunc(n.Entries, func(e yamltree.Entry) bool {
		zero := strings.HasPrefix(e.Key.Name, "-") && !strings.ContainsAny(e.Key.Name, "123456789")
		return e.Key.Type != yamltree.String && zero || hasNegativeZero(e.Value)
	})
}

// hasTypedKey reports whether a key is no string. Where `<<` brings one into a map whose own keys are strings,
// yaml.v3 makes it a string, but only when it decodes into a map of no certain type.
func hasTypedKey(n *yamltree.Node) bool {
	return slices.ContainsFunc(n.Items, hasTypedKey) || slices.ContainsFunc(n.Entries, func(e yamltree.Entry) bool {
		return e.Key.Type != yamltree.String || hasTypedKey(e.Value)
	})
}

// checkComplete holds that each fault has one primary place in the text, and a help.
func checkComplete(t checker, f *source.File, found []diag.Diagnostic) {
	t.Helper()
	for _, d := range found {
		primaries := 0
		for _, l := range d.Labels {
			if s := l.Span; s.File != f || s.Start < 0 || s.End < s.Start || s.End > len(f.Text) {
				t.Errorf("%q: a label of %s has no place in the text", f.Text, d.Code)
			}
			if l.Primary {
				primaries++
			}
		}
		if d.Severity != diag.Error || primaries != 1 || !strings.HasPrefix(string(d.Code), "T01") || d.Message == "" || d.Help == "" {
			t.Errorf("%q: incomplete: %+v", f.Text, d)
		}
	}
}

// checkSpans holds that nodes stand in the text where their spans say. Without aliases, children stand in
// their parents one after the other.
func checkSpans(t checker, f *source.File, n *yamltree.Node) {
	t.Helper()
	aliases := strings.Contains(f.Text, "*")
	var walk func(n *yamltree.Node)
	walk = func(n *yamltree.Node) {
		checkSpan(t, f, n)
		at := n.Span.Start
		next := func(s source.Span) {
			if !aliases && (s.Start < at || s.End > n.Span.End) {
				t.Errorf("%q: %q is not in its place in %q", f.Text, s.Text(), n.Span.Text())
			}
			at = s.End
		}
		for _, e := range n.Entries {
			if key := e.Key; key.Style == yamltree.Plain && key.Span.Text() != key.Name {
				t.Errorf("%q: the key %q has the span %q", f.Text, key.Name, key.Span.Text())
			}
			next(e.Key.Span)
			next(e.Value.Span)
			walk(e.Value)
		}
		for _, item := range n.Items {
			next(item.Span)
			walk(item)
		}
	}
	walk(n)
}

// checkSpan holds that the text of a span reads as its node.
func checkSpan(t checker, f *source.File, n *yamltree.Node) {
	t.Helper()
	s := n.Span
	if s.File != f || s.Start < 0 || s.End < s.Start || s.End > len(f.Text) {
		t.Errorf("%q: the span of a %s is outside the text", f.Text, n.Kind)
		return
	}
	text := s.Text()
	switch {
	case n.Kind != yamltree.Scalar:
		if text == "" || strings.HasPrefix(text, "[") != (strings.HasSuffix(text, "]") && text[0] == '[') {
			t.Errorf("%q: the span of a %s is %q", f.Text, n.Kind, text)
		}
	case n.Style == yamltree.Plain:
		if text != n.Value {
			t.Errorf("%q: the span of %q is %q", f.Text, n.Value, text)
		}
	case n.Style == yamltree.Literal || n.Style == yamltree.Folded:
		if text == "" || !strings.ContainsAny(text[:1], "|>") {
			t.Errorf("%q: the span of a block is %q", f.Text, text)
		}
	case strings.HasPrefix(text, "'") || strings.HasPrefix(text, `"`):
		if v, err := readers[0].read([]byte("- " + text)); err != nil || v.([]any)[0] != leaf(n.Value) {
			t.Errorf("%q: the span of %q is %q", f.Text, n.Value, text)
		}
	}
}

// checkWritten holds that all readers, Parse among them, read what is written for a tree as that tree.
func checkWritten(t checker, n *yamltree.Node) {
	t.Helper()
	if n.Size() > 2000 {
		return
	}
	text := yamltree.Append(nil, n)
	for _, fault := range faults(alone(n), text) {
		t.Errorf("%s", fault)
	}
	again, found := yamltree.Parse(source.New("written.yaml", text))
	switch {
	case len(found) > 0:
		t.Errorf("what was written is refused:\n%s%s", list(found), text)
	case !yamltree.Equal(n, again):
		t.Errorf("what was written is another tree:\n%s", text)
	case !bytes.Equal(text, yamltree.Append(nil, again)):
		t.Errorf("what was written is written otherwise the second time:\n%s", text)
	}
}

// alone is a copy of a tree in which plain strings are no strings, so that readers are expected to read what
// they read for that text alone.
func alone(n *yamltree.Node) *yamltree.Node {
	switch {
	case n.Kind == yamltree.Map:
		entries := slices.Clone(n.Entries)
		for i, e := range entries {
			entries[i].Value = alone(e.Value)
		}
		return yamltree.NewMap(entries, n.Span)
	case n.Kind == yamltree.List:
		items := slices.Clone(n.Items)
		for i, item := range items {
			items[i] = alone(item)
		}
		return yamltree.NewList(items, n.Span)
	case n.Type == yamltree.String && n.Style == yamltree.Plain && !unfaithful(n.Value):
		return yamltree.NewScalar(n.Value, yamltree.Time, n.Style, n.Span)
	}
	return n
}
