package diag

// colors are the escapes that start a style; empty ones leave text as it is.
type colors struct {
	title, message, frame, word string
	primary, other              string // marks and their texts
}

const colorReset = "\x1b[0m"

func colorsOf(s Severity, on bool) colors {
	if !on {
		return colors{}
	}
	const bold, red, yellow, blue = "\x1b[1m", "\x1b[1;31m", "\x1b[1;33m", "\x1b[1;34m"
	c := colors{title: red, message: bold, frame: blue, word: bold, primary: red, other: blue}
	if s == Warning {
		c.title, c.primary = yellow, yellow
	}
	return c
}

// of returns the style of a mark.
func (c *colors) of(m mark) string {
	if m.primary {
		return c.primary
	}
	return c.other
}

// paint puts text into a style.
func paint(style, text string) string {
	if style == "" || text == "" {
		return text
	}
	return style + text + colorReset
}
