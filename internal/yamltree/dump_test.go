package yamltree_test

import (
	"fmt"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// dump shows a tree, one node to a line: kind, or type and style of a scalar, value, and the text of the
// span in « » where that is not the value. Keys show what is unusual about them in the same way.
func dump(n *yamltree.Node) string {
	if n == nil {
		return "nothing\n"
	}
	var b strings.Builder
	dumpNode(&b, n, "")
	return b.String()
}

func dumpNode(b *strings.Builder, n *yamltree.Node, indent string) {
	switch n.Kind {
	case yamltree.Map:
		fmt.Fprintf(b, "map%s\n", dumpSpan(n.Span, ""))
		for _, e := range n.Entries {
			b.WriteString(indent + "  " + dumpKey(e.Key) + ": ")
			dumpNode(b, e.Value, indent+"  ")
		}
	case yamltree.List:
		fmt.Fprintf(b, "list%s\n", dumpSpan(n.Span, ""))
		for _, item := range n.Items {
			b.WriteString(indent + "  - ")
			dumpNode(b, item, indent+"  ")
		}
	default:
		fmt.Fprintf(b, "%s%s %q%s\n", n.Type, marksOf[n.Style], n.Value, dumpSpan(n.Span, n.Value))
	}
}

var marksOf = map[yamltree.Style]string{
	yamltree.SingleQuoted: " '", yamltree.DoubleQuoted: ` "`, yamltree.Literal: " |", yamltree.Folded: " >",
}

func dumpKey(k *yamltree.Key) string {
	text := k.Name
	if k.Type != yamltree.String || k.Style != yamltree.Plain {
		text = fmt.Sprintf("(%s%s) %q", k.Type, marksOf[k.Style], k.Name)
	}
	return text + dumpSpan(k.Span, k.Name)
}

func dumpSpan(s source.Span, value string) string {
	if s.Text() == value && value != "" {
		return ""
	}
	line, col := s.Position()
	return fmt.Sprintf(" %d:%d«%s»", line, col, strings.ReplaceAll(s.Text(), "\n", "⏎"))
}

// list shows diagnostics completely: code and message, each label with its place, its text in « » and what
// it says, notes and help.
func list(faults []diag.Diagnostic) string {
	var b strings.Builder
	for _, d := range faults {
		fmt.Fprintf(&b, "%s %s: %s\n", d.Severity, d.Code, d.Message)
		for _, l := range d.Labels {
			line, col := l.Span.Position()
			mark := "also"
			if l.Primary {
				mark = "at"
			}
			fmt.Fprintf(&b, "%s %d:%d «%s»", mark, line, col, strings.ReplaceAll(l.Span.Text(), "\n", "⏎"))
			if l.Text != "" {
				b.WriteString(" " + l.Text)
			}
			b.WriteByte('\n')
		}
		for _, note := range d.Notes {
			fmt.Fprintf(&b, "note: %s\n", note)
		}
		fmt.Fprintf(&b, "help: %s\n", d.Help)
	}
	return b.String()
}

func parse(text string) (*yamltree.Node, []diag.Diagnostic) {
	return yamltree.Parse(source.New("f.yaml", []byte(text)))
}
