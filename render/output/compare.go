package output

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/render"
	"tailor/render/bundle"
)

// Changes are what has to be done so that a directory holds what is wanted. A value is used once.
type Changes struct {
	// Files are all files, those that are wanted in their order, assets behind configs, then stale ones.
	Files []*Change

	want       Want
	objections []diag.Diagnostic
	debris     bool     // temporary files are there
	vacated    []string // stale files that are gone already

	before []byte   // the manifest as it is, nil when there is none
	was    manifest // the same
	next   manifest // as it will be
}

// Objections are what speaks against the changes: an error that names all files that tailor did not write, and
// warnings of files that were edited. With an error among them Apply must not be called.
func (c *Changes) Objections() []diag.Diagnostic { return c.objections }

// Compare looks at a directory. It returns what would change, or as diagnostics everything that stands in the
// way; then the changes must not be used.
func Compare(want Want) (*Changes, []diag.Diagnostic) {
	c := &comparison{Changes: &Changes{want: want}, wanted: map[string]string{}}
	c.next.Command = want.Command
	for _, info := range want.Sources {
		c.sources.Add(info)
	}
	root, err := os.OpenRoot(want.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return c.Changes, []diag.Diagnostic{obstacle(want.Dir, ".", err)}
	}
	if err == nil {
		defer root.Close()
		c.root = root
		c.debris = hasDebris(root)
		if !c.manifest() {
			return c.Changes, c.faults
		}
	}
	for _, cfg := range want.Configs {
		c.config(cfg)
	}
	for _, a := range want.Assets {
		c.asset(a)
	}
	c.rest()
	c.unblock()
	c.foreign()
	slices.SortFunc(c.next.Files, func(a, b entry) int { return strings.Compare(a.Path, b.Path) })
	return c.Changes, c.faults
}

type comparison struct {
	*Changes

	root    *os.Root // nil when the directory does not exist
	listed  *manifest
	sources bundle.Identities
	wanted  map[string]string // the kind of each path that is wanted
	there   bundle.Identities // the wanted files that exist
	blocked []blocked
	faults  []diag.Diagnostic
}

// blocked is a wanted file in whose way something stands, which may be stale.
type blocked struct {
	change *Change
	err    error
}

// manifest reads the manifest and reports whether the directory may be written.
func (c *comparison) manifest() bool {
	m, text, err := readManifest(c.root)
	c.before = text
	switch {
	case errors.Is(err, errDamaged):
		c.faults = append(c.faults, damaged(c.want.Dir))
	case err != nil:
		c.faults = append(c.faults, obstacle(c.want.Dir, ManifestName, err))
	case m != nil && m.Command != c.want.Command:
		c.faults = append(c.faults, otherCommand(c.want.Dir, m.Command, c.want.Command))
	case m != nil:
		c.listed, c.was = m, *m
	}
	return len(c.faults) == 0
}

func (c *comparison) config(cfg bundle.Config) {
	text := cfg.Text()
	sum := sha256.Sum256(text)
	e := describe(cfg, hex.EncodeToString(sum[:]))
	c.wanted[e.Path] = kindConfig
	ch := &Change{Path: e.Path, Image: e.Image, text: text}
	c.judge(ch, e, func(fs.FileInfo) bool { return true })
}

func (c *comparison) asset(a *bundle.Asset) {
	c.wanted[a.Path] = kindAsset
	if c.itself(a) {
		return
	}
	e := entry{Path: a.Path, Kind: kindAsset, SHA256: a.Sum}
	c.judge(&Change{Path: e.Path, asset: a}, e, func(info fs.FileInfo) bool {
		return info.Mode().Perm() == a.Mode.Perm() || runtime.GOOS == "windows"
	})
}

// itself reports whether an asset would be copied onto itself.
func (c *comparison) itself(a *bundle.Asset) bool {
	if c.root == nil {
		return false
	}
	to, err := c.root.Stat(filepath.FromSlash(a.Path))
	if err != nil {
		return false
	}
	from, err := fs.Stat(c.want.FS, a.Path)
	return err == nil && os.SameFile(from, to)
}

