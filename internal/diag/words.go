package diag

import (
	"errors"
	"strconv"
	"strings"
)

// List joins names for a message: "`a`, `b` and `c`". No names give "".
func List(names []string) string { return join(names, " and ") }

// Either joins names for a message: "`a`, `b` or `c`". No names give "".
func Either(names []string) string { return join(names, " or ") }

// Count spells a number of things: "1 cell", "0 cells", "2 axes". noun is the singular.
func Count(n int, noun string) string {
	switch {
	case n == 1:
	case noun == "axis":
		noun = "axes"
	default:
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

func join(names []string, last string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = "`" + name + "`"
	}
	end := len(quoted) - 1
	if end < 1 {
		return strings.Join(quoted, "")
	}
	return strings.Join(quoted[:end], ", ") + last + quoted[end]
}

// Cause is the reason of an I/O error in the words of the system, without the path and the call that Go
// adds. Of joined errors the first one counts. A nil error gives "".
func Cause(err error) string {
	text := ""
	for err != nil {
		text = err.Error()
		if joined, ok := err.(interface{ Unwrap() []error }); ok && len(joined.Unwrap()) > 0 {
			err = joined.Unwrap()[0]
			continue
		}
		err = errors.Unwrap(err)
	}
	if text == escapeText {
		return LeadsOutside
	}
	return text
}

// LeadsOutside is the [Cause] of an error about a symbolic link that an os.Root does not follow.
const LeadsOutside = "a symbolic link leads outside"

// escapeText is what an os.Root says of a link that it does not follow; package os exports no error for it.
const escapeText = "path escapes from parent"
