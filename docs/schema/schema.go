// Package schema has the JSON Schemas of the files that tailor reads, for editors, and the line that names one in a file.
//
// A schema is a file of the workspace, written once by whoever wants it, so that an editor finds it without a network, and
// so that it is the one of the tailor that wrote it:
//
//	tailor schema image > .tailor/image.schema.json
//
// docs/how-to/editor.md is the manual.
package schema

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed *.json
var files embed.FS

// Names lists the schemas: that of tailor.yaml, that of image.yaml, and that of fragments.
var Names = []string{"tailor", "image", "fragment"}

// FS has the schemas, each as NAME.json.
func FS() fs.FS { return files }

// Text is the JSON of a schema; nil when none has the name.
func Text(name string) []byte {
	text, err := files.ReadFile(name + ".json")
	if err != nil {
		return nil
	}
	return text
}

// Dir is the directory of a workspace, relative to its root, in which editors find the schemas.
const Dir = ".tailor"

// Path is where a schema, one of [Names], lies in a workspace, slash-separated and relative to its root.
// Who writes a [Modeline] sees to it that the file is there: editors complain when it is not.
func Path(name string) string { return path.Join(Dir, name+".schema.json") }

// Modeline is the comment, without a line feed, that tells editors which schema a file has. dir is the directory of the
// file, slash-separated and relative to the root of the workspace: editors look up the schema from there. "." and "" are
// the root.
func Modeline(name, dir string) string {
	up := ""
	if dir = path.Clean(dir); dir != "." {
		up = strings.Repeat("../", strings.Count(dir, "/")+1)
	}
	return "# yaml-language-server: $schema=" + up + Path(name)
}
