package diag_test

import (
	"fmt"
	"os"

	"tailor/internal/diag"
	"tailor/internal/source"
)

func Example() {
	image := source.New("gizmo/image.yaml", []byte("name: gizmo\nconfg: {}\n"))
	var report diag.Report
	report.Add(diag.Diagnostic{
		Code:    "T0202",
		Message: "unknown key `confg`",
		Labels:  []diag.Label{{Span: image.Find("confg"), Primary: true}},
		Help:    "did you mean `" + diag.Nearest("confg", []string{"name", "config"}) + "`?",
	})
	if err := (diag.Printer{Prefix: "images"}).Print(os.Stdout, report.All()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// error[T0202]: unknown key `confg`
	//  --> images/gizmo/image.yaml:2:1
	//   |
	// 2 | confg: {}
	//   | ^^^^^
	//   |
	//   = help: did you mean `config`?
}

func ExamplePrinter_Print() {
	image := source.New("gizmo/image.yaml", []byte("name: gizmo\nconfg: {}\n"))
	ds := []diag.Diagnostic{{
		Code: "T0202", Message: "unknown key `confg`",
		Labels: []diag.Label{{Span: image.Find("confg"), Primary: true}},
	}}
	for _, format := range []diag.Format{diag.Short, diag.GitHub} {
		if err := (diag.Printer{Format: format}).Print(os.Stdout, ds); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// gizmo/image.yaml:2:1: error[T0202]: unknown key `confg`
	// ::error file=gizmo/image.yaml,line=2,col=1,endLine=2,endColumn=6,title=T0202::unknown key `confg`
}

func ExampleReport() {
	var report diag.Report
	for _, cell := range []string{"gizmo_amd64", "gizmo_arm64"} {
		report.AddIn(cell, diag.Diagnostic{Code: "T0401", Message: "conflicting values"})
	}
	if err := (diag.Printer{}).Print(os.Stdout, report.All()); err != nil {
		fmt.Println(err)
	}
	fmt.Println(report.Len(), report.HasErrors())
	// Output:
	// error[T0401]: conflicting values
	//    = in 2 cells, first gizmo_amd64
	// 1 true
}

func ExampleList() {
	fmt.Println(diag.List([]string{"edge", "beta", "stable"}))
	// Output: `edge`, `beta` and `stable`
}
