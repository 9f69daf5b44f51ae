package yamltree_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tailor/internal/source"
	"tailor/internal/yamltree"
)

func TestAppendReadsBack(t *testing.T) { rapid.Check(t, readsBack) }

func FuzzAppend(f *testing.F) {
	for _, size := range []int{0, 64, 512, 4096} {
		seed := make([]byte, size)
		for i := range seed {
			seed[i] = byte(i*i*31 + i>>3)
		}
		f.Add(seed)
	}
	f.Fuzz(rapid.MakeFuzz(readsBack))
}

// readsBack makes a tree of awkward strings, plain text, empty and removed values, writes it and asks
// all readers.
func readsBack(t *rapid.T) {
	n := trees(3).Draw(t, "tree")
	text := yamltree.Append(nil, n)
	for _, fault := range faults(n, text) {
		t.Error(fault)
	}
	if again := yamltree.Append([]byte("x\n"), n); string(again) != "x\n"+string(text) {
		t.Errorf("appended to other text it is %q, not %q", again, text)
	}
	if got, want := len(yamltree.Lines(n)), bytes.Count(text, []byte("\n")); got != want {
		t.Errorf("Lines knows %d lines of %d in %q", got, want, text)
	}
	parsesBack(t, n, text)
}

// parsesBack checks that text is loaded as n, and that what was loaded is written as the same text.
func parsesBack(t *rapid.T, n *yamltree.Node, text []byte) {
	loaded, faults := yamltree.Parse(source.New("written.yaml", text))
	switch {
	case len(faults) > 0:
		t.Errorf("Parse: %v\n%s", faults, text)
	case n.IsNull():
	case !n.Has(yamltree.HasAbsent) && !yamltree.Equal(n, loaded):
		t.Errorf("Parse makes another tree of\n%s\n%q", text, text)
	case !bytes.Equal(yamltree.Append(nil, loaded), text):
		t.Errorf("loaded and written again it is %q, not %q", yamltree.Append(nil, loaded), text)
	}
}

func trees(depth int) *rapid.Generator[*yamltree.Node] {
	leaves := []*rapid.Generator[*yamltree.Node]{plainScalars(), stringScalars(), rawScalars(), emptyNodes()}
	if depth == 0 {
		return rapid.OneOf(leaves...)
	}
	return rapid.OneOf(append(leaves, maps(depth-1), maps(depth-1), lists(depth-1), lists(depth-1))...)
}

func maps(depth int) *rapid.Generator[*yamltree.Node] {
	return rapid.Custom(func(t *rapid.T) *yamltree.Node {
		names := rapid.SliceOfNDistinct(texts(), 0, 4, rapid.ID[string]).Draw(t, "keys")
		entries := make([]yamltree.Entry, 0, len(names)+1)
		for _, name := range names {
			style := yamltree.NewString(name, styles().Draw(t, "style"), source.Span{}).Style
			key := yamltree.Key{Name: name, Style: style}
			entries = append(entries, yamltree.Entry{Key: &key, Value: trees(depth).Draw(t, "value")})
		}
		if name := rapid.SampledFrom(append(plainKeys, "")).Draw(t, "plain key"); name != "" && !has(entries, name) {
			key := yamltree.Key{Name: name, Style: yamltree.Plain}
			entries = append(entries, yamltree.Entry{Key: &key, Value: trees(depth).Draw(t, "value")})
		}
		return yamltree.NewMap(entries, source.Span{})
	})
}

var plainKeys = []string{"1", "0755", "1.10", "yes", "true", "2026-01-01", "a b", "a<<", "<<", "a\tb", "--- a", "-x", "=", "x'y", `a"b`}

func has(entries []yamltree.Entry, name string) bool {
	return yamltree.NewMap(entries, source.Span{}).Get(name) != nil
}

