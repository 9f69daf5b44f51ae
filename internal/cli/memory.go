package cli

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

// The garbage collector looks at everything that is in use, whenever that has grown by some percent. As long as little
// is, it need not look often; when there are very many cells, memory counts for more than time.
const (
	easyMemory   = 64 << 20 // bytes that nobody misses
	loadPercent  = 400      // while files are read, of which few are large
	loadMemory   = 96 << 20 // in bytes, from which on the collector works harder while files are read
	usualPercent = 100
	manyCells    = 10_000
	manyPercent  = 30
)

// easeGarbage sets how often the garbage collector works at the start of a run, unless the user has said it.
func easeGarbage() {
	if !garbageIsSet() {
		debug.SetGCPercent(loadPercent)
		debug.SetMemoryLimit(loadMemory)
	}
}

// collectGarbage sets how often it works while some cells are rendered.
func collectGarbage(cells int) {
	if garbageIsSet() {
		return
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	percent := max(easyMemory/max(int(m.HeapAlloc/100), 1), usualPercent) //nolint:gosec // no machine has that much memory
	if cells > manyCells {
		percent = manyPercent
	}
	debug.SetGCPercent(percent)
	debug.SetMemoryLimit(math.MaxInt64)
}

func garbageIsSet() bool { return os.Getenv("GOGC")+os.Getenv("GOMEMLIMIT") != "" }
