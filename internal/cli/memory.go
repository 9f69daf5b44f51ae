package cli

import (
	"os"
	"runtime"
	"runtime/debug"
)

// The garbage collector looks at everything that is in use, whenever that has grown by some percent. As long as little
// is, it need not look often; when there are very many cells, memory counts for more than time.
const (
	littleMemory  = 16 << 20 // bytes
	seldomPercent = 400
	manyCells     = 10_000
	oftenPercent  = 30
)

// collectGarbage sets how often the garbage collector works while some cells are rendered, unless the user has said it.
func collectGarbage(cells int) {
	if os.Getenv("GOGC")+os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	switch {
	case cells > manyCells:
		debug.SetGCPercent(oftenPercent)
	case m.HeapAlloc < littleMemory:
		debug.SetGCPercent(seldomPercent)
	}
}
