package output

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"

	"tailor/render/bundle"
)

// past is a manifest as it was found.
type past struct {
	command string
	pending bool
	there   bool
	sum     bundle.Sum // of the whole text
}

// readManifest reads the manifest of a directory as a stream and gives the JSON of each entry to visit, valid during the
// call. A missing manifest is no error.
func readManifest(root *os.Root, visit func(text []byte) error) (past, error) {
	info, err := root.Lstat(ManifestName)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return past{}, nil
	case err != nil:
		return past{}, err
	case !info.Mode().IsRegular():
		return past{}, errNotRegular
	}
	file, err := root.Open(ManifestName)
	if err != nil {
		return past{}, err
	}
	defer file.Close()
	h := sha256.New()
	m := past{there: true}
	r := bufio.NewReaderSize(io.TeeReader(io.LimitReader(file, maxManifest), h), 1<<16)
	if begins, _ := r.Peek(len(manifestHead)); string(begins) == manifestHead {
		err = m.lines(r, visit)
	} else {
		err = m.values(json.NewDecoder(r), visit)
	}
	rest, restErr := io.Copy(io.Discard, r)
	m.sum = bundle.Sum(h.Sum(nil))
	switch {
	case restErr != nil:
		return m, restErr
	case err != nil || rest > 0 || !slices.Contains([]string{"render", "export"}, m.command):
		return m, errDamaged
	}
	return m, nil
}

// lines reads a manifest with the line breaks that tailor writes.
func (m *past) lines(r *bufio.Reader, visit func(text []byte) error) error {
	line, err := nextLine(r) // the brace
	for err == nil {
		line, err = nextLine(r)
		if string(line) == manifestList {
			break
		}
		key, value, _ := bytes.Cut(line, []byte(": "))
		err = cmp.Or(err, m.set(string(bytes.Trim(key, `"`)), bytes.TrimSuffix(value, []byte(","))))
	}
	for err == nil {
		line, err = nextLine(r)
		if string(line) == "]" {
			break
		}
		if err == nil {
			err = visit(bytes.TrimSuffix(line, []byte(",")))
		}
	}
	if err == nil {
		line, err = nextLine(r)
	}
	if err == nil && string(line) != "}" {
		err = errDamaged
	}
	return err
}

// nextLine reads a line without its break; it is valid until the next call. A last line without a break is an error.
func nextLine(r *bufio.Reader) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		var rest []byte
		line = bytes.Clone(line)
		rest, err = r.ReadBytes('\n')
		line = append(line, rest...)
	}
	return bytes.TrimSuffix(line, []byte("\n")), err
}

func (m *past) set(key string, value []byte) error {
	switch key {
	case "command":
		return json.Unmarshal(value, &m.command)
	case "pending":
		return json.Unmarshal(value, &m.pending)
	}
	return errDamaged
}

// values reads a manifest that something else than tailor put into form.
func (m *past) values(d *json.Decoder, visit func(text []byte) error) error {
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return errDamaged
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		if key == "files" {
			err = list(d, visit)
		} else {
			var value json.RawMessage
			if err = d.Decode(&value); err == nil {
				err = m.set(key.(string), value) //nolint:forcetypeassert // keys are strings
			}
		}
		if err != nil {
			return err
		}
	}
	if _, err := d.Token(); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errDamaged
	}
	return nil
}

func list(d *json.Decoder, visit func(text []byte) error) error {
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return errDamaged
	}
	for d.More() {
		var text json.RawMessage
		err := d.Decode(&text)
		if err == nil {
			err = visit(text)
		}
		if err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// decode reads an entry.
func decode(text []byte) (entry, error) {
	var e entry
	if json.Unmarshal(text, &e) != nil {
		return e, errDamaged
	}
	return e, nil
}
