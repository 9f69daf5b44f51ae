package source_test

import (
	"fmt"

	"tailor/internal/source"
)

func Example() {
	f := source.New("gizmo/image.yaml", []byte("name: gizmo\r\nconfig:\r\n  os: { größe: 3 }\r\n"))
	span := f.Find("3")
	line, col := span.Position()
	fmt.Printf("%s:%d:%d: %s\n", f.Path, line, col, span.Text())
	fmt.Println(f.Line(line))
	fmt.Println(f.Offset(line, col) == span.Start)
	// Output:
	// gizmo/image.yaml:3:16: 3
	//   os: { größe: 3 }
	// true
}
