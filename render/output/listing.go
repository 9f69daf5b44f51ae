package output

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"tailor/internal/yamltree"
	"tailor/render"
	"tailor/render/bundle"
)

// The parts of a manifest that are the same in each. Every entry has a line of its own, so that a diff shows which
// changed.
const (
	manifestHead    = "{\n\"command\": "
	manifestPending = "\"pending\": true,\n"
	manifestList    = `"files": [`
)

// item is a file that a manifest lists: one that is wanted, or one that stays as it is listed.
type item struct {
	kind itemKind
	at   int32 // its position among the configs, the assets, or the entries that stay
}

type itemKind uint8

const (
	configItem itemKind = iota
	assetItem
	keptItem
)

// path is that of an item.
func (c *Changes) path(i item) string {
	switch i.kind {
	case assetItem:
		return c.want.Assets[i.at].Path
	case keptItem:
		return c.kept[i.at].Path
	default:
		return c.want.Configs[i.at].Path
	}
}

// byPath sorts items.
func (c *Changes) byPath(items []item) {
	slices.SortFunc(items, func(a, b item) int { return strings.Compare(c.path(a), c.path(b)) })
}

// find returns the position of a path among sorted items, and whether it is there.
func (c *Changes) find(items []item, name string) (int, bool) {
	return slices.BinarySearchFunc(items, name, func(it item, name string) int { return strings.Compare(c.path(it), name) })
}

// wanted are the files that a command wants, by path.
func (c *Changes) wanted() []item {
	out := make([]item, 0, len(c.want.Configs)+len(c.want.Assets))
	for at := range c.want.Configs {
		out = append(out, item{configItem, int32(at)})
	}
	for at := range c.want.Assets {
		out = append(out, item{assetItem, int32(at)})
	}
	c.byPath(out)
	return out
}

// encoder makes entries. What many of them share is put into form once.
type encoder struct {
	*Changes

	sources map[*render.Layer][]byte
	named   map[*bundle.Set][]byte
	text    []byte
}

func newEncoder(c *Changes) *encoder {
	return &encoder{Changes: c, sources: map[*render.Layer][]byte{}, named: map[*bundle.Set][]byte{}}
}

// entry is the JSON of an item on one line, valid until the next call. old is the hash of what the file had before, ""
// for none.
func (e *encoder) entry(i item, old string) []byte {
	dst := e.text[:0]
	switch i.kind {
	case keptItem:
		kept := *e.kept[i.at]
		if kept.Old = old; old == kept.SHA256 {
			kept.Old = ""
		}
		dst = append(dst, encode(kept)...)
	case assetItem:
		a := e.want.Assets[i.at]
		dst = appendFile(dst, entry{Path: a.Path, Kind: kindAsset, SHA256: a.Sum, Old: old})
		dst = append(dst, '}')
	default:
		c := &e.want.Configs[i.at]
		dst = appendFile(dst, entry{Path: c.Path, Kind: kindConfig, SHA256: e.looks.seen[i.at].sum.String(), Old: old})
		dst = e.config(dst, c)
	}
	e.text = dst
	return dst
}

// appendFile appends what all entries have, without the brace at the end.
func appendFile(dst []byte, e entry) []byte {
	dst = appendMember(append(dst, '{'), "path", e.Path)
	dst = appendMember(append(dst, ','), "kind", e.Kind)
	dst = appendMember(append(dst, ','), "sha256", e.SHA256)
	if e.Old != "" {
		dst = appendMember(append(dst, ','), "old", e.Old)
	}
	return dst
}

func appendMember(dst []byte, key, value string) []byte {
	return yamltree.AppendQuoted(appendKey(dst, key), value)
}

func appendKey(dst []byte, key string) []byte {
	return append(append(append(dst, '"'), key...), `":`...)
}

// encode is an entry that was read as JSON on one line, `<` and `&` as they are.
func encode(e entry) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(e) //nolint:errchkjson // structs of strings and valid JSON always have JSON
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func appendTexts(dst []byte, texts []string) []byte {
	for i, text := range texts {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = yamltree.AppendQuoted(dst, text)
	}
	return dst
}

// config appends what the entry of a config says besides that of any file.
func (e *encoder) config(dst []byte, c *bundle.Config) []byte {
	dst = appendMember(append(dst, ','), "slug", c.Output.Slug)
	dst = appendMember(append(dst, ','), "image", c.Cell.Image.Name)
	dst = appendAxes(appendKey(append(dst, ','), "axes"), c.Cell)
	dst = appendMember(append(dst, ','), "arch", c.Cell.Arch)
	dst = appendMember(append(dst, ','), "format", c.Output.Format)
	dst = appendData(dst, "base", c.Base)
	dst = appendData(dst, "rpmSources", c.RPMSources)
	dst = append(appendKey(append(dst, ','), "sources"), '[')
	for i, l := range c.Cell.Layers {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, e.layer(c.Cell.Image, l)...)
	}
	dst = append(appendKey(append(dst, "],"...), "assets"), '[')
	dst = append(append(dst, e.names(c.Set)...), ']')
	dst = appendMember(append(dst, ','), "digest", c.Digest.String())
	return append(dst, '}')
}

