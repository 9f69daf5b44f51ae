package e2e_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	manifestName = ".tailor-manifest.json"
	lockName     = ".tailor-lock"
)

// temporary is the name of a file that is being written. What has another name is a file of the output.
var temporary = regexp.MustCompile(`^\.tailor-tmp-[0-9A-Za-z]{26}$`)

// output is what an output directory holds. Paths have slashes; that of a directory ends with one.
type output struct {
	files    map[string]string // without those that follow, and the lock file
	temps    []string          // the paths of temporary files
	manifest string            // the text of the manifest, empty when there is none
}

// all are the files with the manifest among them, and the names of the temporary ones.
func (o output) all() map[string]string {
	files := maps.Clone(o.files)
	for _, name := range o.temps {
		files[name] = ""
	}

	if o.manifest != "" {
		files[manifestName] = o.manifest
	}

	return files
}

// look reads an output directory. One that does not exist is empty.
func look(t *testing.T, dir string) output {
	t.Helper()

	root := os.DirFS(dir)
	out := output{files: map[string]string{}}

	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case name == "." && errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case name == "." || name == lockName:
		case d.IsDir():
			out.files[name+"/"] = d.Type().String()
		case temporary.MatchString(path.Base(name)):
			out.temps = append(out.temps, name)
		case name == manifestName:
			text, err := fs.ReadFile(root, name)
			out.manifest = string(text)

			return err
		default:
			out.files[name], err = tell(root, name, d)

			return err
		}

		return nil
	})
	if err != nil {
		t.Fatal(err)
	}

	return out
}

// tell returns the mode and the text of a file, so that two files are told alike when they are equal byte
// for byte. Long texts are told by their length and digest: a difference of them cannot be read anyway.
func tell(root fs.FS, name string, d fs.DirEntry) (string, error) {
	info, err := d.Info()
	if err != nil || !info.Mode().IsRegular() {
		return d.Type().String(), err
	}

	text, err := fs.ReadFile(root, name)
	if len(text) > 16<<10 {
		return fmt.Sprintf("%v %d bytes, sha256 %x", info.Mode(), len(text), sha256.Sum256(text)), err
	}

	return fmt.Sprintf("%v\n%s", info.Mode(), text), err
}

// differ shows the first few files in which a directory is not what it should be, each up to a length, and
// says how many there are; it is empty when there is none.
func differ(want, got map[string]string) string {
	const (
		shown = 3
		most  = 4 << 10
	)

	paths := map[string]bool{}

	for _, files := range []map[string]string{want, got} {
		for name := range files {
			a, wanted := want[name]
			b, found := got[name]

			if wanted != found || a != b {
				paths[name] = true
			}
		}
	}

	if len(paths) == 0 {
		return ""
	}

	names := slices.Sorted(maps.Keys(paths))
	names = names[:min(len(names), shown)]

	diff := cmp.Diff(only(want, names), only(got, names))
	if len(diff) > most {
		diff = diff[:most] + "…"
	}

	return fmt.Sprintf("%d files differ (-want +got):\n%s", len(paths), diff)
}

// only picks some files of a tree.
func only(files map[string]string, names []string) map[string]string {
	out := map[string]string{}

	for _, name := range names {
		if text, found := files[name]; found {
			out[name] = text
		}
	}

	return out
}

// mixture is what a directory should be that is on its way from one tree to another, in which every file
// is whole: each file that is there is that of a tree, and what both have is there.
func mixture(got, a, b map[string]string) map[string]string {
	want := maps.Clone(got)

	for name, text := range got {
		textA, inA := a[name]
		textB, inB := b[name]

		switch {
		case inA && text == textA, inB && text == textB:
		case inB:
			want[name] = textB
		case inA:
			want[name] = textA
		default:
			delete(want, name)
		}
	}

	for name, text := range a {
		_, inB := b[name]
		_, inGot := got[name]

		if inB && !inGot {
			want[name] = text
		}
	}

	return want
}

// common says whether two directories have a file in common.
func common(a, b map[string]string) bool {
	for name, text := range a {
		if other, found := b[name]; found && other == text && !strings.HasSuffix(name, "/") {
			return true
		}
	}

	return false
}
