package render_test

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"tailor/render"
)

// TestNamedIncludesAreThoseWritten holds that a cell comes out as if the paths of its includes were written with the
// values of the cell, whatever the files are and whichever of them exist.
func TestNamedIncludesAreThoseWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		files := drawNamedIncludes(rt)
		ws, report := open(t, archive(files))
		plan := ws.Plan(render.Selection{})
		together := map[string]string{}
		for _, r := range plan.Render() {
			together[r.Output.Slug] = string(r.Text()) + strings.Join(r.Cell.Sources(), " ")
		}
		if report.HasErrors() {
			together = nil
		}
		x, y := rapid.SampledFrom([]string{"p", "q"}).Draw(rt, "x"), rapid.SampledFrom([]string{"r", "s", "u"}).Draw(rt, "y")
		slug := "a_" + x + "_" + y + "_amd64_cosi"
		written := map[string]string{}
		for name, text := range files {
			written[name] = strings.NewReplacer("${x}", x, "${y}", y, "${name}", "a", "${arch}", "amd64").Replace(text)
		}
		want, ok := renderOne(t, written, slug)
		got, isWhole := renderOne(t, files, slug)
		all, isAmong := together[slug]
		switch {
		case ok && (!isWhole || got != want):
			rt.Fatalf("%s alone: %s\n%s", slug, cmp.Diff(want, got), archive(files))
		case isAmong && (!isWhole || all != got):
			rt.Fatalf("%s among all: %s\n%s", slug, cmp.Diff(got, all), archive(files))
		}
	})
}

// renderOne renders one cell and returns its config and its sources, or what is wrong.
func renderOne(t *testing.T, files map[string]string, slug string) (string, bool) {
	t.Helper()
	ws, report := open(t, archive(files))
	renderings := ws.Plan(render.Selection{Slugs: []render.Arg{{Value: slug}}}).Render()
	if report.HasErrors() {
		return printed(t, report), false
	}
	return string(renderings[0].Text()) + strings.Join(renderings[0].Cell.Sources(), " "), true
}

// drawNamedIncludes draws an image of two axes whose files include each other by name. An earlier file includes only
// later ones, so that there is no cycle.
func drawNamedIncludes(t *rapid.T) map[string]string {
	paths := []string{"f-${x}.yaml", "g-${y}.yaml", "${x}/${y}.yaml", "h-${name}-${arch}.yaml", "plain.yaml"}
	names := []string{
		"f-p.yaml", "f-q.yaml", "g-r.yaml", "g-s.yaml", "g-u.yaml", "p/r.yaml", "p/s.yaml", "p/u.yaml", "q/r.yaml", "q/s.yaml", "q/u.yaml",
		"h-a-amd64.yaml", "plain.yaml",
	}
	// include draws an include of a path that leads on from a position in paths, or a scalar.
	include := func(from int) string {
		at := rapid.IntRange(from, len(paths)).Draw(t, "include")
		if at == len(paths) {
			return rapid.SampledFrom([]string{"1", "x", "\"${x}\""}).Draw(t, "scalar")
		}
		return "{ $include: \"" + paths[at] + "\" }"
	}
	from := func(name string) int {
		switch {
		case strings.HasPrefix(name, "f"):
			return 1
		case strings.HasPrefix(name, "g"):
			return 2
		case strings.Contains(name, "/"):
			return 3
		case strings.HasPrefix(name, "h"):
			return 4
		}
		return len(paths)
	}
	files := map[string]string{
		"image.yaml": "name: a\nmatrix: { x: [p, q], y: [r, s, u], arch: [amd64] }\nbase: { path: b, comment: " + include(0) + " }\n" +
			"config: { l: [" + include(0) + ", " + include(1) + "], s: " + include(0) + " }\n",
		"by-x/p.yaml":     "config: { l: [" + include(0) + "], t: " + include(2) + " }\n",
		"by-y/!r.yaml":    "config: { l: { $prepend: [" + include(1) + "] }, v: { $set: " + include(0) + " } }\n",
		"by-x+y/q+u.yaml": "config: { w: " + include(0) + " }\n",
	}
	for _, name := range names {
		if rapid.IntRange(0, 60).Draw(t, name) > 0 {
			files[name] = rapid.SampledFrom([]string{"[A, " + include(from(name)) + "]", "{ k-A: " + include(from(name)) + " }", include(from(name))}).
				Draw(t, "content") + "\n"
			files[name] = strings.ReplaceAll(files[name], "A", strings.TrimSuffix(path.Base(name), ".yaml"))
		}
	}
	return files
}

