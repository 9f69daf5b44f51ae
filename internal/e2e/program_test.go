package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The exit codes that these tests tell apart.
const (
	exitOK          = 0
	exitFailed      = 1
	exitDrift       = 3
	exitInterrupted = 130
)

// program is the path of the program under test.
type program string

// version is a workspace, and what a complete render of it leaves.
type version struct {
	output

	name      string
	workspace string
}

// ending is how a process ended.
type ending struct {
	code   int            // -1 after a signal
	signal syscall.Signal // what killed it, else 0
	stderr string
	after  time.Duration // from the start to the signal that was to be sent
}

// command is a render of a workspace that is ready to be started. It prints problems and nothing else.
func (p program) command(ctx context.Context, workspace, out string, flags ...string) *exec.Cmd {
	args := append([]string{"render", "--quiet", "--manifest", workspace, "-o", out}, flags...)
	cmd := exec.CommandContext(ctx, string(p), args...)
	cmd.Stderr = new(bytes.Buffer)

	return cmd
}

// end runs a render to its end, whatever that is.
func (p program) end(t *testing.T, v version, out string, flags ...string) ending {
	t.Helper()

	cmd := p.command(t.Context(), v.workspace, out, flags...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}

	return wait(t, cmd)
}

// wait waits for the end of a command that was started.
func wait(t *testing.T, cmd *exec.Cmd) ending {
	t.Helper()

	err := cmd.Wait()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		t.Fatal(err)
	}

	e := ending{code: cmd.ProcessState.ExitCode()}
	if buffer, ok := cmd.Stderr.(*bytes.Buffer); ok {
		e.stderr = buffer.String()
	}

	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		e.signal = status.Signal()
	}

	return e
}

// succeed runs a render to its end, which must be a silent success.
func (p program) succeed(t *testing.T, v version, out string, flags ...string) {
	t.Helper()

	if e := p.end(t, v, out, flags...); e.code != exitOK || e.stderr != "" {
		t.Fatalf("render %s of version %s exits %d and prints %q", strings.Join(flags, " "), v.name, e.code, clip(e.stderr))
	}
}

// learn renders a workspace into a directory of its own and keeps what is there then, which must be every
// config and every asset.
func (p program) learn(t *testing.T, r recipe) version {
	t.Helper()

	v := version{name: r.version, workspace: r.write(t)}
	out := filepath.Join(scratch(t), "out")
	p.succeed(t, v, out)
	v.output = look(t, out)
	p.succeed(t, v, out, "--check")

	if len(v.temps) > 0 || !json.Valid([]byte(v.manifest)) {
		t.Fatalf("a first render leaves temporary files %q and the manifest %q", v.temps, clip(v.manifest))
	}

	configs := 0

	for name := range v.files {
		if strings.HasPrefix(name, "gizmo/gizmo_") {
			configs++
		}
	}

	if configs != r.cells() {
		t.Fatalf("a first render leaves %d configs for %d cells", configs, r.cells())
	}

	assets := slices.Collect(maps.Keys(r.assets()))
	if diff := differ(only(look(t, v.workspace).files, assets), only(v.files, assets)); diff != "" {
		t.Fatalf("a first render does not copy the assets: %s", diff)
	}

	return v
}

// settle renders a version to the end over whatever is there. The output must then be the very one of
// a first render, and --check must find it clean.
func (p program) settle(t *testing.T, v version, out string) {
	t.Helper()

	p.restore(t, v, out)
	p.succeed(t, v, out, "--check")
}

// restore is settle without --check, which has nothing new to say about an output that it has seen before.
func (p program) restore(t *testing.T, v version, out string) {
	t.Helper()

	p.succeed(t, v, out)
	demand(t, v, look(t, out))
}

// demand fails unless an output is the complete one of a version, with nothing left over.
func demand(t *testing.T, v version, got output) {
	t.Helper()

	if diff := differ(v.all(), got.all()); diff != "" {
		t.Fatalf("after a complete render of version %s %s", v.name, diff)
	}
}

// demandSame fails unless an output is as it was before.
func demandSame(t *testing.T, before, after output) {
	t.Helper()

	if diff := differ(before.all(), after.all()); diff != "" {
		t.Fatalf("of what should have been left alone, %s", diff)
	}
}

// demandWhole fails unless every file of a disturbed render is whole: the old one or the new one, and none
// is lost that both versions have. So must the manifest be, which may also be a pending one.
func demandWhole(t *testing.T, got output, old, next version) {
	t.Helper()

	if diff := differ(mixture(got.files, old.files, next.files), got.files); diff != "" {
		t.Fatalf("after a disturbed render of version %s over %s %s", next.name, old.name, diff)
	}

	if got.manifest == old.manifest || got.manifest == next.manifest {
		return
	}

	if !json.Valid([]byte(got.manifest)) || !strings.Contains(got.manifest, `"pending": true`) {
		t.Fatalf("a disturbed render of version %s over %s leaves a manifest that is neither the old nor the new one "+
			"nor a pending one: %q", next.name, old.name, clip(got.manifest))
	}
}

// clip shortens a text for a message.
func clip(text string) string { return text[:min(len(text), 1<<10)] }
