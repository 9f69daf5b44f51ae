package matrix_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tailor/matrix"
)

// axes reads `edition=home,pro arch=amd64,arm64`.
func axes(text string) []matrix.Axis {
	var list []matrix.Axis
	for word := range strings.FieldsSeq(text) {
		name, values, _ := strings.Cut(word, "=")
		axis := matrix.Axis{Name: name}
		if values != "" {
			axis.Values = strings.Split(values, ",")
		}
		list = append(list, axis)
	}
	return list
}

func make3(t *testing.T) *matrix.Matrix {
	t.Helper()
	return made(t, "edition=home,pro arch=amd64,arm64 channel=stable,beta,edge")
}

func made(t *testing.T, text string) *matrix.Matrix {
	t.Helper()
	m, problems := matrix.New(axes(text))
	if len(problems) > 0 {
		t.Fatalf("New(%s): %v", text, problems)
	}
	return m
}

// valuesOf are the values of a cell, in the order of the axes.
func valuesOf(c matrix.Cell) []string {
	out := []string{}
	for _, p := range c.Pairs() {
		out = append(out, p.Value)
	}
	return out
}

// describe writes problems as a person would get them, with the place in front.
func describe(problems []matrix.Problem, place func(matrix.Place) string) string {
	var b strings.Builder
	for _, p := range problems {
		fmt.Fprintf(&b, "%s: %s (%s)\n", place(p.At), p.Error(), p.Help(nil))
	}
	return b.String()
}

func TestNewProblems(t *testing.T) {
	t.Parallel()
	const name = "use letters, digits, `.` and `-`, and begin with a letter or a digit"
	for _, test := range []struct {
		name string
		axes []matrix.Axis
		want string
	}{
		{"none", nil, ""},
		{"fine", axes("edition=home,pro arch=amd64,arm64 v=3.0,1-a,true"), ""},
		{"axis name", axes("ed_ition=a +=b -x=c .=d"), "" +
			"axis 0: `ed_ition` cannot be the name of an axis (" + name + ")\n" +
			"axis 1: `+` cannot be the name of an axis (" + name + ")\n" +
			"axis 2: `-x` cannot be the name of an axis (" + name + ")\n" +
			"axis 3: `.` cannot be the name of an axis (" + name + ")\n"},
		{"no axis name", []matrix.Axis{{Values: []string{"a"}}},
			"axis 0: `` cannot be the name of an axis (" + name + ")\n"},
		{"value", axes("a=x_y,é,,ok,-"), "" +
			"axis 0 value 0: `x_y` cannot be a value of axis `a` (" + name + ")\n" +
			"axis 0 value 1: `é` cannot be a value of axis `a` (" + name + ")\n" +
			"axis 0 value 2: `` cannot be a value of axis `a` (" + name + ")\n" +
			"axis 0 value 4: `-` cannot be a value of axis `a` (" + name + ")\n"},
		{"reserved axis", axes("a=x feature=y"), "" +
			"axis 1: an axis cannot be called `feature` " +
			"(choose another name: `by-feature` fragments depend on `features`)\n"},
		{"arch", axes("arch=amd64,x86_64,arm64,x86_64"), "" +
			"axis 0 value 1: `x86_64` is no architecture (the values are `amd64` and `arm64`)\n" +
			"axis 0 value 3, first 1: axis `arch` has the value `x86_64` twice (remove one of the two)\n"},
		{"empty axis", axes("a b=x"),
			"axis 0: axis `a` has no values (give it at least one value, or remove it)\n"},
		{"duplicates", axes("a=x a=y,y b=p,q,p,p b=z,_"), "" +
			"axis 1, first 0: axis `a` is declared twice " +
			"(merge the two lists of values, or rename one of the axes)\n" +
			"axis 2 value 2, first 0: axis `b` has the value `p` twice (remove one of the two)\n" +
			"axis 2 value 3, first 0: axis `b` has the value `p` twice (remove one of the two)\n" +
			"axis 3, first 2: axis `b` is declared twice " +
			"(merge the two lists of values, or rename one of the axes)\n"},
		{"most cells", numbered(100, 1000), ""},
		{"too many cells", numbered(10, 100, 101, 2), "axis 2: axis `a2` brings the matrix to 101000 cells " +
			"(at most 100000 are possible, before `selectors` drop any; make several images of it)\n"},
		{"no overflow", numbered(slices.Repeat([]int{5000}, 12)...),
			"axis 1: axis `a1` brings the matrix to 25000000 cells " +
				"(at most 100000 are possible, before `selectors` drop any; make several images of it)\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m, problems := matrix.New(test.axes)
			if diff := cmp.Diff(test.want, describe(problems, axisPlace)); diff != "" {
				t.Error(diff)
			}
			if (m.Len() == 0) != (test.want != "") {
				t.Errorf("%d cells", m.Len())
			}
		})
	}
}

