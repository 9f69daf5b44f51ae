package diag

// Nearest returns the candidate that is closest to word by edit distance (a swap of neighbours counts
// as one edit), or "" when none is close enough to be what the user meant. The first of equally close
// candidates wins, so the order of candidates should be a declared or a sorted one.
func Nearest(word string, candidates []string) string {
	best, limit := "", max(1, len(word)/3)
	for _, c := range candidates {
		if d := distance(word, c, limit); d <= limit {
			best, limit = c, d-1
		}
	}
	return best
}

// distance is the optimal string alignment distance of a and b; results over limit are not exact.
func distance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if len(x) > 200 || len(y) > 200 || max(len(x)-len(y), len(y)-len(x)) > limit {
		return limit + 1
	}
	before, last := make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := range x {
		row := make([]int, len(y)+1)
		row[0] = i + 1
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(y)]
}
