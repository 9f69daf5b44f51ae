package explain_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/render"
	"tailor/render/explain"
)

// BenchmarkPath tells the story of one value in one cell of an image of 10,000, and reports the time as a ratio to
// listing the cells of that image, in the same run: no other cell is rendered.
//
//	go test ./render/explain -bench Path -benchtime 10x
func BenchmarkPath(b *testing.B) {
	dir := b.TempDir()
	var values strings.Builder
	for i := range 100 {
		fmt.Fprintf(&values, "v%d, ", i)
	}
	axis := "[" + values.String() + "]"
	write(b, dir, "tailor.yaml", "")
	write(b, dir, "gizmo/image.yaml", "name: gizmo\nmatrix:\n  a: "+axis+"\n  b: "+axis+"\nconfig: { os: { hostname: gizmo, packages: [one, two] } }\n")
	for i := range 100 {
		write(b, dir, fmt.Sprintf("gizmo/by-a/v%d.yaml", i), fmt.Sprintf("config: { os: { hostname: { $set: gizmo-%d }, packages: [p%d] } }\n", i, i))
		write(b, dir, fmt.Sprintf("gizmo/by-b/v%d.yaml", i), fmt.Sprintf("config: { os: { packages: [q%d], \"k%d\": 1 } }\n", i, i))
	}
	var list, one time.Duration
	b.ResetTimer()
	for range b.N {
		start := time.Now()
		if cells := len(planOf(b, dir, render.Selection{}).Cells); cells != 10_000 {
			b.Fatal(cells)
		}
		list += time.Since(start)
		start = time.Now()
		renderings := planOf(b, dir, render.Selection{Slugs: []render.Arg{{Value: "gizmo_v50_v50_amd64_cosi"}}}).Render()
		story, ok := explain.Tell(renderings[0], []directives.Step{{Key: "os", Index: -1}, {Key: "hostname", Index: -1}})
		if !ok || len(story.Events) != 2 || len(renderings) != 1 {
			b.Fatal(story, len(renderings))
		}
		one += time.Since(start)
	}
	b.ReportMetric(float64(one)/float64(list), "x-listing")
}

func planOf(b *testing.B, dir string, s render.Selection) *render.Plan {
	b.Helper()
	var report diag.Report
	w, err := render.Open(render.Place{Dir: dir, Marker: "tailor.yaml"}, &report)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(w.Close)
	p := w.Plan(s)
	if report.HasErrors() {
		b.Fatal(report.All())
	}
	return p
}

func write(b *testing.B, dir, name, text string) {
	b.Helper()
	at := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
}
