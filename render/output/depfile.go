package output

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/render/bundle"
)

// CodeDepfile is a dependency file that would overwrite something else; docs/errors.md has an example and
// the cure.
const CodeDepfile diag.Code = "T0812"

// CheckDepfile reports what stands against a dependency file and its stamp, before anything is done: a file that
// would be lost because it does not begin like a dependency file for the same stamp, something that is no regular
// file, a name that make cannot spell. The name of the dependency file may be "". nil says that all is well.
func CheckDepfile(name, stamp string) *diag.Diagnostic {
	if !spelt(stamp) {
		return refuse(stamp, "make cannot spell the name `"+diag.Clean(stamp)+"`", "give `--stamp` a name of letters, digits, dots and dashes")
	}
	for _, f := range []struct{ flag, name string }{{"--depfile", name}, {"--stamp", stamp}} {
		info, err := os.Stat(f.name)
		shown := "`" + filepath.ToSlash(f.name) + "`"
		switch {
		case err == nil && !info.Mode().IsRegular():
			return refuse(f.name, shown+" is no regular file", "give `"+f.flag+"` another name")
		case strings.HasPrefix(filepath.Base(f.name), bundle.Reserved):
			return refuse(f.name, shown+" is a name that tailor keeps for itself", "give `"+f.flag+"` another name")
		}
	}
	if name != "" && filepath.Clean(name) == filepath.Clean(stamp) {
		return refuse(name, "the dependency file and the stamp are one file, `"+filepath.ToSlash(name)+"`", "give each a name of its own")
	}
	old, err := os.ReadFile(name)
	switch {
	case err == nil && !bytes.HasPrefix(old, depfileHead(stamp)) && (len(old) > 0 || filepath.Ext(name) == ".yaml"):
		return refuse(name, "`"+filepath.ToSlash(name)+"` is no dependency file for `"+stamp+"`", "give `--depfile` another name, or remove the file")
	case err != nil && !errors.Is(err, fs.ErrNotExist) && name != "":
		return pathFault(name, err)
	}
	return nil
}

func refuse(name, message, help string) *diag.Diagnostic {
	d := named(CodeDepfile, name, message)
	d.Help = help
	return &d
}

func depfileHead(stamp string) []byte { return []byte(escapeMake(stamp) + ":") }

// Depfile writes a dependency file for make and ninja: a rule with the stamp as its only target and the inputs
// as prerequisites, escaped for make. It leaves out, and returns, inputs whose names make cannot spell. A file that
// is there is replaced.
func Depfile(name, stamp string, inputs []string) (unspelt []string, fault *diag.Diagnostic) {
	var b bytes.Buffer
	b.Write(depfileHead(stamp))
	for _, in := range inputs {
		if !spelt(in) {
			unspelt = append(unspelt, in)
			continue
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
		return nil, pathFault(name, err)
	}
	return unspelt, nil
}

// Touch gives a stamp file a time, the zero time being now; it creates an empty one when it is missing. A nil result
// is success.
func Touch(name string, at time.Time) *diag.Diagnostic {
	err := os.MkdirAll(filepath.Dir(name), 0o777)
	if err == nil {
		var file *os.File
		//nolint:gosec // as open as the user's umask lets it be, like every file of a build
		if file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666); err == nil {
			err = file.Close()
		}
	}
	if err == nil {
		if at.IsZero() {
			at = time.Now() // later than what creating it did to the directory, which can be a prerequisite
		}
		err = os.Chtimes(name, at, at)
	}
	if err != nil {
		return pathFault(name, err)
	}
	return nil
}

func pathFault(name string, err error) *diag.Diagnostic {
	d := named(CodeWrite, name, "cannot write `"+filepath.ToSlash(name)+"`: "+diag.Cause(err))
	return &d
}

// named is a fault of a file by its name.
func named(code diag.Code, name, message string) diag.Diagnostic {
	at := source.NewOutputPath(filepath.ToSlash(name))
	return diag.New(code, at.Whole(), message, "")
}

// escapeMake writes a path so that make, and ninja, reads it as that path.
func escapeMake(name string) string {
	return strings.NewReplacer(` `, `\ `, `#`, `\#`, `$`, `$$`, `:`, `\:`).Replace(name)
}

// spelt reports whether make and ninja have one spelling for a path: neither a pattern, nor a separator of
// a rule, nor a blank where it would get lost.
func spelt(name string) bool {
	odd := strings.ContainsAny(name, "\\;|%*?[]()=\t\n\r") || strings.HasPrefix(name, "~") || strings.HasSuffix(name, " ")
	return !odd && utf8.ValidString(name)
}
