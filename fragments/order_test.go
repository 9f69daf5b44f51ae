package fragments_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tailor/fragments"
	"tailor/matrix"
)

// ordered is every rule of the order, base to last. Each two neighbours differ in one.
var ordered = []string{
	"by-edition/home+pro+lite.yaml",                // broader first
	"by-edition/home+pro.yaml",                     // then by the positions of values
	"by-edition/home+lite.yaml",                    //
	"by-edition/pro+lite.yaml",                     //
	"by-edition/!home.yaml",                        // of one condition, the spelling without `!` first
	"by-edition/home.yaml",                         //
	"by-edition/!home,pro.yaml",                    //
	"by-arch/amd64+arm64.yaml",                     // a later axis, however broad
	"by-arch/arm64.yaml",                           //
	"by-channel/stable.yaml",                       // declared order, not the alphabet's
	"by-channel/beta.yaml",                         //
	"by-channel/edge.yaml",                         //
	"by-channel/!stable,beta.yaml",                 //
	"by-feature/fips.yaml",                         // features after every axis, as listed
	"by-feature/debug.yaml",                        //
	"by-feature/aaa.yaml",                          // those that are not enabled last
	"by-feature/bbb.yaml",                          //
	"by-edition+arch/home,pro,lite+amd64.yaml",     // more axes; three combinations
	"by-edition+arch/home,pro,lite+!amd64.yaml",    //
	"by-edition+arch/home+amd64,arm64.yaml",        // two of them; position by position
	"by-edition+arch/home,pro+amd64.yaml",          //
	"by-edition+arch/home,pro+!arm64.yaml",         //
	"by-edition+arch/!lite+amd64.yaml",             // the first position that differs
	"by-edition+arch/!lite+!arm64.yaml",            //
	"by-edition+arch/home,lite+amd64.yaml",         //
	"by-edition+arch/!home+amd64.yaml",             // pro and lite
	"by-edition+arch/home+amd64.yaml",              // one combination
	"by-edition+arch/home+arm64.yaml",              //
	"by-edition+arch/pro+amd64.yaml",               //
	"by-edition+channel/home,pro+stable,edge.yaml", // positions of axes, left to right; four combinations
	"by-edition+channel/home+!edge.yaml",           // two
	"by-edition+channel/home,pro+beta.yaml",        //
	"by-edition+channel/home+stable.yaml",          // one
	"by-arch+channel/amd64+stable.yaml",            //
	"by-edition+arch+channel/pro+arm64+beta.yaml",  //
}

func TestCompare(t *testing.T) {
	t.Parallel()
	img := gizmo(t)
	for i, a := range ordered {
		for j, b := range ordered {
			got := fragments.Compare(parsed(t, a, img), parsed(t, b, img))
			if (got < 0) != (i < j) || (got == 0) != (i == j) {
				t.Errorf("Compare(%s, %s) = %d", a, b, got)
			}
		}
	}
}

func TestSameRank(t *testing.T) {
	t.Parallel()
	img := gizmo(t)
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"by-edition/home.yaml", "by-edition/pro.yaml", true},
		{"by-edition/home+pro.yaml", "by-edition/home+lite.yaml", true},
		{"by-edition/home+pro.yaml", "by-edition/home.yaml", false},
		{"by-edition/home.yaml", "by-arch/amd64.yaml", false},
		{"by-edition+arch/home+amd64.yaml", "by-edition+arch/pro+arm64.yaml", true},
		{"by-edition+arch/home+amd64.yaml", "by-edition+channel/home+edge.yaml", false},
		{"by-edition+arch/home,pro+amd64.yaml", "by-edition+arch/pro+amd64,arm64.yaml", true},
		{"by-edition+arch/home,pro+amd64.yaml", "by-edition+arch/pro+amd64.yaml", false},
		{"by-edition/!home.yaml", "by-edition/home+lite.yaml", true},
		{"by-edition/!home.yaml", "by-edition/pro+lite.yaml", true},
		{"by-edition/!home.yaml", "by-edition/pro.yaml", false},
		{"by-feature/fips.yaml", "by-feature/debug.yaml", false},
		{"by-feature/fips.yaml", "by-edition/pro.yaml", false},
	} {
		a, b := parsed(t, test.a, img), parsed(t, test.b, img)
		if fragments.SameRank(a, b) != test.want || fragments.SameRank(b, a) != test.want {
			t.Errorf("SameRank(%s, %s) is not %t", a.Path, b.Path, test.want)
		}
	}
}

// drawPath draws the path of a fragment of gizmo.
func drawPath(m *matrix.Matrix) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		arity := rapid.IntRange(0, len(m.Axes())).Draw(t, "arity")
		if arity == 0 {
			return "by-feature/" + rapid.SampledFrom([]string{"fips", "debug", "x", "y"}).Draw(t, "feature") + ".yaml"
		}
		axes := drawSubset(t, m.AxisNames(), arity, arity)
		var values []string
		for _, name := range axes {
			at, _ := m.Axis(name)
			all := m.Axes()[at].Values
			separator := ","
			if arity == 1 {
				separator = "+"
			}
			if rapid.Bool().Draw(t, "except") {
				values = append(values, "!"+strings.Join(drawSubset(t, all, 1, len(all)-1), ","))
				continue
			}
			values = append(values, strings.Join(drawSubset(t, all, 1, len(all)), separator))
		}
		return "by-" + strings.Join(axes, "+") + "/" + strings.Join(values, "+") + ".yaml"
	})
}

