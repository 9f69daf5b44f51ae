package output

import (
	"errors"
	"fmt"
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
	looks      *Looks
	objections []diag.Diagnostic
	debris     bool     // temporary files are there
	vacated    []string // stale files that are gone already

	past  past              // the manifest as it is
	moved bool              // another run has changed the directory while it was looked at
	was   []*entry          // what it lists otherwise than it is wanted, by path
	kept  []*entry          // what stays of it although it is not wanted
	next  []item            // what it will list, by path
	same  bool              // the two are one
	old   map[string]string // the hashes of the files that are there and come out differently
}

// Objections are what speaks against the changes: an error that names all files that tailor did not write, and
// warnings of files that were edited. With an error among them Apply must not be called.
func (c *Changes) Objections() []diag.Diagnostic { return c.objections }

// Compare looks at a directory. It returns what would change, or as diagnostics everything that stands in the
// way; then the changes must not be used.
func Compare(want Want) (*Changes, []diag.Diagnostic) {
	c := &comparison{Changes: &Changes{want: want, looks: want.Looks, old: map[string]string{}}, likely: map[likeness]bool{}, users: map[string]bool{}}
	for _, info := range want.Sources {
		c.sources.Add(info)
		c.likely[likenessOf(info)] = true
	}
	if c.looks == nil {
		c.looks = Look(want.Dir, len(want.Configs))
		defer c.looks.Close()
		c.lookAll()
	}
	if c.looks.err != nil {
		return c.Changes, []diag.Diagnostic{obstacle(want.Dir, ".", c.looks.err)}
	}
	c.dirs = c.looks.dirs
	c.wants = c.wanted()
	c.listed = make([]bool, len(c.wants))
	if c.dirs != nil {
		c.debris = hasDebris(c.dirs.root)
		sound := c.manifest()
		c.moved = !c.looks.current()
		if !sound {
			return c.Changes, c.faults
		}
	} else if _, err := os.Lstat(want.Dir); err == nil {
		c.moved = true
	}
	for at := range want.Configs {
		c.config(at)
	}
	for _, a := range want.Assets {
		c.asset(a)
	}
	c.rest()
	c.unblock()
	c.foreign()
	c.list()
	c.same = c.isListed()
	return c.Changes, c.faults
}

type comparison struct {
	*Changes

	dirs    *dirs // nil when the directory does not exist
	wants   []item
	listed  []bool // which of them the manifest has just so
	exact   bool   // it has all of them so, and nothing else
	sources bundle.Identities
	likely  map[likeness]bool // of the sources
	users   map[string]bool   // assets that are files of the user, where a copy of them belongs
	there   *bundle.Identities
	blocked []blocked
	faults  []diag.Diagnostic
}

// blocked is a wanted file in whose way something stands, which may be stale.
type blocked struct {
	change *Change
	err    error
}

// lookAll looks at the places of all configs.
func (c *comparison) lookAll() {
	text := c.want.text()
	for at := range c.want.Configs {
		c.looks.Config(at, &c.want.Configs[at], text(at))
	}
}

// manifest reads the manifest and reports whether the directory may be written.
func (c *comparison) manifest() bool {
	var j *joiner
	enc := newEncoder(c.Changes)
	m, err := readManifest(c.dirs.root, func() func([]byte) error {
		clear(c.listed)
		c.was, c.exact, j = nil, true, &joiner{comparison: c, enc: enc}
		return j.entry
	})
	c.past = m
	c.exact = m.own && c.exact && j.at == len(c.wants)
	switch {
	case errors.Is(err, errDamaged):
		c.faults = append(c.faults, damaged(c.want.Dir))
	case err != nil:
		c.faults = append(c.faults, obstacle(c.want.Dir, ManifestName, err))
	case m.there && m.command != c.want.Command:
		c.faults = append(c.faults, otherCommand(c.want.Dir, m.command, c.want.Command))
	}
	return len(c.faults) == 0
}

// entry returns what the manifest says of a path, or nil.
func (c *comparison) entry(name string) *entry {
	if i, ok := slices.BinarySearchFunc(c.was, name, func(e *entry, name string) int { return strings.Compare(e.Path, name) }); ok {
		return c.was[i]
	}
	i, ok := c.find(c.wants, name)
	switch {
	case !ok || !c.listed[i]:
		return nil
	case c.wants[i].kind == assetItem:
		return &entry{Path: name, Kind: kindAsset, SHA256: c.want.Assets[c.wants[i].at].Sum}
	}
	return &entry{Path: name, Kind: kindConfig, SHA256: c.looks.seen[c.wants[i].at].sum.String()}
}

