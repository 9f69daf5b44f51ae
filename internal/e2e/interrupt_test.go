package e2e_test

import (
	"syscall"
	"testing"
)

// interrupts counts when the signals came.
type interrupts struct{ before, during, late int }

// TestInterrupt ends renders by SIGINT and SIGTERM at random moments. While files are written, a render
// stops between two of them and says so by its exit code; before that, it may just die.
func TestInterrupt(t *testing.T) {
	t.Parallel()

	// The rounds go on until some signals came during writing, which is the case to be tested.
	const most = 100

	enough := 5
	if testing.Short() {
		enough = 1
	}

	p := program(buildTailor(t))
	a := p.learn(t, recipe{version: "one", models: [2]int{0, 50}, regions: 40})
	b := p.learn(t, recipe{version: "two", models: [2]int{1, 51}, regions: 40})
	s := newSite(t, p, a, b)

	// One after the other: at once they would only be in each other's way.
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		var met interrupts

		for i := 0; i < most && met.during < enough; i++ {
			if i%10 == 9 {
				s.measure(t, a, b)
			}

			s.interrupt(t, sig, [2]version{a, b}, &met)
			a, b = b, a
		}

		t.Logf("%v came %d times during writing, %d times before and %d times after", sig, met.during, met.before, met.late)

		if met.during < enough {
			t.Fatalf("%v came during writing only %d times in %d", sig, met.during, most)
		}
	}
}

// interrupt sends a signal to a render of the first version over the second one, looks at what is left, and
// renders again.
func (s *site) interrupt(t *testing.T, sig syscall.Signal, versions [2]version, met *interrupts) {
	t.Helper()

	next, old := versions[0], versions[1]

	e := s.strike(t, next, sig)
	got := look(t, s.out)

	defer func() {
		if t.Failed() {
			t.Logf("version %s over %s, %v after %v", next.name, old.name, sig, e.after)
		}
	}()

	switch {
	case e.code == exitInterrupted:
		met.during++

		demandWhole(t, got, old, next)
	case e.signal == sig:
		met.before++

		demandSame(t, old.output, got)
	case e.code == exitOK:
		met.late++

		demand(t, next, got)
	default:
		t.Fatalf("%v: a render exits %d and prints %q", sig, e.code, clip(e.stderr))
	}

	if len(got.temps) > 0 {
		t.Fatalf("%v: temporary files are left: %q", sig, got.temps)
	}

	s.settle(t, next, s.out)
}
