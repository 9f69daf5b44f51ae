package cli

import (
	"os"
	"path/filepath"

	"tailor/internal/diag"
)

// defaultFormat is the error format without --error-format: in a workflow of GitHub, problems annotate the files that
// they are in.
func defaultFormat() diag.Format {
	if os.Getenv("GITHUB_ACTIONS") == "true" {
		return diag.GitHub
	}
	return diag.Text
}

// checkout is the path from the directory of a GitHub workflow, where its repository is, to the current one; "" elsewhere
// and outside of it. GitHub takes the files of annotations from there.
func checkout() string {
	here, err := os.Getwd()
	top := os.Getenv("GITHUB_WORKSPACE")
	if err != nil || top == "" {
		return ""
	}
	if rel, err := filepath.Rel(top, here); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return ""
}
