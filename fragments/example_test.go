package fragments_test

import (
	"fmt"
	"testing/fstest"

	"tailor/fragments"
	"tailor/matrix"
)

func ExampleDiscover() {
	m, _ := matrix.New([]matrix.Axis{
		{Name: "edition", Values: []string{"home", "pro"}},
		{Name: "arch", Values: []string{"amd64", "arm64"}},
	})
	fsys := fstest.MapFS{
		"gizmo/by-arch/arm64.yaml":             {},
		"gizmo/by-edition+arch/pro+arm64.yaml": {},
		"gizmo/by-edition/pro.yaml":            {},
		"gizmo/by-edition/por.yaml":            {},
	}
	all, faults := fragments.Discover(fsys, fragments.Image{Dir: "gizmo", Matrix: m})
	cells, _, _ := m.Cells(matrix.Selectors{})
	for _, f := range all {
		if f.Matches(cells[3]) {
			fmt.Println(f.Path, f.Reason())
		}
	}
	for _, d := range faults {
		fmt.Println(d.Message, "-", d.Help)
	}
	// Output:
	// by-edition/pro.yaml edition=pro
	// by-arch/arm64.yaml arch=arm64
	// by-edition+arch/pro+arm64.yaml edition=pro ∧ arch=arm64
	// axis `edition` has no value `por` - did you mean `pro`?
}

func ExampleParse() {
	m, _ := matrix.New([]matrix.Axis{{Name: "channel", Values: []string{"stable", "beta", "edge"}}})
	f, _ := fragments.Parse("by-channel/stable+edge.yaml", fragments.Image{Dir: "gizmo", Matrix: m})
	fmt.Println(f.Reason(), f.Arity(), f.Breadth())
	_, faults := fragments.Parse("by-channel/edge+stable.yaml", fragments.Image{Dir: "gizmo", Matrix: m})
	fmt.Println(faults[0].Code, faults[0].Help)
	// Output:
	// channel ∈ {stable,edge} 1 2
	// T0324 rename it to `by-channel/stable+edge.yaml`
}

func ExamplePath() {
	m, _ := matrix.New([]matrix.Axis{
		{Name: "edition", Values: []string{"home", "pro"}},
		{Name: "channel", Values: []string{"stable", "beta", "edge"}},
	})
	fmt.Println(fragments.Path(m, []matrix.Pair{{Axis: "channel", Value: "edge"}, {Axis: "channel", Value: "beta"}}))
	fmt.Println(fragments.Path(m, []matrix.Pair{
		{Axis: "channel", Value: "edge"}, {Axis: "edition", Value: "pro"}, {Axis: "channel", Value: "beta"}, {Axis: "edition", Value: "pro"},
	}))
	fmt.Println(fragments.FeaturePath("fips"))
	// Output:
	// by-channel/beta+edge.yaml
	// by-edition+channel/pro+beta,edge.yaml
	// by-feature/fips.yaml
}
