package render

import (
	"slices"

	"tailor/directives"
	"tailor/internal/diag"
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
func (r Rendering) Path() string { return r.Cell.Path(r.Output) }

// Text is the config as YAML, see docs/reference/yaml.md, "What is written".
func (r Rendering) Text() []byte { return yamltree.Append(nil, r.Config) }

// Render folds and interpolates the configs of the plan's cells, in order. Faults go to the report of the
// workspace, and with them the result must not be used. Images that are only converted have no configs. It keeps the
// trees of all cells; see [Plan.Stream] for many.
func (plan *Plan) Render() []Rendering {
	out := make([]Rendering, plan.Count())
	plan.Stream(plan.Workers(), func(_, at int, r Rendering, _ *diag.Report) { out[at] = r })
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
	axes, builtins := map[string]string{}, map[string]string{"arch": c.Arch, "name": c.Image.Name, "slug": r.Output.Slug}
	c.setAxes(axes)
	return directives.NewScope(axes, builtins, c.meta.Get("params"), nil)
}

// Uses lists the names that a template of the config uses, with what they stand for and where that was set.
func (r Rendering) Uses(template *yamltree.Node) []directives.Use { return r.scope().Uses(template) }

// hasError reports whether one of some diagnostics is an error.
func hasError(ds []diag.Diagnostic) bool {
	return slices.ContainsFunc(ds, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
}
