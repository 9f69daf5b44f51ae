//go:build !unix

package command

import "os/exec"

// inGroup does nothing: there are no process groups, and an interrupt ends the program alone.
func inGroup(*exec.Cmd) {}

// endGroup does nothing.
func endGroup(*exec.Cmd) {}
