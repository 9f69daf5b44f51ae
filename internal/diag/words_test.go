package diag_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"

	"tailor/internal/diag"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	keys := []string{"name", "matrix", "config", "variables", "append", "prepend", "remove", "Storage"}
	arches := []string{"amd64", "arm64", "riscv64"}
	tests := []struct {
		word       string
		candidates []string
		want       string
	}{
		{"confg", keys, "config"},
		{"matirx", keys, "matrix"},
		{"appned", keys, "append"},
		{"nmae", keys, "name"}, //nolint:misspell // that is the point
		{"amd46", arches, "amd64"},
		{"amr64", arches, "amd64"}, // as close as arm64, and declared first
		{"config", keys, "config"},
		{"CONFIG", keys, "config"},
		{"storage", keys, "Storage"},
		{"vars", keys, ""},
		{"var", keys, "variables"},
		{"names", keys, "name"},
		{"matrixes-of-all", keys, "matrix"},
		{"xyzzy", keys, ""},
		{"x", []string{"y"}, ""},
		{"", keys, ""},
		{"name", nil, ""},
		{"größse", []string{"größe"}, "größe"},
		{"ab", []string{"aa", "ac"}, "aa"},
		{"stable", []string{"Stable", "stable"}, "stable"},
		{strings.Repeat("a", 300), []string{strings.Repeat("a", 299) + "b"}, ""},
		{"\xff\xfe", []string{"\xff"}, "\xff"},
	}
	for _, tt := range tests {
		if got := diag.Nearest(tt.word, tt.candidates); got != tt.want {
			t.Errorf("%.40q: got %q, want %q", tt.word, got, tt.want)
		}
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	for want, names := range map[string][]string{
		"":                   nil,
		"`a`":                {"a"},
		"`a` and `b`":        {"a", "b"},
		"`a`, `b` and `c d`": {"a", "b", "c d"},
	} {
		if got := diag.List(names); got != want {
			t.Errorf("%q: got %q, want %q", names, got, want)
		}
		if got := diag.Either(names); got != strings.ReplaceAll(want, " and ", " or ") {
			t.Errorf("%q: got %q for either", names, got)
		}
	}
}

func TestCause(t *testing.T) {
	t.Parallel()
	_, missing := os.Open("testdata/no-such-file")
	missingText := syscall.ENOENT.Error()
	tests := []struct {
		name string
		err  error
		want string
	}{
		{"nil", nil, ""},
		{"plain", errors.New("plain"), "plain"},
		{"of the system", missing, missingText},
		{"wrapped", fmt.Errorf("read it: %w", missing), missingText},
		{"path", &fs.PathError{Op: "open", Path: "/x", Err: fs.ErrPermission}, "permission denied"},
		{"out of a root", &fs.PathError{Op: "openat", Path: "x", Err: errors.New("path escapes from parent")}, "a symbolic link leads outside"},
		{"joined", errors.Join(missing, errors.New("other")), missingText},
		{"wrapped twice", fmt.Errorf("a %w b %w", fs.ErrExist, missing), "file already exists"},
	}
	for _, tt := range tests {
		if got := diag.Cause(tt.err); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestCount(t *testing.T) {
	t.Parallel()
	tests := []struct {
		n    int
		noun string
		want string
	}{
		{0, "cell", "0 cells"},
		{1, "cell", "1 cell"},
		{2, "cell", "2 cells"},
		{1, "axis", "1 axis"},
		{3, "axis", "3 axes"},
	}
	for _, tt := range tests {
		if got := diag.Count(tt.n, tt.noun); got != tt.want {
			t.Errorf("Count(%d, %q) = %q, want %q", tt.n, tt.noun, got, tt.want)
		}
	}
}
