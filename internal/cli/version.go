package cli

import (
	"fmt"
	"runtime/debug"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"tailor/internal/diag"
)

func (s *run) versionCommand() *ucli.Command {
	return &ucli.Command{
		Name:  "version",
		Usage: "print the version",
		Flags: nil,
		Action: func(*ucli.Context) error {
			if names := s.line.names(); len(names) > 0 {
				s.report.Add(diag.New(codeUsage, names[0].Span, "`tailor version` takes no names", "write `tailor version` alone"))
				return nil
			}
			return s.printVersion()
		},
	}
}

func (s *run) printVersion() error {
	_, err := fmt.Fprintln(s.streams.Out, "tailor "+withCommit(s.version))
	return err
}

// withCommit completes a version with the commit that the build knows, unless it has one already.
func withCommit(version string) string {
	if strings.Contains(version, "+") {
		return version
	}
	commit := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" {
				commit = setting.Value[:min(len(setting.Value), 12)]
			}
		}
	}
	return version + "+" + commit
}
