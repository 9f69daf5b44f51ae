package e2e_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// seed repeats the random moments of an earlier run. The moments are the same then; what the program is
// doing at them is so only roughly.
var seed = flag.Uint64("seed", 0, "take random moments from this `seed`; 0 takes another one each time")

// site is a directory into which renders of two versions write that are disturbed at random moments.
type site struct {
	program

	out  string
	rng  *rand.Rand
	pace time.Duration // how long an undisturbed render took when that was last measured
}

// newSite makes a directory in which the second one of two versions is.
func newSite(t *testing.T, p program, a, b version) *site {
	t.Helper()

	number := *seed
	for number == 0 {
		number = rand.Uint64()
	}

	s := &site{program: p, out: filepath.Join(scratch(t), "out"), rng: rand.New(rand.NewPCG(number, 0))}
	t.Logf("the random moments are those of -seed=%d", number)
	s.measure(t, a, b)

	return s
}

// measure takes the mean time of two renders that change every file. A long test does so again and again, as
// what else the machine has to do changes.
func (s *site) measure(t *testing.T, a, b version) {
	t.Helper()

	s.succeed(t, b, s.out)

	start := time.Now()

	s.succeed(t, a, s.out)
	s.succeed(t, b, s.out)

	s.pace = time.Since(start) / 2
}

// strike starts a render and sends it a signal at a random moment, unless it has ended by then.
func (s *site) strike(t *testing.T, v version, sig syscall.Signal) ending {
	t.Helper()

	cmd := s.command(t.Context(), v.workspace, s.out)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}

	after := s.moment()
	timer := time.AfterFunc(after, func() {
		if err := cmd.Process.Signal(sig); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Error(err)
		}
	})

	defer timer.Stop()

	e := wait(t, cmd)
	e.after = after

	return e
}

// moment is a random time after the start of a render, up to a little more than that takes.
func (s *site) moment() time.Duration { return time.Duration(s.rng.Float64() * 1.2 * float64(s.pace)) }

// scratch is a directory in memory where there is one: the tests write some hundred thousand files, and it is
// processes that they end, not machines, so that a disk would only take its time.
func scratch(t *testing.T) string {
	t.Helper()

	dir := "/dev/shm/tailor-" + strconv.FormatUint(rand.Uint64(), 36)
	if err := os.Mkdir(dir, 0o755); err != nil {
		return t.TempDir()
	}

	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})

	return dir
}