func appendAxes(dst []byte, c *render.Cell) []byte {
	dst = append(dst, '{')
	for i, axis := range c.Image.Matrix.Axes() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendMember(dst, axis.Name, axis.Values[c.Values.Position(i)])
	}
	return append(dst, '}')
}

// appendData appends a section as a member; nothing for nothing.
func appendData(dst []byte, key string, n *yamltree.Node) []byte {
	if n == nil || n.Kind == yamltree.Absent {
		return dst
	}
	return yamltree.AppendJSON(appendKey(append(dst, ','), key), n)
}

// layer are the files of a layer of an image, as strings with commas between.
func (e *encoder) layer(img *render.Image, l *render.Layer) []byte {
	text, ok := e.sources[l]
	if !ok {
		text = appendTexts(nil, l.Sources(img))
		e.sources[l] = text
	}
	return text
}

// names are the names of assets, likewise.
func (e *encoder) names(set *bundle.Set) []byte {
	text, ok := e.named[set]
	if !ok && set != nil {
		text = appendTexts(nil, set.Named)
		e.named[set] = text
	}
	return text
}

// writeManifest writes the manifest of a comparison: as it will be when everything is done, or pending, with every file
// by its hash before and after.
func (c *Changes) writeManifest(w io.Writer, pending bool) error {
	b := bufio.NewWriterSize(w, 1<<16)
	_, _ = b.Write(append(yamltree.AppendQuoted([]byte(manifestHead), c.want.Command), ",\n"...)) // Flush has the error
	items := c.next
	if pending {
		_, _ = b.WriteString(manifestPending)
		items = c.pending()
	}
	_, _ = b.WriteString(manifestList)
	workers := max(1, c.want.Workers)
	encoders, texts := make([]*encoder, workers), make([][]byte, workers)
	for i := range encoders {
		encoders[i] = newEncoder(c)
	}
	const chunk = 256 // entries, of about a kilobyte each
	separator := "\n"
	for items := range slices.Chunk(items, chunk*workers) {
		parts := slices.Collect(slices.Chunk(items, chunk))
		render.Share(len(parts), workers, func(worker, i int) { texts[i] = encoders[worker].entries(texts[i][:0], parts[i], pending) })
		for _, text := range texts[:len(parts)] {
			_, _ = b.WriteString(separator)
			_, _ = b.Write(text)
			separator = ",\n"
		}
	}
	_, _ = b.WriteString("\n]\n}\n")
	return b.Flush()
}

// entries appends the JSON of some items, on lines with a comma and a line break between.
func (e *encoder) entries(dst []byte, items []item, pending bool) []byte {
	for i, it := range items {
		old := ""
		if pending {
			old = e.old[e.path(it)]
		}
		if i > 0 {
			dst = append(dst, ",\n"...)
		}
		dst = append(dst, e.entry(it, old)...)
	}
	return dst
}

// settle writes the manifest that a pending one becomes when it has nothing more to say than the last one will.
func settle(w io.Writer, pending io.Reader) error {
	b := bufio.NewReaderSize(pending, 1<<16)
	for {
		line, err := b.ReadSlice('\n')
		if err != nil {
			return err
		}
		if string(line) == manifestPending {
			_, err := b.WriteTo(w)
			return err
		}
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
}

// nextSum is the hash of the manifest as it will be.
func (c *Changes) nextSum() bundle.Sum {
	h := sha256.New()
	_ = c.writeManifest(h, false) // a hash never fails
	return bundle.Sum(h.Sum(nil))
}

// joiner reads the entries of the manifest that is there beside those that are wanted, both by path. What is listed just
// as it is wanted needs no second look.
type joiner struct {
	*comparison
	enc    *encoder
	at     int    // in wanted
	before string // the path of the last entry
}

// entry takes the next entry of the manifest.
func (j *joiner) entry(text []byte) error {
	if j.at < len(j.wants) && bytes.Equal(text, j.enc.entry(j.wants[j.at], "")) {
		j.listed[j.at] = true
		j.before = j.path(j.wants[j.at])
		j.at++
		return nil
	}
	j.exact = false
	e, err := decode(text, j.before)
	if err != nil {
		return err
	}
	j.before = e.Path
	j.was = append(j.was, &e)
	for j.at < len(j.wants) && j.path(j.wants[j.at]) <= e.Path {
		j.at++
	}
	return nil
}
