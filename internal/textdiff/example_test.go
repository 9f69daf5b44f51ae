package textdiff_test

import (
	"fmt"

	"tailor/internal/textdiff"
)

func ExampleUnified() {
	was := "os: {}\nname: gizmo\n"
	is := "os: {}\nname: gadget\n"
	fmt.Print(textdiff.Unified("a/gizmo.yaml", "b/gizmo.yaml", was, is))
	// Output:
	// --- a/gizmo.yaml
	// +++ b/gizmo.yaml
	// @@ -1,2 +1,2 @@
	//  os: {}
	// -name: gizmo
	// +name: gadget
}
