package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"tailor/internal/diag"
	"tailor/internal/yamltree"
	"tailor/render"
)

// digest hashes what an image is made from, and returns the files that `extraDependencies` names. Names of files are
// those from the directory of the image, so that a workspace that moves keeps its digests.
func (f *finder) digest(c render.Rendering, set *assetSet) (digest string, dependencies []*Asset) {
	ia := f.image(c.Cell.Image)
	h := sha256.New()
	fmt.Fprintf(h, "output %s\n", c.Output.Format)
	section(h, "config", c.Config)
	section(h, "base", c.Base)
	section(h, "slot", f.w.Slot(c.Cell.BaseImage))
	section(h, "rpmSources", c.RPMSources)
	section(h, "extraDependencies", c.ExtraDependencies)
	fmt.Fprintf(h, "\nassets %s\n", f.contents(ia, set))
	if c.ExtraDependencies != nil {
		eachString(c.ExtraDependencies, func(n *yamltree.Node) {
			set := f.dependency(ia, n)
			dependencies = append(dependencies, set.assets...)
			fmt.Fprintf(h, "\n%q %s\n", n.Value, f.contents(ia, set))
		})
	}
	return hex.EncodeToString(h.Sum(nil)), dependencies
}

func section(h hash.Hash, name string, n *yamltree.Node) {
	fmt.Fprintf(h, "\n%s\n", name)
	yamltree.Hash(h, n)
}

// contents is the hash of the paths and contents of assets.
func (f *finder) contents(ia *imageAssets, set *assetSet) string {
	if set.sum == "" {
		h := sha256.New()
		for _, a := range set.assets {
			fmt.Fprintf(h, "%q %s\n", relative(ia.dir, a.Path), f.sum(a))
		}
		set.sum = hex.EncodeToString(h.Sum(nil))
	}
	return set.sum
}

// relative is the shortest path from a directory to a name, both clean and relative to one root.
func relative(dir, name string) string {
	up := ""
	for dir != "." && !within(name, dir) {
		dir, up = path.Dir(dir), up+"../"
	}
	if dir == "." {
		return up + name
	}
	return up + strings.TrimPrefix(name[len(dir):], "/")
}

// dependency are the files that an item of `extraDependencies` names, a path or a glob. Other than an asset such a
// file may be a source.
func (f *finder) dependency(ia *imageAssets, n *yamltree.Node) *assetSet {
	key := "\x00" + n.Value // no value of a config has a zero byte
	set := ia.sets[key]
	if set == nil {
		names := map[string]found{}
		for _, name := range f.dependencyNames(ia, n.Value) {
			s := &search{f: f, ia: ia, by: diag.Label{Span: n.Span, Primary: true, Via: n.Via.Sites()}, asked: true, anyFile: true}
			names[name] = s.start(name, n.Value)
		}
		set = &assetSet{assets: ia.set(names).assets}
		ia.sets[key] = set
	}
	return set
}

// dependencyNames are the paths that an item of `extraDependencies` may mean.
func (f *finder) dependencyNames(ia *imageAssets, value string) []string {
	name := path.Join(ia.dir, value)
	if value == "" || path.IsAbs(value) || name == ".." || strings.HasPrefix(name, "../") {
		return nil
	}
	pattern := path.Join(render.EscapeGlob(ia.dir), value)
	if !strings.ContainsAny(value, `*?[{`) || !doublestar.ValidatePattern(pattern) {
		return []string{name}
	}
	names, _ := doublestar.Glob(searchedFS{f}, pattern, doublestar.WithNoFollow()) // what cannot be read has none
	return names
}
