package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"tailor/internal/diag"
)

func (s *run) versionCommand() *ucli.Command {
	return &ucli.Command{
		Name:  "version",
		Usage: "print the version",
		Description: "Prints the version, and below it the commit and the Go that it was built from. Scripts read the first line,\n" +
			"which `tailor --version` prints alone.\n\n" +
			"   tailor version | head -n 1",
		Flags: nil,
		Action: func(*ucli.Context) error {
			if names := s.line.names(); len(names) > 0 {
				s.report.Add(diag.New(codeUsage, names[0].Span, "`tailor version` takes no names", "write `tailor version` alone"))
				return nil
			}
			return s.printBuild()
		},
	}
}

// printVersion prints one line: the version with the first digits of the commit.
func (s *run) printVersion() error {
	_, err := fmt.Fprintln(s.streams.Out, "tailor "+builtFrom(debug.ReadBuildInfo()).complete(s.version))
	return err
}

// printBuild prints what the program was built from too.
func (s *run) printBuild() error {
	if err := s.printVersion(); err != nil {
		return err
	}
	var t table
	t.add("commit", builtFrom(debug.ReadBuildInfo()).String())
	t.add("go", fmt.Sprintf("%s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH))
	return t.print(s.streams.Out)
}

// commit is what a build knows of the sources that it was made from.
type commit struct {
	hash     string // "" when the build does not know it
	tag      string // the version that the commit is tagged with, such as 1.2.0; "" for none
	modified bool   // the sources had changes that were not committed
}

// builtFrom reads the commit out of what the linker left in the program.
func builtFrom(info *debug.BuildInfo, ok bool) commit {
	var c commit
	if !ok {
		return c
	}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			c.hash = setting.Value
		case "vcs.modified":
			c.modified = setting.Value == "true"
		}
	}
	// The version of a commit without a tag is made from its hash.
	tag, isVersion := strings.CutPrefix(info.Main.Version, "v")
	if tag, _, _ = strings.Cut(tag, "+"); isVersion && c.hash != "" && !strings.HasSuffix(tag, c.short()) {
		c.tag = tag
	}
	return c
}

// complete adds the commit to a version that has none, or to that of the tag when the version is the one between releases.
func (c commit) complete(version string) string {
	if strings.Contains(version, "+") {
		return version
	}
	if c.tag != "" && strings.HasSuffix(version, "-dev") {
		version = c.tag
	}
	return version + "+" + c.short()
}

// short is what a version has of the hash.
func (c commit) short() string {
	if c.hash == "" {
		return "unknown"
	}
	return c.hash[:min(len(c.hash), 12)]
}

// String returns the whole hash, and says whether it is the whole truth.
func (c commit) String() string {
	switch {
	case c.hash == "":
		return "unknown"
	case c.modified:
		return c.hash + ", with changes"
	}
	return c.hash
}
