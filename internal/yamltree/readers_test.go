package yamltree_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	goccy "github.com/goccy/go-yaml"
	yamlv3 "go.yaml.in/yaml/v3"
	yamlv4 "go.yaml.in/yaml/v4"
	sigs "sigs.k8s.io/yaml"

	"tailor/internal/yamltree"
)

// reader is a YAML library: its name and how it reads text.
type reader struct {
	name      string
	unmarshal func([]byte, *any) error
}

// readers are the parsers that have to agree on what is written; the consumer's is the first.
var readers = []reader{
	{"yaml.v3", func(text []byte, v *any) error { return yamlv3.Unmarshal(text, v) }},
	{"yaml/v4", func(text []byte, v *any) error { return yamlv4.Unmarshal(text, v) }},
	{"sigs.k8s.io/yaml", func(text []byte, v *any) error { return sigs.Unmarshal(text, v) }},
	{"goccy/go-yaml", func(text []byte, v *any) error {
		return goccy.UnmarshalWithOptions(text, v, goccy.UseOrderedMap())
	}},
}

func (r reader) read(text []byte) (any, error) {
	var v any
	err := r.unmarshal(text, &v)
	return typed(v), err
}

// typed makes keys and scalars text that shows their types.
func typed(v any) any {
	fields := map[string]any{}
	switch v := v.(type) {
	case goccy.MapSlice:
		for _, item := range v {
			fields[leaf(item.Key)] = typed(item.Value)
		}
	case map[string]any:
		for key, value := range v {
			fields[leaf(key)] = typed(value)
		}
	case map[any]any:
		for key, value := range v {
			fields[leaf(key)] = typed(value)
		}
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = typed(item)
		}
		return items
	default:
		return leaf(v)
	}
	return fields
}

func leaf(v any) string {
	if s, ok := v.(string); ok {
		return fmt.Sprintf("%q", s)
	}
	return fmt.Sprintf("%T %v", v, v)
}

// want returns what a reader has to read: strings as such, and other plain text as it reads that alone.
func (r reader) want(n *yamltree.Node) (any, error) {
	switch n.Kind {
	case yamltree.Map:
		return r.wantMap(n)
	case yamltree.List:
		items := []any{}
		for _, item := range n.Items {
			if item.Kind == yamltree.Absent {
				continue
			}
			v, err := r.want(item)
			if err != nil {
				return nil, err
			}
			items = append(items, v)
		}
		return items, nil
	case yamltree.Scalar:
		if n.Type == yamltree.String && (n.Style != yamltree.Plain || !slices.Contains(plainStrings, n.Value)) {
			return leaf(n.Value), nil
		}
		fields, err := r.read([]byte("v: " + n.Value + "\n"))
		if err != nil {
			return nil, err
		}
		return fields.(map[string]any)[leaf("v")], nil
	case yamltree.Absent:
	}
	return map[string]any{}, nil
}

func (r reader) wantMap(n *yamltree.Node) (any, error) {
	fields := map[string]any{}
	for _, e := range n.Entries {
		if e.Value.Kind == yamltree.Absent {
			continue
		}
		v, err := r.want(e.Value)
		if err != nil {
			return nil, err
		}
		key := leaf(e.Key.Name)
		if e.Key.Style == yamltree.Plain && !unfaithful(e.Key.Name) {
			alone, err := r.read([]byte(e.Key.Name + ": 0\n"))
			if err != nil {
				return nil, err
			}
			for k := range alone.(map[string]any) {
				key = k
			}
		}
		if _, twice := fields[key]; twice {
			return nil, errors.New("two keys are one to this reader")
		}
		fields[key] = v
	}
	return fields, nil
}

// unfaithful reports whether plain text is written quoted, because readers do not agree on it.
func unfaithful(text string) bool {
	return strings.Contains(text, "\t") || strings.HasSuffix(text, "<<") || strings.Contains(text, "<<:") || strings.HasPrefix(text, "---") || strings.HasPrefix(text, "...")
}

// plainStrings is plain text that is a string to yaml.v3, but not to every reader.
var plainStrings = []string{
	"yes", "No", "on", "OFF", "y", "N", "1:20", "12:30:45", "1.2.3", "0o8", "a b", "a:b", "a#b", "x'y", `C:\dir`,
	"--flag", "-x", "=", "a, b", "a [b]", "a {b}", "a - b", "---", "--- a", "a<<b", "...", "?x", ":x",
}

// fault says how the reader reads text differently than n, or nothing. A reader that cannot read some
// plain text even when it stands alone has no fault.
func (r reader) fault(n *yamltree.Node, text []byte) string {
	want, err := r.want(n)
	if err != nil {
		return ""
	}
	got, err := r.read(text)
	if err != nil {
		return "fails: " + err.Error()
	}
	if !reflect.DeepEqual(want, got) { // cmp.Diff takes forever with deep lists
		return fmt.Sprintf("reads %v, want %v", got, want)
	}
	return ""
}

// checkReaders fails the test unless every reader reads text as n.
func checkReaders(t *testing.T, n *yamltree.Node, text []byte) {
	t.Helper()
	for _, fault := range faults(n, text) {
		t.Error(fault)
	}
}
