package command

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Named is a line of a file that some output names.
type Named struct {
	// Line counts from 1.
	Line int
	// Text is what is said about it.
	Text string
}

// byWord finds lines as in `yaml: line 12: text` and `line 12, column 5`. Another file may be named before it.
var byWord = regexp.MustCompile(`(?i)\bline:?\s+(\d+)(?:,?\s*col(?:umn)?:?\s+\d+)?\b`)

// Lines returns the lines of a file that some output names, in the order of the output and each with its text once. A
// line of output names one by the path or the name of the file (`path/name.yaml:12:5: text`), or by the word (`line 12:
// text`), unless that stands behind the name of another file.
func Lines(output, path string) []Named {
	byName := regexp.MustCompile(`(?:^|[^\w.+-])` + regexp.QuoteMeta(filepath.Base(path)) + `["'` + "`" + `]?:(\d+)(?::\d+)?\b`)
	var out []Named
	for line := range strings.SplitSeq(output, "\n") {
		at := byName.FindStringSubmatchIndex(line)
		if at == nil {
			at = worded(line, path)
		}
		if at == nil {
			continue
		}
		n, err := strconv.Atoi(line[at[2]:at[3]])
		if err != nil || n == 0 {
			continue
		}
		named := Named{Line: n, Text: about(line, at[1])}
		if !slices.Contains(out, named) {
			out = append(out, named)
		}
	}
	return out
}

// worded finds a line that is named by the word; behind the name of another file it is none of this one.
func worded(line, path string) []int {
	at := byWord.FindStringSubmatchIndex(line)
	if len(at) > 0 && ofOther(line[:at[0]], path) {
		return nil
	}
	return at
}

// ofScript are the programs that name lines of the script that they run.
var ofScript = []string{"sh", "bash", "dash", "ksh", "zsh", "awk", "gawk", "mawk"}

// ofOther reports whether a text ends with the name of another file, a word with a slash or a dot in it, or with that of
// a program that speaks of its script.
func ofOther(before, path string) bool {
	for _, word := range slices.Backward(strings.Fields(before)) {
		switch word = strings.Trim(word, "\"'`:,()[]"); strings.ToLower(word) {
		case "", "in", "on", "at", "near":
			continue
		default:
			base := filepath.Base(word)
			return base != filepath.Base(path) && (strings.ContainsAny(word, "/.") || slices.Contains(ofScript, base))
		}
	}
	return false
}

// about is what a line of output says behind the place, or all of it when nothing stands there.
func about(line string, end int) string {
	if text := strings.TrimSpace(strings.TrimLeft(line[end:], " :,-)]")); text != "" {
		return text
	}
	return strings.TrimSpace(line)
}
