package jobs_test

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v3"

	"tailor/internal/diag"
	"tailor/matrix"
	"tailor/render"
	"tailor/render/jobs"
)

const workspace = `
-- tailor.yaml --
baseImages: [{ name: small, path: small.vhdx }, { name: large, path: large.vhdx }]
-- disk/image.yaml --
name: disk
operation: convert
base: { ref: small }
-- gizmo/image.yaml --
name: gizmo
matrix: { net.kind: [v4, v6], net-kind: [a] }
base: { ref: large }
outputs: [{ format: cosi }, { format: iso }]
`

// plan plans everything in a workspace.
func plan(t *testing.T, archive string) *render.Plan {
	t.Helper()
	dir := t.TempDir()
	if err := txtar.Write(txtar.Parse([]byte(archive)), dir); err != nil {
		t.Fatal(err)
	}
	place, err := render.Find(dir, render.Arg{})
	if err != nil {
		t.Fatal(err)
	}
	var report diag.Report
	ws, err := render.Open(place, &report)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	p := ws.Plan(render.Selection{})
	if report.HasErrors() {
		t.Fatal(report.All())
	}
	return p
}

func diff(want, got any) string { return cmp.Diff(want, got, cmpopts.IgnoreUnexported(jobs.Job{})) }

func TestCells(t *testing.T) {
	t.Parallel()
	got := jobs.Cells(plan(t, workspace), jobs.Line{Workspace: "--manifest 'a b'", Selection: "disk"})
	want := jobs.Job{
		Name: "disk_amd64_cosi", Args: "--manifest 'a b' --cell disk_amd64_cosi", Cells: 1, Slug: "disk_amd64_cosi",
		Image: "disk", Axes: matrix.Pairs{}, Arch: "amd64", Format: "cosi", Operation: "convert", BaseImage: "small",
	}
	if diff := diff(want, got[0]); diff != "" {
		t.Errorf("another first job (-want +got):\n%s", diff)
	}
	want = jobs.Job{
		Name: "gizmo_v6_a_amd64_iso", Args: "--manifest 'a b' --cell gizmo_v6_a_amd64_iso", Cells: 1, Slug: "gizmo_v6_a_amd64_iso",
		Image: "gizmo", Axes: matrix.Pairs{{Axis: "net.kind", Value: "v6"}, {Axis: "net-kind", Value: "a"}},
		Arch: "amd64", Format: "iso", Operation: "customize", BaseImage: "large",
	}
	if diff := diff(want, got[len(got)-1]); diff != "" || len(got) != 5 {
		t.Errorf("%d jobs, or another last one (-want +got):\n%s", len(got), diff)
	}
}

// TestShards holds that a shard has what its cells have in common, and nothing else.
func TestShards(t *testing.T) {
	t.Parallel()
	p := plan(t, workspace)
	got := jobs.Shards(p, jobs.Line{Workspace: "--manifest x", Selection: "--select arch=amd64 gizmo disk"}, 3)
	want := []jobs.Job{
		{Cells: 2, Axes: matrix.Pairs{}, Arch: "amd64", Format: "cosi"},
		{
			Cells: 2, Image: "gizmo", Axes: matrix.Pairs{{Axis: "net-kind", Value: "a"}}, Arch: "amd64", Operation: "customize", BaseImage: "large",
		},
		{
			Cells: 1, Slug: "gizmo_v6_a_amd64_iso", Image: "gizmo", Arch: "amd64", Format: "iso", Operation: "customize", BaseImage: "large",
			Axes: matrix.Pairs{{Axis: "net.kind", Value: "v6"}, {Axis: "net-kind", Value: "a"}},
		},
	}
	for i, part := range []string{"1/3", "2/3", "3/3"} {
		want[i].Name = "shard-" + part[:1] + "-of-3"
		want[i].Args = "--manifest x --shard " + part + " --select arch=amd64 gizmo disk"
	}
	if diff := diff(want, got); diff != "" {
		t.Errorf("other shards (-want +got):\n%s", diff)
	}
	if got := jobs.Shards(p, jobs.Line{}, 9); len(got) != 5 || got[4].Args != "--shard 5/5" {
		t.Errorf("more shards than slugs: %v", got)
	}
	p.Keep(func(string) bool { return false })
	if got := jobs.Shards(p, jobs.Line{}, 9); len(got) != 0 {
		t.Errorf("shards of nothing: %v", got)
	}
}

func TestSpread(t *testing.T) {
	t.Parallel()
	tests := []struct{ cells, limit, want int }{
		{0, 256, 0},
		{1, 256, 1},
		{256, 256, 256},
		{257, 256, 129}, // two each, one less
		{512, 256, 256},
		{513, 256, 171},
		{65536, 256, 256},
		{3, 1, 1},
	}
	for _, tt := range tests {
		got := jobs.Spread(tt.cells, tt.limit)
		if got != tt.want {
			t.Errorf("Spread(%d, %d) = %d, want %d", tt.cells, tt.limit, got, tt.want)
		}
		if got == 0 {
			continue
		}
		_, largest := render.ShardOf(tt.cells, 1, got)
		if _, atBest := render.ShardOf(tt.cells, 1, min(tt.limit, tt.cells)); got > tt.limit || largest > atBest {
			t.Errorf("Spread(%d, %d) = %d: the largest job has %d cells, %d would do", tt.cells, tt.limit, got, largest, atBest)
		}
	}
}

// TestEscaping holds that odd words in arguments survive each format, and that Azure Pipelines sees no escape of its own.
func TestEscaping(t *testing.T) {
	t.Parallel()
	const odd = "--manifest 'a \"b\" <&> 100%25 \\ é\n'"
	list := []jobs.Job{{Name: "a", Args: odd}}
	var github struct {
		Include []struct {
			Args string `json:"args"`
		} `json:"include"`
	}
	line := text(t, func(w io.Writer) error { return jobs.GitHub(w, list) })
	if err := json.Unmarshal(line, &github); err != nil || github.Include[0].Args != odd {
		t.Errorf("%v: %s", err, line)
	}
	var azure map[string]map[string]string
	line = text(t, func(w io.Writer) error { return jobs.Azure(w, list, "") })
	if err := json.Unmarshal(line, &azure); err != nil || azure["a"]["args"] != odd || bytes.ContainsRune(line, '%') {
		t.Errorf("%v: %s", err, line)
	}
	for _, one := range [][]byte{text(t, func(w io.Writer) error { return jobs.GitHub(w, list) }), line} {
		if bytes.Count(one, []byte("\n")) != 1 {
			t.Errorf("more than a line: %s", one)
		}
	}
	var gitlab map[string]struct {
		Parallel struct {
			Matrix []map[string]string `yaml:"matrix"`
		} `yaml:"parallel"`
	}
	page := text(t, func(w io.Writer) error { return jobs.GitLab(w, list) })
	if err := yaml.Unmarshal(page, &gitlab); err != nil || gitlab[".tailor"].Parallel.Matrix[0]["TAILOR_ARGS"] != odd {
		t.Errorf("%v: %s", err, page)
	}
}

func text(t *testing.T, write func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
