package main

import (
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

var (
	// quoted is what is no text: blocks and spans of code.
	quoted = regexp.MustCompile("(?ms)^```.*?\n```$|`[^`\n]+`")
	// link is a link of Markdown, up to the end of its target.
	link = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	// block is a block of code, which may have lines that begin like headings.
	block   = regexp.MustCompile("(?ms)^```.*?\n```$")
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	// target takes the target away from a link in a heading.
	target = regexp.MustCompile(`\]\([^)]*\)`)
)

// TestLinks holds that what the pages link to in this repository is there: files, directories and headings. Each page
// is linked from docs/README.md, so that nobody has to look for it.
func TestLinks(t *testing.T) {
	t.Parallel()
	pages := append(manual(t), "CHANGELOG.md")
	indexed := map[string]bool{"README.md": true, "CHANGELOG.md": true, "docs/README.md": true}
	for _, page := range pages {
		for _, to := range links(readPage(t, page)) {
			name, anchor, _ := strings.Cut(to, "#")
			name = path.Join(path.Dir(page), name)
			if strings.HasPrefix(to, "#") {
				name = page
			}
			if page == "docs/README.md" {
				indexed[name] = true
			}
			if _, err := os.Stat(name); err != nil {
				t.Errorf("%s links to %s, which is not there", page, to)
			} else if anchor != "" && !slices.Contains(anchors(readPage(t, name)), anchor) {
				t.Errorf("%s links to %s, but %s has no such heading", page, to, name)
			}
		}
	}
	for _, page := range pages {
		if !indexed[page] {
			t.Errorf("docs/README.md does not link to %s", page)
		}
	}
}

func readPage(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// links returns the targets of a page's links that are no addresses.
func links(page string) []string {
	var out []string
	for _, m := range link.FindAllStringSubmatch(quoted.ReplaceAllString(page, ""), -1) {
		if !strings.Contains(m[1], "://") {
			out = append(out, m[1])
		}
	}
	return out
}

// anchors returns the names under which GitHub links the headings of a page.
func anchors(page string) []string {
	var out []string
	seen := map[string]int{}
	for _, m := range heading.FindAllStringSubmatch(block.ReplaceAllString(page, ""), -1) {
		name := anchor(target.ReplaceAllString(m[1], "]"))
		seen[name]++
		if n := seen[name] - 1; n > 0 {
			name += "-" + strconv.Itoa(n)
		}
		out = append(out, name)
	}
	return out
}

// anchor is the name of a heading: letters and digits in lower case, with `-` for blanks, and without most of the rest.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', r == '_', unicode.IsLetter(r), unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// TestLinkWords holds what TestLinks sees in a page.
func TestLinkWords(t *testing.T) {
	t.Parallel()
	const page = "# One `two`: three-four\n\n[a](b.md#c) `[x](y)` [`d`](#e), ![f](g.png)\n\n" +
		"```sh\n# [h](i)\n```\n\n[j](https://example.org/k)\n\n## [Five](l.md), six\n## Same\n## Same\n"
	if got, want := links(page), []string{"b.md#c", "#e", "g.png", "l.md"}; !slices.Equal(got, want) {
		t.Errorf("links: %q, want %q", got, want)
	}
	if got, want := anchors(page), []string{"one-two-three-four", "five-six", "same", "same-1"}; !slices.Equal(got, want) {
		t.Errorf("anchors: %q, want %q", got, want)
	}
}
