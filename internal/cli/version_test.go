package cli_test

import (
	"runtime/debug"
	"testing"

	"tailor/internal/cli"
)

// TestBuiltFrom holds what `tailor version` makes of what the linker left in the program.
func TestBuiltFrom(t *testing.T) {
	t.Parallel()
	const hash = "07a9f9241fd052b31f632b9bfde93d1e7ce92777"
	for name, test := range map[string]struct {
		version, main, hash, modified string
		line, commit                  string
	}{
		"a release":          {"1.2.0", "v1.2.0", hash, "false", "1.2.0+07a9f9241fd0", hash},
		"a commit":           {"0.1.0-dev", "v0.0.0-20261130124849-07a9f9241fd0", hash, "false", "0.1.0-dev+07a9f9241fd0", hash},
		"behind a tag":       {"0.1.0-dev", "v1.2.1-0.20261130124849-07a9f9241fd0", hash, "false", "0.1.0-dev+07a9f9241fd0", hash},
		"with changes":       {"0.1.0-dev", "v0.0.0-20261130124849-07a9f9241fd0+dirty", hash, "true", "0.1.0-dev+07a9f9241fd0", hash + ", with changes"},
		"a tag":              {"0.1.0-dev", "v1.2.0", hash, "false", "1.2.0+07a9f9241fd0", hash},
		"a tag with changes": {"0.1.0-dev", "v1.2.0-rc.1+dirty", hash, "true", "1.2.0-rc.1+07a9f9241fd0", hash + ", with changes"},
		"sources alone":      {"0.1.0-dev", "(devel)", "", "", "0.1.0-dev+unknown", "unknown"},
		"its own commit":     {"1.2.0+abc", "(devel)", "", "", "1.2.0+abc", "unknown"},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: test.main}}
		if test.hash != "" {
			info.Settings = []debug.BuildSetting{{Key: "vcs.revision", Value: test.hash}, {Key: "vcs.modified", Value: test.modified}}
		}
		if line, commit := cli.BuiltFrom(info, true, test.version); line != test.line || commit != test.commit {
			t.Errorf("%s: got %s and %s, want %s and %s", name, line, commit, test.line, test.commit)
		}
	}
	if line, commit := cli.BuiltFrom(nil, false, "1.2.0"); line != "1.2.0+unknown" || commit != "unknown" {
		t.Errorf("without build information: got %s and %s", line, commit)
	}
}
