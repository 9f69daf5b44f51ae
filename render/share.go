package render

import (
	"sync"
	"sync/atomic"
)

// Share has some workers do a number of things, each whoever is free next, and waits for the end. Workers and things count
// from 0; what one worker does comes in order. Less than one worker is one.
func Share(things, workers int, do func(worker, thing int)) {
	workers = max(1, min(workers, things))
	var next atomic.Int64
	work := func(worker int) {
		for thing := next.Add(1) - 1; thing < int64(things); thing = next.Add(1) - 1 {
			do(worker, int(thing))
		}
	}
	if workers == 1 {
		work(0)
		return
	}
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() { work(worker) })
	}
	group.Wait()
}
