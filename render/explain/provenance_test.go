package explain_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
	"tailor/render"
	"tailor/render/explain"
)

// provenanceSeed makes the workspaces of TestProvenance.
const provenanceSeed = 20261130

// TestProvenance holds that every value cites exactly what it is made from: one scalar of a workspace is replaced by
// a text that is nowhere else. What cites it alone changes; what cites several equal scalars becomes a conflict that
// labels it; everything else stays, or is part of such a conflict.
func TestProvenance(t *testing.T) {
	t.Parallel()
	testProvenance(t, 100, func(*rand.Rand, map[string]string) {})
}

// TestProvenanceOfNamedIncludes holds the same where what is included depends on the cell.
func TestProvenanceOfNamedIncludes(t *testing.T) {
	t.Parallel()
	testProvenance(t, 30, nameIncludes)
}

// TestProvenanceOfParts holds the same for parts.
func TestProvenanceOfParts(t *testing.T) {
	t.Parallel()
	testProvenance(t, 20, useParts)
}

func testProvenance(t *testing.T, rounds int, alter func(*rand.Rand, map[string]string)) {
	t.Helper()
	if testing.Short() {
		rounds = 20
	}
	random := rand.New(rand.NewPCG(provenanceSeed, 0))
	p := &provenance{T: t, random: random, dir: t.TempDir(), alter: alter}
	for p.rounds < rounds && p.discarded < 100*rounds {
		p.round()
	}
	t.Logf("seed %d: %d workspaces (%d more had conflicts), %d scalars replaced, %d values checked; %d changed, %d of them by interpolation, %d runs ended in a conflict",
		provenanceSeed, p.rounds, p.discarded, p.replaced, p.checked, p.changed, p.interpolated, p.conflicts)
	for what, n := range map[string]int{"changed": p.changed, "interpolated": p.interpolated, "conflicts": p.conflicts, "unchanged": p.checked - p.changed} {
		if n == 0 {
			t.Errorf("none %s: the workspaces are too simple", what)
		}
	}
	if !testing.Short() && p.checked < 10_000 {
		t.Errorf("only %d values", p.checked)
	}
}

type provenance struct {
	*testing.T

	random *rand.Rand
	dir    string
	alter  func(*rand.Rand, map[string]string)

	rounds, discarded, replaced, checked, changed, interpolated, conflicts int
}

// value is one scalar of a rendered config.
type value struct {
	text  string
	cites [][]place
}

// place is where a scalar begins.
type place struct {
	file  string
	start int
}

func placeOf(s source.Span) place { return place{s.File.Path, s.Start} }

// citing finds the group of equal scalars in which a place is.
func (v value) citing(at place) []place {
	for _, group := range v.cites {
		if slices.Contains(group, at) {
			return group
		}
	}
	return nil
}

// round makes a workspace and replaces some of its scalars, one at a time.
func (p *provenance) round() {
	files := generate(p.random)
	p.alter(p.random, files)
	before, faults := p.render(files)
	if len(faults) > 0 {
		p.discarded++
		return
	}
	p.rounds++
	tokens := dataTokens(p.T, files)
	for range min(6, len(tokens)) {
		p.replace(files, before, tokens[p.random.IntN(len(tokens))])
	}
}

func (p *provenance) replace(files map[string]string, before map[string]value, token source.Span) {
	p.replaced++
	unique := fmt.Sprintf("unique%d", p.replaced)
	changed := maps.Clone(files)
	name := token.File.Path
	changed[name] = files[name][:token.Start] + unique + files[name][token.End:]
	after, faults := p.render(changed)
	if len(faults) > 0 {
		p.conflicts++
		if !labels(faults, placeOf(token)) {
			p.Errorf("%s replaced by %s: no fault labels it: %v\n%s", token.Text(), unique, faults, show(changed))
		}
	}
	for path, v := range before {
		p.checked++
		group := v.citing(placeOf(token))
		cited := len(group) > 0
		switch now, there := after[path]; {
		case len(faults) > 0:
		case len(group) > 1:
			p.Errorf("%s cites %d equal scalars, and there is no conflict\n%s", path, len(group), show(changed))
		case cited && (!there || now.text == v.text || !strings.Contains(now.text, unique)):
			p.Errorf("%s is %q and cites %s, which is %s now: %q\n%s", path, v.text, token.Text(), unique, now.text, show(changed))
		case cited:
			p.changed++
			if now.text != unique {
				p.interpolated++
			}
		case !there || now.text != v.text:
			p.Errorf("%s was %q, is %q and does not cite %s\n%s", path, v.text, now.text, token.Text(), show(changed))
		}
	}
}

// labels reports whether a conflict labels a place.
func labels(faults []diag.Diagnostic, at place) bool {
	return slices.ContainsFunc(faults, func(d diag.Diagnostic) bool {
		return d.Code == directives.CodeConflict && slices.ContainsFunc(d.Labels, func(l diag.Label) bool {
			return placeOf(l.Span) == at
		})
	})
}

// render returns the values of all configs by slug and path, or what is wrong.
func (p *provenance) render(files map[string]string) (map[string]value, []diag.Diagnostic) {
	p.Helper()
	dir := filepath.Join(p.dir, strconv.FormatUint(p.random.Uint64(), 10))
	for name, text := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			p.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			p.Fatal(err)
		}
	}
	defer os.RemoveAll(dir)
	var report diag.Report
	w, err := render.Open(render.Place{Dir: dir, Marker: "tailor.yaml"}, &report)
	if err != nil {
		p.Fatal(err)
	}
	defer w.Close()
	renderings := w.Plan(render.Selection{}).Render()
	if report.HasErrors() {
		return nil, report.All()
	}
	return values(renderings), nil
}

func values(renderings []render.Rendering) map[string]value {
	out := map[string]value{}
	for _, r := range renderings {
		for _, l := range yamltree.Lines(r.Config) {
			if l.Node == nil || l.Node.Kind != yamltree.Scalar || l.Part > 0 {
				continue
			}
			steps := make([]directives.Step, len(l.Steps))
			for i, s := range l.Steps {
				steps[i] = directives.Step{Index: s.Index}
				if s.Key != nil {
					steps[i] = directives.Step{Key: s.Key.Name, Index: -1}
				}
			}
			v := value{text: l.Node.Value}
			for _, group := range explain.Cites(r, steps) {
				var places []place
				for _, s := range group {
					places = append(places, placeOf(s))
				}
				v.cites = append(v.cites, places)
			}
			out[r.Output.Slug+" "+directives.PathOf(steps).String()] = v
		}
	}
	return out
}

func show(files map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		b.WriteString("-- " + name + " --\n" + files[name])
	}
	return b.String()
}
