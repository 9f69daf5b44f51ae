package cli

import (
	"tailor/internal/diag"
	"tailor/render/scaffold"
)

// Word is an argument as it was understood.
type Word struct{ Text, Flag, Span string }

// Arrange shows what is made of a command line: the words for the flag library, with the names behind
// `--`, all words with what their spans cover, and the faults.
func Arrange(args ...string) (words []string, read []Word, faults []diag.Diagnostic) {
	line, faults := arrange((&run{}).app(), args)
	for _, w := range line.list {
		read = append(read, Word{w.text, w.flag, w.span.Text()})
	}
	words = line.words()
	if names := line.names(); len(names) > 0 {
		words = append(words, "--")
		for _, name := range names {
			words = append(words, name.Value)
		}
	}
	return words, read, faults
}

// CodeThere is the code of a file that is there already.
const CodeThere = codeThere

// Create makes files below a directory and returns what was wrong.
func Create(dir string, files []scaffold.File) []diag.Diagnostic {
	var s run
	s.create(dir, files, nil)
	return s.report.All()
}
