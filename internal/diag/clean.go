package diag

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Clean makes text fit for one line of a terminal, as diagnostics show it.
func Clean(text string) string { return clean(text) }

// clean makes text fit for one line of a terminal: whatever is not a printable character (control
// characters, line breaks, invisible and bidirectional ones, blanks that only look like one, bytes that
// are not UTF-8) becomes an escape.
func clean(text string) string {
	i := unprintable(text)
	if i == len(text) {
		return text
	}
	var b strings.Builder
	for i < len(text) {
		b.WriteString(text[:i])
		size := escape(&b, text[i:])
		text = text[i+size:]
		i = unprintable(text)
	}
	b.WriteString(text)
	return b.String()
}

// unprintable returns the offset of the first character that cannot be shown as it is, or len(text).
func unprintable(text string) int {
	for i := 0; i < len(text); {
		if c := text[i]; ' ' <= c && c <= '~' {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 || !strconv.IsPrint(r) {
			return i
		}
		i += size
	}
	return len(text)
}

// escape writes the first character of text, which cannot be shown as it is, as Go would in a string
// (`\t`, `\x1b`, `\u202e`, `\xff` for an invalid byte) and returns its size.
func escape(b *strings.Builder, text string) int {
	_, size := utf8.DecodeRuneInString(text)
	quoted := strconv.Quote(text[:size])
	b.WriteString(quoted[1 : len(quoted)-1])
	return size
}
