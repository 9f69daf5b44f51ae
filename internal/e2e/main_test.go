package e2e_test

import (
	"os"
	"testing"
)

// TestMain hides from tailor that the tests run in a workflow of GitHub, where it prints problems in another format.
func TestMain(m *testing.M) {
	if err := os.Unsetenv("GITHUB_ACTIONS"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