// judge finds out what is to be done with a file that is wanted.
func (c *comparison) judge(ch *Change, e entry, sameMode func(fs.FileInfo) bool) {
	info, sum, err := c.wantedContent(ch.Path)
	old := c.listed.find(ch.Path)
	ch.sum = sum
	same := info != nil && sum == e.SHA256
	switch {
	case same && ch.asset != nil && (c.sources.Has(info) || c.want.Overlaps && old == nil):
		return // a file of the user that is where a copy of it belongs
	case info != nil && c.sources.Has(info):
		err = errIsSource
	}
	c.Files = append(c.Files, ch)
	c.next.Files = append(c.next.Files, e)
	switch {
	case errors.Is(err, errIsDir) || errors.Is(err, syscall.ENOTDIR):
		c.blocked = append(c.blocked, blocked{ch, err})
	case err != nil:
		c.faults = append(c.faults, obstacle(c.want.Dir, ch.Path, err))
	case info == nil:
		ch.Status = Missing
	default:
		c.found(ch, old, same, same && sameMode(info))
	}
}

// wantedContent is content for a path that is wanted: whatever other name the file has, it is not stale by that.
func (c *comparison) wantedContent(name string) (fs.FileInfo, string, error) {
	info, sum, err := c.content(name)
	if info != nil {
		c.there.Add(info)
	}
	return info, sum, err
}

// found finds out what is to be done with a wanted file that is there: with its content or not, and with its
// permissions too.
func (c *comparison) found(ch *Change, old *entry, same, sameMode bool) {
	switch {
	case sameMode:
		ch.text = nil
	case same || old != nil && old.knows(ch.sum):
		ch.Status, ch.mode = Changed, same
	case old != nil:
		ch.Status = Edited
		c.objections = append(c.objections, edited(c.want.Dir, ch.Path))
	default:
		ch.Status = Foreign
	}
}

// content returns what stands at a path and the hash of it; nil for nothing. Anything that is no regular
// file is an error.
func (c *comparison) content(name string) (fs.FileInfo, string, error) {
	if len(filepath.Base(name)) > maxName {
		return nil, "", errLongName
	}
	if c.root == nil {
		return nil, "", nil
	}
	name = filepath.FromSlash(name)
	info, err := c.root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "", nil
	case err != nil:
		return nil, "", err
	case info.IsDir():
		return nil, "", errIsDir
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, "", errIsLink
	case !info.Mode().IsRegular():
		return nil, "", errNotRegular
	}
	file, err := c.root.Open(name)
	if err != nil {
		return nil, "", err
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return nil, "", err
	}
	return info, hex.EncodeToString(h.Sum(nil)), nil
}

// maxName is the length in bytes that file systems take for a name.
const maxName = 255

var (
	errIsDir      = errors.New("there is a directory of this name")
	errIsSource   = errors.New("it is one of the files that all of this is rendered from")
	errLongName   = fmt.Errorf("its name is longer than %d bytes", maxName)
	errIsLink     = errors.New("there is a symbolic link of this name")
	errNotRegular = errors.New("there is something else than a regular file of this name")
)

// foreign reports the files that tailor did not write, all in one.
func (c *comparison) foreign() {
	var labels []diag.Label
	for _, ch := range c.Files {
		if ch.Status == Foreign {
			at := source.NewOutputPath(shown(c.want.Dir, ch.Path))
			labels = append(labels, diag.Label{Span: at.Whole(), Primary: labels == nil})
		}
	}
	if len(labels) == 0 || c.want.Force {
		return
	}
	d := diag.Diagnostic{
		Code: CodeForeign, Labels: labels,
		Message: fmt.Sprintf("%d files are in the way that tailor did not write", len(labels)),
		Help:    "move them away, choose another directory with `--output-dir`, or overwrite them with `--force`",
	}
	if len(labels) == 1 {
		d.Message = "a file is in the way that tailor did not write"
		d.Help = strings.ReplaceAll(d.Help, "them", "it")
	}
	c.objections = append(c.objections, d)
}

func edited(dir, name string) diag.Diagnostic {
	d := fault(render.CodeEdited, dir, name, "`"+shown(dir, name)+"` was edited: rendering overwrites it")
	d.Severity = diag.Warning
	d.Help = "make the change in the files that it is rendered from"
	return d
}

func editedStale(dir, name string) diag.Diagnostic {
	d := fault(render.CodeEditedStale, dir, name, "`"+shown(dir, name)+"` is not rendered any more and was edited: it stays")
	d.Severity = diag.Warning
	d.Help = "remove it when it is not needed; tailor does not look after it any longer"
	return d
}
