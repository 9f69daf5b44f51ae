// Package bundle puts rendered configs together with the files that they name.
//
// Image Customizer resolves the relative paths in a config beside it. So the tree below an output directory
// mirrors the workspace, and a [Bundle] lists what belongs into it: the configs, and as assets the existing files
// that some value of a config names. Each config has a digest, which changes exactly when something that the
// image is made from does.
//
//	b, err := bundle.Collect(ws, plan, &report, bundle.Options{})
//	defer b.Close()
//	for _, c := range b.Configs {
//		fmt.Println(c.Path, c.Digest)
//	}
//
// It implements docs/reference/bundles.md.
package bundle

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/render"
)

// MaxAssets is how many files and directories the configs of one run may name, those in named directories
// included.
const MaxAssets = 100_000

// MaxUnasked is the size in bytes up to which a file is copied without being named in `assets:`.
const MaxUnasked = 64 << 20

// Options say what belongs into a bundle. The zero Options are those of `tailor render`.
type Options struct {
	// OutputDir is where the bundle goes; what is below it is no asset. "" is nowhere.
	OutputDir string
	// Listed returns the paths below OutputDir that an earlier run wrote, true for configs. They are no assets either
	// when OutputDir is the tree of the sources, whose other files are. Nil is none.
	Listed func() map[string]bool
	// NoAssets leaves the assets out. Digests count them all the same.
	NoAssets bool
	// NoDigests leaves the digests out, which need the content of every asset.
	NoDigests bool
	// Flat puts all configs into one directory, without assets.
	Flat bool
	// Trees keeps the trees of all configs; otherwise Config, Merged and ExtraDependencies of a [Config] are nil.
	Trees bool
	// Conversions adds the images that are only converted, behind all others.
	Conversions bool
	// Look, which may be nil, is given each config with its text. Several workers call it at once, and the text is valid
	// during the call only.
	Look func(at int, c *Config, text []byte)
}

// place is where the config at a path of the workspace belongs below the output directory.
func (o Options) place(prefix, name string) string {
	switch {
	case o.Flat:
		return path.Base(name)
	case prefix == ".":
		return name
	}
	return path.Join(prefix, name)
}

// Bundle is what an output directory is to hold. It is not safe for concurrent use.
type Bundle struct {
	// Configs are those of the renderings, in their order.
	Configs []Config
	// Assets are the files to copy, sorted by path.
	Assets []*Asset

	root        *os.Root
	dir         string   // of the root
	files, dirs []string // see Inputs
	sources     []fs.FileInfo
	overlaps    bool
	inPlace     bool
}

// Config is one config of a bundle.
type Config struct {
	render.Rendering
	*Set

	// Path is below the output directory, slash-separated.
	Path string
	// Dependencies has the files that `extraDependencies` names, which are not copied; nil for none, or without digests.
	Dependencies *Set
	// Digest is the hash of what the image is made from: the config as data, base, output, rpmSources, and the content
	// of its assets and extraDependencies. It is zero without digests.
	Digest Sum
}

// Set are the assets of one or several configs.
type Set struct {
	// Assets are those that a config names or its image lists, sorted by path; nil without assets.
	Assets []*Asset
	// Named are the paths of which the assets consist, sorted: files, and directories with a slash at the end.
	Named []string

	sum string // of their paths and contents, "" until it is needed
}

// Asset is a file that configs name.
type Asset struct {
	// Path is from the root of the bundle, where the asset is and below the output directory where it
	// goes, slash-separated.
	Path string
	// Mode has its permissions.
	Mode fs.FileMode
	// Sum is the SHA-256 of the content in hexadecimal, "" without digests.
	Sum string

	info fs.FileInfo
	by   diag.Label // the first place that names it
}

// Collect renders a plan and finds the assets of its configs and their digests. Problems go to the report, which is that
// of the workspace; with errors among them the bundle must not be used. The error, a *diag.Diagnostic, says that the
// root of the bundle cannot be read; then there is no bundle. Close it after use.
func Collect(w *render.Workspace, plan *render.Plan, report *diag.Report, o Options) (*Bundle, error) {
	workers := plan.Workers()
	b, faults, err := collect(w, plan, o, workers)
	if err == nil && faults.Errors() > 0 && workers > 1 { // which of several places comes first is known to one worker alone
		b.Close()
		b, faults, err = collect(w, plan, o, 1)
	}
	if err != nil {
		return nil, err
	}
	if report.Errors() == 0 {
		report.Merge(faults)
	}
	return b, nil
}

