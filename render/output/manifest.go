package output

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"

	"tailor/internal/diag"
	"tailor/render/bundle"
)

// ManifestName is the name of the manifest in an output directory.
const ManifestName = bundle.ManifestName

// maxManifest is the size in bytes up to which a manifest is read: more than that of 100,000 configs.
const maxManifest = 512 << 20

// entry is one file of a manifest.
type entry struct {
	Path   string `json:"path"`
	Kind   string `json:"kind"`
	SHA256 string `json:"sha256"`
	// Old is what the file had before, while a manifest is pending.
	Old string `json:"old,omitempty"`

	*ConfigEntry
}

// ConfigEntry is what a manifest says of a config. It is exported for the sake of encoding/json alone.
type ConfigEntry struct {
	Slug       string          `json:"slug"`
	Image      string          `json:"image"`
	Axes       json.RawMessage `json:"axes"`
	Arch       string          `json:"arch"`
	Format     string          `json:"format"`
	Base       json.RawMessage `json:"base,omitempty"`
	RPMSources json.RawMessage `json:"rpmSources,omitempty"`
	Sources    []string        `json:"sources"`
	Assets     []string        `json:"assets"`
	Digest     string          `json:"digest"`
}

const (
	kindConfig = "config"
	kindAsset  = "asset"
)

// knows reports whether a content is tailor's own: the one that was written last, or while a run is not at its
// end, the one before.
func (e entry) knows(sum string) bool { return sum == e.SHA256 || sum == e.Old && e.Old != "" }

// isValid reports whether an entry can be one that tailor wrote, and stands behind another one. It keeps every path inside
// the directory.
func (e *entry) isValid(before string) bool {
	switch {
	case !fs.ValidPath(e.Path) || e.Path == "." || strings.HasPrefix(path.Base(e.Path), bundle.Reserved) || e.Path <= before:
		return false
	case e.Kind == kindConfig:
		return e.ConfigEntry != nil
	}
	return e.Kind == kindAsset && e.ConfigEntry == nil
}

var errDamaged = errors.New("it is damaged")

// Listed returns the paths that the manifest of a directory lists, true for configs; none when there is no manifest,
// or none that can be read.
func Listed(dir string) map[string]bool {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil
	}
	defer root.Close()
	out := map[string]bool{}
	_, err = readManifest(root, func() func(text []byte) error {
		clear(out)
		before := ""
		return func(text []byte) error {
			e, err := decode(text, before)
			before, out[e.Path] = e.Path, e.Kind == kindConfig
			return err
		}
	})
	if err != nil {
		return nil
	}
	return out
}

// damaged reports a manifest that cannot be used.
func damaged(dir string) diag.Diagnostic {
	d := fault(CodeDamaged, dir, ManifestName, "`"+shown(dir, ManifestName)+"` is no manifest that tailor wrote")
	d.Help = "restore it, or remove it: then files with other content than what is rendered need `--force`"
	return d
}

// otherCommand reports a directory that another command writes.
func otherCommand(dir, owner, command string) diag.Diagnostic {
	settings := map[string]string{"render": "render.outputDir", "export": "export.outputDir"}
	d := fault(CodeOtherCommand, dir, ".", "`tailor "+owner+"` writes `"+shown(dir, ".")+"`, so `tailor "+command+"` cannot")
	d.Help = "let `" + settings[command] + "` in tailor.yaml, or `--output-dir`, name another directory than `" + settings[owner] + "`"
	return d
}
