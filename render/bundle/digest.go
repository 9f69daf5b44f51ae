package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"tailor/internal/diag"
	"tailor/internal/yamltree"
	"tailor/render"
)

// digest hashes what an image is made from, and returns the files that `extraDependencies` names. Names of files are
// those from the directory of the image, so that a workspace that moves keeps its digests.
func (s *scout) digest(c render.Rendering, set *Set) (digest Sum, dependencies *Set) {
	data := append(append(append(s.text[:0], "output "...), c.Output.Format...), '\n')
	data = s.section(data, "config", c.Config)
	data = s.section(data, "base", c.Base)
	data = s.section(data, "slot", s.f.w.Slot(c.Cell.BaseImage))
	data = s.section(data, "rpmSources", c.RPMSources)
	data = s.section(data, "extraDependencies", c.ExtraDependencies)
	data = append(append(append(data, "\nassets "...), set.sum...), '\n')
	if c.ExtraDependencies != nil {
		s.f.mu.Lock()
		defer s.f.mu.Unlock()
		dependencies = &Set{}
		eachString(c.ExtraDependencies, func(n *yamltree.Node) {
			set := s.f.dependency(s.ia, n)
			dependencies.Assets = append(dependencies.Assets, set.Assets...)
			data = fmt.Appendf(data, "\n%q %s\n", n.Value, s.f.contents(s.ia, set))
		})
	}
	s.text = data
	return sha256.Sum256(data), dependencies
}

func (s *scout) section(data []byte, name string, n *yamltree.Node) []byte {
	data = append(append(append(data, '\n'), name...), '\n')
	return s.printer.AppendData(data, n)
}

// contents is the hash of the paths and contents of assets.
func (f *finder) contents(ia *imageAssets, set *Set) string {
	if set.sum == "" {
		h := sha256.New()
		for _, a := range set.Assets {
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
func (f *finder) dependency(ia *imageAssets, n *yamltree.Node) *Set {
	set := ia.needed[n.Value]
	if set == nil {
		names := f.dependencyNames(ia, n.Value)
		all := make([]*found, 0, len(names))
		for _, name := range names {
			s := &search{f: f, ia: ia, by: diag.Label{Span: n.Span, Primary: true, Via: n.Via.Sites()}, asked: true, anyFile: true}
			all = append(all, s.start(name, n.Value))
		}
		set = newSet(all)
		ia.needed[n.Value] = set
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
