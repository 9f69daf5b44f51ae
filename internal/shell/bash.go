package shell

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// bashArgs is how many arguments the script for bash passes.
const bashArgs = 4

// The types of a completion that are of interest, as bash puts them into COMP_TYPE.
const bashLists = "63" // the candidates are only shown: TAB was pressed again

// bashWord is a word on a line of bash that is not finished.
type bashWord struct {
	text  string // without quotes
	start int    // where in text the part begins that readline replaces
	quote byte   // that is open at the end, or 0
}

// readBash reads the arguments of the script for bash. Bash's own list of words is split at `=` and `:` and has the
// quotes that were typed, so the text of the line is read instead.
func readBash(args []string) Request {
	line, breaks, columns := args[0], args[1], 0
	if n, err := strconv.Atoi(args[3]); err == nil {
		columns = n
	}
	r := bashReader{text: line, breaks: breaks}
	for r.at < len(r.text) {
		r.step()
	}
	word := r.word
	req := Request{Current: word.text, Redirect: r.redirect, lines: func(a Answer) []string {
		if args[2] == bashLists {
			return word.list(a, columns)
		}
		return word.replace(a)
	}}
	if len(r.words) > 0 {
		req.Words = r.words[1:]
	}
	return req
}

// bashReader splits a line as bash does, and expands nothing.
type bashReader struct {
	text, breaks string
	at           int
	words        []string
	word         bashWord
	inWord       bool // an empty word in quotes is one too
	redirect     bool // the word names a file of a redirection
}

// step reads one character.
func (r *bashReader) step() {
	c := r.text[r.at]
	r.at++
	switch {
	case r.word.quote != 0 && c == r.word.quote:
		r.word.quote = 0
	case c == '\\' && r.escapes():
		r.escaped()
	case r.word.quote != 0:
		r.add(c)
	case c == '\'' || c == '"':
		r.word.quote, r.word.start, r.inWord = c, len(r.word.text), true
	case strings.IndexByte(" \t\n", c) >= 0:
		r.end()
	case strings.IndexByte("<>|&;()", c) >= 0:
		r.operator(c)
	default:
		r.add(c)
		if strings.IndexByte(r.breaks, c) >= 0 {
			r.word.start = len(r.word.text)
		}
	}
}

func (r *bashReader) add(c byte) {
	r.word.text += string([]byte{c})
	r.inWord = true
}

// escapes reports whether a backslash stands for the character behind it.
func (r *bashReader) escapes() bool {
	switch r.word.quote {
	case '\'':
		return false
	case '"':
		return r.at < len(r.text) && strings.IndexByte("$`\"\\\n", r.text[r.at]) >= 0
	}
	return true
}

// escaped reads the character behind a backslash. A line may end in one, and a newline there is nothing.
func (r *bashReader) escaped() {
	if r.at < len(r.text) && r.text[r.at] != '\n' {
		r.add(r.text[r.at])
	}
	r.at++
}

// end ends the word, if there is one.
func (r *bashReader) end() {
	if r.inWord && !r.redirect {
		r.words = append(r.words, r.word.text)
	}
	r.redirect = r.redirect && !r.inWord
	r.word, r.inWord = bashWord{}, false
}

// operator reads a character that ends a word wherever it stands. Digits right before a redirection belong to it.
func (r *bashReader) operator(c byte) {
	redirects := c == '<' || c == '>'
	if redirects && r.inWord && strings.Trim(r.word.text, "0123456789") == "" {
		r.word, r.inWord = bashWord{}, false
	}
	r.end()
	r.redirect = r.redirect || redirects
}

// replace returns what readline puts in place of the part of the word that it replaces.
func (w bashWord) replace(a Answer) []string {
	lines := make([]string, len(a.Candidates))
	for i, c := range a.Candidates {
		lines[i] = w.quoted(w.rest(c))
	}
	return lines
}

// rest is what a candidate has in place of the part that readline replaces.
func (w bashWord) rest(c Candidate) string { return c.Text[min(w.start, len(c.Text)):] }

// quoted writes a text so that bash reads it as it is, where the word stands in quotes, or in none.
func (w bashWord) quoted(text string) string {
	special := " \t\n\"'\\$`!&|;<>()[]{}*?#~^"
	switch w.quote {
	case '\'':
		return strings.ReplaceAll(text, "'", `'\''`)
	case '"':
		special = "\"\\$`"
	}
	var b strings.Builder
	for _, c := range []byte(text) {
		if strings.IndexByte(special, c) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}

// list returns what bash shows when it lists candidates: each with its note, wide enough to have a line of its own.
func (w bashWord) list(a Answer, columns int) []string {
	widest, noted := 0, false
	for _, c := range a.Candidates {
		widest = max(widest, utf8.RuneCountInString(w.rest(c)))
		noted = noted || c.Note != ""
	}
	lines := make([]string, len(a.Candidates))
	for i, c := range a.Candidates {
		lines[i] = w.rest(c)
		room := columns - widest - len("  ()") - 1
		if !noted || room < shortNote {
			continue
		}
		lines[i] += strings.Repeat(" ", widest-utf8.RuneCountInString(lines[i]))
		if note := c.note(room); note != "" {
			lines[i] += "  (" + note + ")"
		}
		lines[i] += strings.Repeat(" ", max(0, columns/2-utf8.RuneCountInString(lines[i])))
	}
	return lines
}

// shortNote is the room below which no notes are shown.
const shortNote = 12
