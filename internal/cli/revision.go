package cli

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/revision"
	"tailor/render"
)

// The codes of revisions; docs/errors.md has an example and the cure for each.
const (
	// codeUnknownRevision is a revision that git does not know.
	codeUnknownRevision diag.Code = "T0608"
	// codeNoRepository is a revision of a workspace that is in no git repository.
	codeNoRepository diag.Code = "T0609"
	// codeAmbiguous is a name that a directory and a revision have.
	codeAmbiguous diag.Code = "T0610"
	// codeNotThere is a revision without the workspace: an error for the side that is looked at, a warning for the
	// one that it is compared with.
	codeNotThere diag.Code = "T0611"
	// codeNoGit is a revision where there is no git program.
	codeNoGit diag.Code = "T0706"
	// codeGit is a failure of git.
	codeGit diag.Code = "T0707"
)

// checkOut finds the workspace in a revision: it is where the one of the working tree is. It returns false when it
// is not there, or when the revision cannot be had.
func (d *side) checkOut(ctx context.Context, place render.Place) (render.Place, bool, error) {
	repo, err := revision.Find(ctx, place.Dir)
	var commit string
	if err == nil {
		d.prefix = repo.Prefix
		commit, err = repo.Commit(ctx, d.value)
	}
	if err == nil {
		d.tree, err = repo.CheckOut(ctx, commit)
	}
	if err == nil {
		err = d.tree.Fill(ctx, d.prefix)
	}
	if err != nil {
		return place, false, d.gitFault(err)
	}
	d.revision = d.value
	then, ok := placeIn(filepath.Join(d.tree.Dir, filepath.FromSlash(d.prefix)), place)
	if !ok {
		d.run.report.Add(d.notThere(place))
	}
	return then, ok, nil
}

// fillAround brings a directory above the workspace out of the revision.
func (d *side) fillAround(ctx context.Context, up string) error {
	name := path.Join(d.prefix, up)
	if name == "." || name == ".." || strings.HasPrefix(name, "../") {
		name = "" // all there is
	}
	if err := d.tree.Fill(ctx, name); err != nil {
		return d.gitFault(err)
	}
	return nil
}

// placeIn finds a workspace in a directory, by the file that marks it now or else by any.
func placeIn(dir string, now render.Place) (render.Place, bool) {
	if info, err := os.Stat(filepath.Join(dir, now.Marker)); err == nil && !info.IsDir() {
		return render.Place{Dir: dir, Marker: now.Marker, Standalone: now.Standalone}, true
	}
	then, err := render.FindNamed(dir, render.Arg{Value: dir}, "")
	return then, err == nil
}

// isRevision reports whether the name of a directory, without anything that says so, is a revision too.
func (d *side) isRevision(ctx context.Context) bool {
	if strings.HasPrefix(d.value, ".") || strings.HasSuffix(d.value, "/") || filepath.IsAbs(d.value) {
		return false
	}
	dir := "."
	if place, err := d.find(); err == nil {
		dir = place.Dir
	}
	repo, err := revision.Find(ctx, dir)
	if err == nil {
		_, err = repo.Commit(ctx, d.value)
	}
	return err == nil
}

func (d *side) ambiguous() diag.Diagnostic {
	return d.fault(codeAmbiguous, "`"+d.value+"` is a directory and a revision",
		"write `./"+d.value+"` for the directory, or `"+d.value+"~0` for the revision")
}

// notThere reports a revision without the workspace.
func (d *side) notThere(place render.Place) diag.Diagnostic {
	where := "at the top of the repository"
	if d.prefix != "" {
		where = "in `" + d.prefix + "`"
	}
	f := d.fault(codeNotThere, "`"+d.value+"` has no `"+place.Marker+"` "+where, "name a revision that has the workspace")
	if d.past {
		f.Severity = diag.Warning
		f.Help = "every cell counts as added; if the workspace was moved, compare with a directory, such as a `git worktree`"
	}
	return f
}

// gitFault reports that a revision cannot be had; other errors are returned.
func (d *side) gitFault(err error) error {
	var unknown *revision.UnknownError
	var failed *revision.GitError
	var f diag.Diagnostic
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &unknown):
		f = d.fault(codeUnknownRevision, "there is no revision `"+d.value+"`", unknownHelp(unknown))
	case errors.Is(err, revision.ErrNoRepository):
		f = d.fault(codeNoRepository, "`"+d.value+"` is no directory, and the workspace is in no git repository",
			"name the directory of the other workspace, or work in a clone of its repository")
	case errors.Is(err, revision.ErrNoGit):
		f = d.fault(codeNoGit, "`"+d.value+"` is no directory, and there is no `git` to ask for a revision",
			"install git, or name the directory of the other workspace")
	case errors.As(err, &failed):
		f = d.fault(codeGit, "`git "+failed.Command+"` failed for `"+d.value+"`", "let git work here first")
		f.Notes = []string{"git says: " + failed.Message}
	default:
		f = temporaryFault(d.span(), err)
	}
	d.run.report.Add(f)
	return nil
}

// isRange recognizes two revisions with dots between.
var isRange = regexp.MustCompile(`[^/.]\.\.\.?[^/.]`)

// unknownHelp says what to write instead of a revision that git does not know.
func unknownHelp(e *revision.UnknownError) string {
	near := diag.Nearest(e.Revision, e.Names)
	switch {
	case strings.HasPrefix(e.Revision, "-"):
		return "no revision begins with `-`"
	case e.Empty:
		return "the repository has no commit yet"
	case isFile(e.Revision):
		return "it is a file: name the directory of a workspace"
	case isRange.MatchString(e.Revision):
		return "name one revision; where two branches parted is `$(git merge-base A B)`"
	case near != "":
		return "did you mean `" + near + "`?"
	case e.Shallow:
		return "this clone has a part of the history only: fetch more, as with `git fetch --unshallow`, or `fetch-depth: 0` of `actions/checkout`"
	}
	return "name a commit, a branch or a tag, such as `HEAD~1`, or the directory of a workspace"
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

func (d *side) fault(code diag.Code, message, help string) diag.Diagnostic {
	return diag.New(code, d.span(), message, help)
}
