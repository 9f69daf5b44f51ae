package command_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/internal/command"
)

func TestLines(t *testing.T) {
	t.Parallel()
	type named = command.Named
	for output, want := range map[string][]named{
		"":                 nil,
		"all is wrong":     nil,
		"yaml: line 12: x": {{12, "x"}},
		"yaml: unmarshal errors:\n  line 8: field a not found\n  line 9: field b not found": {{8, "field a not found"}, {9, "field b not found"}},
		"/tmp/1/out/a.yaml:3:7: [error] too long":                                           {{3, "[error] too long"}},
		"a.yaml:3: too long":                                          {{3, "too long"}},
		"`a.yaml`:3 is bad":                                           {{3, "is bad"}},
		"see aa.yaml:3, b.yaml:4 and a.yaml.orig:5":                   nil,
		`  in "/tmp/1/a.yaml", line 4, column 5`:                      {{4, `in "/tmp/1/a.yaml", line 4, column 5`}},
		`  in "b.yaml", line 4, column 5`:                             nil,
		`  File "/usr/bin/check.py", line 12, in main`:                nil,
		"./check.sh: line 12: foo: command not found":                 nil,
		"bash: line 1: foo: command not found":                        nil,
		"mawk: line 1: syntax error at or near )":                     nil,
		"checker: line 1: wrong key":                                  {{1, "wrong key"}},
		"Error on Line 7, col 2 - wrong key":                          {{7, "wrong key"}},
		"a.yaml: line 7: wrong key":                                   {{7, "wrong key"}},
		"it is bad (line 7)":                                          {{7, "it is bad (line 7)"}},
		"line 0: x\nline 99999999999999999999: x\nonline 3\nline 3rd": nil,
		"line 5: x\nline 5: x\nline 5: y":                             {{5, "x"}, {5, "y"}},
	} {
		if diff := cmp.Diff(want, command.Lines(output, "out/a.yaml")); diff != "" {
			t.Errorf("Lines(%q) (-want +got):\n%s", output, diff)
		}
	}
}
