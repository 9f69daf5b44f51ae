package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// patience is how long scripts wait for what must come.
const patience = time.Minute

// background is the program that a script has started with `begin`.
type background struct {
	cmd   *exec.Cmd
	ended chan error
}

// backgroundKey is where scripts keep it.
type backgroundKey struct{}

// begin is the script command `begin LOG PROGRAM ARGS...`: it starts a program that goes on, with what it prints in
// a file. It is killed at the end of the script, if `end` has not ended it.
func begin(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: begin LOG PROGRAM ARGS...")
	}
	log, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	defer log.Close()
	cmd := exec.Command(inPath(ts, args[1]), args[2:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = ts.MkAbs("."), log, log
	cmd.Env = os.Environ()
	for _, name := range []string{"PATH", "TMPDIR"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	ts.Check(cmd.Start())
	b := ts.Value(backgroundKey{}).(*background)
	*b = background{cmd, make(chan error, 1)}
	go func(b background) { b.ended <- b.cmd.Wait() }(*b)
	ts.Defer(func() { _ = cmd.Process.Kill() }) // it may have ended
}

// end is the script command `end SIGNAL CODE`: it sends a signal, or with `-` none, and waits for the end of what was
// started last, which must exit with the code.
func end(ts *testscript.TestScript, neg bool, args []string) {
	b := ts.Value(backgroundKey{}).(*background)
	if neg || len(args) != 2 || b.cmd == nil {
		ts.Fatalf("usage, behind begin: end SIGNAL CODE")
	}
	signals := map[string]os.Signal{"INT": os.Interrupt, "TERM": syscall.SIGTERM}
	if sig, ok := signals[args[0]]; ok {
		ts.Check(b.cmd.Process.Signal(sig))
	}
	select {
	case <-b.ended:
	case <-time.After(patience):
		ts.Fatalf("%s does not end", b.cmd.Args[0])
	}
	if got := strconv.Itoa(b.cmd.ProcessState.ExitCode()); got != args[1] {
		ts.Fatalf("%s exits %s, want %s", b.cmd.Args[0], got, args[1])
	}
}

// soon is the script command `soon FILE PATTERN`: it waits until some text of a file matches a regular expression.
func soon(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: soon FILE PATTERN")
	}
	pattern, err := regexp.Compile("(?m)" + args[1])
	ts.Check(err)
	name := ts.MkAbs(args[0])
	for last := time.Now().Add(patience); time.Now().Before(last); time.Sleep(5 * time.Millisecond) {
		if text, err := os.ReadFile(name); err == nil && pattern.Match(text) {
			return
		}
	}
	text, _ := os.ReadFile(name) // whatever is there
	ts.Fatalf("%s has no text like %s:\n%s", args[0], args[1], text)
}

// inPath finds a program as scripts do.
func inPath(ts *testscript.TestScript, name string) string {
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path
		}
	}
	ts.Fatalf("there is no %s", name)
	return ""
}
