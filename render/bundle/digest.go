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
)

// digest hashes what an image is made from. Names of files are those from the directory of the image, so that
// a workspace that moves keeps its digests.
func (f *finder) digest(c Config) string {
	ia := f.image(c.Cell.Image)
	h := sha256.New()
	fmt.Fprintf(h, "output %s\n", c.Output.Format)
	section(h, "config", c.Config)
	section(h, "base", c.Base)
	section(h, "slot", f.w.Slot(c.Cell.BaseImage))
	section(h, "rpmSources", c.RPMSources)
	section(h, "extraDependencies", c.ExtraDependencies)
	f.contents(h, "assets", ia, c.Assets)
	if c.ExtraDependencies != nil {
		f.walk(c.ExtraDependencies, func(n *yamltree.Node) { f.contents(h, n.Value, ia, f.dependency(ia, n)) })
	}
	return hex.EncodeToString(h.Sum(nil))
}

func section(h hash.Hash, name string, n *yamltree.Node) {
	fmt.Fprintf(h, "\n%s\n", name)
	yamltree.Hash(h, n)
}

// contents hashes files by path and content.
func (f *finder) contents(h hash.Hash, name string, ia *imageAssets, assets []*Asset) {
	fmt.Fprintf(h, "\n%q %d\n", name, len(assets))
	for _, a := range assets {
		fmt.Fprintf(h, "%q %s\n", relative(ia.dir, a.Path), f.sum(a))
	}
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

// dependency returns the files that an item of `extraDependencies` names, a path or a glob.
func (f *finder) dependency(ia *imageAssets, n *yamltree.Node) []*Asset {
	key := "\x00dependency " + n.Value // no value of a config has a zero byte
	if got, ok := ia.byValue[key]; ok {
		return got.assets
	}
	s := &search{f: f, ia: ia, by: diag.Label{Span: n.Span, Primary: true, Via: n.Via.Sites()}, asked: true}
	name := path.Join(ia.dir, n.Value)
	if n.Value != "" && !path.IsAbs(n.Value) && name != ".." && !strings.HasPrefix(name, "../") {
		names := []string{name}
		if pattern := path.Join(escapeGlob(ia.dir), n.Value); strings.ContainsAny(n.Value, `*?[{`) && doublestar.ValidatePattern(pattern) {
			names, _ = doublestar.Glob(searchedFS{f}, pattern, doublestar.WithNoFollow())
		}
		for _, name := range names {
			s.visit(name, n.Value)
		}
	}
	ia.byValue[key] = s.found
	return s.assets
}
