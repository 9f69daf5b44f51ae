package render

import (
	"os"
	"path/filepath"

	"tailor/internal/diag"
	"tailor/internal/source"
)

const (
	manifestName = "tailor.yaml"
	imageName    = "image.yaml"
)

// Place is where a workspace is: its root directory, and the file in it that marks it.
type Place struct {
	// Dir is a path of the operating system.
	Dir string
	// Marker is the name of the file in Dir: a tailor.yaml, or image.yaml for a standalone image.
	Marker string
	// Standalone says that Marker defines the only image.
	Standalone bool
}

// Find returns the place of the workspace of a directory: the nearest directory at or above it with a
// tailor.yaml, else the directory itself when it holds an image.yaml. A manifest, the value of
// --manifest, names a file or a directory and overrides the search; its Value may be "". When there is
// none, the error is a [diag.Diagnostic].
func Find(dir string, manifest Arg) (Place, error) {
	if manifest.Value != "" {
		return FindNamed(dir, manifest, "--manifest")
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return Place{}, noWorkspace("the current directory cannot be found: " + diag.Cause(err))
	}
	for up := abs; ; up = filepath.Dir(up) {
		if isFile(filepath.Join(up, manifestName)) {
			return Place{Dir: up, Marker: manifestName}, nil
		}
		if up == filepath.Dir(up) {
			break
		}
	}
	if isFile(filepath.Join(abs, imageName)) {
		return Place{Dir: abs, Marker: imageName, Standalone: true}, nil
	}
	return Place{}, noWorkspace("there is no `tailor.yaml` here or in a directory above, and no `image.yaml` here")
}

// FindNamed returns the place of the workspace that an argument of a flag names, a file or a directory. When there
// is none, the error is a [diag.Diagnostic].
func FindNamed(dir string, arg Arg, flag string) (Place, error) {
	target := arg.Value
	if !filepath.IsAbs(target) {
		target = filepath.Join(dir, target)
	}
	info, err := os.Stat(target)
	if err != nil {
		return Place{}, noManifest(arg, "`"+flag+"` names `"+arg.Value+"`, which cannot be read: "+diag.Cause(err))
	}
	if !info.IsDir() {
		name := filepath.Base(target)
		return Place{Dir: filepath.Dir(target), Marker: name, Standalone: name == imageName}, nil
	}
	switch {
	case isFile(filepath.Join(target, manifestName)):
		return Place{Dir: target, Marker: manifestName}, nil
	case isFile(filepath.Join(target, imageName)):
		return Place{Dir: target, Marker: imageName, Standalone: true}, nil
	}
	return Place{}, noManifest(arg, "`"+flag+"` names `"+arg.Value+"`, a directory without `tailor.yaml` and `image.yaml`")
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

func noWorkspace(message string) *diag.Diagnostic {
	d := diag.New(CodeNoWorkspace, source.NewPath(".").Whole(), message,
		"change into a workspace, name one with `--manifest PATH`, or start one with `tailor init NAME`")
	return &d
}

func noManifest(arg Arg, message string) *diag.Diagnostic {
	d := diag.New(CodeNoWorkspace, arg.Span, message, "name a `tailor.yaml`, an `image.yaml`, or a directory with one of them")
	return &d
}
