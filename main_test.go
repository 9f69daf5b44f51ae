package main

import (
	"flag"
	"os"
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
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("EXAMPLES", mustAbs("testdata/examples"))
			return nil
		},
	})
}

func mustAbs(name string) string {
	dir, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	return dir + "/" + name
}
