package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// update rewrites the expected output in docs, README and scripts with what tailor prints now.
var update = flag.Bool("update", false, "rewrite the expected output in docs and scripts")

// TestMain lets scripts and docs run this very program as `tailor`.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"tailor": main})
}

// TestScript runs tailor as a user types it: testdata/script has a file for each command and topic.
func TestScript(t *testing.T) {
	t.Parallel()
	testscript.Run(t, scripts("8"))
}

// TestScriptOneWorker runs the same scripts with one worker: nobody can tell how many there are.
func TestScriptOneWorker(t *testing.T) {
	if testing.Short() {
		t.Skip("the scripts once more")
	}
	t.Parallel()
	params := scripts("1")
	params.UpdateScripts = false
	testscript.Run(t, params)
}

// scripts are the scripts of testdata, for programs with a number of workers.
func scripts(workers string) testscript.Params {
	return testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "begin": begin, "soon": soon, "end": end,
		},
		Setup: func(env *testscript.Env) error {
			env.Values[backgroundKey{}] = &background{}
			env.Setenv("EXAMPLES", mustAbs("testdata/examples"))
			env.Setenv("SCHEMAS", mustAbs("docs/schema"))
			env.Setenv("GOMAXPROCS", workers)
			env.Setenv("GORACE", os.Getenv("GORACE"))
			return nil
		},
	}
}

// exits is the script command `exits CODE PROGRAM ARGS...`: it runs a program, keeps what it prints for
// stdout, stderr and cmp, and fails unless the program exits with the code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGS...")
	}
	got := "0"
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("cannot run %s: %v", args[1], err)
		}
		got = strconv.Itoa(exit.ExitCode())
	}
	if got != args[0] {
		ts.Fatalf("%s exits %s, want %s\n%s", args[1], got, args[0], ts.ReadFile("stderr"))
	}
}

func mustAbs(name string) string {
	dir, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	return dir + "/" + name
}
