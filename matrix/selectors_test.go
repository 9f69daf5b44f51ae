package matrix_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tailor/matrix"
)

// selectors reads one selector per text, each like `edition=home channel=edge,beta`.
func selectors(texts ...string) []matrix.Selector {
	var list []matrix.Selector
	for _, text := range texts {
		selector := matrix.Selector{}
		for _, axis := range axes(text) {
			selector = append(selector, matrix.Pin{Axis: axis.Name, Values: axis.Values})
		}
		list = append(list, selector)
	}
	return list
}

func TestSelectors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name             string
		include, exclude []matrix.Selector
		want             string
	}{
		{"none", nil, nil, "home/amd64 home/arm64 pro/amd64 pro/arm64"},
		{"empty include list", []matrix.Selector{}, nil, "home/amd64 home/arm64 pro/amd64 pro/arm64"},
		{"include", selectors("edition=pro"), nil, "pro/amd64 pro/arm64"},
		{"include any", selectors("edition=pro", "arch=arm64"), nil, "home/arm64 pro/amd64 pro/arm64"},
		{"include all pins", selectors("edition=pro arch=arm64"), nil, "pro/arm64"},
		{"alternatives", selectors("edition=pro,home arch=arm64"), nil, "home/arm64 pro/arm64"},
		{"a selector without pins", selectors(""), nil, "home/amd64 home/arm64 pro/amd64 pro/arm64"},
		{"exclude", nil, selectors("edition=pro arch=arm64"), "home/amd64 home/arm64 pro/amd64"},
		{"exclude all", nil, selectors(""), ""},
		{"exclude after include", selectors("edition=pro"), selectors("arch=amd64"), "pro/arm64"},
		{"unused exclude", selectors("edition=pro"), selectors("edition=home", "arch=arm64"), "pro/amd64 exclude 0"},
		{"an exclude twice", nil, selectors("edition=pro", "edition=pro arch=arm64"), "home/amd64 home/arm64"},
		{"unknown names", selectors("edition=max", "edition=pro", "channel=x"), selectors("channel=x"),
			"pro/amd64 pro/arm64 include 0 include 2 exclude 0"},
		{"pinned to nothing", nil, selectors("edition"), "home/amd64 home/arm64 pro/amd64 pro/arm64 exclude 0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := made(t, "edition=home,pro arch=amd64,arm64")
			cells, include, exclude := m.Cells(matrix.Selectors{Include: test.include, Exclude: test.exclude})
			var got []string
			for _, c := range cells {
				got = append(got, strings.Join(valuesOf(c), "/"))
			}
			for _, i := range include {
				got = append(got, fmt.Sprint("include ", i))
			}
			for _, i := range exclude {
				got = append(got, fmt.Sprint("exclude ", i))
			}
			if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCheckSelectors(t *testing.T) {
	t.Parallel()
	m := make3(t)
	got := describe(m.Check(matrix.Selectors{
		Include: selectors("edition=pro", "editon=pro,home arch=arm64", "channel=edge,bta,stabel"),
		Exclude: selectors("edition", "arch=amd64 edition=stable"),
	}), func(at matrix.Place) string {
		return fmt.Sprintf("%s %d pin %d value %d", at.List, at.Selector, at.Axis, at.Value)
	})
	want := "" +
		"include 1 pin 0 value -1: there is no axis `editon` (the axes are `edition`, `arch` and `channel`)\n" +
		"include 2 pin 0 value 1: axis `channel` has no value `bta` (the values are `stable`, `beta` and `edge`)\n" +
		"include 2 pin 0 value 2: axis `channel` has no value `stabel` (the values are `stable`, `beta` and `edge`)\n" +
		"exclude 0 pin 0 value -1: axis `edition` is pinned to no value " +
		"(name at least one value, or leave the axis out to match all of them)\n" +
		"exclude 1 pin 1 value 0: axis `edition` has no value `stable` (the values are `home` and `pro`)\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// drawSelectors draws selectors that often name what axes have.
func drawSelectors(t *rapid.T, label string) []matrix.Selector {
	pin := rapid.Custom(func(t *rapid.T) matrix.Pin {
		return matrix.Pin{
			Axis:   rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "axis"),
			Values: rapid.SliceOfN(rapid.SampledFrom([]string{"x", "y", "z"}), 1, 3).Draw(t, "values"),
		}
	})
	selector := rapid.Custom(func(t *rapid.T) matrix.Selector { return rapid.SliceOfN(pin, 0, 3).Draw(t, "pins") })
	return rapid.SliceOfN(selector, 0, 3).Draw(t, label)
}

// matches is what a selector means, plainly written.
func matches(c matrix.Cell, selector matrix.Selector) bool {
	for _, pin := range selector {
		if v, ok := c.Value(pin.Axis); !ok || !slices.Contains(pin.Values, v) {
			return false
		}
	}
	return true
}

func TestSelectorsProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m, _ := matrix.New(drawAxes(t))
		s := matrix.Selectors{Include: drawSelectors(t, "include"), Exclude: drawSelectors(t, "exclude")}
		var kept, left []matrix.Cell
		for c := range m.All() {
			of := func(selector matrix.Selector) bool { return matches(c, selector) }
			if len(s.Include) > 0 && !slices.ContainsFunc(s.Include, of) {
				continue
			}
			kept = append(kept, c)
			if !slices.ContainsFunc(s.Exclude, of) {
				left = append(left, c)
			}
		}
		cells, unusedInclude, unusedExclude := m.Cells(s)
		if !slices.Equal(cells, left) {
			t.Fatalf("got %v, want %v", cells, left)
		}
		// An include selector that matches anything matches a cell that is kept.
		if want := idle(s.Include, kept); !slices.Equal(unusedInclude, want) {
			t.Fatalf("unused include %v, want %v", unusedInclude, want)
		}
		if want := idle(s.Exclude, kept); !slices.Equal(unusedExclude, want) {
			t.Fatalf("unused exclude %v, want %v", unusedExclude, want)
		}
	})
}

// idle returns the selectors that match none of the cells.
func idle(list []matrix.Selector, cells []matrix.Cell) []int {
	var none []int
	for i, selector := range list {
		if !slices.ContainsFunc(cells, func(c matrix.Cell) bool { return matches(c, selector) }) {
			none = append(none, i)
		}
	}
	return none
}
