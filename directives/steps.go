package directives

import (
	"fmt"
	"strconv"
	"strings"

	"tailor/internal/yamltree"
)

// Step is one step of a path: a key, or the position of a list item.
type Step struct {
	Key   string
	Index int // of an item; -1 for a key
}

// PathError says what is wrong with the spelling of a path, and where in its text.
type PathError struct {
	Start, End int // bytes
	Message    string
	Help       string
}

// Error returns the message.
func (e *PathError) Error() string { return e.Message }

// ParsePath reads a path in the spelling of [Path]: `os.packages.install[0]`, `os.sysctl["net.ipv4.ip_forward"]`.
// A key may hold anything but `.`, brackets and quotes without being quoted. The error is a *PathError. It implements
// docs/reference/cli.md, "Paths in a config".
func ParsePath(text string) ([]Step, error) {
	p := pathParser{text: text}
	for p.at < len(text) {
		if err := p.step(); err != nil {
			return nil, err
		}
	}
	if len(p.steps) == 0 {
		return nil, &PathError{0, len(text), "the path is empty", "write dotted keys, as in `os.hostname`"}
	}
	return p.steps, nil
}

type pathParser struct {
	text  string
	at    int
	steps []Step
	item  string // what else a help about brackets says may stand in them
}

func (p *pathParser) step() error {
	if p.text[p.at] == '[' {
		return p.bracket()
	}
	start := p.at
	if len(p.steps) > 0 {
		if p.text[p.at] != '.' {
			return p.fail(p.at, p.at+1, "a key follows `]` without a `.`", "write a `.` before the key")
		}
		p.at++
	}
	end := strings.IndexAny(p.text[p.at:], ".[]\"'")
	if end < 0 {
		end = len(p.text) - p.at
	}
	key := p.text[p.at : p.at+end]
	stop := p.text[p.at+end:]
	switch {
	case key == "":
		return p.fail(start, max(p.at, start+1), "a key is missing in the path", `write a key between the dots; one with other characters is written ["key"]`)
	case stop != "" && stop[0] != '.' && stop[0] != '[':
		return p.fail(p.at, p.at+end+1, fmt.Sprintf("a key with `%c` must be quoted", stop[0]), `write ["..."] around the key`)
	}
	p.at += end
	p.steps = append(p.steps, Step{Key: key, Index: -1})
	return nil
}

// bracket reads `[0]` or `["key"]`.
func (p *pathParser) bracket() error {
	rest := p.text[p.at+1:]
	if strings.HasPrefix(rest, `"`) {
		quoted, err := strconv.QuotedPrefix(rest)
		key, _ := strconv.Unquote(quoted)
		if err != nil || !strings.HasPrefix(rest[len(quoted):], "]") {
			return p.fail(p.at, len(p.text), "the quoted key does not end", `write ["key"]`)
		}
		p.at += len(quoted) + 2
		p.steps = append(p.steps, Step{Key: key, Index: -1})
		return nil
	}
	number, _, ok := strings.Cut(rest, "]")
	index, err := strconv.Atoi(number)
	if !ok || err != nil || strings.Trim(number, "0123456789") != "" {
		end := min(len(p.text), p.at+len(number)+2)
		return p.fail(p.at, end, "`"+p.text[p.at:end]+"` is no position in a list", "write "+p.item+`[0] for the first item, or ["key"] for a key`)
	}
	p.at += len(number) + 2
	p.steps = append(p.steps, Step{Index: index})
	return nil
}

func (*pathParser) fail(start, end int, message, help string) error {
	return &PathError{start, end, message, help}
}

// PathOf spells steps.
func PathOf(steps []Step) *Path {
	var path *Path
	for _, s := range steps {
		if s.Index >= 0 {
			path = path.Item(s.Index)
			continue
		}
		path = path.Key(s.Key)
	}
	return path
}

// Lookup goes down a tree by steps. It returns nil when the place is not there, or n is nil; no steps lead to n itself.
// A removed value is there, as an Absent node.
func Lookup(n *yamltree.Node, steps []Step) *yamltree.Node {
	for _, s := range steps {
		switch {
		case n == nil:
			return nil
		case s.Index < 0:
			n = n.Get(s.Key)
		case s.Index < len(n.Items):
			n = n.Items[s.Index]
		default:
			return nil
		}
	}
	return n
}
