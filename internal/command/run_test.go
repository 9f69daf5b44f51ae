package command_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tailor/internal/command"
)

// shell is a command that runs a script, with the file as $1.
func shell(t *testing.T, script string) *command.Command {
	t.Helper()
	cmd := &command.Command{Words: []string{"sh", "-c", script, "sh"}}
	if err := cmd.Find(); err != nil {
		t.Skip(err)
	}
	return cmd
}

func TestRun(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		script, end, output string
	}{
		{`echo fine`, "", ""},
		{`echo "got $1 of $#"; echo and >&2; exit 3`, "exit status 3", "got a b.yaml of 1\nand"},
		{`exit 1`, "exit status 1", ""},
		{`printf '\n\n\033[31mred\033[0m  \r\n\n  more\033[1;2m\n\n'; exit 1`, "exit status 1", "red\n\n  more"},
		{`cat; exit 1`, "exit status 1", ""}, // nobody types anything
		{`kill -9 $$`, "signal: killed", ""},
	} {
		got := shell(t, tt.script).Run(t.Context(), "a b.yaml")
		want := command.Result{OK: tt.end == "", End: tt.end, Output: tt.output}
		if got != want {
			t.Errorf("%s: %+v, want %+v", tt.script, got, want)
		}
	}
}

func TestRunPlaceholder(t *testing.T) {
	t.Parallel()
	cmd := &command.Command{Words: []string{"sh", "-c", `echo "$@"; exit 1`, "sh", "--file={}", "{}", "end"}}
	if err := cmd.Find(); err != nil {
		t.Skip(err)
	}
	if got := cmd.Run(t.Context(), "x y"); got.Output != "--file=x y x y end" {
		t.Errorf("got %q", got.Output)
	}
}

// TestRunOutput holds that of much output whole lines at the end are kept.
func TestRunOutput(t *testing.T) {
	t.Parallel()
	got := shell(t, `i=0; while [ $i -lt 40000 ]; do echo "line $i"; i=$((i+1)); done; exit 1`).Run(t.Context(), "x")
	lines := strings.Split(got.Output, "\n")
	if lines[0] != "..." || lines[len(lines)-1] != "line 39999" || len(got.Output) > command.MaxOutput+4 || len(got.Output) < command.MaxOutput-20 {
		t.Errorf("%d bytes from %q to %q", len(got.Output), lines[0], lines[len(lines)-1])
	}
	first, err := strconv.Atoi(strings.TrimPrefix(lines[1], "line "))
	if err != nil || first != 40000-(len(lines)-1) {
		t.Errorf("the first line of %d is %q", len(lines), lines[1])
	}
}

func TestRunCannotStart(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(name, []byte("\x7fnonsense"), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := &command.Command{Words: []string{name}}
	if err := cmd.Find(); err != nil {
		t.Fatal(err)
	}
	if got := cmd.Run(t.Context(), "x"); got.Err == nil {
		t.Errorf("got %+v", got)
	}
}

// TestRunInterrupted holds that an interrupt ends a program, and what it started, also when that does not listen.
func TestRunInterrupted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cmd := shell(t, `trap '' TERM; cd "$1"; (while :; do date >>alive; sleep 0.02; done) & sleep 100; sleep 100`)
	go func() {
		for t.Context().Err() == nil && size(dir) == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	if got := cmd.Run(ctx, dir); !errors.Is(got.Err, context.Canceled) || got.OK {
		t.Errorf("got %+v", got)
	}
	time.Sleep(50 * time.Millisecond)
	before := size(dir)
	time.Sleep(300 * time.Millisecond) // in which what goes on would write
	if now := size(dir); now != before {
		t.Errorf("what the program started goes on: %d bytes, then %d", before, now)
	}
}

func size(dir string) int64 {
	info, err := os.Stat(filepath.Join(dir, "alive"))
	if err != nil {
		return 0
	}
	return info.Size()
}

func TestAll(t *testing.T) {
	t.Parallel()
	paths := make([]string, 200)
	for i := range paths {
		paths[i] = strconv.Itoa(i)
	}
	got := make([]string, len(paths))
	var running, most atomic.Int32
	err := command.All(t.Context(), paths, func(_ context.Context, path string) command.Result {
		most.Store(max(most.Load(), running.Add(1)))
		time.Sleep(time.Millisecond)
		running.Add(-1)
		return command.Result{Output: path}
	}, func(i int, r command.Result) { got[i] = r.Output })
	if err != nil || !slices.Equal(got, paths) {
		t.Errorf("%v, %v", got, err)
	}
	if n, processors := int(most.Load()), runtime.GOMAXPROCS(0); n > processors || n < min(2, processors) {
		t.Errorf("%d at once, with %d processors", n, processors)
	}
}

func TestAllInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	started := 0
	err := command.All(ctx, make([]string, 10_000), func(context.Context, string) command.Result {
		return command.Result{OK: true}
	}, func(int, command.Result) {
		started++
		if started == 3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || started > 1000 {
		t.Errorf("%d runs, %v", started, err)
	}
}
