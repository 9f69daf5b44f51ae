package render

import (
	"path"
	"slices"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// Rendering is one rendered config.
type Rendering struct {
	Cell   *Cell
	Output Output
	// Config is the merged and interpolated config; it is never nil.
	Config *yamltree.Node
	// Merged is the config before names were filled in, with the story of every value; nil for nothing.
	Merged *yamltree.Node
	// Base, RPMSources and ExtraDependencies are the sections of these names, interpolated; nil when absent.
	Base, RPMSources, ExtraDependencies *yamltree.Node
}

// Path is where the config belongs below an output directory that mirrors the workspace, slash-separated.
func (r Rendering) Path() string {
	return path.Join(r.Cell.Image.Dir, r.Output.Slug+".yaml")
}

// Text is the config as YAML, see docs/reference/yaml.md, "What is written".
func (r Rendering) Text() []byte { return yamltree.Append(nil, r.Config) }

// Render folds and interpolates the configs of the plan's cells, in order. Faults go to the report of the
// workspace, and with them the result must not be used. Images that are only converted have no configs.
func (plan *Plan) Render() []Rendering {
	var out []Rendering
	plan.conversions = nil
	confs := map[*Image]*fold{}
	for _, c := range plan.Cells {
		if c.lacks {
			continue // as was reported
		}
		if c.Image.Converts() {
			plan.conversions = append(plan.conversions, plan.finish(c, nil)...)
			continue
		}
		f := confs[c.Image]
		if f == nil {
			f = newFold(func(l *Layer) *yamltree.Node { return l.conf })
			f.merger.Rules = slices.Concat(plan.w.rules, c.Image.rules)
			confs[c.Image] = f
		}
		out = append(out, plan.finish(c, f.of(c.Layers))...)
	}
	plan.warn(confs)
	return out
}

// finish turns the merged sections of a cell into its renderings.
func (plan *Plan) finish(c *Cell, merged *yamltree.Node) []Rendering {
	faults := slices.Concat(directives.Conflicts(merged, c.reason), plan.priorities(c, merged), plan.unordered(c, merged))
	c.faults = nil
	c.checkKind(merged, "config")
	plan.w.report.AddIn(c.name(), append(faults, c.faults...)...)
	conf := merged.Get("config")
	out := make([]Rendering, 0, len(c.Outputs))
	sound := !hasError(faults) && !hasError(c.faults)
	for _, o := range c.Outputs {
		r, filled := plan.interpolate(c, o, conf)
		out = append(out, r)
		same := len(out) > 1 && out[len(out)-2].Config == r.Config
		if sound && filled && !same && !c.Image.Converts() {
			plan.check(r, merged)
		}
	}
	return out
}

// Conversions are the cells of the last Render whose image is only converted: they have a base, and no config.
func (plan *Plan) Conversions() []Rendering { return plan.conversions }

// priorities returns what is to be said about the priorities in the sections of a cell: warnings only when all cells
// are looked at.
func (plan *Plan) priorities(c *Cell, merged *yamltree.Node) []diag.Diagnostic {
	found := append(directives.Priorities(c.meta, c.reason), directives.Priorities(merged, c.reason)...)
	return slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return d.Severity == diag.Warning && plan.Partial })
}

// scope is what the names of a config mean.
func (r Rendering) scope() *directives.Scope {
	c := r.Cell
	builtins := map[string]string{"arch": c.Arch, "name": c.Image.Name, "slug": r.Output.Slug}
	return directives.NewScope(c.axisValues(), builtins, c.meta.Get("params"), nil)
}

// Uses lists the names that a template of the config uses, with what they stand for and where that was set.
func (r Rendering) Uses(template *yamltree.Node) []directives.Use { return r.scope().Uses(template) }

// hasError reports whether one of some diagnostics is an error.
func hasError(ds []diag.Diagnostic) bool {
	return slices.ContainsFunc(ds, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
}

// interpolate fills in the names of everything that a cell has. It reports whether it could.
func (plan *Plan) interpolate(c *Cell, o Output, conf *yamltree.Node) (Rendering, bool) {
	c.faults = nil
	r := Rendering{Cell: c, Output: o, Merged: conf, Base: c.base}
	scope := r.scope()
	c.section(scope, "params")
	r.RPMSources = c.section(scope, "rpmSources")
	r.ExtraDependencies = c.section(scope, "extraDependencies")
	out, faults := scope.Interpolate(conf, "config")
	faults = append(c.faults, faults...)
	plan.w.report.AddIn(c.name(), faults...)
	if out == nil || out.Kind != yamltree.Map {
		out = yamltree.NewMap(nil, source.Span{})
	}
	r.Config = out
	return r, len(faults) == 0
}
