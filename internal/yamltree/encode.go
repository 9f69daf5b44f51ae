package yamltree

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"tailor/internal/source"
)

// NewString makes a string scalar in a style in which every YAML reader reads exactly this string, as
// close to the preferred style as that allows. A preferred quoted style stays quoted, and plain is used
// only when it is preferred. YAML has no spelling for invalid UTF-8: each wrong byte is written as U+FFFD.
func NewString(value string, prefer Style, span source.Span) *Node {
	return NewScalar(value, String, safeStyle(value, prefer), span)
}

func safeStyle(value string, prefer Style) Style {
	switch prefer {
	case Plain:
		return unquotedStyle(value)
	case SingleQuoted:
		if singleSafe(value) {
			return SingleQuoted
		}
	case Literal, Folded:
		if literalSafe(value) {
			return Literal
		}
	case DoubleQuoted:
	}
	return DoubleQuoted
}

func unquotedStyle(value string) Style {
	switch {
	case plainSafe(value):
		return Plain
	case strings.Contains(value, "\n") && literalSafe(value):
		return Literal
	case strings.ContainsAny(value, `"\`) && singleSafe(value):
		return SingleQuoted
	}
	return DoubleQuoted
}

// maxPlain is the length up to which text is written plain. Readers give up on long plain keys.
const maxPlain = 1000

// plainSafe reports whether every reader takes the plain text s for the string s, as a key and as a
// value. It is a list of what is known to be safe: much that it refuses would be safe as well.
func plainSafe(s string) bool {
	return s != "" && len(s) <= maxPlain && !reservedWord(s) && !numberLike(s) &&
		!strings.Contains(s, "<<") && plainStart(s) && plainInside(s)
}

// reservedWord reports whether s is a word that some version of YAML takes for something else than a
// string, in any case.
func reservedWord(s string) bool {
	if len(s) > len("false") {
		return false
	}
	switch strings.ToLower(strings.TrimLeft(s, "+-.")) {
	case "y", "n", "yes", "no", "on", "off", "true", "false", "null", "nil", "none", "inf", "nan":
		return true
	}
	return false
}

// numberLike reports whether s might be a number, a date or a time to some reader: numbers in any base,
// with underscores, exponents and sexagesimal colons. Version numbers such as 1.2.3 are not.
func numberLike(s string) bool {
	digits := strings.TrimLeft(s, "+-._")
	if digits == "" {
		return true
	}
	if !isDigit(rune(digits[0])) {
		return false
	}
	dots, other := 0, false
	for i := range len(digits) {
		switch c := digits[i]; {
		case isDigit(rune(c)):
		case c == '.':
			dots++
		case strings.IndexByte("abcdefABCDEFxXoO_:+-tTzZpP ,", c) >= 0:
			other = true
		default:
			return false
		}
	}
	return dots < 2 || other
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func plainStart(s string) bool {
	return strings.IndexByte("-?:,[]{}#&*!|>'\"%@`~=< ", s[0]) < 0 && !strings.HasPrefix(s, "...")
}

// plainInside reports whether s holds only letters, digits, ASCII signs and single-line text that is
// neither a comment nor a key.
func plainInside(s string) bool {
	if strings.Contains(s, ": ") || strings.Contains(s, " #") || strings.HasSuffix(s, ":") || strings.HasSuffix(s, " ") {
		return false
	}
	for _, r := range s {
		if r < ' ' || r == 0x7F || r == utf8.RuneError || r > 0x7F && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return true
}

// rawSafe reports whether every reader takes a rune inside quotes and in blocks for itself. Line breaks
// and tabs are not: what they mean depends on where they stand.
func rawSafe(r rune) bool {
	switch {
	case r < ' ', r >= 0x7F && r <= 0xA0, r == 0xAD, r == 0x2028, r == 0x2029, r == 0xFEFF, r >= 0xFFF0 && r <= 0xFFFF:
		return false
	}
	return true
}

// singleSafe reports whether s can be written on one line in single quotes.
func singleSafe(s string) bool {
	for _, r := range s {
		if !rawSafe(r) {
			return false
		}
	}
	return true
}

// literalSafe reports whether every reader takes s for itself when it is written as a literal block.
// Measured: with `|-`, goccy/go-yaml loses spaces at the end; with `|+` it refuses an indentation
// indicator and text that is all line breaks.
func literalSafe(s string) bool {
	text := strings.TrimRight(s, "\n")
	if strings.Trim(text, " \t\n") == "" {
		return false
	}
	breaks := len(s) - len(text)
	if breaks == 0 && text[len(text)-1] == ' ' || breaks > 1 && needsIndicator(s) {
		return false
	}
	for _, r := range s {
		if !rawSafe(r) && r != '\t' && r != '\n' {
			return false
		}
	}
	return true
}

// needsIndicator reports whether the indentation of a literal block has to be said, because its first
// line of text starts with a blank itself.
func needsIndicator(s string) bool {
	s = strings.TrimLeft(s, "\n")
	return s != "" && blank(s[0])
}

func blank(c byte) bool { return c == ' ' || c == '\t' }

func appendSingle(dst []byte, s string) []byte {
	dst = append(dst, '\'')
	for {
		i := strings.IndexByte(s, '\'')
		if i < 0 {
			return append(append(dst, s...), '\'')
		}
		dst = append(append(dst, s[:i]...), "''"...)
		s = s[i+1:]
	}
}

// appendDouble writes s in double quotes with the escapes that every reader knows.
func appendDouble(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case rawSafe(r):
			dst = utf8.AppendRune(dst, r)
		default:
			dst = appendEscape(dst, r)
		}
	}
	return append(dst, '"')
}

func appendEscape(dst []byte, r rune) []byte {
	switch {
	case r == '\n':
		return append(dst, `\n`...)
	case r == '\t':
		return append(dst, `\t`...)
	case r == '\r':
		return append(dst, `\r`...)
	case r <= 0xFF:
		return appendHex(append(dst, `\x`...), r, 2)
	}
	return appendHex(append(dst, `\u`...), r, 4)
}

func appendHex(dst []byte, r rune, digits int) []byte {
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		dst = append(dst, "0123456789ABCDEF"[r>>shift&0xF])
	}
	return dst
}
