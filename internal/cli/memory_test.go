package cli_test

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"

	"tailor/internal/cli"
)

// TestCollectGarbage lets some memory be used freely, and no multiple of what comes to be in use later.
func TestCollectGarbage(t *testing.T) { //nolint:paralleltest // it sets what all of the program shares
	const mega = 1 << 20
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(math.MaxInt64))
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	for _, test := range []struct{ cells, least, most int }{{10, 60, 500}, {100_000, 0, 300}} {
		kept := cli.CollectGarbage(test.cells)
		goal := func() int {
			runtime.GC()
			sample := []metrics.Sample{{Name: "/gc/heap/goal:bytes"}}
			metrics.Read(sample)
			return int(sample[0].Value.Uint64()/mega) - len(kept)/mega
		}
		if got := goal(); got < test.least {
			t.Errorf("%d cells: the collector works from %d MiB on", test.cells, got)
		}
		live := make([]byte, 200*mega)
		if got := goal(); got > test.most {
			t.Errorf("%d cells: with 200 MiB in use the collector waits for %d MiB", test.cells, got)
		}
		runtime.KeepAlive(live)
		runtime.KeepAlive(kept)
	}
	t.Setenv("GOGC", "50")
	debug.SetGCPercent(50)
	if cli.CollectGarbage(10) != nil || debug.SetGCPercent(50) != 50 {
		t.Error("what the user has said counts")
	}
}
