package render_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/render"
)

// TestShard holds that shards one after the other are the plan, and that they are even, for cells of several outputs
// and for more shards than outputs.
func TestShard(t *testing.T) {
	t.Parallel()
	ws, _ := open(t, twoImages)
	whole := slugs(ws.Plan(render.Selection{}))
	for n := 1; n <= len(whole)+3; n++ {
		together := []string{}
		for k := 1; k <= n; k++ {
			ws, report := open(t, twoImages)
			plan := ws.Plan(render.Selection{Partial: true})
			if all := plan.Shard(k, n); all != len(whole) || len(report.All()) > 0 {
				t.Errorf("shard %d/%d is one of %d outputs, want %d: %v", k, n, all, len(whole), report.All())
			}
			part := slugs(plan)
			if even := len(whole) / n; len(part) < even || len(part) > even+1 || len(part) > even && len(whole)%n == 0 {
				t.Errorf("shard %d/%d has %d of %d outputs", k, n, len(part), len(whole))
			}
			together = append(together, part...)
		}
		if diff := cmp.Diff(whole, together); diff != "" {
			t.Errorf("%d shards are not the whole (-want +got):\n%s", n, diff)
		}
	}
}

// TestShardOfFaultyCells holds that a cell without known outputs is in one shard too, so that what else is wrong with
// it is found once.
func TestShardOfFaultyCells(t *testing.T) {
	t.Parallel()
	const files = `
-- tailor.yaml --
-- gizmo/image.yaml --
name: gizmo
matrix: { edition: [lite, mid, pro] }
outputs: [{ format: cosi }, { format: iso }]
-- gizmo/by-edition/mid.yaml --
outputs: [{ format: floppy }]
`
	got := [][]string{}
	for k := 1; k <= 5; k++ {
		ws, _ := open(t, files)
		plan := ws.Plan(render.Selection{Partial: true})
		plan.Shard(k, 5)
		part := []string{}
		for _, c := range plan.Cells {
			part = append(part, c.Values.String())
		}
		got = append(got, part)
	}
	want := [][]string{{"edition=lite"}, {"edition=lite"}, {"edition=mid"}, {"edition=pro"}, {"edition=pro"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("other cells in the shards (-want +got):\n%s", diff)
	}
}
