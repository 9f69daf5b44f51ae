// Package revision takes a revision of a git repository out of it, as a directory.
//
// It asks the git program, so that whatever git knows (worktrees, filters, attributes, partial clones) works
// here too. Nothing of the user's is touched: a temporary index is filled and checked out into a temporary
// directory, and the index, HEAD and files of the repository stay as they are.
//
//	repo, err := revision.Find(ctx, "images")          // the repository around a directory
//	commit, err := repo.Commit(ctx, "HEAD~1")
//	tree, err := repo.CheckOut(ctx, commit)
//	defer tree.Remove()
//	err = tree.Fill(ctx, repo.Prefix)                  // tree.Dir now has images/ as it was
//
// Errors are [ErrNoGit], [ErrNoRepository], *[UnknownError], *[GitError], an error of the temporary directory, or
// that of the context. The package knows git and directories, and nothing of tailor.
package revision

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Repository is the git repository around a directory. It may be used concurrently.
type Repository struct {
	// Prefix is the path of the directory from the top of its working tree, slash-separated; "" for the top.
	Prefix string

	git git
	top string
}

// Find returns the repository around a directory. GIT_DIR and GIT_WORK_TREE count, as they do for git, when
// the working tree that they name holds the directory; so in a hook it is the repository of the hook, and a
// directory of another repository belongs to that one.
func Find(ctx context.Context, dir string) (*Repository, error) {
	env := os.Environ()
	found, err := discover(ctx, dir, without(env, ofRepository))
	named, isSet := os.LookupEnv("GIT_DIR")
	if !isSet || errors.Is(err, ErrNoGit) || ctx.Err() != nil {
		return found, err
	}
	if err == nil && sameFile(named, found.git.dir) {
		found.git.env = env // it may also say where the objects are
		return found, nil
	}
	if set, err := discover(ctx, ".", env); err == nil && set.holds(dir) {
		return set, nil
	}
	return found, err
}

// discover asks git for the repository around a directory.
func discover(ctx context.Context, dir string, env []string) (*Repository, error) {
	r := &Repository{git: git{env: env}}
	asked := git{env: env, cwd: dir}
	for _, question := range []struct {
		flag   string
		answer *string
	}{{"--absolute-git-dir", &r.git.dir}, {"--show-toplevel", &r.top}, {"--show-prefix", &r.Prefix}} {
		out, err := asked.run(ctx, "rev-parse", question.flag)
		if err != nil {
			return nil, err
		}
		*question.answer = strings.TrimSuffix(out, "\n")
	}
	r.Prefix = strings.TrimSuffix(r.Prefix, "/")
	r.git.cwd, r.git.tree = r.top, r.top
	return r, nil
}

// holds finds a directory in the working tree and reports whether it is there.
func (r *Repository) holds(dir string) bool {
	top, err := filepath.EvalSymlinks(r.top)
	if err != nil {
		return false
	}
	if dir, err = filepath.Abs(dir); err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(top, dir)
	if err != nil || !filepath.IsLocal(rel) {
		return false
	}
	r.Prefix = strings.TrimPrefix(filepath.ToSlash(rel), ".")
	return true
}

// Commit returns the full name of the commit that a revision means. The error is an *[UnknownError] when it
// means none, also for one that begins with `-`, which git would take for an option.
func (r *Repository) Commit(ctx context.Context, revision string) (string, error) {
	if strings.HasPrefix(revision, "-") || revision == "" {
		return "", &UnknownError{Revision: revision}
	}
	object, err := r.git.run(ctx, "rev-parse", "--verify", "--quiet", revision)
	if err == nil {
		// In two steps: what is appended to `:/fix` would be a part of the text to look for.
		object, err = r.git.run(ctx, "rev-parse", "--verify", "--quiet", strings.TrimSpace(object)+"^{commit}")
	}
	if _, failed := errors.AsType[*GitError](err); failed {
		return "", r.unknown(ctx, revision)
	}
	return strings.TrimSpace(object), err
}

// unknown says what git knows instead of a revision.
func (r *Repository) unknown(ctx context.Context, revision string) error {
	e := &UnknownError{Revision: revision}
	if names, err := r.Names(ctx); err == nil {
		e.Names = names
	}
	if shallow, err := r.git.run(ctx, "rev-parse", "--is-shallow-repository"); err == nil {
		e.Shallow = strings.TrimSpace(shallow) == "true"
	}
	_, err := r.git.run(ctx, "rev-parse", "--verify", "--quiet", "HEAD")
	e.Empty = err != nil && len(e.Names) == 0
	return e
}

// Names returns the branches, tags and remote branches, sorted by kind and name.
func (r *Repository) Names(ctx context.Context) ([]string, error) {
	refs, err := r.git.run(ctx, "for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes")
	return strings.Fields(refs), err
}

// without leaves variables out of an environment.
func without(env, names []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.Contains(names, name)
	})
}

func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}
