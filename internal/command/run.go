package command

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"time"
)

// MaxOutput is how many bytes of the output of one run are kept: the last ones.
const MaxOutput = 64 << 10

// patience is how long a program may take to end after an interrupt, and what it started after its own end.
const patience = 2 * time.Second

// Result is how one run ended.
type Result struct {
	// OK says that the program ended with 0.
	OK bool
	// End says how it ended otherwise, such as `exit status 1` or `signal: killed`.
	End string
	// Output is what it printed, to whichever stream, without colours; of much output the end.
	Output string
	// Err says that it could not be started, or is that of the context. The rest is not set then.
	Err error
}

// Run runs the command on a file. Its input is empty, its directory the current one. When ctx is done, the program
// and all that it started are ended.
func (c *Command) Run(ctx context.Context, path string) Result {
	var said tail
	cmd := exec.CommandContext(ctx, c.program, c.arguments(path)...)
	cmd.Args[0] = c.Words[0]
	cmd.Stdout, cmd.Stderr = &said, &said
	cmd.WaitDelay = patience
	inGroup(cmd)
	err := cmd.Run()
	exit, exited := errors.AsType[*exec.ExitError](err)
	switch {
	case ctx.Err() != nil:
		endGroup(cmd)
		return Result{Err: ctx.Err()}
	case err == nil || errors.Is(err, exec.ErrWaitDelay):
		return Result{OK: true}
	case exited:
		return Result{End: exit.String(), Output: said.text()}
	}
	return Result{Err: err}
}

// All runs something on each of some files, as many at once as there are processors, and hands over the results, in
// any order and never two at once. It starts nothing more when ctx is done, and returns the error of ctx then.
func All(ctx context.Context, paths []string, run func(context.Context, string) Result, done func(i int, r Result)) error {
	var wg sync.WaitGroup
	var one sync.Mutex
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, path := range paths {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			break
		}
		wg.Go(func() {
			r := run(ctx, path)
			one.Lock()
			defer one.Unlock()
			done(i, r)
			<-slots
		})
	}
	wg.Wait()
	return ctx.Err()
}

// tail keeps the end of what is written.
type tail struct {
	kept []byte
	cut  bool
}

// Write never fails.
func (t *tail) Write(b []byte) (int, error) {
	t.kept = append(t.kept, b...)
	if len(t.kept) > 2*MaxOutput {
		t.trim()
	}
	return len(b), nil
}

// trim drops all but the last MaxOutput bytes, and the line that they begin in.
func (t *tail) trim() {
	if len(t.kept) <= MaxOutput {
		return
	}
	rest := t.kept[len(t.kept)-MaxOutput:]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[i+1:]
	}
	t.kept, t.cut = append(t.kept[:0], rest...), true
}

// colour is what makes a terminal change colours.
var colour = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// text is what was kept, line by line, without colours and blanks at the ends of lines.
func (t *tail) text() string {
	t.trim()
	lines := strings.Split(colour.ReplaceAllString(string(t.kept), ""), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r")
	}
	text := strings.Trim(strings.Join(lines, "\n"), "\n")
	if t.cut {
		text = "...\n" + text
	}
	return text
}
