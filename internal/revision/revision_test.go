package revision_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"tailor/internal/revision"
)

// TestMain keeps the machine's git settings, and a repository whose hook runs the tests, out of them.
func TestMain(m *testing.M) {
	for _, entry := range os.Environ() {
		if name, _, _ := strings.Cut(entry, "="); strings.HasPrefix(name, "GIT_") {
			os.Unsetenv(name)
		}
	}
	os.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	os.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	os.Exit(m.Run())
}

// repository is a git repository of a test.
type repository struct {
	t   *testing.T
	dir string
}

// newRepository makes a repository with one commit of some files in txtar form.
func newRepository(t *testing.T, files string) *repository {
	t.Helper()
	r := &repository{t, t.TempDir()}
	r.git("init", "--quiet", "--initial-branch=main")
	r.commit(files)
	return r
}

func (r *repository) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(),
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example")
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r *repository) write(files string) {
	r.t.Helper()
	for _, f := range txtar.Parse([]byte(files)).Files {
		name := filepath.Join(r.dir, f.Name)
		err := os.MkdirAll(filepath.Dir(name), 0o755)
		if err == nil {
			err = os.WriteFile(name, f.Data, 0o644)
		}
		if err != nil {
			r.t.Fatal(err)
		}
	}
}

func (r *repository) commit(files string) {
	r.t.Helper()
	r.write(files)
	r.git("add", "--all")
	r.git("commit", "--quiet", "--message=change")
}

// find opens a directory of the repository.
func (r *repository) find(below string) *revision.Repository {
	r.t.Helper()
	repo, err := revision.Find(r.t.Context(), filepath.Join(r.dir, below))
	if err != nil {
		r.t.Fatal(err)
	}
	return repo
}

// checkOut fills a tree with a part of a revision.
func (r *repository) checkOut(repo *revision.Repository, rev, below string) *revision.Tree {
	r.t.Helper()
	commit, err := repo.Commit(r.t.Context(), rev)
	if err != nil {
		r.t.Fatal(err)
	}
	tree, err := repo.CheckOut(r.t.Context(), commit)
	if err == nil {
		r.t.Cleanup(tree.Remove)
		err = tree.Fill(r.t.Context(), below)
	}
	if err != nil {
		r.t.Fatal(err)
	}
	return tree
}

