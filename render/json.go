package render

import (
	"encoding/json"
	"io"
)

// PrintJSON writes a value as JSON for programs, as every command does: indented, `<` and `&` as they are. The error
// is that of the writer, or says that the value has no JSON.
func PrintJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
