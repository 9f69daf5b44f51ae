package output

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"tailor/render/bundle"
)

// Looks is what a directory holds where configs belong. Looking while a text is at hand saves making it a second
// time. It may be used concurrently, for one config at a time each.
type Looks struct {
	dirs  *dirs       // nil when there is no directory
	err   error       // why it cannot be opened
	list  fs.FileInfo // the manifest before the first look, nil for none
	seen  []seen
	space sync.Pool // for the texts of files
	mu    sync.Mutex
	other map[int]stranger
	texts map[int][]byte // that are to be written, as far as there is room
	kept  int            // their bytes
}

// maxKept bounds the texts that are kept until they are written, in bytes. Those of more configs are made again then.
const maxKept = 8 << 20

// seen is what stands at the path of one config.
type seen struct {
	state state
	sum   bundle.Sum // of the text that belongs there
	like  likeness   // of the file that is there
}

type state uint8

const (
	nothing state = iota
	same
	different
	faulty
)

// stranger is something else than what is wanted.
type stranger struct {
	sum string // of a file
	err error  // why it is no file that can be read
}

// likeness is what tells most files apart without a word about their names.
type likeness struct{ size, time int64 }

func likenessOf(info fs.FileInfo) likeness {
	return likeness{info.Size(), info.ModTime().UnixNano()}
}

// Look opens a directory, which need not exist, for a number of configs. Why one cannot be opened is reported by [Compare].
// Close it after use.
func Look(dir string, configs int) *Looks {
	l := &Looks{seen: make([]seen, configs), other: map[int]stranger{}, texts: map[int][]byte{}}
	root, err := os.OpenRoot(dir)
	switch {
	case err == nil:
		l.dirs, l.list = newDirs(root), manifestInfo(root)
	case !errors.Is(err, fs.ErrNotExist):
		l.err = err
	}
	return l
}

// Close closes the directory.
func (l *Looks) Close() {
	if l.dirs != nil {
		l.dirs.close()
	}
}

// current reports whether no other run has come to its end since the first look: each gives the directory another manifest.
func (l *Looks) current() bool {
	now := manifestInfo(l.dirs.root)
	if l.list == nil || now == nil {
		return l.list == nil && now == nil
	}
	return os.SameFile(l.list, now) && likenessOf(l.list) == likenessOf(now)
}

// manifestInfo describes the manifest of a directory; nil when there is none.
func manifestInfo(root *os.Root) fs.FileInfo {
	info, err := root.Lstat(ManifestName)
	if err != nil {
		return nil
	}
	return info
}

// Config looks at the place of the config at a position. text is what belongs there; it is not kept beyond the call.
func (l *Looks) Config(at int, c *bundle.Config, text []byte) {
	l.seen[at] = seen{sum: sha256.Sum256(text)}
	space, _ := l.space.Get().(*[]byte)
	if space == nil {
		space = new([]byte)
	}
	defer l.space.Put(space)
	info, content, err := content(l.dirs, c.Path, int64(len(text)), space)
	switch {
	case err != nil:
		l.differs(at, faulty, stranger{err: err})
	case info == nil:
	case content.is(text):
		l.seen[at].state = same
	default:
		l.differs(at, different, stranger{sum: content.sum()})
	}
	if info != nil {
		l.seen[at].like = likenessOf(info)
	}
	if l.seen[at].state != same {
		l.keep(at, text)
	}
}

// keep keeps a text, as far as there is room.
func (l *Looks) keep(at int, text []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.kept += len(text); l.kept <= maxKept {
		l.texts[at] = bytes.Clone(text)
	}
}

// take returns a text that was kept, and forgets it; nil for another one.
func (l *Looks) take(at int) []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := l.texts[at]
	delete(l.texts, at)
	return text
}

func (l *Looks) differs(at int, s state, other stranger) {
	l.seen[at].state = s
	l.mu.Lock()
	defer l.mu.Unlock()
	l.other[at] = other
}

// contents is what a file holds: as a text, or only the hash of it when it is too long to be a certain one.
type contents struct {
	text []byte
	hash string
}

func (c contents) is(text []byte) bool { return c.hash == "" && bytes.Equal(c.text, text) }

func (c contents) sum() string {
	if c.hash != "" {
		return c.hash
	}
	return bundle.Sum(sha256.Sum256(c.text)).String()
}

// content returns what stands at a path; nil for nothing. Anything that is no regular file is an error. The text of a
// file is read into space when it has a size, the hash otherwise.
func content(d *dirs, name string, size int64, space *[]byte) (fs.FileInfo, contents, error) {
	if len(path.Base(name)) > maxName {
		return nil, contents{}, errLongName
	}
	if d == nil {
		return nil, contents{}, nil
	}
	root, base, err := d.of(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, contents{}, nil
	}
	if err != nil {
		return nil, contents{}, err
	}
	info, err := root.Lstat(base)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, contents{}, nil
	case err != nil:
		return nil, contents{}, err
	case info.IsDir():
		return nil, contents{}, errIsDir
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, contents{}, errIsLink
	case !info.Mode().IsRegular():
		return nil, contents{}, errNotRegular
	}
	file, err := root.Open(base)
	if err != nil {
		return nil, contents{}, err
	}
	defer file.Close()
	c, err := read(file, info, size, space)
	if err != nil {
		return nil, contents{}, err
	}
	return info, c, nil
}

func read(file io.Reader, info fs.FileInfo, size int64, space *[]byte) (contents, error) {
	if info.Size() != size {
		h := sha256.New()
		_, err := io.Copy(h, file)
		return contents{hash: bundle.Sum(h.Sum(nil)).String()}, err
	}
	*space = slices.Grow((*space)[:0], int(size)+1)
	text := (*space)[:size+1] // one more, to see the end
	n, err := io.ReadFull(file, text)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil
	}
	return contents{text: text[:n]}, err
}

// dirs are the directories below a root in which configs are. Each is opened once, as far as there are not many: what is
// done in an open directory costs the system less than the whole way from the root. It is safe for concurrent use.
type dirs struct {
	root *os.Root
	mu   sync.Mutex
	open map[string]*os.Root
}

// maxOpen bounds the open directories.
const maxOpen = 64

func newDirs(root *os.Root) *dirs { return &dirs{root: root, open: map[string]*os.Root{}} }

func (d *dirs) close() {
	for _, root := range d.open {
		_ = root.Close() // directories only
	}
	_ = d.root.Close()
}

// of returns a root and the name in it of a slash-separated path.
func (d *dirs) of(name string) (*os.Root, string, error) {
	dir, base := path.Split(name)
	if dir == "" {
		return d.root, base, nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if root := d.open[dir]; root != nil {
		return root, base, nil
	}
	if len(d.open) >= maxOpen {
		return d.root, filepath.FromSlash(name), nil
	}
	root, err := d.root.OpenRoot(filepath.FromSlash(dir))
	if err != nil {
		return nil, "", err
	}
	d.open[dir] = root
	return root, base, nil
}
