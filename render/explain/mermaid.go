package explain

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"tailor/directives"
	"tailor/render"
)

// Mermaid prints the merge order of each cell as a chart from base to last, in Markdown that a pull request
// shows.
func Mermaid(w io.Writer, cells []*render.Cell) error {
	return blocks(w, cells, chart)
}

func chart(b *bytes.Buffer, c *render.Cell) {
	slugs := make([]string, len(c.Outputs))
	for i, o := range c.Outputs {
		slugs[i] = "`" + o.Slug + "`"
	}
	b.WriteString("**" + strings.Join(slugs, ", ") + "**\n\n```mermaid\nflowchart TD\n")
	for i, l := range c.Layers {
		fmt.Fprintf(b, "    f%d[\"%s<br/>%s\"]\n", i+1, escape(l.Path), escape(l.Reason))
		if i > 0 {
			fmt.Fprintf(b, "    f%d --> f%d\n", i, i+1)
		}
		inclusions(b, fmt.Sprintf("f%d", i+1), l.Includes)
	}
	last := fmt.Sprintf("f%d", len(c.Layers))
	fmt.Fprintf(b, "    %s --> result([\"%s\"])\n```\n", last, escape(c.Outputs[0].Slug))
}

// inclusions draws what a document includes with dotted lines.
func inclusions(b *bytes.Buffer, node string, includes []directives.Include) {
	for i, in := range includes {
		id := fmt.Sprintf("%si%d", node, i+1)
		fmt.Fprintf(b, "    %s[/\"%s\"/] -.-> %s\n", id, escape(in.Path), node)
		inclusions(b, id, in.Includes)
	}
}

// escape makes a text stand for itself between the quotes of a chart.
func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;", "#", "&num;", "\n", " ").Replace(text)
}
