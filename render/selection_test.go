package render_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/render"
)

const twoImages = `
-- tailor.yaml --
-- gizmo/image.yaml --
name: gizmo
matrix: { edition: [lite, pro] }
outputs: [{ format: cosi }, { format: iso }]
-- disk/image.yaml --
name: disk
operation: convert
base: { path: "${name}.vhdx" }
`

func slugs(plan *render.Plan) []string {
	out := []string{}
	for _, c := range plan.Cells {
		for _, o := range c.Outputs {
			out = append(out, o.Slug)
		}
	}
	return out
}

func words(list ...string) []render.Arg {
	out := make([]render.Arg, len(list))
	for i, w := range list {
		out[i] = render.Arg{Value: w, Span: source.NewCommandLine(w).Whole()}
	}
	return out
}

func TestKeep(t *testing.T) {
	t.Parallel()
	tests := []struct{ keep []string }{
		{[]string{}},
		{[]string{"disk_amd64_cosi", "gizmo_lite_amd64_cosi", "gizmo_lite_amd64_iso", "gizmo_pro_amd64_cosi", "gizmo_pro_amd64_iso"}},
		{[]string{"gizmo_pro_amd64_iso"}},
		{[]string{"disk_amd64_cosi", "gizmo_lite_amd64_cosi", "gizmo_pro_amd64_iso"}},
	}
	for _, tt := range tests {
		ws, report := open(t, twoImages)
		plan := ws.Plan(render.Selection{Partial: true})
		if !plan.Partial {
			t.Error("the plan is not partial")
		}
		plan.Keep(func(slug string) bool { return slices.Contains(tt.keep, slug) })
		if diff := cmp.Diff(tt.keep, slugs(plan)); diff != "" || len(report.All()) > 0 {
			t.Error(diff, report.All())
		}
		renderings := append(plan.Render(), plan.Conversions()...)
		if len(renderings) != len(tt.keep) {
			t.Errorf("%d renderings for %q", len(renderings), tt.keep)
		}
	}
}

func TestConversions(t *testing.T) {
	t.Parallel()
	ws, _ := open(t, twoImages)
	plan := ws.Plan(render.Selection{Names: words("disk")})
	for range 2 { // each time anew
		if got := plan.Render(); len(got) > 0 {
			t.Errorf("%d configs of an image that is only converted", len(got))
		}
		got := plan.Conversions()
		if len(got) != 1 || got[0].Output.Slug != "disk_amd64_cosi" || got[0].Base.Get("path").Value != "disk.vhdx" || string(got[0].Text()) != "{}\n" {
			t.Errorf("%+v", got)
		}
	}
}

// TestSelectionFaults holds that faults of a selection can be kept apart from those of the workspace, and that what
// is selected then is what the workspace has of it.
func TestSelectionFaults(t *testing.T) {
	t.Parallel()
	tests := []struct {
		selection render.Selection
		want      []string
		codes     []diag.Code
	}{
		{render.Selection{Names: words("gizmo", "nobody")}, []string{
			"gizmo_lite_amd64_cosi", "gizmo_lite_amd64_iso", "gizmo_pro_amd64_cosi", "gizmo_pro_amd64_iso",
		}, []diag.Code{render.CodeUnknownName}},
		{render.Selection{Names: words("nobody")}, []string{}, []diag.Code{render.CodeUnknownName}},
		{render.Selection{Slugs: words("nobody_x", "gizmo_lite_amd64_iso")}, []string{"gizmo_lite_amd64_iso"}, []diag.Code{render.CodeUnknownName}},
		{render.Selection{Slugs: words("nobody_x")}, []string{}, []diag.Code{render.CodeUnknownName}},
		{render.Selection{Slugs: words("nobody_x"), Select: words("edition=pro")}, []string{}, []diag.Code{render.CodeUnknownName}},
		{render.Selection{Slugs: words("gizmo_max_amd64_iso")}, []string{}, []diag.Code{render.CodeUnknownName}},
		{render.Selection{Select: words("color=red")}, []string{}, []diag.Code{render.CodeSelectAxis}},
		{render.Selection{Select: words("edition=pro,max")}, []string{"gizmo_pro_amd64_cosi", "gizmo_pro_amd64_iso"}, []diag.Code{render.CodeSelectValue}},
		{render.Selection{Names: words("disk"), Select: words("arch=arm64")}, []string{}, []diag.Code{render.CodeEmptySelection}},
	}
	for _, tt := range tests {
		ws, report := open(t, twoImages)
		var faults diag.Report
		tt.selection.Faults = &faults
		got := slugs(ws.Plan(tt.selection))
		var codes []diag.Code
		for _, d := range faults.All() {
			codes = append(codes, d.Code)
		}
		if diff := cmp.Diff(tt.want, got) + cmp.Diff(tt.codes, codes); diff != "" || len(report.All()) > 0 {
			t.Errorf("%+v:\n%s%v", tt.selection, diff, report.All())
		}
	}
}
