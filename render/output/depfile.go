package output

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tailor/internal/diag"
)

// CodeDepfile is a dependency file that would overwrite something else; docs/errors.md has an example and
// the cure.
const CodeDepfile diag.Code = "T0812"

// CheckDepfile reports a file that [Depfile] would lose: one that is there and does not begin like a dependency
// file for the same stamp. nil says that there is none.
func CheckDepfile(name, stamp string) *diag.Diagnostic {
	old, err := os.ReadFile(name)
	switch {
	case err == nil && len(old) > 0 && !bytes.HasPrefix(old, depfileHead(stamp)):
		d := fault(CodeDepfile, ".", name, "`"+filepath.ToSlash(name)+"` is no dependency file for `"+stamp+"`")
		d.Help = "give `--depfile` another name, or remove the file"
		return &d
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return pathFault(name, err)
	}
	return nil
}

func depfileHead(stamp string) []byte { return []byte(escapeMake(stamp) + ":") }

// Depfile writes a dependency file for make and ninja: a rule with the stamp as its only target and the inputs
// as prerequisites, escaped for make. A file that is there is replaced. A nil result is success.
func Depfile(name, stamp string, inputs []string) *diag.Diagnostic {
	var b bytes.Buffer
	b.Write(depfileHead(stamp))
	for _, in := range inputs {
		if strings.ContainsAny(in, "\n\r") {
			continue // make has no way to write such a name
		}
		b.WriteString(" \\\n " + escapeMake(in))
	}
	b.WriteByte('\n')
	w := &writer{dir: filepath.Dir(name)}
	defer w.close()
	err := w.open()
	if err == nil {
		err = w.write(filepath.Base(name), b.Bytes())
	}
	if err != nil {
		return pathFault(name, err)
	}
	return nil
}

// Touch gives a stamp file the present time; it creates an empty one when it is missing. A nil result is
// success.
func Touch(name string) *diag.Diagnostic {
	err := os.MkdirAll(filepath.Dir(name), 0o777)
	if err == nil {
		var file *os.File
		//nolint:gosec // as open as the user's umask lets it be, like every file of a build
		if file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666); err == nil {
			err = file.Close()
		}
	}
	if err == nil {
		// Creating it may have changed a directory that it depends on, so it gets a later time than that.
		now := time.Now()
		err = os.Chtimes(name, now, now)
	}
	if err != nil {
		return pathFault(name, err)
	}
	return nil
}

func pathFault(name string, err error) *diag.Diagnostic {
	d := fault(CodeWrite, ".", name, "cannot write `"+filepath.ToSlash(name)+"`: "+diag.Cause(err))
	return &d
}

// escapeMake writes a path so that make, and ninja as far as it can, reads it as that path.
func escapeMake(name string) string {
	return strings.NewReplacer(
		`\`, `\\`, ` `, `\ `, "\t", "\\\t", `#`, `\#`, `$`, `$$`, `:`, `\:`, `%`, `\%`, `*`, `\*`, `?`, `\?`, `[`, `\[`, `]`, `\]`,
	).Replace(name)
}
