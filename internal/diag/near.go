package diag

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Nearest returns the candidate that the user meant by word, or "" when none is close enough: the closest
// one by edit distance (a swap of neighbours counts as one edit, letter case does not count), else the
// first one that begins with word, or with which word begins. The first of equally close candidates wins,
// so the order of candidates should be a declared or a sorted one.
func Nearest(word string, candidates []string) string {
	if slices.Contains(candidates, word) {
		return word
	}
	folded := []rune(strings.ToLower(word))
	best, limit := "", max(1, len(folded)/3)
	for _, c := range candidates {
		other := []rune(strings.ToLower(c))
		// Two words that share nothing are not close, however short they are.
		if d := distance(folded, other, limit); d <= limit && d < max(len(folded), len(other)) {
			best, limit = c, d-1
		}
	}
	if best == "" {
		best = samePrefix(word, candidates)
	}
	return best
}

// samePrefix returns the first candidate that word abbreviates, else the first one that word extends.
func samePrefix(word string, candidates []string) string {
	const least = 3 // fewer letters are no hint
	word = strings.ToLower(word)
	if utf8.RuneCountInString(word) < least {
		return ""
	}
	extended := ""
	for _, c := range candidates {
		other := strings.ToLower(c)
		if strings.HasPrefix(other, word) {
			return c
		}
		if extended == "" && utf8.RuneCountInString(other) >= least && strings.HasPrefix(word, other) {
			extended = c
		}
	}
	return extended
}

// distance is the optimal string alignment distance of two words, or more than limit when it is more.
func distance(x, y []rune, limit int) int {
	if len(x) > 200 || len(y) > 200 || max(len(x)-len(y), len(y)-len(x)) > limit {
		return limit + 1
	}
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := range x {
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
		before, last, row = last, row, before
	}
	return last[len(y)]
}

// Suggest is the help about a word that is none of the candidates: the one that was probably meant, see
// [Nearest], else otherwise.
func Suggest(word string, candidates []string, otherwise string) string {
	if near := Nearest(word, candidates); near != "" {
		return "did you mean `" + near + "`?"
	}
	return otherwise
}
