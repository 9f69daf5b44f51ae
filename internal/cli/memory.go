package cli

import (
	"math"
	"os"
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

// collectGarbage sets how often it works while some cells are rendered. It returns what must be kept until they are.
func collectGarbage(cells int) (ballast []byte) {
	if garbageIsSet() {
		return nil
	}
	percent := usualPercent
	if cells > manyCells {
		percent = manyPercent
	} else {
		// Memory that is never touched costs nothing, and counts: so much may be used before the collector looks at all, and
		// with more in use it works as usual. A percentage of what is in use now would hold for all that comes later too.
		ballast = make([]byte, easyMemory)
	}
	debug.SetGCPercent(percent)
	debug.SetMemoryLimit(math.MaxInt64)
	return ballast
}

func garbageIsSet() bool { return os.Getenv("GOGC")+os.Getenv("GOMEMLIMIT") != "" }
