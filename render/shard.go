package render

import "slices"

// ShardOf returns where the k-th of n parts of some things starts and ends, for 1 <= k <= n. The sizes of the parts
// differ by at most one, and together they are the whole. With more parts than things the last ones are empty.
func ShardOf(things, k, n int) (from, to int) {
	size, larger := things/n, things%n
	return (k-1)*size + min(k-1, larger), k*size + min(k, larger)
}

// Shard leaves only the k-th of n parts in the plan, as [ShardOf] has them, and returns how many outputs the plan had.
// The parts are runs of outputs in the order of the plan, so that a part shares as much work as it can. A cell whose
// faults hide its outputs counts as one. It implements docs/reference/cli.md, "Shards".
func (plan *Plan) Shard(k, n int) int {
	total := 0
	for _, c := range plan.Cells {
		total += c.weight()
	}
	start, end := ShardOf(total, k, n)
	at := 0
	plan.Cells = slices.DeleteFunc(plan.Cells, func(c *Cell) bool {
		from, to := max(start-at, 0), min(end-at, c.weight())
		at += c.weight()
		if from >= to {
			return true
		}
		if len(c.Outputs) > 0 {
			c.Outputs = c.Outputs[from:to]
		}
		return false
	})
	return total
}

// weight is what a cell counts for in a shard.
func (c *Cell) weight() int { return max(len(c.Outputs), 1) }
