package explain

import (
	"encoding/json"
	"io"

	"tailor/directives"
	"tailor/internal/source"
	"tailor/internal/yamltree"
	"tailor/matrix"
	"tailor/render"
)

// placeJSON is a place.
type placeJSON struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"col"`
}

// JSONPrinter prints what Printer prints, for programs. File gives the path of a file as it is to appear.
type JSONPrinter struct {
	File func(*source.File) string
}

func (p JSONPrinter) place(s source.Span) placeJSON {
	if s.IsZero() {
		return placeJSON{}
	}
	line, col := s.Position()
	return placeJSON{File: p.File(s.File), Line: line, Column: col}
}

func (p JSONPrinter) places(spans []source.Span) []placeJSON {
	out := make([]placeJSON, len(spans))
	for i, s := range spans {
		out[i] = p.place(s)
	}
	return out
}

type orderJSON struct {
	Image  string       `json:"image"`
	Slugs  []string     `json:"slugs"`
	Axes   matrix.Pairs `json:"axes"`
	Layers []layerJSON  `json:"layers"`
}

type layerJSON struct {
	Path     string        `json:"path"`
	Reason   string        `json:"reason"`
	Includes []includeJSON `json:"includes"`
}

type includeJSON struct {
	Path     string        `json:"path"`
	Site     placeJSON     `json:"site"`
	Includes []includeJSON `json:"includes"`
}

// Order prints the merge order of each cell; paths are from the directory of the image.
func (p JSONPrinter) Order(w io.Writer, cells []*render.Cell) error {
	out := make([]orderJSON, len(cells))
	for i, c := range cells {
		out[i] = orderJSON{Image: c.Image.Name, Slugs: []string{}, Axes: c.Values.Pairs(), Layers: []layerJSON{}}
		for _, o := range c.Outputs {
			out[i].Slugs = append(out[i].Slugs, o.Slug)
		}
		for _, l := range c.Layers {
			out[i].Layers = append(out[i].Layers, layerJSON{Path: l.Path, Reason: l.Reason, Includes: p.includes(l.Includes)})
		}
	}
	return render.PrintJSON(w, out)
}

func (p JSONPrinter) includes(list []directives.Include) []includeJSON {
	out := make([]includeJSON, len(list))
	for i, in := range list {
		out[i] = includeJSON{Path: in.Path, Site: p.place(in.Site), Includes: p.includes(in.Includes)}
	}
	return out
}

type storyJSON struct {
	Path   string      `json:"path"`
	Cells  []string    `json:"cells"`
	Value  any         `json:"value"`
	Events []eventJSON `json:"events"`
	Names  []nameJSON  `json:"names"`
	Items  []itemJSON  `json:"items"`
	Gone   []goneJSON  `json:"gone"`
	Keys   []keyJSON   `json:"keys"`
}

type eventJSON struct {
	placeJSON

	Reason string      `json:"reason"`
	Did    string      `json:"did"`
	Via    []placeJSON `json:"via"`
	Holds  bool        `json:"holds"`
}

type nameJSON struct {
	Name  string     `json:"name"`
	Kind  string     `json:"kind"`
	Value string     `json:"value"`
	Set   *placeJSON `json:"set"`
	Names []nameJSON `json:"names"`
}

type itemJSON struct {
	placeJSON

	Value  any    `json:"value"`
	Reason string `json:"reason"`
}

type goneJSON struct {
	itemJSON

	By       placeJSON `json:"by"`
	ByReason string    `json:"byReason"`
}

type keyJSON struct {
	placeJSON

	Key           string `json:"key"`
	Reason        string `json:"reason"`
	Contributions int    `json:"contributions"`
	Removed       bool   `json:"removed"`
}

// Paths prints the stories of a place like [Printer.Paths].
func (p JSONPrinter) Paths(w io.Writer, renderings []render.Rendering, steps []directives.Step) (bool, error) {
	text := Printer{Place: func(s source.Span) string {
		at := p.place(s)
		b, _ := json.Marshal(at) //nolint:errchkjson // it is only compared
		return string(b)
	}}
	stories := text.tell(renderings, steps)
	if len(stories) == 0 {
		return false, nil
	}
	cell := map[string]*render.Cell{}
	for _, r := range renderings {
		cell[r.Output.Slug] = r.Cell
	}
	out := make([]storyJSON, len(stories))
	for i, t := range stories {
		out[i] = p.story(t.story, cell[t.slugs[0]])
		out[i].Cells = t.slugs
	}
	return true, render.PrintJSON(w, out)
}

func (p JSONPrinter) story(s Story, cell *render.Cell) storyJSON {
	out := storyJSON{
		Path: s.Path, Value: value(s.Value), Names: p.names(s.Uses, cell),
		Events: []eventJSON{}, Items: []itemJSON{}, Gone: []goneJSON{}, Keys: []keyJSON{},
	}
	for _, e := range s.Events {
		out.Events = append(out.Events, eventJSON{p.place(e.Span()), e.Reason, did(e), p.places(directives.Visible(e.By).Via.Sites()), e.Holds})
	}
	for _, item := range s.Items {
		out.Items = append(out.Items, p.item(item))
	}
	for _, item := range s.Gone {
		out.Gone = append(out.Gone, goneJSON{p.item(item), p.place(directives.At(item.Place)), item.By.Reason})
	}
	for _, k := range s.Keys {
		out.Keys = append(out.Keys, keyJSON{p.place(k.Span), k.Name, k.Reason, k.Events, k.Value.Kind == yamltree.Absent})
	}
	return out
}

func (p JSONPrinter) item(i Item) itemJSON {
	return itemJSON{p.place(i.Value.Span), value(i.Value), i.Reason}
}

func (p JSONPrinter) names(uses []directives.Use, cell *render.Cell) []nameJSON {
	out := make([]nameJSON, len(uses))
	for i, u := range uses {
		out[i] = nameJSON{Name: u.Name, Kind: u.Kind, Value: u.Text, Names: p.names(u.Uses, cell)}
		at := cell.Image.ValueSpan(u.Name, u.Text)
		if u.Param != nil {
			at = directives.At(u.Param)
		}
		if !at.IsZero() {
			set := p.place(at)
			out[i].Set = &set
		}
	}
	return out
}

type blameJSON struct {
	Cell   string      `json:"cell"`
	Values []valueJSON `json:"values"`
}

type valueJSON struct {
	placeJSON

	Path      string          `json:"path"`
	Value     any             `json:"value"`
	Reason    string          `json:"reason"`
	Cites     []placeJSON     `json:"cites"`
	Displaced []displacedJSON `json:"displaced"`
}

type displacedJSON struct {
	placeJSON

	Value  any    `json:"value"`
	Reason string `json:"reason"`
}

// Blame prints every scalar and every empty collection of each config with its place and what it displaced.
func (p JSONPrinter) Blame(w io.Writer, renderings []render.Rendering) error {
	out := make([]blameJSON, len(renderings))
	for i, r := range renderings {
		out[i] = blameJSON{Cell: r.Output.Slug, Values: []valueJSON{}}
		for _, l := range yamltree.Lines(r.Config) {
			if n := l.Node; l.Part == 0 && n != nil && (n.Kind == yamltree.Scalar || n.Size() == 1) {
				out[i].Values = append(out[i].Values, p.value(r, l))
			}
		}
	}
	return render.PrintJSON(w, out)
}

func (p JSONPrinter) value(r render.Rendering, l yamltree.Line) valueJSON {
	v := valueJSON{
		placeJSON: p.place(l.Node.Span), Path: pathOf(l.Steps).String(), Value: value(l.Node),
		Reason: r.Cell.Reason(l.Node), Displaced: []displacedJSON{},
	}
	steps := make([]directives.Step, len(l.Steps))
	for i, s := range l.Steps {
		steps[i] = directives.Step{Index: s.Index}
		if s.Key != nil {
			steps[i] = directives.Step{Key: s.Key.Name, Index: -1}
		}
	}
	v.Cites = []placeJSON{}
	for _, group := range Cites(r, steps) {
		v.Cites = append(v.Cites, p.places(group)...)
	}
	story, _ := Tell(r, steps)
	for _, e := range story.Events {
		if afresh(e.Op) && e.Before != nil && e.Before.Kind != yamltree.Absent {
			v.Displaced = append(v.Displaced, displacedJSON{p.place(directives.At(e.Before)), value(e.Before), r.Cell.Reason(e.Before)})
		}
	}
	return v
}

// value is a tree as JSON has it, see yamltree.AppendJSON.
func value(n *yamltree.Node) any {
	if n == nil || n.Kind == yamltree.Absent {
		return nil
	}
	return json.RawMessage(yamltree.AppendJSON(nil, n))
}