// drawSubset draws some of the words and keeps their order.
func drawSubset(t *rapid.T, words []string, least, most int) []string {
	all := make([]int, len(words))
	for i := range all {
		all[i] = i
	}
	picked := rapid.SliceOfNDistinct(rapid.SampledFrom(all), least, most, rapid.ID[int]).Draw(t, "picked")
	slices.Sort(picked)
	subset := make([]string, len(picked))
	for i, at := range picked {
		subset[i] = words[at]
	}
	return subset
}

func TestStrictTotalOrder(t *testing.T) {
	t.Parallel()
	img := gizmo(t)
	rapid.Check(t, func(rt *rapid.T) {
		draw := func(label string) *fragments.Fragment {
			return parsed(t, drawPath(img.Matrix).Draw(rt, label), img)
		}
		a, b, c := draw("a"), draw("b"), draw("c")
		ab, ba, bc, ac := fragments.Compare(a, b), fragments.Compare(b, a), fragments.Compare(b, c), fragments.Compare(a, c)
		switch {
		case ab != -ba:
			rt.Errorf("%s and %s: %d and %d", a.Path, b.Path, ab, ba)
		case (ab == 0) != (a.Path == b.Path):
			rt.Errorf("%s and %s are equal: %d", a.Path, b.Path, ab)
		case ab < 0 && bc < 0 && ac >= 0:
			rt.Errorf("%s < %s < %s, but not the first and the last", a.Path, b.Path, c.Path)
		case fragments.SameRank(a, b) && ab == 0 && a != b && a.Path != b.Path:
			rt.Errorf("%s and %s", a.Path, b.Path)
		}
	})
}

// TestDeclarationDecides holds that the order of the axes, and nothing else, orders fragments of one value
// of one axis each.
func TestDeclarationDecides(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		axes := rapid.Permutation([]string{"edition=b,a", "arch=arm64,amd64", "channel=z,y"}).Draw(rt, "axes")
		img := image(t, strings.Join(axes, " "))
		var paths, got []string
		var all []*fragments.Fragment
		for _, axis := range img.Matrix.Axes() {
			for _, v := range axis.Values {
				path := "by-" + axis.Name + "/" + v + ".yaml"
				paths = append(paths, path)
				all = append(all, parsed(t, path, img))
			}
		}
		all = rapid.Permutation(all).Draw(rt, "all")
		slices.SortFunc(all, fragments.Compare)
		for _, f := range all {
			got = append(got, f.Path)
		}
		if diff := cmp.Diff(paths, got); diff != "" {
			rt.Error(diff)
		}
	})
}

// TestMatchesIsWhatThePathSays compares what a fragment knows of itself with its path, plainly read.
func TestMatchesIsWhatThePathSays(t *testing.T) {
	t.Parallel()
	img := gizmo(t)
	rapid.Check(t, func(rt *rapid.T) {
		path := drawPath(img.Matrix).Draw(rt, "path")
		f := parsed(t, path, img)
		if canonical(f, img) != f.Path {
			rt.Errorf("%s means %s", f.Path, canonical(f, img))
		}
		if f.Feature != "" {
			enabled := slices.Contains(img.Features, f.Feature)
			if f.Matches(slices.Collect(img.Matrix.All())[0]) != enabled || f.Breadth() != 1 || f.Pairs() != nil {
				rt.Errorf("%s: %v", path, f)
			}
			return
		}
		dir, file, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(path, "by-"), ".yaml"), "/")
		axes, words := strings.Split(dir, "+"), strings.Split(file, "+")
		if len(axes) == 1 && !strings.HasPrefix(file, "!") {
			words = []string{strings.Join(words, ",")}
		}
		combinations := map[string]bool{}
		pairs := map[matrix.Pair]bool{}
		for c := range img.Matrix.All() {
			want := true
			var own []matrix.Pair
			for i, axis := range axes {
				value, _ := c.Value(axis)
				names, except := strings.CutPrefix(words[i], "!")
				want = want && slices.Contains(strings.Split(names, ","), value) != except
				own = append(own, matrix.Pair{Axis: axis, Value: value})
			}
			if want {
				combinations[fmt.Sprint(own)] = true
				for _, p := range own {
					pairs[p] = true
				}
			}
			if f.Matches(c) != want {
				rt.Errorf("%s of %s: %t", path, c, !want)
			}
		}
		if f.Breadth() != len(combinations) || f.Arity() != len(axes) {
			rt.Errorf("%s matches %d combinations, not %d", path, len(combinations), f.Breadth())
		}
		if got := f.Pairs(); len(got) != len(pairs) || slices.ContainsFunc(got, func(p matrix.Pair) bool { return !pairs[p] }) {
			rt.Errorf("%s has the pairs %v, not %v", path, pairs, got)
		}
	})
}

// TestSameCondition holds that two fragments have one condition exactly when they apply to the same cells and name
// the same axes, and that they then are neighbours in the order.
func TestSameCondition(t *testing.T) {
	t.Parallel()
	img := gizmo(t)
	rapid.Check(t, func(rt *rapid.T) {
		a, b := parsed(t, drawPath(img.Matrix).Draw(rt, "a"), img), parsed(t, drawPath(img.Matrix).Draw(rt, "b"), img)
		same := a.Feature == "" && slices.Equal(a.Axes, b.Axes)
		for c := range img.Matrix.All() {
			same = same && a.Matches(c) == b.Matches(c)
		}
		if fragments.SameCondition(a, b) != same {
			rt.Errorf("%s and %s: %t", a.Path, b.Path, !same)
		}
		c := parsed(t, drawPath(img.Matrix).Draw(rt, "c"), img)
		between := fragments.Compare(a, c)*fragments.Compare(c, b) > 0
		if same && between && !fragments.SameCondition(a, c) {
			rt.Errorf("%s stands between %s and %s", c.Path, a.Path, b.Path)
		}
	})
}
