package fragments_test

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/fragments"
	"tailor/matrix"
)

var update = flag.Bool("update", false, "rewrite testdata/paths.txt")

// TestParseFaults compares the diagnostics of every path in testdata/paths.txt, in which a line `## path` stands
// before those of the path.
func TestParseFaults(t *testing.T) {
	t.Parallel()
	const name = "testdata/paths.txt"
	golden, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for line := range strings.Lines(string(golden)) {
		switch path, isPath := strings.CutPrefix(line, "## "); {
		case isPath:
			_, faults := fragments.Parse(strings.TrimSuffix(path, "\n"), gizmo(t))
			got.WriteString(line + describe(faults))
		case strings.HasPrefix(line, "# "), line == "\n":
			got.WriteString(line)
		}
	}
	if *update {
		if err := os.WriteFile(name, []byte(got.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(golden), got.String()); diff != "" {
		t.Error(diff)
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		path, reason string
		pairs        []matrix.Pair
	}{
		{"by-edition/pro.yaml", "edition=pro", []matrix.Pair{{Axis: "edition", Value: "pro"}}},
		{
			"by-channel/stable+edge.yaml", "channel ∈ {stable,edge}",
			[]matrix.Pair{{Axis: "channel", Value: "stable"}, {Axis: "channel", Value: "edge"}},
		},
		{
			"by-edition+arch/pro+arm64.yaml", "edition=pro ∧ arch=arm64",
			[]matrix.Pair{{Axis: "edition", Value: "pro"}, {Axis: "arch", Value: "arm64"}},
		},
		{"by-channel/!beta.yaml", "channel ≠ beta", []matrix.Pair{{Axis: "channel", Value: "stable"}, {Axis: "channel", Value: "edge"}}},
		{"by-channel/!stable,beta.yaml", "channel ∉ {stable,beta}", []matrix.Pair{{Axis: "channel", Value: "edge"}}},
		{
			"by-edition+channel/pro,lite+!edge.yaml", "edition ∈ {pro,lite} ∧ channel ≠ edge",
			[]matrix.Pair{
				{Axis: "edition", Value: "pro"}, {Axis: "edition", Value: "lite"},
				{Axis: "channel", Value: "stable"}, {Axis: "channel", Value: "beta"},
			},
		},
		{
			"by-arch+channel/!amd64+beta.yaml", "arch ≠ amd64 ∧ channel=beta",
			[]matrix.Pair{{Axis: "arch", Value: "arm64"}, {Axis: "channel", Value: "beta"}},
		},
		{"by-feature/fips.yaml", "feature=fips", nil},
		{"by-feature/not-enabled.2.yaml", "feature=not-enabled.2", nil},
	} {
		f := parsed(t, test.path, gizmo(t))
		if f.Path != test.path || f.Reason() != test.reason {
			t.Errorf("%s: path %s, reason %s", test.path, f.Path, f.Reason())
		}
		if diff := cmp.Diff(test.pairs, f.Pairs()); diff != "" {
			t.Errorf("%s: %s", test.path, diff)
		}
	}
}

func TestParseWithoutMatrix(t *testing.T) {
	t.Parallel()
	img := fragments.Image{Features: []string{"fips"}}
	if f := parsed(t, "by-feature/fips.yaml", img); !f.Matches(matrix.Cell{}) {
		t.Error("an enabled feature does not match")
	}
	if f := parsed(t, "by-feature/other.yaml", img); f.Matches(matrix.Cell{}) {
		t.Error("a feature that is not enabled matches")
	}
	_, faults := fragments.Parse("by-edition/pro.yaml", img)
	want := lines("error[T0321]: there is no axis `edition`",
		"  --> by-[edition]/pro.yaml",
		"  help: declare the axis under `matrix` in image.yaml; without one there are only `by-feature` fragments")
	if diff := cmp.Diff(want, describe(faults)); diff != "" {
		t.Error(diff)
	}
}

// TestParseBrokenMatrix holds that a matrix with problems of its own breaks nothing here.
func TestParseBrokenMatrix(t *testing.T) {
	t.Parallel()
	m, problems := matrix.New([]matrix.Axis{{Name: "a"}, {Name: "b", Values: []string{"x", "x", "_"}}})
	if len(problems) != 3 {
		t.Fatal(problems)
	}
	img := fragments.Image{Dir: "gizmo/", Matrix: m}
	_, faults := fragments.Parse("by-a+b/x.yaml", img)
	want := lines("error[T0325]: `x` gives 1 value for 2 axes",
		"  --> gizmo/by-a+b/[x].yaml",
		"  --- gizmo/by-[a+b]/x.yaml 2 axes",
		"  help: name one value of each axis, as in `by-a+b/<value>+x.yaml`; "+
			"for any value of the other axes write `by-b/x.yaml`")
	if diff := cmp.Diff(want, describe(faults)); diff != "" {
		t.Error(diff)
	}
	if parsed(t, "by-b/x+_.yaml", img).Breadth() != 2 {
		t.Error("names that have been reported are not known")
	}
}

// TestParseOneValue holds what the help says when an axis has one value only, which no `!` can exclude.
func TestParseOneValue(t *testing.T) {
	t.Parallel()
	_, faults := fragments.Parse("by-edition+arch/!home+!arm64.yaml", image(t, "edition=home,pro arch=arm64"))
	want := lines("error[T0336]: `!arm64` leaves no value of axis `arch`",
		"  --> gizmo/by-edition+arch/!home+[!arm64].yaml",
		"  help: the axis has no other value: write `by-edition+arch/!home+arm64.yaml`, or remove the file")
	if diff := cmp.Diff(want, describe(faults)); diff != "" {
		t.Error(diff)
	}
}

func TestSelect(t *testing.T) {
	t.Parallel()
	img := gizmo(t)
	paths := []string{
		"by-edition/home+pro.yaml", "by-edition/pro.yaml", "by-arch/arm64.yaml", "by-channel/stable+edge.yaml",
		"by-channel/stable.yaml", "by-feature/fips.yaml", "by-feature/other.yaml", "by-edition+arch/pro+arm64.yaml",
		"by-edition+arch/home+arm64.yaml", "by-channel/!beta.yaml", "by-arch+channel/amd64,arm64+!stable,edge.yaml",
	}
	var all []*fragments.Fragment
	for _, path := range paths {
		all = append(all, parsed(t, path, img))
	}
	for _, test := range []struct {
		cell string
		want string
	}{
		{"edition=pro, arch=arm64, channel=stable", "0 1 2 3 4 5 7 9"},
		{"edition=home, arch=amd64, channel=beta", "0 5 :"},
		{"edition=home, arch=arm64, channel=edge", "0 2 3 5 8 9"},
		{"edition=lite, arch=amd64, channel=beta", "5 :"},
	} {
		cells := slices.Collect(img.Matrix.All())
		at := slices.IndexFunc(cells, func(c matrix.Cell) bool { return c.String() == test.cell })
		var got []string
		for i, f := range all {
			if f.Matches(cells[at]) {
				got = append(got, string(rune('0'+i)))
			}
		}
		if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s: %s", test.cell, diff)
		}
	}
}

func FuzzParsePath(f *testing.F) {
	golden, err := os.ReadFile("testdata/paths.txt")
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(string(golden)) {
		if path, ok := strings.CutPrefix(line, "## "); ok {
			f.Add(strings.TrimSuffix(path, "\n"))
		}
	}
	for _, path := range []string{
		"by-edition/pro.yaml", "by-edition+arch/pro+arm64.yaml", "by-feature/fips.yaml", "by-channel/stable+edge.yaml",
		"by-channel/!beta.yaml", "by-channel/!stable,edge.yaml", "by-edition+channel/pro+stable,edge.yaml",
		"by-edition+arch+channel/home,lite+!arm64+!beta,edge.yaml",
	} {
		f.Add(path)
	}
	img := gizmo(f)
	f.Fuzz(func(t *testing.T, path string) {
		got, faults := fragments.Parse(path, img)
		if (got == nil) == (len(faults) == 0) {
			t.Fatalf("%q: %v and %d faults", path, got, len(faults))
		}
		if got != nil && canonical(got, img) != path {
			t.Fatalf("%q means %s", path, canonical(got, img))
		}
		for _, d := range faults {
			checkFault(t, "gizmo/"+path, d)
			if d.Code != fragments.CodeExtension { // which leaves the rest of the path as it is
				checkRename(t, d.Help, img)
			}
		}
	})
}