// files lists what is below a directory, as `path content`.
func files(t *testing.T, dir string) []string {
	t.Helper()
	out := []string{}
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		out = append(out, rel+" "+string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func want(t *testing.T, got []string, lines ...string) {
	t.Helper()
	if diff := cmp.Diff(append([]string{}, lines...), got); diff != "" {
		t.Error("-want +got:\n" + diff)
	}
}

func TestCheckOut(t *testing.T) {
	r := newRepository(t, "-- a --\n1\n-- images/x --\n1\n-- images/deep/y --\n1\n")
	r.commit("-- a --\n2\n-- images/x --\n2\n-- other/z --\n2\n")
	r.write("-- images/x --\n3\n-- images/untracked --\n3\n")
	r.git("rm", "--quiet", "--cached", "a")
	status, index := r.git("status", "--porcelain"), r.index()

	repo := r.find("images")
	if repo.Prefix != "images" {
		t.Errorf("the prefix is %q", repo.Prefix)
	}
	want(t, files(t, r.checkOut(repo, "HEAD~1", "images").Dir), "images/deep/y 1\n", "images/x 1\n")
	want(t, files(t, r.checkOut(repo, "HEAD", "").Dir), "a 2\n", "images/deep/y 1\n", "images/x 2\n", "other/z 2\n")
	want(t, files(t, r.checkOut(repo, "HEAD~1", "other").Dir))
	want(t, files(t, r.checkOut(repo, "main", "im*").Dir)) // a name, not a pattern

	// More of a tree can follow.
	tree := r.checkOut(repo, "HEAD", "images/deep")
	if err := tree.Fill(t.Context(), ""); err != nil {
		t.Error(err)
	}
	want(t, files(t, tree.Dir), "a 2\n", "images/deep/y 1\n", "images/x 2\n", "other/z 2\n")

	if now := r.git("status", "--porcelain"); now != status || r.index() != index {
		t.Errorf("the status was\n%s\nand is\n%s", status, now)
	}
	tree.Remove()
	if _, err := os.Stat(filepath.Dir(tree.Dir)); !errors.Is(err, os.ErrNotExist) {
		t.Error("the temporary directory is still there")
	}
}

// index is the content of the user's index.
func (r *repository) index() string {
	r.t.Helper()
	text, err := os.ReadFile(r.dir + "/.git/index")
	if err != nil {
		r.t.Fatal(err)
	}
	return string(text)
}

// TestFilters holds that files are as in any checkout of that revision: by its own attributes, whatever the working
// tree has now, and in full where the user has a sparse checkout. Nothing is left behind in the repository.
func TestFilters(t *testing.T) {
	r := newRepository(t, "-- .gitattributes --\n*.txt eol=crlf\n-- d/x.txt --\n1\n-- d/y --\n1\n")
	r.commit("-- .gitattributes --\n*.txt eol=lf\n")
	r.git("config", "core.splitIndex", "true")
	r.git("config", "core.sparseCheckout", "true")
	r.write("-- .git/info/sparse-checkout --\n/.gitattributes\n-- .git/hooks/post-index-change --\n#!/bin/sh\ntouch hooked\n")
	if err := os.Chmod(r.dir+"/.git/hooks/post-index-change", 0o755); err != nil {
		t.Fatal(err)
	}
	before := files(t, r.dir)
	repo := r.find(".")
	want(t, files(t, r.checkOut(repo, "HEAD~1", "d").Dir), "d/x.txt 1\r\n", "d/y 1\n")
	want(t, files(t, r.checkOut(repo, "HEAD", "d").Dir), "d/x.txt 1\n", "d/y 1\n")
	want(t, files(t, r.dir), before...)
}

func TestCommit(t *testing.T) {
	r := newRepository(t, "-- a --\n1\n")
	r.git("tag", "--annotate", "--message=x", "v1")
	r.git("branch", "topic/x")
	head := r.git("rev-parse", "HEAD")
	repo := r.find(".")
	for _, rev := range []string{"HEAD", "main", "v1", "topic/x", head, head[:10], ":/change", "HEAD@{0}", "main~0"} {
		if got, err := repo.Commit(t.Context(), rev); got != head || err != nil {
			t.Errorf("%s is %q, %v", rev, got, err)
		}
	}
	for _, rev := range []string{
		"", "-x", "--all", "mian", "HEAD~1", "HEAD:a", "HEAD^{tree}", "main..HEAD", "main...main", "x y", "a",
		strings.Repeat("0", 40), "$(touch hacked)", "main; touch hacked",
	} {
		_, err := repo.Commit(t.Context(), rev)
		unknown, ok := errors.AsType[*revision.UnknownError](err)
		switch {
		case !ok || unknown.Revision != rev || err.Error() != "there is no commit `"+rev+"`":
			t.Errorf("%q gives %v", rev, err)
		case unknown.Shallow || unknown.Empty:
			t.Errorf("%q: %+v", rev, unknown)
		case rev != "" && rev[0] != '-' && !cmp.Equal(unknown.Names, []string{"main", "topic/x", "v1"}):
			t.Errorf("%q: %q", rev, unknown.Names)
		}
	}
	want(t, files(t, r.dir+"/.git/refs/heads"), "main "+head+"\n", "topic/x "+head+"\n")
}

func TestUnknown(t *testing.T) {
	r := newRepository(t, "-- a --\n1\n")
	r.commit("-- a --\n2\n")
	shallow := &repository{t, filepath.Join(t.TempDir(), "clone")}
	r.git("clone", "--quiet", "--depth=1", "file://"+r.dir, shallow.dir)
	_, err := shallow.find(".").Commit(t.Context(), "HEAD~1")
	if e, ok := errors.AsType[*revision.UnknownError](err); !ok || !e.Shallow || e.Empty {
		t.Errorf("in a shallow clone: %+v", err)
	}
	empty := &repository{t, t.TempDir()}
	empty.git("init", "--quiet")
	_, err = empty.find(".").Commit(t.Context(), "HEAD")
	if e, ok := errors.AsType[*revision.UnknownError](err); !ok || !e.Empty || e.Shallow {
		t.Errorf("in an empty repository: %+v", err)
	}
}

func TestFindFaults(t *testing.T) {
	r := newRepository(t, "-- a --\n1\n")
	_, err := revision.Find(t.Context(), filepath.Join(r.dir, ".git"))
	if e, ok := errors.AsType[*revision.GitError](err); !ok || e.Command != "rev-parse" || !strings.Contains(err.Error(), "work tree") {
		t.Errorf("in .git: %v", err)
	}
	if _, err := revision.Find(t.Context(), t.TempDir()); !errors.Is(err, revision.ErrNoRepository) {
		t.Errorf("without a repository: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := revision.Find(t.Context(), r.dir); !errors.Is(err, revision.ErrNoGit) {
		t.Errorf("without git: %v", err)
	}
}

// TestEnvironment holds which repository is meant where variables name one, as in hooks.
func TestEnvironment(t *testing.T) {
	r := newRepository(t, "-- images/a --\nr\n")
	other := newRepository(t, "-- images/a --\nother\n")
	bare := filepath.Join(t.TempDir(), "bare")
	r.git("clone", "--quiet", "--bare", ".", bare)
	linked := filepath.Join(t.TempDir(), "linked")
	r.git("worktree", "add", "--quiet", linked)
	tests := []struct {
		name, cwd, gitDir, workTree string
		dir                         string
		want                        string
	}{
		{"a hook", r.dir, ".git", "", "images", "images/a r\n"},
		{"a hook with an index", r.dir, r.dir + "/.git", ".", "images", "images/a r\n"},
		{"below the top in a hook", r.dir + "/images", r.dir + "/.git", "", ".", "images/a r\n"},
		{"a variable that leads nowhere from here", r.dir + "/images", ".git", "", ".", "images/a r\n"},
		{"a directory of another repository", r.dir, ".git", "", other.dir + "/images", "images/a other\n"},
		{"a repository apart from its tree", other.dir, bare, ".", "images", "images/a r\n"},
		{"a linked worktree", linked, r.dir + "/.git/worktrees/linked", "", "images", "images/a r\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Chdir(tt.cwd)
			t.Setenv("GIT_DIR", tt.gitDir)
			t.Setenv("GIT_INDEX_FILE", filepath.Join(t.TempDir(), "index"))
			if tt.workTree != "" {
				t.Setenv("GIT_WORK_TREE", tt.workTree)
			}
			repo, err := revision.Find(t.Context(), tt.dir)
			if err != nil {
				t.Fatal(err)
			}
			if repo.Prefix != "images" {
				t.Errorf("the prefix is %q", repo.Prefix)
			}
			want(t, files(t, r.checkOut(repo, "HEAD", repo.Prefix).Dir), tt.want)
		})
	}
}

// TestInterrupt holds that git is ended and that nothing stays behind.
func TestInterrupt(t *testing.T) {
	r := newRepository(t, "-- .gitattributes --\n* filter=slow\n-- a --\n1\n")
	r.git("config", "filter.slow.smudge", "touch ../begun; sleep 60")
	repo := r.find(".")
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	tree, err := repo.CheckOut(t.Context(), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	begun := filepath.Join(filepath.Dir(tree.Dir), "begun")
	go func() {
		for _, err := os.Stat(begun); err != nil && t.Context().Err() == nil; _, err = os.Stat(begun) {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	if err := tree.Fill(ctx, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	tree.Remove()
	want(t, files(t, temp))
	if _, err := repo.CheckOut(ctx, "HEAD"); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if entries, _ := os.ReadDir(temp); len(entries) > 0 {
		t.Errorf("%v is left behind", entries)
	}
}

// TestBrokenRepository holds that what git says arrives.
func TestBrokenRepository(t *testing.T) {
	r := newRepository(t, "-- a --\n1\n")
	blob := r.git("rev-parse", "HEAD:a")
	repo := r.find(".")
	if err := os.Remove(filepath.Join(r.dir, ".git", "objects", blob[:2], blob[2:])); err != nil {
		t.Fatal(err)
	}
	tree, err := repo.CheckOut(t.Context(), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Remove()
	err = tree.Fill(t.Context(), "")
	if e, ok := errors.AsType[*revision.GitError](err); !ok || e.Command != "checkout-index" || !strings.Contains(e.Message, blob) {
		t.Errorf("the error is %v", err)
	}
	if _, err := repo.CheckOut(t.Context(), strings.Repeat("1", 40)); err == nil || !strings.HasPrefix(err.Error(), "git read-tree: ") {
		t.Errorf("the error is %v", err)
	}
	t.Setenv("TMPDIR", "/nowhere")
	if _, err := repo.CheckOut(t.Context(), "HEAD"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the error is %v", err)
	}
}
