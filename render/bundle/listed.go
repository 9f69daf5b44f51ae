package bundle

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"tailor/internal/diag"
	"tailor/render"
)

// list finds the assets that `assets:` of an image names.
func (f *finder) list(ia *imageAssets) {
	for _, arg := range ia.img.Assets {
		names, ok := f.expand(ia, arg)
		if !ok {
			continue
		}
		count := 0
		var taken []string // directories, with a slash: `**` matches what is in them as well
		for _, name := range names {
			if slices.ContainsFunc(taken, func(dir string) bool { return strings.HasPrefix(name, dir) }) {
				continue
			}
			s := &search{f: f, ia: ia, by: diag.Label{Span: arg.Span, Primary: true}, asked: true}
			got := s.start(name, relative(ia.dir, name))
			for _, p := range got.problems {
				p.Labels = []diag.Label{s.by}
				if !f.quiet {
					f.report.Add(p)
				}
			}
			if strings.HasSuffix(got.named, "/") {
				taken = append(taken, got.named)
			}
			count += len(got.assets) + len(got.problems)
			if got.named != "" {
				ia.listed = append(ia.listed, got)
			}
			for _, a := range got.assets {
				ia.asked[a.Path] = true
			}
		}
		if count == 0 {
			f.noAsset(ia, arg)
		}
	}
}

// expand returns the paths below the root that an entry of `assets:` names, sorted.
func (f *finder) expand(ia *imageAssets, arg render.Arg) (names []string, ok bool) {
	name := path.Join(render.EscapeGlob(ia.dir), arg.Value)
	switch {
	case arg.Value == "":
		f.badEntry(arg, "the entry is empty", "write a path from the directory of the image, or remove it")
		return nil, false
	case path.IsAbs(arg.Value) || name == ".." || strings.HasPrefix(name, "../"):
		f.badEntry(arg, "`"+arg.Value+"` lies outside the workspace",
			"write a path from the directory of the image, or let `render.bundleRoot` in tailor.yaml cover it")
		return nil, false
	case !doublestar.ValidatePattern(name):
		f.badEntry(arg, "`"+arg.Value+"` is no valid pattern", "close every `[` and `{`, or remove them")
		return nil, false
	case !strings.ContainsAny(arg.Value, `*?[{`):
		return []string{path.Join(ia.dir, arg.Value)}, true
	}
	names, err := doublestar.Glob(searchedFS{f}, name, doublestar.WithNoFollow())
	if err != nil {
		f.badEntry(arg, "cannot look for `"+arg.Value+"`: "+diag.Cause(err), "make the directories readable")
		return nil, false
	}
	slices.Sort(names)
	return names, true
}

func (f *finder) badEntry(arg render.Arg, message, help string) {
	f.report.Add(diag.New(render.CodeBadPattern, arg.Span, message, help))
}

func (f *finder) noAsset(ia *imageAssets, arg render.Arg) {
	name := path.Join(ia.dir, arg.Value)
	d := diag.New(render.CodeNoAsset, arg.Span, "`assets` names `"+arg.Value+"`, and there is no such file",
		"paths start at the directory of the image: correct it, or remove the entry")
	if ia.sources[name] || f.sourceNames[name] || within(ia.dir, name) || f.outputs.has(name) {
		d.Message = "`assets` names `" + arg.Value + "`, which is never an asset"
		d.Help = "name other files than those that tailor reads or writes"
	} else if entries, err := (searchedFS{f}).ReadDir(path.Dir(name)); err == nil {
		siblings := make([]string, len(entries))
		for i, e := range entries {
			siblings[i] = e.Name()
		}
		if near := diag.Nearest(path.Base(name), siblings); near != "" {
			d.Help = "did you mean `" + path.Join(path.Dir(arg.Value), near) + "`?"
		}
	}
	f.report.Add(d)
}
