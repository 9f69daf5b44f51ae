package yamltree

import (
	"bytes"
	"encoding/json"
	"strings"
)

// AppendJSON writes a tree as JSON on one line, keys in their order. A scalar that is no string is its literal text
// where JSON reads that as it is (`1`, `true`), else a string of it (`0755`, `yes`), so that nothing that was
// written is lost. Removed values are left out; a nil or removed tree is `null`.
func AppendJSON(dst []byte, n *Node) []byte {
	switch {
	case n.IsNull():
		return append(dst, "null"...)
	case n.Kind == Map:
		return appendObject(dst, n)
	case n.Kind == List:
		dst = append(dst, '[')
		first := true
		for _, item := range n.Items {
			if item.Kind == Absent {
				continue
			}
			if !first {
				dst = append(dst, ',')
			}
			first = false
			dst = AppendJSON(dst, item)
		}
		return append(dst, ']')
	case n.Type != String && json.Valid([]byte(n.Value)):
		return append(dst, n.Value...)
	}
	return AppendQuoted(dst, n.Value)
}

func appendObject(dst []byte, n *Node) []byte {
	dst = append(dst, '{')
	first := true
	for i := range n.Entries {
		e := &n.Entries[i]
		if e.Value.Kind == Absent {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(AppendQuoted(dst, e.Key.Name), ':')
		dst = AppendJSON(dst, e.Value)
	}
	return append(dst, '}')
}

// AppendQuoted writes a text as a JSON string on one line, `<` and `&` as they are.
func AppendQuoted(dst []byte, text string) []byte {
	special := func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }
	if strings.IndexFunc(text, special) < 0 {
		return append(append(append(dst, '"'), text...), '"')
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) //nolint:errchkjson // a string always has JSON
	return append(dst, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}
