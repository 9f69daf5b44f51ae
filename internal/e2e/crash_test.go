package e2e_test

import (
	"os"
	"syscall"
	"testing"
)

// kills counts what the kills met.
type kills struct {
	hit     int // a running process
	mixed   int // files of both versions were there then
	temps   int // temporary files were
	pending int // a manifest that is neither the old nor the new one was
}

// TestKill kills renders at random moments. Every file must then be that of the old or of the new version,
// and the next render must bring the directory to the very state of a render that nobody disturbed.
func TestKill(t *testing.T) {
	t.Parallel()

	rounds := 200
	if testing.Short() {
		rounds = 20
	}

	p := program(buildTailor(t))
	a := p.learn(t, recipe{version: "one", models: [2]int{0, 25}, regions: 20, big: 1 << 19})
	b := p.learn(t, recipe{version: "two", models: [2]int{1, 26}, regions: 20, big: 1 << 19})
	s := newSite(t, p, a, b)

	var met kills

	// Few kills come while configs are written, but without one of those nothing was tested.
	for i := 0; i < rounds || met.mixed == 0 && i < 10*rounds; i++ {
		if i%20 == 10 {
			s.measure(t, a, b)
		}

		s.kill(t, i, [2]version{a, b}, &met)
		a, b = b, a
	}

	t.Logf("%d kills hit a running process; an undisturbed one takes %v", met.hit, s.pace)
	t.Logf("%d left files of both versions, %d temporary files, %d a pending manifest", met.mixed, met.temps, met.pending)

	if met.hit < rounds/4 || met.mixed == 0 {
		t.Error("too few kills came while files were written")
	}
}

// kill kills a render of the first version over the second one, looks at what is left, and renders again.
func (s *site) kill(t *testing.T, round int, versions [2]version, met *kills) {
	t.Helper()

	next, old := versions[0], versions[1]

	// Now and then there is nothing yet, not even the directory.
	if round%10 == 9 {
		old = version{name: "nothing"}

		if err := os.RemoveAll(s.out); err != nil {
			t.Fatal(err)
		}
	}

	e := s.strike(t, next, syscall.SIGKILL)
	got := look(t, s.out)

	defer func() {
		if t.Failed() {
			t.Logf("in round %d, version %s over %s, killed after %v", round, next.name, old.name, e.after)
		}
	}()

	switch {
	case e.signal == syscall.SIGKILL:
		met.count(got, old, next)
		demandWhole(t, got, old, next)
	case e.code == exitOK:
		demand(t, next, got)
	default:
		t.Fatalf("a render that was not killed exits %d and prints %q", e.code, clip(e.stderr))
	}

	s.recover(t, round%5, got, [2]version{next, old})
}

// recover brings a directory in which a render was killed to the state that it was to have. Some turns do
// something else as well, which would take too long in all of them.
func (s *site) recover(t *testing.T, turn int, got output, versions [2]version) {
	t.Helper()

	next, old := versions[0], versions[1]

	if turn == 0 {
		s.checkDrift(t, got, next)
	}

	// An author may take back what was being rendered.
	if turn == 1 && old.workspace != "" {
		s.restore(t, old, s.out)
	}

	s.restore(t, next, s.out)

	if turn == 2 {
		s.succeed(t, next, s.out, "--check")
	}
}

// checkDrift has --check look at what is left of a killed render: it sees that files differ, and leaves
// everything as it is.
func (s *site) checkDrift(t *testing.T, got output, next version) {
	t.Helper()

	if differ(next.files, got.files) == "" {
		return
	}

	if e := s.end(t, next, s.out, "--check"); e.code != exitDrift {
		t.Fatalf("--check over a killed render exits %d and prints %q", e.code, e.stderr)
	}

	demandSame(t, got, look(t, s.out))
}

// count notes what a kill met.
func (k *kills) count(got output, old, next version) {
	k.hit++

	if common(got.files, old.files) && common(got.files, next.files) {
		k.mixed++
	}

	if len(got.temps) > 0 {
		k.temps++
	}

	if got.manifest != old.manifest && got.manifest != next.manifest {
		k.pending++
	}
}
