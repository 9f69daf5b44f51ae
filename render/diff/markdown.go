package diff

import (
	"fmt"
	"io"
	"strings"

	"tailor/internal/diag"
)

// Markdown prints a result as a comment for a pull request, each group folded.
func (p Printer) Markdown(w io.Writer, r Result) error {
	var b strings.Builder
	p.headline(&b, r)
	slugs(&b, "added", r.Added)
	slugs(&b, "removed", r.Removed)
	for _, g := range r.Changed {
		fmt.Fprintf(&b, "\n<details>\n<summary>%s changed: %s</summary>\n\n", diag.Count(len(g.Cells), "cell"), first(g.Cells))
		if len(g.Cells) > 1 {
			b.WriteString(codes(g.Cells) + "\n\n")
		}
		if g.Diff != "" {
			b.WriteString(fenced(g.Diff))
		}
		for _, change := range fileChanges {
			if names := p.files(g, change); len(names) > 0 {
				b.WriteString("Files " + change + ": " + codes(names) + "\n\n")
			}
		}
		if len(g.Causes) > 0 {
			b.WriteString("Caused by\n\n" + fenced(p.causes(g)))
		}
		b.WriteString("</details>\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// StatMarkdown prints the counts of a result as a table.
func (p Printer) StatMarkdown(w io.Writer, r Result) error {
	var b strings.Builder
	p.headline(&b, r)
	b.WriteString("\n| image | added | removed | changed | unchanged | lines |\n| --- | --- | --- | --- | --- | --- |\n")
	for _, c := range r.Images {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | +%d -%d |\n", c.Image, c.Added, c.Removed, c.Changed, c.Unchanged, c.Plus, c.Minus)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// headline sums a result up.
func (p Printer) headline(b *strings.Builder, r Result) {
	var sum Count
	for _, c := range r.Images {
		sum.Added += c.Added
		sum.Removed += c.Removed
		sum.Changed += c.Changed
		sum.Unchanged += c.Unchanged
	}
	to := code(p.To)
	if p.To == WorkingTree {
		to = "the " + p.To
	}
	fmt.Fprintf(b, "**%s added, %d removed, %d changed, %d unchanged**, from %s to %s.\n",
		diag.Count(sum.Added, "cell"), sum.Removed, sum.Changed, sum.Unchanged, code(p.From), to)
}

// slugs folds a list of slugs.
func slugs(b *strings.Builder, change string, list []string) {
	if len(list) > 0 {
		fmt.Fprintf(b, "\n<details>\n<summary>%s %s: %s</summary>\n\n%s\n\n</details>\n", diag.Count(len(list), "cell"), change, first(list), codes(list))
	}
}

// first names the first of several cells; slugs hold nothing that means something in HTML.
func first(list []string) string {
	if len(list) > 1 {
		return "<code>" + list[0] + "</code>, ..."
	}
	return "<code>" + list[0] + "</code>"
}

// fenced is text as a block, in the colours of a diff.
func fenced(text string) string {
	fence := strings.Repeat("`", max(3, backticks(text)+1))
	return fence + "diff\n" + text + fence + "\n\n"
}

// code is text between backticks.
func code(text string) string {
	fence := strings.Repeat("`", backticks(text)+1)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return fence + text + fence
}

func codes(list []string) string {
	out := make([]string, len(list))
	for i, text := range list {
		out[i] = code(text)
	}
	return strings.Join(out, ", ")
}

// backticks is the length of the longest run of backticks.
func backticks(text string) int {
	longest, run := 0, 0
	for _, r := range text {
		run++
		if r != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}
