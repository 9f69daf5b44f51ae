package render_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"tailor/internal/diag"
	"tailor/render"
	"tailor/render/bundle"
	"tailor/render/output"
)

// BenchmarkRender renders an image of 1,000 cells to disk, cold, and reports the time as a ratio to the
// floor: the same bytes written to as many files by a plain loop (temporary name, rename), in the same run.
//
//	go test ./render -bench Render -benchtime 10x
func BenchmarkRender(b *testing.B) {
	root := b.TempDir()
	writeWorkspace(b, root)
	var ours, floor time.Duration
	b.ResetTimer()
	for i := range b.N {
		out := filepath.Join(b.TempDir(), strconv.Itoa(i))
		start := time.Now()
		files := renderAll(b, root)
		changes, faults := output.Compare(output.Want{Dir: filepath.Join(out, "tailor"), Command: "render", Configs: files, Full: true})
		if more, err := changes.Apply(context.Background(), nil); err != nil || len(faults)+len(more) > 0 {
			b.Fatal(faults, more, err)
		}
		ours += time.Since(start)
		if len(files) != 1000 {
			b.Fatalf("%d cells", len(files))
		}
		start = time.Now()
		writePlainly(b, filepath.Join(out, "floor"), files)
		floor += time.Since(start)
	}
	b.ReportMetric(float64(ours)/float64(floor), "x-floor")
	b.ReportMetric(float64(ours.Microseconds())/float64(b.N)/1000, "µs/cell")
}

// BenchmarkRenderMemory renders the same image without writing.
func BenchmarkRenderMemory(b *testing.B) {
	root := b.TempDir()
	writeWorkspace(b, root)
	b.ReportAllocs()
	for b.Loop() {
		renderAll(b, root)
	}
}

func renderAll(b *testing.B, root string) []bundle.Config {
	b.Helper()
	var report diag.Report
	ws, err := render.Open(render.Place{Dir: root, Marker: "tailor.yaml"}, &report)
	if err != nil {
		b.Fatal(err)
	}
	defer ws.Close()
	renderings := ws.Plan(render.Selection{}).Render()
	if report.Len() > 0 {
		b.Fatal(report.All())
	}
	bundled, err := bundle.Collect(ws, renderings, &report, bundle.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer bundled.Close()
	return bundled.Configs
}

// writePlainly is the floor.
func writePlainly(b *testing.B, dir string, files []bundle.Config) {
	b.Helper()
	for _, f := range files {
		name := filepath.Join(dir, f.Path)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			b.Fatal(err)
		}
		temp := name + rand.Text()
		if err := os.WriteFile(temp, f.Text(), 0o644); err != nil {
			b.Fatal(err)
		}
		if err := os.Rename(temp, name); err != nil {
			b.Fatal(err)
		}
	}
}

// writeWorkspace makes an image with three axes of ten values each and configs of about 120 lines.
func writeWorkspace(b *testing.B, root string) {
	b.Helper()
	files := map[string]string{"tailor.yaml": "", "gizmo/image.yaml": benchImage()}
	for _, axis := range []string{"model", "region", "release"} {
		for i := range 10 {
			files[fmt.Sprintf("gizmo/by-%s/%s%d.yaml", axis, axis, i)] = fmt.Sprintf(
				"config:\n  os:\n    packages:\n      install:\n        - %[1]s-tools-%[2]d\n        - %[1]s-base\n"+
					"    services:\n      enable:\n        - %[1]s.service\n    %[1]s: value-%[2]d\n", axis, i)
		}
	}
	files["gizmo/by-model/model1+model2.yaml"] = "config:\n  os:\n    packages:\n      install: [early]\n"
	files["gizmo/by-model+region/model3+region4.yaml"] = "config:\n  os:\n    hostname: { $set: \"special-${model}\" }\n"
	files["gizmo/layouts/disk.yaml"] = "bootType: efi\ndisks:\n  - partitionTableType: gpt\n    partitions:\n" +
		strings.Repeat("      - { id: part, size: 4G, type: linux }\n", 8)
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
}

func benchImage() string {
	var s strings.Builder
	s.WriteString("name: gizmo\nmatrix:\n")
	for _, axis := range []string{"model", "region", "release"} {
		fmt.Fprintf(&s, "  %s: [", axis)
		for i := range 10 {
			fmt.Fprintf(&s, "%s%d, ", axis, i)
		}
		s.WriteString("]\n")
	}
	s.WriteString("params:\n  product: gizmo\nconfig:\n  storage: { $include: layouts/disk.yaml }\n  os:\n" +
		"    hostname: ${product}-${model}\n    packages:\n      install:\n")
	for i := range 40 {
		fmt.Fprintf(&s, "        - package-%d\n", i)
	}
	s.WriteString("    additionalFiles:\n")
	for i := range 8 {
		fmt.Fprintf(&s, "      - source: files/%d.conf\n        destination: /etc/gizmo/%d.conf\n        permissions: 0644\n", i, i)
	}
	return s.String()
}