func collect(w *render.Workspace, plan *render.Plan, o Options, workers int) (*Bundle, *diag.Report, error) {
	b, faults := &Bundle{Configs: make([]Config, plan.Count())}, &diag.Report{}
	prefix, err := b.open(w)
	if err != nil {
		return nil, nil, err
	}
	f := newFinder(w, b.root, prefix, faults)
	f.quiet, f.noDigests = o.NoAssets || o.Flat, o.NoDigests
	f.outputs = newOutputs(w, b, prefix, o, plan)
	scouts := make([]*scout, workers)
	for i := range scouts {
		scouts[i] = f.scout(b, o)
	}
	plan.Stream(workers, func(worker, at int, r render.Rendering, report *diag.Report) {
		scouts[worker].config(at, r, report)
	})
	if o.Conversions {
		for _, r := range plan.Conversions() {
			b.Configs = append(b.Configs, Config{})
			scouts[0].config(len(b.Configs)-1, r, faults)
		}
	}
	b.assets(f)
	b.files, b.dirs = f.inputs()
	if b.overlaps {
		for _, img := range w.Images {
			f.image(img)
		}
	}
	b.sources = f.sources()
	b.collisions(faults)
	return b, faults, nil
}

// assets lists what all configs name.
func (b *Bundle) assets(f *finder) {
	if f.quiet {
		return
	}
	all := map[*Asset]bool{}
	for _, ia := range f.images {
		for _, set := range ia.sets {
			for _, a := range set.Assets {
				all[a] = true
			}
		}
	}
	b.Assets = slices.SortedFunc(maps.Keys(all), byPath)
}

// open opens the root of the bundle and returns where the workspace lies below it.
func (b *Bundle) open(w *render.Workspace) (prefix string, err error) {
	dir, err := filepath.Abs(w.Dir())
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err == nil {
		b.dir = filepath.Join(dir, filepath.FromSlash(w.Settings.BundleRoot))
		b.root, err = os.OpenRoot(b.dir)
	}
	if err == nil {
		prefix, err = filepath.Rel(b.dir, dir)
	}
	if err != nil {
		at := source.NewOutputPath(filepath.ToSlash(b.dir))
		d := diag.New(render.CodeRead, at.Whole(), "cannot read `"+at.Path+"`: "+diag.Cause(err), "")
		return "", &d
	}
	return filepath.ToSlash(prefix), nil
}

// Close releases the root of the bundle.
func (b *Bundle) Close() { _ = b.root.Close() }

// FS is the file system in which the assets are.
func (b *Bundle) FS() fs.FS { return b.root.FS() }

// Sources are the files that the bundle is made from: those of the workspace, the assets and the dependencies. None
// of them may be overwritten or removed, whatever its name.
func (b *Bundle) Sources() []fs.FileInfo { return b.sources }

// Overlaps reports whether the output directory holds sources itself.
func (b *Bundle) Overlaps() bool { return b.overlaps }

// InPlace reports whether the output directory is the root of the bundle, as with `-o .`: every asset is where its
// copy belongs.
func (b *Bundle) InPlace() bool { return b.inPlace }

// collisions reports assets whose place some config needs.
func (b *Bundle) collisions(report *diag.Report) {
	needed := map[string][]*Asset{} // the assets that need a file or directory of this name
	for _, a := range b.Assets {
		for name := a.Path; name != "."; name = path.Dir(name) {
			needed[name] = append(needed[name], a)
		}
	}
	for i := range b.Configs {
		for _, a := range needed[b.Configs[i].Path] {
			report.Add(diag.Diagnostic{
				Code:    CodeCollision,
				Message: "`" + a.Path + "` and the config of `" + b.Configs[i].Output.Slug + "` go to one place",
				Labels:  []diag.Label{a.by},
				Help:    "rename the file",
			})
		}
	}
}

// CodeCollision is an asset with the path of a config; docs/errors.md has an example and the cure.
const CodeCollision diag.Code = "T0806"

func byPath(a, b *Asset) int { return strings.Compare(a.Path, b.Path) }
