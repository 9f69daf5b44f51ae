package schema

import "tailor/internal/diag"

// The codes of this package; docs/errors.md has an example and the cure for each.
const (
	// CodeNoSchema is a file that is no JSON Schema.
	CodeNoSchema diag.Code = "T0220"
	// CodeReference is a `$ref` that leads nowhere, to the network or back to itself.
	CodeReference diag.Code = "T0221"
	// CodeSchemaSize is a schema that is too large.
	CodeSchemaSize diag.Code = "T0222"
)
