package render_test

import (
	"bytes"
	"sync"
	"testing"

	"tailor/render"
)

// TestRenderers holds that renderers of one plan may work at once, also on outputs of one cell, and make what the plan makes.
func TestRenderers(t *testing.T) {
	t.Parallel()
	ws, report := open(t, `
-- image.yaml --
name: gizmo
matrix: { edition: [home, pro] }
params: { kind: "${edition} of ${slug}" }
outputs: [{ format: cosi }, { format: iso }]
rpmSources: ["rpms/${edition}"]
config: { os: { hostname: "${kind}" } }
`)
	plan := ws.Plan(render.Selection{})
	want := plan.Render()
	if report.HasErrors() || len(want) != 4 {
		t.Fatal(report.All(), len(want))
	}
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			r := plan.Renderer()
			for _, w := range want {
				got := render.Rendering{Config: r.Config(w.Cell, w.Output)}
				if !bytes.Equal(got.Text(), w.Text()) {
					t.Errorf("%s: got\n%swant\n%s", w.Output.Slug, got.Text(), w.Text())
				}
			}
		})
	}
	group.Wait()
}