// list makes the list of the next manifest.
func (c *comparison) list() {
	c.next = c.wants
	if len(c.users) > 0 {
		c.next = slices.DeleteFunc(slices.Clone(c.wants), func(it item) bool { return it.kind == assetItem && c.users[c.path(it)] })
	}
	if len(c.kept) == 0 {
		return
	}
	c.next = slices.Clone(c.next)
	for at := range c.kept {
		c.next = append(c.next, item{keptItem, int32(at)})
	}
	c.byPath(c.next)
}

// isListed reports whether the manifest is there and lists what the next one will list.
func (c *comparison) isListed() bool {
	switch {
	case !c.past.there:
		return false
	case c.exact:
		return len(c.next) == len(c.wants) && !c.past.pending
	}
	return c.nextSum() == c.past.sum // it may differ only by files that stay although they are not wanted
}

// onDisk is what stands at the path of a wanted file.
type onDisk struct {
	there    bool
	same     bool // with the content that is wanted
	sameMode bool // and the permissions
	source   bool // it is one of the sources
	sum      string
	err      error
}

func (c *comparison) config(at int) {
	cfg := &c.want.Configs[at]
	seen := &c.looks.seen[at]
	d := onDisk{there: seen.state == same || seen.state == different, same: seen.state == same, sameMode: true}
	if seen.state == different || seen.state == faulty {
		d.sum, d.err = c.looks.other[at].sum, c.looks.other[at].err
	}
	if d.there && c.likely[seen.like] {
		info, _, err := content(c.dirs, cfg.Path, -1, nil)
		d.source = err == nil && info != nil && c.sources.Has(info)
	}
	c.judge(&Change{Path: cfg.Path, Image: cfg.Cell.Image.Name, config: int32(at)}, d) //nolint:gosec // there are not that many cells
}

func (c *comparison) asset(a *bundle.Asset) {
	if c.itself(a) {
		c.users[a.Path] = true
		return
	}
	info, content, err := content(c.dirs, a.Path, -1, nil)
	d := onDisk{there: info != nil, err: err}
	if d.there {
		d.sum, d.source = content.sum(), c.sources.Has(info)
		d.same = d.sum == a.Sum
		d.sameMode = d.same && (info.Mode().Perm() == a.Mode.Perm() || runtime.GOOS == "windows")
		if d.same && (d.source || c.want.Overlaps && c.entry(a.Path) == nil) {
			c.users[a.Path] = true
			return
		}
	}
	c.judge(&Change{Path: a.Path, asset: a, config: -1}, d)
}

// itself reports whether an asset would be copied onto itself.
func (c *comparison) itself(a *bundle.Asset) bool {
	if c.dirs == nil {
		return false
	}
	to, err := c.dirs.root.Stat(filepath.FromSlash(a.Path))
	if err != nil {
		return false
	}
	from, err := fs.Stat(c.want.FS, a.Path)
	return err == nil && os.SameFile(from, to)
}

// judge finds out what is to be done with a file that is wanted.
func (c *comparison) judge(ch *Change, d onDisk) {
	if d.source {
		d.err = errIsSource
	}
	c.Files = append(c.Files, ch)
	if d.there && !d.same {
		c.old[ch.Path] = d.sum
	}
	switch {
	case errors.Is(d.err, errIsDir) || errors.Is(d.err, syscall.ENOTDIR):
		c.blocked = append(c.blocked, blocked{ch, d.err})
	case d.err != nil:
		c.faults = append(c.faults, obstacle(c.want.Dir, ch.Path, d.err))
	case !d.there:
		ch.Status = Missing
	case d.same && d.sameMode:
	default:
		c.found(ch, d)
	}
}

// found finds out what is to be done with a wanted file that is there and is not as it is wanted.
func (c *comparison) found(ch *Change, d onDisk) {
	old := c.entry(ch.Path)
	switch {
	case d.same || old != nil && old.knows(d.sum):
		ch.Status, ch.mode = Changed, d.same
	case old != nil:
		ch.Status = Edited
		c.objections = append(c.objections, edited(c.want.Dir, ch.Path))
	default:
		ch.Status = Foreign
	}
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
