package render_test

import (
	"fmt"

	"tailor/internal/diag"
	"tailor/render"
)

// A workspace is opened, planned and rendered; the report says whether the result may be used.
func Example() {
	var report diag.Report
	ws, err := render.Open(render.Place{Dir: "../testdata/examples/appliance", Marker: "tailor.yaml"}, &report)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer ws.Close()
	plan := ws.Plan(render.Selection{Names: []render.Arg{{Value: "recovery"}}})
	renderings := plan.Render()
	if report.HasErrors() {
		fmt.Println("nothing may be written")
		return
	}
	for _, r := range renderings {
		fmt.Println(r.Path(), r.Cell.Arch, r.Output.Format)
	}
	// Output:
	// recovery/recovery_usb_amd64_iso.yaml amd64 iso
	// recovery/recovery_network_amd64_pxe-tar.yaml amd64 pxe-tar
}
