package schema_test

import (
	"fmt"

	"tailor/docs/schema"
)

func ExampleModeline() {
	fmt.Println(schema.Modeline("tailor", "."))
	fmt.Println(schema.Modeline("image", "gizmo"))
	fmt.Println(schema.Modeline("fragment", "gizmo/by-edition"))
	// Output:
	// # yaml-language-server: $schema=.tailor/tailor.schema.json
	// # yaml-language-server: $schema=../.tailor/image.schema.json
	// # yaml-language-server: $schema=../../.tailor/fragment.schema.json
}
