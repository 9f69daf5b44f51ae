package yamltree

import (
	"strings"

	"tailor/internal/diag"
	"tailor/internal/source"
)

// firstDocument returns the text of the first document of a file, and what is wrong around it: directives, and
// more documents. A `---` at the start of a line always begins a document, so no parser is needed.
func firstDocument(f *source.File) (text string, faults []diag.Diagnostic) {
	began, ended := false, false
	text = f.Text
	for start := 0; start < len(f.Text) && len(faults) < maxFaults; start = lineEnd(f.Text, start) + 1 {
		line := f.Text[start:lineEnd(f.Text, start)]
		switch {
		case ended && !isComment(line), began && isMarker(line, "---"):
			return text[:min(start, len(text))], []diag.Diagnostic{secondDocument(f, start, line)}
		case isMarker(line, "...") && !began:
			at := f.Span(start, start+len("..."))
			return "", append(faults, diag.New(CodeSyntax, at, "`...` ends a document that has not begun", "remove this line"))
		case isMarker(line, "..."):
			ended, text = true, f.Text[:start]
			if rest := line[len("..."):]; !isComment(rest) {
				return text, []diag.Diagnostic{afterEnd(f, start+len("..."))}
			}
		case !began && strings.HasPrefix(line, "%"):
			at := f.Span(start, start+len(firstWord(line)))
			faults = append(faults, diag.New(CodeSyntax, at, "`"+at.Text()+"` directives are not supported", "remove this line"))
		default:
			began = began || !isComment(line)
		}
	}
	if len(faults) > 0 {
		return "", faults
	}
	return text, nil
}

// isComment reports whether a line is blank or holds a comment only.
func isComment(line string) bool {
	line = strings.TrimLeft(line, " \t")
	return line == "" || line[0] == '#'
}

func isMarker(line, marker string) bool {
	rest, ok := strings.CutPrefix(line, marker)
	return ok && (rest == "" || isBlank(rest[0]))
}

func secondDocument(f *source.File, start int, line string) diag.Diagnostic {
	trimmed := strings.TrimLeft(line, " \t")
	start += len(line) - len(trimmed)
	return diag.New(CodeSecondDocument, f.Span(start, start+len(firstWord(trimmed))), "a second document starts here",
		"put it into a file of its own: tailor reads one document for each file")
}

func afterEnd(f *source.File, start int) diag.Diagnostic {
	at := skipBlanks(f.Text, start)
	return diag.New(CodeSecondDocument, f.Span(at, lineEnd(f.Text, at)), "text after `...`, which ends the document",
		"remove the `...`, or the text after it")
}