// numbered makes axes a0, a1 ... with that many values.
func numbered(sizes ...int) []matrix.Axis {
	list := make([]matrix.Axis, len(sizes))
	for i, size := range sizes {
		list[i].Name = fmt.Sprint("a", i)
		for v := range size {
			list[i].Values = append(list[i].Values, strconv.Itoa(v))
		}
	}
	return list
}

func axisPlace(at matrix.Place) string {
	text := fmt.Sprint("axis ", at.Axis)
	if at.Value >= 0 {
		text += fmt.Sprint(" value ", at.Value)
	}
	if at.Other >= 0 {
		text += fmt.Sprint(", first ", at.Other)
	}
	return text
}

func TestNewKeepsNames(t *testing.T) {
	t.Parallel()
	m, _ := matrix.New(axes("a=x,x,y a=z b=_"))
	if diff := cmp.Diff(axes("a=x,y b=_"), m.Axes()); diff != "" {
		t.Error(diff)
	}
	if at, ok := m.Value(0, "y"); at != 1 || !ok {
		t.Errorf("Value(0, y) = %d, %t", at, ok)
	}
}

func TestCellsInOrder(t *testing.T) {
	t.Parallel()
	m := made(t, "edition=home,pro arch=amd64,arm64")
	var got []string
	for c := range m.All() {
		got = append(got, c.String())
	}
	want := []string{
		"edition=home, arch=amd64", "edition=home, arch=arm64", "edition=pro, arch=amd64", "edition=pro, arch=arm64",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	c := slices.Collect(m.All())[2]
	if diff := cmp.Diff([]string{"pro", "amd64"}, valuesOf(c)); diff != "" {
		t.Error(diff)
	}
	if v, ok := c.Value("edition"); v != "pro" || !ok {
		t.Errorf("Value(edition) = %s, %t", v, ok)
	}
	if v, ok := c.Value("channel"); v != "" || ok {
		t.Errorf("Value(channel) = %s, %t", v, ok)
	}
}

func TestNoAxes(t *testing.T) {
	t.Parallel()
	empty, _ := matrix.New(nil)
	for _, m := range []*matrix.Matrix{nil, empty} {
		cells, _, _ := m.Cells(matrix.Selectors{})
		if len(cells) != 1 || cells[0].String() != "" || len(cells[0].Pairs()) != 0 {
			t.Errorf("cells = %v", cells)
		}
		if _, ok := cells[0].Value("arch"); ok {
			t.Error("a cell without axes has a value")
		}
		if _, ok := m.Axis("arch"); ok || len(m.AxisNames()) != 0 {
			t.Error("a matrix without axes has one")
		}
	}
}

// drawAxes draws valid axes, with few values so that selectors often meet them.
func drawAxes(t *rapid.T) []matrix.Axis {
	names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c", "d"}), 0, 4, rapid.ID[string]).Draw(t, "names")
	list := make([]matrix.Axis, len(names))
	for i, name := range names {
		values := rapid.SampledFrom([]string{"x", "y", "z", "3.0", "t-1"})
		list[i] = matrix.Axis{Name: name, Values: rapid.SliceOfNDistinct(values, 1, 4, rapid.ID[string]).Draw(t, "values")}
	}
	return list
}

// product is the product of axes, plainly written.
func product(list []matrix.Axis) [][]string {
	rows := [][]string{{}}
	for _, axis := range list {
		var next [][]string
		for _, row := range rows {
			for _, v := range axis.Values {
				next = append(next, append(slices.Clone(row), v))
			}
		}
		rows = next
	}
	return rows
}

func TestProductProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		list := drawAxes(t)
		m, problems := matrix.New(list)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		var got [][]string
		for c := range m.All() {
			got = append(got, valuesOf(c))
		}
		if diff := cmp.Diff(product(list), got); diff != "" {
			t.Fatal(diff)
		}
	})
}

func BenchmarkCells(b *testing.B) {
	m, _ := matrix.New(numbered(slices.Repeat([]int{4}, 8)...)) // 65,536
	exclude := []matrix.Selector{
		{{Axis: "a0", Values: []string{"1", "2"}}, {Axis: "a7", Values: []string{"3"}}},
		{{Axis: "a3", Values: []string{"0"}}},
	}
	b.ReportAllocs()
	for b.Loop() {
		cells, _, _ := m.Cells(matrix.Selectors{Exclude: exclude})
		for _, c := range cells {
			if c.Position(7) > 4 {
				b.Fatal(c)
			}
		}
	}
}
