package command

import (
	"errors"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// ParseError is a command that cannot be run without a shell, or not at all.
type ParseError struct {
	// Start and End are the byte offsets of what is wrong.
	Start, End    int
	Message, Help string
}

// Error returns the message.
func (e *ParseError) Error() string { return e.Message }

// unreadable is the error for a text that the parser refuses.
func unreadable(text string, err error) *ParseError {
	e := &ParseError{End: len(text), Message: "the command cannot be read", Help: "write a program and its arguments as in a shell"}
	at := 0
	if bad, ok := errors.AsType[syntax.ParseError](err); ok {
		at = int(bad.Pos.Offset())
	}
	if at < len(text) && strings.IndexByte("'\"`", text[at]) >= 0 {
		e.Start, e.End = at, at+1
		e.Message, e.Help = "the quote `"+text[at:at+1]+"` is not closed", "close it, or write a `\\` before it"
	}
	return e
}

func needsShellAt(n syntax.Node) *ParseError {
	return needsShell(int(n.Pos().Offset()), int(n.End().Offset()))
}

func needsShell(start, end int) *ParseError {
	return &ParseError{
		Start: start, End: end, Message: "this needs a shell, and none is started",
		Help: "quote it if it is meant as it is, or run a shell: `sh -c '...' sh {}`, where the config is `$1`",
	}
}

// unquote returns the text of a word without its quotes and backslashes.
func unquote(w *syntax.Word) (string, error) {
	var b strings.Builder
	for _, part := range w.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			unescape(&b, part.Value, "")
		case *syntax.SglQuoted:
			if part.Dollar {
				return "", needsShellAt(part)
			}
			b.WriteString(part.Value)
		case *syntax.DblQuoted:
			if err := unquoteDouble(&b, part); err != nil {
				return "", err
			}
		default:
			return "", needsShellAt(part)
		}
	}
	return b.String(), nil
}

func unquoteDouble(b *strings.Builder, quoted *syntax.DblQuoted) error {
	if quoted.Dollar {
		return needsShellAt(quoted)
	}
	for _, part := range quoted.Parts {
		lit, ok := part.(*syntax.Lit)
		if !ok {
			return needsShellAt(part)
		}
		unescape(b, lit.Value, "$`\"\\")
	}
	return nil
}

// unescape writes a text without the backslashes that make the next character an ordinary one: any, or one of some.
func unescape(b *strings.Builder, text, of string) {
	for {
		before, after, found := strings.Cut(text, `\`)
		b.WriteString(before)
		if !found {
			return
		}
		if after == "" || of != "" && strings.IndexByte(of, after[0]) < 0 {
			b.WriteByte('\\')
			text = after
			continue
		}
		b.WriteByte(after[0])
		text = after[1:]
	}
}
