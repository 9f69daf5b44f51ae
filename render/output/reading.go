package output

import (
	"bufio"
	"bytes"
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
	own     bool       // it has the form that tailor writes, to the byte
	sum     bundle.Sum // of the whole text
}

// readManifest reads the manifest of a directory as a stream. begin makes the function that is given the JSON of each entry,
// valid during the call; it is called again when what was read turns out to have another form. A missing manifest is no error.
func readManifest(root *os.Root, begin func() func(text []byte) error) (past, error) {
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
	m, err := scan(file, (*past).lines, begin())
	if !errors.Is(err, errDamaged) {
		return m, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return m, err
	}
	return scan(file, (*past).values, begin())
}

// scan reads a manifest in some form.
func scan(file io.Reader, form func(*past, *bufio.Reader, func([]byte) error) error, visit func([]byte) error) (past, error) {
	h := sha256.New()
	m := past{there: true}
	r := bufio.NewReaderSize(io.TeeReader(io.LimitReader(file, maxManifest), h), 1<<16)
	err := form(&m, r, visit)
	rest, restErr := io.Copy(io.Discard, r)
	m.sum = bundle.Sum(h.Sum(nil))
	switch {
	case restErr != nil:
		return m, restErr
	case err != nil || rest > 0 || !slices.Contains(commands, m.command):
		return m, errDamaged
	}
	return m, nil
}

// commands are those that write directories.
var commands = []string{"render", "export"}

// lines reads a manifest with the very line breaks that tailor writes.
func (m *past) lines(r *bufio.Reader, visit func(text []byte) error) error {
	line, err := nextLine(r)
	if err != nil || string(line) != "{" {
		return errDamaged
	}
	line, err = nextLine(r)
	i := slices.IndexFunc(commands, func(command string) bool { return string(line) == `"command": "`+command+`",` })
	if err != nil || i < 0 {
		return errDamaged
	}
	m.own, m.command = true, commands[i]
	line, err = nextLine(r)
	if string(line) == `"pending": true,` {
		m.pending = true
		line, err = nextLine(r)
	}
	if err != nil || string(line) != manifestList {
		return errDamaged
	}
	if err := entryLines(r, visit); err != nil {
		return err
	}
	if line, err = nextLine(r); err != nil || string(line) != "}" {
		return errDamaged
	}
	return nil
}

// entryLines reads entries on lines of their own, and the bracket behind them.
func entryLines(r *bufio.Reader, visit func(text []byte) error) error {
	for more, first := true, true; ; first = false {
		line, err := nextLine(r)
		closed := string(line) == "]"
		if err != nil || closed && more && !first || !closed && !more {
			return errDamaged
		}
		if closed {
			return nil
		}
		line, more = bytes.CutSuffix(line, []byte(","))
		if err := visit(line); err != nil {
			return err
		}
	}
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

// set reads a member. What tailor does not know says nothing to it.
func (m *past) set(key string, value []byte) error {
	switch key {
	case "command":
		return json.Unmarshal(value, &m.command)
	case "pending":
		return json.Unmarshal(value, &m.pending)
	}
	return nil
}

// values reads a manifest that something else than tailor put into form.
func (m *past) values(r *bufio.Reader, visit func(text []byte) error) error {
	d := json.NewDecoder(r)
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
	switch t, err := d.Token(); {
	case err != nil:
		return err
	case t == nil: // null is an empty list
		return nil
	case t != json.Delim('['):
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

// decode reads an entry that stands behind another one.
func decode(text []byte, before string) (entry, error) {
	var e entry
	if json.Unmarshal(text, &e) != nil || !e.isValid(before) {
		return e, errDamaged
	}
	return e, nil
}