func lists(depth int) *rapid.Generator[*yamltree.Node] {
	return rapid.Map(rapid.SliceOfN(trees(depth), 0, 4), func(items []*yamltree.Node) *yamltree.Node {
		return yamltree.NewList(items, source.Span{})
	})
}

func emptyNodes() *rapid.Generator[*yamltree.Node] {
	return rapid.SampledFrom([]*yamltree.Node{
		yamltree.NewAbsent(source.Span{}, nil),
		yamltree.NewMap(nil, source.Span{}),
		yamltree.NewList(nil, source.Span{}),
		yamltree.NewScalar("", yamltree.Null, yamltree.Plain, source.Span{}),
	})
}

// plainScalars is plain text as it stands in source files.
func plainScalars() *rapid.Generator[*yamltree.Node] {
	nodes := []*yamltree.Node{}
	add := func(typ yamltree.Type, texts ...string) {
		for _, text := range texts {
			nodes = append(nodes, yamltree.NewScalar(text, typ, yamltree.Plain, source.Span{}))
		}
	}
	add(yamltree.String, plainStrings...)
	add(yamltree.String, "<<", "x\ty", "a <<", "a\nb", "1\t2", "a:", "-", "?", ":", "")
	add(yamltree.Null, "~", "null", "NULL")
	add(yamltree.Bool, "true", "False")
	add(yamltree.Int, "0755", "0o755", "0x1F", "1_000", "+1")
	add(yamltree.Float, "1.10", "3.0", "1e3", ".5", ".inf", "08")
	add(yamltree.Time, "2026-01-01", "2026-01-01 10:00:00")
	return rapid.SampledFrom(nodes)
}

func stringScalars() *rapid.Generator[*yamltree.Node] {
	return rapid.Custom(func(t *rapid.T) *yamltree.Node {
		return yamltree.NewString(texts().Draw(t, "text"), styles().Draw(t, "style"), source.Span{})
	})
}

// rawScalars is strings in a style that need not suit them.
func rawScalars() *rapid.Generator[*yamltree.Node] {
	return rapid.Custom(func(t *rapid.T) *yamltree.Node {
		style := styles().Filter(func(s yamltree.Style) bool { return s != yamltree.Plain }).Draw(t, "style")
		return yamltree.NewScalar(texts().Draw(t, "text"), yamltree.String, style, source.Span{})
	})
}

func styles() *rapid.Generator[yamltree.Style] {
	return rapid.SampledFrom([]yamltree.Style{
		yamltree.Plain, yamltree.SingleQuoted, yamltree.DoubleQuoted, yamltree.Literal, yamltree.Folded,
	})
}

func texts() *rapid.Generator[string] {
	pieces := strings.Split("a b x| |  |\t|\n|\n\n|\r|\r\n|'|\"|\\|:|: |#| #|- |-|?|? |<<|=|~|%|@|`|&a|*a|!|{|}|[|]|,|>|0|1|08|1e3|"+
		".|.inf|+.inf|-.nan|...|---|null|true|yes|no|0x1F|1_0|1:20|2026-01-01|é|日本|😀|\u0085|\u00a0|\u2028|\u2029|\ufeff|\ufffe|\ufffd|"+
		"\u200d|\u202e|\u00ad|\u3000|\x00|\x1b|\x7f|\u0080|\U000e0001|\U0001fffe|${x}|$set|+|_|(|)|/|;|e|E", "|")
	pieces = append(pieces, "|", "")
	joined := rapid.Map(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 8), func(s []string) string { return strings.Join(s, "") })
	return rapid.OneOf(joined, joined, rapid.SampledFrom(pieces), rapid.String()).
		Filter(func(s string) bool { return len(s) < 900 })
}

func faults(n *yamltree.Node, text []byte) []string {
	var list []string
	for _, r := range readers {
		if fault := r.fault(n, text); fault != "" {
			list = append(list, fmt.Sprintf("%s %s\n%s\n%q", r.name, fault, text, text))
		}
	}
	return list
}
