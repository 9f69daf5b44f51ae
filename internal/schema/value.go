package schema

import (
	"encoding/json"

	"tailor/internal/yamltree"
)

// value turns a tree into what encoding/json would make of it: maps, lists, strings, booleans, nil, and numbers as
// json.Number. Numbers have the value that yaml.v3 gives them and one text for each value; dates are strings, and so
// are `.inf` and `.nan`, which JSON has not. Removed values are left out.
func value(n *yamltree.Node) any {
	switch {
	case n.IsNull():
		return nil
	case n.Kind == yamltree.Map:
		out := make(map[string]any, len(n.Entries))
		for i := range n.Entries {
			if e := &n.Entries[i]; e.Value.Kind != yamltree.Absent {
				out[e.Key.Name] = value(e.Value)
			}
		}
		return out
	case n.Kind == yamltree.List:
		out := make([]any, 0, len(n.Items))
		for _, item := range n.Items {
			if item.Kind != yamltree.Absent {
				out = append(out, value(item))
			}
		}
		return out
	case n.Type == yamltree.Bool:
		return n.Value[0] == 't' || n.Value[0] == 'T'
	}
	if number, ok := n.Number(); ok {
		return json.Number(number)
	}
	return n.Value
}

// below returns the value at a token of a JSON pointer, with its key if it has one and its position among the entries or
// items of n; a nil node when there is none.
func below(n *yamltree.Node, token string) (child *yamltree.Node, key *yamltree.Key, at int) {
	switch n.Kind {
	case yamltree.Map:
		if i := n.Index(token); i >= 0 && n.Entries[i].Value.Kind != yamltree.Absent {
			return n.Entries[i].Value, n.Entries[i].Key, i
		}
	case yamltree.List:
		at, ok := position(token)
		for i, item := range n.Items {
			if item.Kind == yamltree.Absent {
				continue
			}
			if ok && at == 0 {
				return item, nil, i
			}
			at--
		}
	default:
	}
	return nil, nil, -1
}

// position reads a token that is the position of an item.
func position(token string) (int, bool) {
	const digits = 9
	if token == "" || len(token) > digits || token[0] == '0' && token != "0" {
		return 0, false
	}
	at := 0
	for _, c := range token {
		if c < '0' || c > '9' {
			return 0, false
		}
		at = at*10 + int(c-'0')
	}
	return at, true
}