func archive(files map[string]string) string {
	var a txtar.Archive
	for _, name := range slices.Sorted(maps.Keys(files)) {
		a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(files[name])})
	}
	return string(txtar.Format(&a))
}

// TestVariants holds that a document is compiled once for each combination of the values that it uses, and that cells
// with the same values share the layer.
func TestVariants(t *testing.T) {
	t.Parallel()
	const files = `
-- image.yaml --
name: a
matrix: { x: [p, q], y: [r, s, u], arch: [amd64, arm64] }
base: { comment: { $include: "${arch}.yaml" } }
config: { k: { $include: "x-${x}.yaml" }, n: { $include: "${name}.yaml" }, m: { $include: plain.yaml } }
-- x-p.yaml --
1
-- x-q.yaml --
$include: "${y}.yaml"
-- r.yaml --
2
-- s.yaml --
2
-- u.yaml --
2
-- amd64.yaml --
3
-- arm64.yaml --
4
-- a.yaml --
5
-- plain.yaml --
6
-- by-y/r.yaml --
config: { o: { $include: "${x}/../plain.yaml" } }
-- by-y/s.yaml --
config: { o: { $include: plain.yaml } }
`
	ws, report := open(t, files)
	plan := ws.Plan(render.Selection{})
	if problems := printed(t, report); problems != "" {
		t.Fatal(problems)
	}
	layers := map[string]map[*render.Layer]int{}
	for _, c := range plan.Cells {
		for _, l := range c.Layers {
			if layers[l.Path] == nil {
				layers[l.Path] = map[*render.Layer]int{}
			}
			layers[l.Path][l]++
		}
	}
	got := map[string][]int{}
	for name, of := range layers {
		got[name] = slices.Sorted(maps.Values(of))
	}
	// image.yaml: for each arch one with x=p, and one each with x=q and y=r, s, u.
	want := map[string][]int{"image.yaml": {1, 1, 1, 1, 1, 1, 3, 3}, "by-y/r.yaml": {2, 2}, "by-y/s.yaml": {4}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if n := render.Variants(ws.Images[0]); n != 2+8+2 { // those of the base first, which wait for the architecture
		t.Errorf("%d layers were made", n)
	}
	plan.Render()
	if diff := cmp.Diff([]string{
		"a.yaml", "amd64.yaml", "arm64.yaml", "plain.yaml", "r.yaml", "s.yaml", "u.yaml", "x-p.yaml", "x-q.yaml",
	}, included(ws)); diff != "" {
		t.Error(diff)
	}
}

// included lists what the first image of a workspace includes.
func included(ws *render.Workspace) []string {
	return slices.Compact(slices.Sorted(slices.Values(ws.Images[0].Included())))
}

// TestIncludedWhateverIsSelected holds that all of an image's files are known when a few of its cells are selected, and
// when none is.
func TestIncludedWhateverIsSelected(t *testing.T) {
	t.Parallel()
	const files = "-- image.yaml --\nname: a\nmatrix: { x: [p, q, r] }\nconfig: { k: { $include: \"${x}.yaml\" } }\n" +
		"-- p.yaml --\n1\n-- q.yaml --\n2\n"
	want := []string{"p.yaml", "q.yaml"}
	ws, report := open(t, files)
	ws.Plan(render.Selection{Slugs: []render.Arg{{Value: "a_p_amd64_cosi"}}})
	if diff := cmp.Diff(want, included(ws)); diff != "" || len(report.All()) > 0 {
		t.Error(diff, printed(t, report))
	}
	ws, report = open(t, files)
	ws.LoadAll()
	if diff := cmp.Diff(want, included(ws)); diff != "" || len(report.All()) > 0 {
		t.Error(diff, printed(t, report))
	}
}

// TestWarningsOfVariants holds that what is written once is judged once, over all cells: an item that is removed in
// some of them, a `$set` that has an effect in some, a param that is used in an included file.
func TestWarningsOfVariants(t *testing.T) {
	t.Parallel()
	const files = `
-- image.yaml --
name: a
matrix: { x: [p, q] }
params: { used: u, unused: v }
base: { comment: { $include: "base-${x}.yaml" } }
config: { l: { $include: "list-${x}.yaml" }, s: { $include: "${x}.yaml" }, f: { $include: f.yaml } }
-- base-p.yaml --
1
-- base-q.yaml --
1
-- list-p.yaml --
[item, other]
-- list-q.yaml --
[other]
-- p.yaml --
old
-- q.yaml --
new
-- f.yaml --
g: { $include: "g-${x}.yaml" }
-- g-p.yaml --
${used}
-- g-q.yaml --
x
-- by-x/p+q.yaml --
config:
  l: { $remove: [{ $include: "item-${x}.yaml" }, item, { $set: other }] }
  s: { $set: new }
  h: { $include: "g-${x}.yaml" }
-- item-p.yaml --
gone-p
-- item-q.yaml --
other
`
	ws, report := open(t, files)
	ws.Plan(render.Selection{}).Render()
	want := "image.yaml:3:20: warning[T0509]: nothing uses the param `unused`\n" +
		"item-p.yaml:1:1: warning[T0413]: this `$remove` item matches nothing in any cell\n"
	if diff := cmp.Diff(want, printed(t, report)); diff != "" {
		t.Error(diff)
	}
	for _, d := range report.All() {
		if len(d.Labels) != 1 {
			t.Error(d)
		}
	}
}

// TestRepeatsInVariants holds that an item which repeats others in several cells is warned of once, beside the first.
func TestRepeatsInVariants(t *testing.T) {
	t.Parallel()
	const files = `
-- image.yaml --
name: a
matrix: { x: [p, q, r] }
config: { l: { $include: "${x}.yaml" }, m: [{ n: { $include: "${x}.yaml" } }] }
-- p.yaml --
[other, i]
-- q.yaml --
[i]
-- r.yaml --
[other, i]
-- more.yaml --
[i]
-- by-x/p+q+r.yaml --
config: { l: [{ $include: "${x}/../more.yaml" }] }
`
	ws, report := open(t, files)
	ws.Plan(render.Selection{}).Render()
	if got := printed(t, report); got != "more.yaml:1:2: warning[T0417]: the list has this item already\n" {
		t.Fatal(got)
	}
	if other := report.All()[0].Labels[1].Span; other.File.Path != "p.yaml" {
		t.Error(other.File.Path)
	}
}

// TestLackingCells holds that a cell which lacks a file has that fault and no others: nothing is merged without it.
func TestLackingCells(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, files, want string }{
		{
			"its base is not judged",
			"-- image.yaml --\nname: a\nmatrix: { x: [p], y: [r] }\nbase: { path: a }\n" +
				"-- by-x/p.yaml --\nbase: { path: { $include: \"none-${x}.yaml\" } }\n-- by-y/r.yaml --\nbase: { path: b }\n",
			"by-x/p.yaml:1:27: error[T0411]: there is no file `none-p.yaml` to include\n",
		},
		{
			"its config is not judged",
			"-- image.yaml --\nname: a\nmatrix: { x: [p, q, r] }\nconfig: { k: 1 }\n-- by-x/p+q+r.yaml --\nconfig: { k: { $include: \"${x}.yaml\" } }\n" +
				"-- q.yaml --\n$unset: true\n-- r.yaml --\n$unset: true\n-- by-x/p+q.yaml --\nconfig: { k: 2 }\n-- by-x/r.yaml --\nconfig: { k: 2 }\n",
			"by-x/p+q+r.yaml:1:26: error[T0411]: there is no file `p.yaml` to include\n",
		},
		{
			"nor is the config, whose parts are not in place, when the base lacks one",
			"-- image.yaml --\nname: a\nmatrix: { x: [p], y: [r] }\nbase: { $include: \"none-${x}.yaml\" }\nconfig: { k: 1 }\n" +
				"-- by-x/p.yaml --\nconfig: { k: { $include: \"${x}.yaml\" } }\n-- p.yaml --\n$unset: true\n-- by-y/r.yaml --\nconfig: { k: 2 }\n",
			"image.yaml:3:19: error[T0411]: there is no file `none-p.yaml` to include\n",
		},
		{
			"a skipped cell that lacks a file warns of nothing",
			"-- image.yaml --\nname: a\nmatrix: { x: [p, q, r] }\n-- by-x/p+q.yaml --\nconfig: { k: { $set: 1 } }\n-- by-x/q+r.yaml --\nconfig: { k: { $set: 2 } }\n" +
				"-- by-x/q.yaml --\nskip: true\nconfig: { k: { $include: \"${x}.yaml\" } }\n",
			"",
		},
		{
			"a skipped cell that lacks none does",
			"-- image.yaml --\nname: a\nmatrix: { x: [p, q, r] }\n-- by-x/p+q.yaml --\nconfig: { k: { $set: 1 } }\n-- by-x/q+r.yaml --\nconfig: { k: { $set: 2 } }\n" +
				"-- by-x/q.yaml --\nskip: true\nconfig: { l: { $include: \"${x}.yaml\" } }\n-- q.yaml --\n1\n",
			"by-x/q+r.yaml:1:22: warning[T0414]: two fragments of equal rank set `config.k`\n",
		},
		{
			"an axis called name is the name",
			"-- image.yaml --\nname: a\nmatrix: { name: [p] }\nconfig: { k: { $include: \"${name}.yaml\" }, l: { $include: \"${zzz}.yaml\" } }\n-- p.yaml --\n1\n",
			"image.yaml:3:60: error[T0418]: the path of an include cannot use `${zzz}`\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			ws, report := open(t, test.files)
			ws.Plan(render.Selection{}).Render()
			if diff := cmp.Diff(test.want, printed(t, report)); diff != "" {
				t.Error(diff)
			}
			for _, d := range report.All() {
				if d.Code == "T0418" && !strings.Contains(d.Help, "one of `${name}` and `${arch}`") {
					t.Error(d.Help)
				}
			}
		})
	}
}

// TestManyVariants holds that an image which would include too much in too many cells gets one error, soon.
func TestManyVariants(t *testing.T) {
	t.Parallel()
	var axis strings.Builder
	for i := range 100 {
		fmt.Fprintf(&axis, "v%d, ", i)
	}
	files := "-- image.yaml --\nname: a\nmatrix: { x: [" + axis.String() + "], y: [" + axis.String() + "] }\n" +
		"config: { k: { $include: \"${x}/../${y}/../big.yaml\" } }\n-- big.yaml --\n[" + strings.Repeat("0, ", 1000) + "0]\n"
	ws, report := open(t, files)
	ws.Plan(render.Selection{}).Render()
	all := report.All()
	if len(all) != 1 || all[0].Code != "T0410" || len(all[0].Cells) < 9_000 {
		t.Errorf("%d problems, the first of them in %d cells", len(all), len(all[0].Cells))
	}
}
