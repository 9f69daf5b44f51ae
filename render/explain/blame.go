package explain

import (
	"strings"

	"tailor/directives"
	"tailor/internal/source"
	"tailor/internal/yamltree"
	"tailor/render"
)

// Line is one line of a config and where it comes from.
type Line struct {
	// Text is without its line break.
	Text string
	// Path is the place in the config, such as `config.os.hostname`.
	Path string
	// Span is where the value on the line was written: for a collection its key, for a value that several wrote
	// the first of them, for an interpolated one the template. It is zero for the `{}` of an empty config.
	Span source.Span
	// Via are the `$include` sites that led there, the innermost first.
	Via []source.Span
	// Node is the value, nil for the `{}` of an empty config.
	Node *yamltree.Node
	// Continued says that the line goes on with the value of the line before.
	Continued bool
}

// Blame returns the lines of a config as it is written, each with its place.
func Blame(r render.Rendering) []Line {
	texts := strings.Split(strings.TrimSuffix(string(r.Text()), "\n"), "\n")
	about := yamltree.Lines(r.Config)
	out := make([]Line, len(texts))
	for i, text := range texts {
		out[i] = blame(text, about[i])
	}
	return out
}

func blame(text string, about yamltree.Line) Line {
	n := about.Node
	if n == nil || n.Kind == yamltree.Map && len(about.Steps) == 0 {
		return Line{Text: text, Path: root}
	}
	line := Line{Text: text, Path: pathOf(about.Steps).String(), Node: n, Continued: about.Part > 0, Span: n.Span, Via: n.Via.Sites()}
	if line.Continued {
		line.Span = lineOf(n, about.Part)
	}
	if collection := n.Kind != yamltree.Scalar && n.Size() > 1; collection && about.Key != nil {
		line.Span = about.Key.Span
	}
	return line
}

// lineOf is the line of a block from which a line of the value comes, the whole block when that cannot be told.
func lineOf(n *yamltree.Node, part int) source.Span {
	file := n.Span.File
	written := n
	if n.Origin != nil && n.Origin.Op == yamltree.OpInterpolate {
		written = n.Origin.Before
	}
	if n.Style != yamltree.Literal || file == nil || strings.Count(n.Value, "\n") != strings.Count(written.Value, "\n") {
		return n.Span // a name stands for several lines
	}
	first, _ := n.Span.Position()
	text := file.Line(first + part)
	start := file.Offset(first+part, 1) + len(text) - len(strings.TrimLeft(text, " "))
	if start > n.Span.End {
		return n.Span
	}
	return file.Span(start, file.Offset(first+part, 1)+len(text))
}

// root is where paths in a config begin.
const root = "config"

func pathOf(steps []yamltree.Step) *directives.Path {
	var path *directives.Path
	path = path.Key(root)
	for _, s := range steps {
		if s.Key != nil {
			path = path.Key(s.Key.Name)
			continue
		}
		path = path.Item(s.Index)
	}
	return path
}
