package revision

import (
	"context"
	"os"
	"path/filepath"
	"slices"
)

// Tree is a commit in a temporary directory. It is not safe for concurrent use.
type Tree struct {
	// Dir is the directory that stands for the top of the working tree.
	Dir string

	base string // the temporary directory: the index is beside Dir
	git  git
}

// quietly keeps git from doing what it might do for an index of the user, whatever its version: run hooks, watch the
// files, write a part of the index into the repository, leave out what a sparse checkout leaves out.
var quietly = []string{
	"-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false",
	"-c", "core.splitIndex=false", "-c", "core.sparseCheckout=false",
}

// CheckOut makes a temporary directory for a commit and fills an index beside it. No file is there before
// [Tree.Fill]. Remove it after use; after an error there is nothing to remove.
func (r *Repository) CheckOut(ctx context.Context, commit string) (*Tree, error) {
	base, err := os.MkdirTemp("", "tailor-revision-")
	if err != nil {
		return nil, err
	}
	t := &Tree{Dir: filepath.Join(base, "tree"), base: base, git: r.git}
	t.git.cwd, t.git.tree, t.git.index = t.Dir, t.Dir, filepath.Join(base, "index")
	if err = os.Mkdir(t.Dir, 0o700); err == nil {
		_, err = t.run(ctx, "", "read-tree", commit)
	}
	if err != nil {
		t.Remove()
		return nil, err
	}
	return t, nil
}

// Fill writes a file or directory of the commit, a slash-separated path from the top, "" for everything. What is
// not in the commit is not written, which is no error. Git's filters are applied as in any checkout; a submodule
// becomes an empty directory.
func (t *Tree) Fill(ctx context.Context, name string) error {
	args := []string{"ls-files", "-z"}
	if name != "" {
		args = append(args, "--", name)
	}
	names, err := t.run(ctx, "", args...)
	if err != nil || names == "" {
		return err
	}
	_, err = t.run(ctx, names, "checkout-index", "-z", "--stdin", "--force", "--quiet")
	return err
}

func (t *Tree) run(ctx context.Context, input string, args ...string) (string, error) {
	return t.git.feed(ctx, input, append(slices.Clip(quietly), args...)...)
}

// Remove removes the temporary directory. What cannot be removed stays; nobody can do anything about it.
func (t *Tree) Remove() { _ = os.RemoveAll(t.base) }
