package main

import (
	"strings"
	"testing"
)

// TestTutorialCheck runs the pull-request check of docs/tutorial.md in the workspace that the tutorial leaves behind,
// and once more after an edit without an export.
func TestTutorialCheck(t *testing.T) {
	t.Parallel()
	b := newBuild(t, "bash", "git")
	d := docRun{t: t}
	d.page(readPage(t, "docs/tutorial.md"))
	b.dir = d.dir
	if got := len(b.slugs()); got != 8 {
		t.Errorf("the tutorial ends with %d cells", got)
	}
	var check struct {
		Jobs map[string]struct {
			Steps []ciStep `yaml:"steps"`
		} `yaml:"jobs"`
	}
	parseYAML(t, b.read(".github/workflows/check.yaml"), &check)
	steps := check.Jobs["check"].Steps
	b.github(steps, nil)

	b.edit("lamp/by-channel/beta.yaml", "tcpdump", "nmap")
	printed, ok := b.script(steps[len(steps)-1].Run)
	if ok || !strings.Contains(printed, "4 changed") {
		t.Errorf("the check does not see what was not exported:\n%s", printed)
	}
}
