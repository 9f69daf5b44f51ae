package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// session is the block of a page that shows `tailor render --watch` and what it says to the commands behind it.
var session = regexp.MustCompile("(?ms)^```text\n(\\$ tailor render --watch\n.*?)```$")

// TestWatchPage plays the session of docs/how-to/watch.md: after each command the program must have printed what the
// page shows up to there, and nothing else.
func TestWatchPage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("docs/how-to/watch.md")
	if err != nil {
		t.Fatal(err)
	}
	block := session.FindSubmatch(page)
	if block == nil {
		t.Fatal("the page has no session")
	}
	steps := strings.Split(string(block[1]), "$ ")[1:]
	if len(steps) < 4 {
		t.Fatalf("the session has %d steps", len(steps))
	}
	dir := filepath.Join(t.TempDir(), "workspace")
	if err := os.CopyFS(dir, os.DirFS("testdata/examples/appliance")); err != nil {
		t.Fatal(err)
	}
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()

	first, want, _ := strings.Cut(steps[0], "\n")
	program := sh(dir, first)
	program.Stdout, program.Stderr = log, log
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = program.Process.Signal(os.Interrupt) // it may have ended
		if _ = program.Wait(); program.ProcessState.ExitCode() != 130 {
			t.Errorf("it exits %d", program.ProcessState.ExitCode())
		}
	}()
	grow(t, log.Name(), want)
	for _, step := range steps[1:] {
		command, printed, _ := strings.Cut(step, "\n")
		if out, err := sh(dir, command).CombinedOutput(); err != nil || printed == "" {
			t.Fatalf("%s: %v\n%s", command, err, out)
		}
		want += printed
		grow(t, log.Name(), want)
	}
}

// sh is a shell command in a directory, which becomes the process itself.
func sh(dir, command string) *exec.Cmd {
	cmd := exec.Command("sh", "-c", "exec "+command)
	cmd.Dir = dir
	return cmd
}

// grow waits until a file has a text, and fails when it cannot come to that any more.
func grow(t *testing.T, name, want string) {
	t.Helper()
	for last := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		got, err := os.ReadFile(name)
		switch {
		case err != nil || time.Now().After(last) || !strings.HasPrefix(want, string(got)):
			t.Fatalf("%v: it prints\n%s\nand not\n%s", err, got, want)
		case string(got) == want:
			return
		}
	}
}
