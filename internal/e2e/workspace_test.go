package e2e_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// steadyName is the path of the one asset that is the same in every version.
const steadyName = "common/constant.bin"

// recipe describes a workspace of one image, gizmo. Every config and every asset but one says its version, so
// that otherwise no file is the same in two versions.
type recipe struct {
	version string
	models  [2]int // the first value of the axis model, and the one after the last
	regions int
	padding int // bytes that each config is longer
	big     int // bytes of the largest asset that says its version
	steady  int // bytes of the asset that does not; without, there is none
}

// cells is the number of configs that a render of the workspace writes.
func (r recipe) cells() int { return (r.models[1] - r.models[0]) * r.regions }

// write makes the workspace below a new directory, which it returns.
func (r recipe) write(t *testing.T) string {
	t.Helper()

	dir := scratch(t)
	put(t, dir, "tailor.yaml", 0o644, "")
	put(t, dir, "gizmo/image.yaml", 0o644, r.image())

	for _, model := range values("m", r.models[0], r.models[1]) {
		put(t, dir, "gizmo/by-model/"+model+".yaml", 0o644, r.fragment(model))
	}

	for path, mode := range r.assets() {
		put(t, dir, path, mode, r.asset(path))
	}

	return dir
}

// image is the text of the image definition. Every kind of asset is named in it: a file, one that can be
// executed, one that is long to write, one of this version alone and one beside the image.
func (r recipe) image() string {
	return fmt.Sprintf(`name: gizmo
matrix:
  model: [%s]
  region: [%s]
config:
  os:
    hostname: "${model}-${region}"
    additionalFiles:
      - { source: files/motd, destination: /etc/motd }
      - { source: files/run.sh, destination: /usr/bin/run }
      - { source: files/big.bin, destination: /opt/big.bin }
      - { source: files/only-%[3]s, destination: /opt/only }
      - { source: ../common/shared.conf, destination: /etc/shared.conf }
      - { source: ../%[5]s, destination: /opt/constant.bin }
  version: %[3]s
  padding: %[4]s
`, strings.Join(values("m", r.models[0], r.models[1]), ", "), strings.Join(values("r", 0, r.regions), ", "),
		r.version, strings.Repeat("x", r.padding+1), steadyName)
}

// fragment is the text of the fragment of a model. One of them adds a directory of assets.
func (r recipe) fragment(model string) string {
	text := "config:\n  model: " + model + " of version " + r.version + "\n"
	if model == "m3" {
		text += "  os:\n    additionalDirs:\n      - { source: payload, destination: /opt/payload }\n"
	}

	return text
}

// assets are the paths of the assets with their modes. That of the script depends on the version, since
// a file is whole only when it has its mode as well. The many directories of one version alone are made
// and removed by a render, which can be disturbed at that too.
func (r recipe) assets() map[string]fs.FileMode {
	script := fs.FileMode(0o755)
	if r.version == "two" {
		script = 0o700
	}

	out := map[string]fs.FileMode{
		"gizmo/files/motd":              0o644,
		"gizmo/files/run.sh":            script,
		"gizmo/files/big.bin":           0o644,
		"gizmo/files/only-" + r.version: 0o644,
		"common/shared.conf":            0o644,
		"gizmo/payload/index":           0o644,
		"gizmo/payload/deep/er/leaf":    0o644,
	}

	if r.steady > 0 {
		out[steadyName] = 0o644
	}

	for _, dir := range values("only-"+r.version, 0, 40) {
		out["gizmo/payload/"+dir+"/leaf"] = 0o644
	}

	return out
}

// asset is the text of an asset.
func (r recipe) asset(path string) string {
	if path == steadyName {
		return strings.Repeat("0", r.steady)
	}

	line := path + " of version " + r.version + "\n"
	if strings.HasSuffix(path, "big.bin") {
		return strings.Repeat(line, 1+r.big/len(line))
	}

	return line
}

// values are the names of the values of an axis, from one number up to another that is left out.
func values(prefix string, from, to int) []string {
	out := make([]string, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, fmt.Sprint(prefix, i))
	}

	return out
}

// put writes one file below a directory.
func put(t *testing.T, dir, path string, mode fs.FileMode, text string) {
	t.Helper()

	name := filepath.Join(dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}

	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}
