package output

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/yamltree"
	"tailor/render/bundle"
)

// ManifestName is the name of the manifest in an output directory.
const ManifestName = bundle.ManifestName

// maxManifest is the size in bytes up to which a manifest is read: more than that of 100,000 configs.
const maxManifest = 512 << 20

// manifest is what tailor wrote into a directory.
type manifest struct {
	// Command owns the directory.
	Command string `json:"command"`
	// Pending says that a run has begun to change files and has not come to its end.
	Pending bool `json:"pending,omitempty"`
	// Files are sorted by path.
	Files []entry `json:"files"`
}

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

// describe is the entry of a config.
func describe(c bundle.Config, sum string) entry {
	axes, _ := c.Cell.Values.Pairs().MarshalJSON() // never an error
	e := ConfigEntry{
		Slug: c.Output.Slug, Image: c.Cell.Image.Name, Axes: axes, Arch: c.Cell.Arch, Format: c.Output.Format,
		Base: data(c.Base), RPMSources: data(c.RPMSources), Sources: c.Cell.Sources(), Assets: append([]string{}, c.Named...), Digest: c.Digest,
	}
	return entry{Path: c.Path, Kind: kindConfig, SHA256: sum, ConfigEntry: &e}
}

// data is a tree as JSON; nil for nothing.
func data(n *yamltree.Node) json.RawMessage {
	if n == nil || n.Kind == yamltree.Absent {
		return nil
	}
	return yamltree.AppendJSON(nil, n)
}

// encode is a value as JSON on one line, `<` and `&` as they are.
func encode[T string | entry](v T) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) //nolint:errchkjson // strings, and structs of strings and valid JSON, always have JSON
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// bytes is the text of a manifest: one line for each file, so that a diff shows which changed.
func (m manifest) bytes() []byte {
	var b bytes.Buffer
	b.WriteString("{\n\"command\": " + string(encode(m.Command)) + ",\n")
	if m.Pending {
		b.WriteString("\"pending\": true,\n")
	}
	b.WriteString("\"files\": [")
	for i, e := range m.Files {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
		b.Write(encode(e))
	}
	b.WriteString("\n]\n}\n")
	return b.Bytes()
}

// readManifest reads the manifest of a directory; a missing one is nil without an error.
func readManifest(root *os.Root) (*manifest, []byte, error) {
	if info, err := root.Lstat(ManifestName); err != nil || !info.Mode().IsRegular() {
		if err == nil {
			err = errNotRegular
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return nil, nil, err
	}
	file, err := root.Open(ManifestName)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxManifest+1))
	if err != nil {
		return nil, nil, err
	}
	m := &manifest{}
	if json.Unmarshal(text, m) != nil || len(text) > maxManifest || !m.valid() {
		return nil, text, errDamaged
	}
	return m, text, nil
}

var errDamaged = errors.New("it is damaged")

// valid reports whether a manifest can be one that tailor wrote. It keeps every path inside the directory.
func (m *manifest) valid() bool {
	before := ""
	for _, e := range m.Files {
		if !fs.ValidPath(e.Path) || e.Path == "." || strings.HasPrefix(path.Base(e.Path), bundle.Reserved) || e.Path <= before {
			return false
		}
		if (e.Kind == kindConfig) != (e.ConfigEntry != nil) || e.Kind != kindConfig && e.Kind != kindAsset {
			return false
		}
		before = e.Path
	}
	return slices.Contains([]string{"render", "export"}, m.Command)
}

// find returns the entry of a path, or nil. A nil manifest has none.
func (m *manifest) find(name string) *entry {
	if m == nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(m.Files, name, func(e entry, name string) int { return strings.Compare(e.Path, name) })
	if !ok {
		return nil
	}
	return &m.Files[i]
}

// Listed returns the paths that the manifest of a directory lists, true for configs; none when there is no manifest,
// or none that can be read.
func Listed(dir string) map[string]bool {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil
	}
	defer root.Close()
	m, _, err := readManifest(root)
	if err != nil || m == nil {
		return nil
	}
	out := make(map[string]bool, len(m.Files))
	for _, e := range m.Files {
		out[e.Path] = e.Kind == kindConfig
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
