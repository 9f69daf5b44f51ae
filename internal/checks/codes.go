package checks

import "tailor/internal/diag"

// The codes of this package; docs/errors.md has an example and the cure for each.
const (
	// CodeMissing is a value that `require` asks for and that is not there.
	CodeMissing diag.Code = "T0430"
	// CodeRepeated is a value that `unique` allows once and that is there twice.
	CodeRepeated diag.Code = "T0431"
	// CodeDangling is a value that names none of those that `refs` says.
	CodeDangling diag.Code = "T0432"
	// CodeViolation is a value that breaks a JSON Schema.
	CodeViolation diag.Code = "T0433"
	// CodeWork is a JSON Schema that takes too much work for a config.
	CodeWork diag.Code = "T0434"
	// CodeIdle warns of a rule that looks at nothing in any cell.
	CodeIdle diag.Code = "T0435"
)
