package matrix_test

import (
	"fmt"

	"tailor/matrix"
)

func ExampleMatrix_Cells() {
	m, problems := matrix.New([]matrix.Axis{
		{Name: "edition", Values: []string{"home", "pro"}},
		{Name: "channel", Values: []string{"stable", "edge"}},
	})
	cells, _, unused := m.Cells(matrix.Selectors{Exclude: []matrix.Selector{
		{{Axis: "edition", Values: []string{"home"}}, {Axis: "channel", Values: []string{"edge"}}},
	}})
	for _, c := range cells {
		fmt.Println(c)
	}
	fmt.Println(len(problems), len(unused))
	// Output:
	// edition=home, channel=stable
	// edition=pro, channel=stable
	// edition=pro, channel=edge
	// 0 0
}

func ExampleSlug() {
	m, _ := matrix.New([]matrix.Axis{{Name: "edition", Values: []string{"home", "pro"}}})
	for c := range m.All() {
		fmt.Println(matrix.Slug("gizmo", c, "arm64", "cosi"))
	}
	fmt.Println(matrix.Slug("solo", matrix.Cell{}, "amd64", "iso"))
	// Output:
	// gizmo_home_arm64_cosi
	// gizmo_pro_arm64_cosi
	// solo_amd64_iso
}

func ExampleParseSelect() {
	s, _ := matrix.ParseSelect([]string{"edition=pro,max,arch=arm64"})
	m, _ := matrix.New([]matrix.Axis{{Name: "edition", Values: []string{"home", "pro"}}})
	for _, p := range s.Check([]*matrix.Matrix{m}) {
		fmt.Println(p.Error())
	}
	for c := range m.All() {
		fmt.Println(c, s.Match(c, "arm64"), s.Match(c, "amd64"))
	}
	// Output:
	// axis `edition` has no value `max`
	// edition=home false false
	// edition=pro true false
}
