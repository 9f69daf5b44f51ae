// Package render turns a workspace into Image Customizer configs.
//
// It plans before it works: a workspace has images, an image has cells, a cell has its ordered layers
// (`image.yaml` and the fragments that apply) and its outputs. Explaining prints that plan, rendering
// consumes the very same value.
//
//	ws, err := render.Open(place, &report)
//	plan := ws.Plan(render.Selection{})
//	for _, r := range plan.Render() {
//		fmt.Println(r.Output.Slug, len(r.Text()))
//	}
//
// Faults go to a diag.Report and work goes on where it can; the caller looks at the report before it
// writes anything. docs/reference describes the files that this package reads.
package render
