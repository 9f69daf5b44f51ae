package jobs

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// hashLengths are how many digits of a hash tell texts apart that would have one key: more only when fewer do not.
var hashLengths = []int{6, 12, 24, 48}

// uniqueKeys makes texts that differ names of ASCII letters, digits and `_` that differ, also for who ignores case. A name
// starts with a letter and has at most limit characters; 0 is no limit, and one below 60 may leave no room. Names that
// would be the same, or too long, end with a hash of their text. The order of the texts does not matter.
func uniqueKeys(texts []string, limit int) []string {
	var keys []string
	for _, digits := range hashLengths {
		var differ bool
		if keys, differ = keysWith(texts, limit, digits); differ {
			break
		}
	}
	return keys
}

// keysWith makes keys with hashes of some length, and reports whether all differ.
func keysWith(texts []string, limit, digits int) (keys []string, differ bool) {
	keys = make([]string, len(texts))
	same := map[string]int{}
	for i, text := range texts {
		keys[i] = key(text)
		same[strings.ToLower(keys[i])]++
	}
	taken := map[string]bool{}
	for i, text := range texts {
		if tooLong := limit > 0 && len(keys[i]) > limit; tooLong || same[strings.ToLower(keys[i])] > 1 {
			sum := sha256.Sum256([]byte(text))
			end := "_" + hex.EncodeToString(sum[:])[:digits]
			if limit > 0 {
				keys[i] = keys[i][:min(len(keys[i]), limit-len(end))]
			}
			keys[i] += end
		}
		taken[strings.ToLower(keys[i])] = true
	}
	return keys, len(taken) == len(texts)
}

// key puts `_` for what cannot be in a name, and a letter before it where it does not start with one.
func key(text string) string {
	name := strings.Map(func(r rune) rune {
		if isLetter(r) || '0' <= r && r <= '9' {
			return r
		}
		return '_'
	}, text)
	if name == "" || !isLetter(rune(name[0])) {
		name = "x" + name
	}
	return name
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }
