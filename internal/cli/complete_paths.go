package cli

import (
	"slices"
	"strings"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/shell"
	"tailor/internal/yamltree"
	"tailor/render"
)

// paths completes the value of --path step by step, from the configs of the cells that the line selects.
func (c *completer) paths(current string) shell.Answer {
	return c.inWorkspace(func(w *render.Workspace) shell.Answer {
		plan := w.Plan(render.Selection{
			Names: c.line.names(), Slugs: c.given("--cell"), Select: c.given("--select"), Partial: true,
		})
		plan.Cells = telling(plan.Cells)
		head := ""
		if rest, ok := strings.CutPrefix(current, "config."); ok { // as messages print it
			head, current = "config.", rest
		}
		renderings := plan.Render()
		configs := make([]*yamltree.Node, len(renderings))
		for i, r := range renderings {
			configs[i] = r.Config
		}
		var a shell.Answer
		for _, p := range pathsBelow(configs, current) {
			a.Candidates = append(a.Candidates, shell.Candidate{Text: head + p.text, Note: told(p.nodes[0])})
			a.Open = a.Open || p.nodes[0].Kind != yamltree.Scalar
		}
		return a
	})
}

// given are the values of a flag on the line.
func (c *completer) given(flag string) []render.Arg {
	places := c.line.values(flag)
	out := make([]render.Arg, len(places))
	for i, at := range places {
		out[i] = render.Arg{Value: at.Text(), Span: at}
	}
	return out
}

// maxTold is how many cells are rendered to find paths.
const maxTold = 64

// telling picks the first cell that each document takes part in: together they have a place for everything that
// any document brings in.
func telling(cells []*render.Cell) []*render.Cell {
	seen := map[*render.Layer]bool{}
	var out []*render.Cell
	for _, cell := range cells {
		if !slices.ContainsFunc(cell.Layers, func(l *render.Layer) bool { return !seen[l] }) {
			continue
		}
		for _, l := range cell.Layers {
			seen[l] = true
		}
		if out = append(out, cell); len(out) == maxTold {
			break
		}
	}
	return out
}

// place is a path and what configs have there, one node for each that has it.
type place struct {
	path  *directives.Path
	text  string
	nodes []*yamltree.Node
}

// pathsBelow returns the paths that are one step longer than what was typed. A path that is the only one is followed
// by those below it, so that no shell takes it for finished; when it is typed in full they stand alone.
func pathsBelow(configs []*yamltree.Node, current string) []place {
	level := inside([]place{{nodes: configs}})
	for {
		at := slices.IndexFunc(level, func(p place) bool {
			rest, ok := strings.CutPrefix(current, p.text)
			return ok && strings.IndexAny(rest, ".[") == 0
		})
		if at < 0 {
			break
		}
		level = inside(level[at : at+1])
	}
	level = slices.DeleteFunc(level, func(p place) bool { return !strings.HasPrefix(p.text, current) })
	if len(level) != 1 {
		return level
	}
	below := inside(level)
	if level[0].text == current && len(below) > 0 {
		return below
	}
	return append(level, below...)
}

// inside returns the places right below some, each once, in the order of the configs.
func inside(places []place) []place {
	var out []place
	index := map[string]int{}
	add := func(path *directives.Path, n *yamltree.Node) {
		text := path.String()
		i, ok := index[text]
		if !ok {
			i = len(out)
			index[text] = i
			out = append(out, place{path: path, text: text})
		}
		out[i].nodes = append(out[i].nodes, n)
	}
	for _, p := range places {
		for _, n := range p.nodes {
			for i, item := range n.Items {
				add(p.path.Item(i), item)
			}
			for _, e := range n.Entries {
				if e.Value.Kind != yamltree.Absent {
					add(p.path.Key(e.Key.Name), e.Value)
				}
			}
		}
	}
	return out
}

// told is a value in a few words.
func told(n *yamltree.Node) string {
	switch n.Kind {
	case yamltree.Map:
		return strings.Join(n.Keys(), ", ")
	case yamltree.List:
		return diag.Count(len(n.Items), "item")
	default:
		return n.Value
	}
}
