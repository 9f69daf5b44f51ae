package cli_test

import (
	"regexp"
	"testing"

	"tailor/internal/cli"
)

// example is a line with an example in the help of a command, and where the words about it begin, if there are any.
var example = regexp.MustCompile(`(?m)^ {3}[^ ].*?(?:  +([^ ].*))?$`)

// TestHelpHasExamples holds that the help of every command has an example, and that what is said about several of them
// stands in one column.
func TestHelpHasExamples(t *testing.T) {
	t.Parallel()
	for name, text := range cli.Helps() {
		found := example.FindAllStringSubmatchIndex(text, -1)
		if len(found) == 0 {
			t.Errorf("the help of %s has no example", name)
		}
		column := 0
		for _, m := range found {
			if m[2] < 0 {
				continue
			}
			if at := m[2] - m[0]; column == 0 {
				column = at
			} else if at != column {
				t.Errorf("the help of %s has words in columns %d and %d:\n%s", name, column, at, text[m[0]:m[1]])
			}
		}
	}
}
