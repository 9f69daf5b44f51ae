// Package output brings a bundle into a directory, and knows what in a directory is tailor's own.
//
// [Compare] looks at a directory and says what would change; it changes nothing. [Changes.Apply] makes the
// changes. Each file is written to a temporary name beside it and then renamed, so that at any moment a file is
// the old one or the new one, never half of either; a file that is there already is not touched. What was
// written is listed in a manifest, with its hash: a file that is in no manifest, or that was edited since, is
// somebody's work and is not lost. Nothing outside the directory is written, also not through symbolic links.
//
//	changes, report := output.Compare(output.Want{Dir: "out", Command: "render", Configs: b.Configs, Full: true})
//	faults, err := changes.Apply(ctx, nil)
//
// It implements docs/reference/bundles.md.
package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/render/bundle"
)

// The codes of this package; docs/errors.md has an example and the cure for each.
const (
	// CodeWrite is a file or directory that cannot be written.
	CodeWrite diag.Code = "T0702"
	// CodeInTheWay is something else where a file or directory should be.
	CodeInTheWay diag.Code = "T0703"
	// CodeForeign is a file at an output path that tailor did not write.
	CodeForeign diag.Code = "T0807"
	// CodeOtherCommand is a directory that another command of tailor writes.
	CodeOtherCommand diag.Code = "T0808"
	// CodeDamaged is a manifest that cannot be understood.
	CodeDamaged diag.Code = "T0809"
)

// Want is what a command wants of a directory.
type Want struct {
	// Dir is a path of the operating system. The directory need not exist.
	Dir string
	// Command is the command that owns the directory, `render` or `export`.
	Command string
	// Configs and Assets are what the directory is to hold.
	Configs []bundle.Config
	Assets  []*bundle.Asset
	// Text makes a function that gives the text of a config, by its position: one for each goroutine that needs texts,
	// which asks in ascending order. Nil takes them from the trees of Configs.
	Text func() func(at int) []byte
	// Looks is what was seen when the texts were made; nil looks at the directory again.
	Looks *Looks
	// Workers is how many goroutines may write at once; 0 is one.
	Workers int
	// FS is where the assets are.
	FS fs.FS
	// Sources are the files that all of it is made from: they are never overwritten, removed or taken over.
	Sources []fs.FileInfo
	// Overlaps says that the directory holds sources, InPlace that each asset is where its copy belongs.
	Overlaps, InPlace bool
	// Full says that nothing else of tailor's is to be in the directory, so that the rest is stale. Otherwise
	// everything else stays.
	Full bool
	// Spared says of which slugs the configs stay although they are not wanted now; nil is none.
	Spared func(slug string) bool
	// Force overwrites files that tailor did not write.
	Force bool
	// Sync makes each file durable before it gets its name.
	Sync bool
}

// Status says what is to be done with a file.
type Status uint8

const (
	// Unchanged is a file that is there already.
	Unchanged Status = iota
	// Missing is a file that is not there.
	Missing
	// Changed is a file that comes out differently now.
	Changed
	// Edited is a file that somebody changed since it was written. It is overwritten.
	Edited
	// Foreign is a file that tailor did not write, with other content.
	Foreign
	// Stale is a file that nothing makes any more. It is removed.
	Stale
	// EditedStale is one that somebody changed since. It stays, and is not tailor's any more.
	EditedStale
)

// String returns the word that lists of files use.
func (s Status) String() string {
	return [...]string{"unchanged", "missing", "changed", "edited", "foreign", "stale", "stale"}[s]
}

// text returns a function that gives the text of a config.
func (w *Want) text() func(at int) []byte {
	if w.Text != nil {
		return w.Text()
	}
	return func(at int) []byte { return w.Configs[at].Text() }
}

// Change is one file of a directory and what is to be done with it.
type Change struct {
	// Path is below the directory, slash-separated.
	Path string
	// Image is the name of the image of a config, "" for an asset.
	Image  string
	asset  *bundle.Asset // nil for a config
	config int32         // the position of a config, -1 for another file
	Status Status
	// Done says that Apply made the change; it is never set for a file that is unchanged.
	Done bool
	mode bool // only the permissions differ
}

func writeFault(dir, name string, err error) diag.Diagnostic {
	d := fault(CodeWrite, dir, name, fmt.Sprintf("cannot write `%s`: %s", shown(dir, name), why(dir, name, err)))
	d.Help = "every file is whole, old or new: make room, or make it writable, and run tailor again"
	return d
}

func obstacle(dir, name string, err error) diag.Diagnostic {
	d := fault(CodeInTheWay, dir, name, fmt.Sprintf("cannot write `%s`: %s", shown(dir, name), why(dir, name, err)))
	d.Help = "move it away, or choose another directory with `--output-dir`"
	return d
}

// why says what stands in the way of a file.
func why(dir, name string, err error) string {
	if info, lstatErr := os.Lstat(filepath.Join(dir, name)); errors.Is(err, fs.ErrExist) && lstatErr == nil && info.Mode()&fs.ModeSymlink != 0 {
		return "it is a symbolic link that leads nowhere"
	}
	if errors.Is(err, syscall.ENOTDIR) {
		for at := filepath.Join(dir, name); at != filepath.Dir(at); at = filepath.Dir(at) {
			if info, err := os.Stat(at); err == nil && !info.IsDir() {
				return "`" + filepath.ToSlash(at) + "` is no directory"
			}
		}
	}
	return diag.Cause(err)
}

func fault(code diag.Code, dir, name, message string) diag.Diagnostic {
	at := source.NewOutputPath(shown(dir, name))
	return diag.New(code, at.Whole(), message, "")
}

// shown is the path of a file below an output directory, as the user knows it.
func shown(dir, name string) string { return filepath.ToSlash(filepath.Join(dir, name)) }
