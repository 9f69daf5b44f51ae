package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestTwoWriters lets two renders of different versions into one directory at the same time. They must take
// turns: both succeed, and what is there at the end is all of the one that came last, nothing of the other.
//
// Both need longer to look at the long asset that is the same in both than to write everything else, so that
// one often writes while the other one is still looking.
func TestTwoWriters(t *testing.T) {
	t.Parallel()

	rounds := 30
	if testing.Short() {
		rounds = 6
	}

	p := program(buildTailor(t))
	a := p.learn(t, recipe{version: "one", models: [2]int{0, 25}, regions: 8, steady: 24 << 20})
	b := p.learn(t, recipe{version: "two", models: [2]int{1, 26}, regions: 8, steady: 24 << 20})
	s := newSite(t, p, a, b)
	last := map[string]int{}

	for i := range rounds {
		// Before every third race, only that asset is there, and no manifest.
		if i%3 == 0 {
			s.strip(t, a)
		}

		lead := s.moment()
		last[s.race(t, [2]version{a, b}, lead).name]++

		if t.Failed() {
			t.Fatalf("in round %d, version %s %v ahead", i, a.name, lead)
		}

		a, b = b, a
	}

	t.Logf("in %d rounds, these came last: %v", rounds, last)
}

// race renders two versions at once, the first one some time ahead, and returns which came last.
func (s *site) race(t *testing.T, pair [2]version, lead time.Duration) version {
	t.Helper()

	var cmds [2]*exec.Cmd

	for i, v := range pair {
		cmds[i] = s.command(t.Context(), v.workspace, s.out)
		if err := cmds[i].Start(); err != nil {
			t.Fatal(err)
		}

		if i == 0 {
			time.Sleep(lead) // there is no event to wait for: any moment will do
		}
	}

	for i, cmd := range cmds {
		if e := wait(t, cmd); e.code != exitOK || e.stderr != "" {
			t.Errorf("one of two renders, of version %s, exits %d and prints %q", pair[i].name, e.code, clip(e.stderr))
		}
	}

	got := look(t, s.out)
	last, other := pair[0], pair[1]

	// The manifest names every file with its digest, so it tells whose output this has to be.
	if got.manifest != last.manifest {
		last, other = other, last
	}

	demand(t, last, got)
	s.succeed(t, last, s.out, "--check")

	if e := s.end(t, other, s.out, "--check"); e.code != exitDrift {
		t.Errorf("--check of version %s, which came first, exits %d and prints %q", other.name, e.code, clip(e.stderr))
	}

	return last
}

// strip removes all but the steady asset of a version.
func (s *site) strip(t *testing.T, v version) {
	t.Helper()

	if err := os.RemoveAll(s.out); err != nil {
		t.Fatal(err)
	}

	text, err := os.ReadFile(filepath.Join(v.workspace, steadyName))
	if err != nil {
		t.Fatal(err)
	}

	put(t, s.out, steadyName, 0o644, string(text))
}
