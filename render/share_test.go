package render_test

import (
	"slices"
	"testing"

	"tailor/render"
)

// TestShare: each thing is done once, and what one worker does comes in order.
func TestShare(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{-1, 0, 1, 2, 7, 200} {
		for _, things := range []int{0, 1, 3, 100} {
			done := make([]int32, things)
			byWorker := make([][]int, max(workers, 1))
			render.Share(things, workers, func(worker, thing int) {
				done[thing]++ // nobody else has it, or the race detector says so
				byWorker[worker] = append(byWorker[worker], thing)
			})
			for thing, times := range done {
				if times != 1 {
					t.Errorf("%d workers: %d of %d is done %d times", workers, thing, things, times)
				}
			}
			for worker, did := range byWorker {
				if !slices.IsSorted(did) {
					t.Errorf("%d workers: %d did %v", workers, worker, did)
				}
			}
		}
	}
}
