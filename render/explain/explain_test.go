package explain_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"tailor/internal/diag"
	"tailor/render"
	"tailor/render/explain"
)

const workspace = `
-- image.yaml --
name: a
matrix: { x: [p, q], y: [r, s] }
outputs: [{ format: cosi }, { format: iso }]
config: { seen: [image.yaml] }
-- by-x/p.yaml --
config: { seen: [by-x/p.yaml] }
-- by-x/p+q.yaml --
config: { seen: [by-x/p+q.yaml] }
-- by-y/s.yaml --
config: { seen: [by-y/s.yaml] }
-- by-x+y/p+s.yaml --
config: { seen: [by-x+y/p+s.yaml] }
`

func plan(t *testing.T) *render.Plan {
	t.Helper()
	dir := t.TempDir()
	if err := txtar.Write(txtar.Parse([]byte(workspace)), dir); err != nil {
		t.Fatal(err)
	}
	var report diag.Report
	ws, err := render.Open(render.Place{Dir: dir, Marker: "image.yaml", Standalone: true}, &report)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(ws.Close)
	p := ws.Plan(render.Selection{})
	if len(report.All()) > 0 {
		t.Fatal(report.All())
	}
	return p
}

// TestOrderIsRenders holds that the printed order is the one in which rendering appended: every file of the
// workspace adds its own name to a list.
func TestOrderIsRenders(t *testing.T) {
	t.Parallel()
	p := plan(t)
	renderings := p.Render()
	if len(renderings) != 8 {
		t.Fatal(len(renderings))
	}
	for _, r := range renderings {
		var b bytes.Buffer
		if err := explain.Order(&b, []*render.Cell{r.Cell}); err != nil {
			t.Fatal(err)
		}
		var printed, merged []string
		for line := range strings.Lines(b.String()) {
			if fields := strings.Fields(line); len(fields) >= 3 && strings.HasSuffix(fields[1], ".yaml") {
				printed = append(printed, fields[1])
			}
		}
		for _, item := range r.Config.Get("seen").Items {
			merged = append(merged, item.Value)
		}
		if !slices.Equal(printed, merged) {
			t.Errorf("%s: printed %q, merged %q", r.Output.Slug, printed, merged)
		}
	}
}

type failing struct{}

var errFull = errors.New("full")

func (failing) Write([]byte) (int, error) { return 0, errFull }

func TestWriteErrors(t *testing.T) {
	t.Parallel()
	p := plan(t)
	if err := explain.Order(failing{}, p.Cells); !errors.Is(err, errFull) {
		t.Error(err)
	}
	if err := explain.Configs(failing{}, p.Cells, p.Render()); !errors.Is(err, errFull) {
		t.Error(err)
	}
}
