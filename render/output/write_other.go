//go:build !unix

package output

import (
	"errors"
	"os"
)

// replaceIn is for systems with calls that work in an open directory.
func replaceIn(*os.File, string, string, []byte, bool) error { return errors.ErrUnsupported }
