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
	if err := diag.Print(os.Stdout, diag.Part{Printer: diag.Printer{Prefix: "images"}, List: report.All()}); err != nil {
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

func ExamplePrint() {
	image := source.New("gizmo/image.yaml", []byte("name: gizmo\nconfg: {}\n"))
	ds := []diag.Diagnostic{{
		Code: "T0202", Message: "unknown key `confg`",
		Labels: []diag.Label{{Span: image.Find("confg"), Primary: true}},
	}}
	for _, format := range []diag.Format{diag.Short, diag.GitHub} {
		if err := diag.Print(os.Stdout, diag.Part{Printer: diag.Printer{Format: format}, List: ds}); err != nil {
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
	if err := diag.Print(os.Stdout, diag.Part{List: report.All()}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(len(report.All()), report.HasErrors())
	// Output:
	// error[T0401]: conflicting values
	//    = in 2 cells, first gizmo_amd64
	// 1 true
}

func ExampleList() {
	fmt.Println(diag.List([]string{"edge", "beta", "stable"}))
	// Output: `edge`, `beta` and `stable`
}
