package directives

import "strings"

// part is a piece of a template: text, or a name to fill in.
type part struct {
	text string
	name bool
	// nth counts the `${` of the template, escaped ones included, from 0: it finds the place of a name
	// in the source. For text it is unused.
	nth int
}

// templateError is what is wrong with a template.
type templateError struct {
	nth   int
	empty bool // `${}`, else no `}`
}

// parseTemplate splits a string at its `${name}`s. `$${` is a literal `${`; a `$` before anything else
// is left alone.
func parseTemplate(s string) ([]part, *templateError) {
	var parts []part
	var text strings.Builder
	for nth := 0; ; nth++ {
		i := strings.Index(s, "${")
		if i < 0 {
			break
		}
		if i > 0 && s[i-1] == '$' {
			text.WriteString(s[:i-1] + "${")
			s = s[i+2:]
			continue
		}
		text.WriteString(s[:i])
		name, rest, ok := strings.Cut(s[i+2:], "}")
		if !ok || strings.ContainsAny(name, "\n{") {
			return nil, &templateError{nth: nth}
		}
		if strings.TrimSpace(name) == "" {
			return nil, &templateError{nth: nth, empty: true}
		}
		parts = append(parts, part{text: text.String()}, part{text: name, name: true, nth: nth})
		text.Reset()
		s = rest
	}
	text.WriteString(s)
	return append(parts, part{text: text.String()}), nil
}

// occurrence returns the offset of the nth `${` in s, or -1.
func occurrence(s string, nth int) int {
	offset := 0
	for {
		i := strings.Index(s[offset:], "${")
		if i < 0 {
			return -1
		}
		offset += i
		if nth == 0 {
			return offset
		}
		nth--
		offset += 2
	}
}
