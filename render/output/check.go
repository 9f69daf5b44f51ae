package output

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"tailor/internal/diag"
	"tailor/internal/textdiff"
)

// maxDiff is the size in bytes up to which a file is shown in a diff.
const maxDiff = 8 << 20

// Diffs writes a line for every file that is not as it is wanted, and for configs a unified diff from what the
// directory holds to what it is to hold. Control characters of a file that somebody edited are shown as they
// are, as any diff does.
func (c *Changes) Diffs(w io.Writer) error {
	made := c.want.text()
	for _, ch := range c.Files {
		if ch.Status == Unchanged {
			continue
		}
		name := diag.Clean(shown(c.want.Dir, ch.Path))
		text := fmt.Sprintf("%-9s  %s%s\n", ch.Status, name, ch.remark())
		if ch.Image != "" && ch.Status != EditedStale {
			text += c.diff(ch, name, made)
		}
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
	}
	if c.needed() || c.None() {
		return nil
	}
	_, err := fmt.Fprintf(w, "%-9s  %s\n", c.manifestStatus(), shown(c.want.Dir, ManifestName))
	return err
}

// remark says what the status alone does not say.
func (ch *Change) remark() string {
	switch {
	case ch.Status == EditedStale:
		return " (edited: it would stay)"
	case ch.mode:
		return " (permissions)"
	}
	return ""
}

// manifestStatus is the status of a manifest that is not as it is wanted.
func (c *Changes) manifestStatus() Status {
	if !c.past.there {
		return Missing
	}
	return Changed
}

// diff is the unified diff of one config.
func (c *Changes) diff(ch *Change, name string, made func(at int) []byte) string {
	oldName, newName, newText := name, name, ""
	if ch.config >= 0 {
		newText = string(made(int(ch.config)))
	}
	oldText := c.onDisk(ch)
	switch ch.Status {
	case Missing:
		oldName = "/dev/null"
	case Stale:
		newName = "/dev/null"
	default:
	}
	return textdiff.Unified(oldName, newName, oldText, newText)
}

// onDisk returns what a file has now, as far as it can be shown.
func (c *Changes) onDisk(ch *Change) string {
	if ch.Status == Missing {
		return ""
	}
	text, err := readBelow(c.want.Dir, filepath.FromSlash(ch.Path))
	if err != nil {
		return "(cannot be read: " + diag.Cause(err) + ")\n"
	}
	return text
}

// readBelow reads a file below a directory; one that is very long is not shown.
func readBelow(dir, name string) (string, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	file, err := root.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxDiff+1))
	if len(text) > maxDiff {
		return "(too large to be shown)\n", err
	}
	return string(text), err
}
