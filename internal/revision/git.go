package revision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// ErrNoGit says that there is no git program.
var ErrNoGit = errors.New("there is no git program")

// ErrNoRepository says that a directory is in no git repository.
var ErrNoRepository = errors.New("not in a git repository")

// UnknownError is a revision that means no commit.
type UnknownError struct {
	Revision string
	// Names are the branches and tags that there are.
	Names []string
	// Shallow says that the repository has only a part of its history.
	Shallow bool
	// Empty says that the repository has no commit yet.
	Empty bool
}

// Error names the revision.
func (e *UnknownError) Error() string { return "there is no commit `" + e.Revision + "`" }

// GitError is a failure of the git program.
type GitError struct {
	// Command is what git was asked to do, such as `checkout-index`.
	Command string
	// Message is what git said, or how it ended.
	Message string
}

// Error returns what git said.
func (e *GitError) Error() string { return "git " + e.Command + ": " + e.Message }

// ofRepository are the variables that say which repository git works on. Others, such as those with
// configuration, count always.
var ofRepository = []string{
	"GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX",
	"GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE",
}

// git calls the git program.
type git struct {
	env []string
	cwd string
	// dir, tree and index are the repository, its working tree and its index; "" leaves it to git.
	dir, tree, index string
}

// patience is how long git may take to end after an interrupt.
const patience = 2 * time.Second

// run calls git and returns what it prints.
func (g git) run(ctx context.Context, args ...string) (string, error) {
	return g.feed(ctx, "", args...)
}

// feed calls git with an input and returns what it prints.
func (g git) feed(ctx context.Context, input string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir, cmd.Env = g.cwd, g.environment()
	cmd.Stdin = strings.NewReader(input)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	// Git takes its temporary files away when it is interrupted, not when it is killed.
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = patience
	err := cmd.Run()
	switch {
	case err == nil:
		return out.String(), nil
	case ctx.Err() != nil:
		return "", fmt.Errorf("git: %w", ctx.Err())
	case errors.Is(err, exec.ErrNotFound) || errors.Is(err, exec.ErrDot):
		return "", ErrNoGit
	case strings.Contains(said.String(), "not a git repository"):
		return "", ErrNoRepository
	}
	message := strings.TrimSpace(said.String())
	if message == "" {
		message = err.Error()
	}
	return "", &GitError{Command: command(args), Message: message}
}

// command is the name of the git command among its arguments, behind `-c NAME=VALUE`.
func command(args []string) string {
	for len(args) > 1 && args[0] == "-c" {
		args = args[2:]
	}
	return args[0]
}

// environment is that of the process, with what this package must be able to rely on.
func (g git) environment() []string {
	env := append(without(g.env, []string{"GIT_INDEX_FILE", "GIT_PREFIX"}),
		"LC_ALL=C",                // messages are recognized
		"GIT_TERMINAL_PROMPT=0",   // nobody answers
		"GIT_OPTIONAL_LOCKS=0",    // what is only looked at is not locked
		"GIT_LITERAL_PATHSPECS=1", // a name is no pattern
	)
	for _, v := range []struct{ name, value string }{
		{"GIT_DIR", g.dir}, {"GIT_WORK_TREE", g.tree}, {"GIT_INDEX_FILE", g.index},
	} {
		if v.value != "" {
			env = append(env, v.name+"="+v.value)
		}
	}
	return env
}
