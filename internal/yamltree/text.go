package yamltree

import (
	"fmt"
	"unicode/utf8"

	"tailor/internal/diag"
	"tailor/internal/source"
)

// maxFaults is how many faults of one kind are shown: what is worth to be said is said by then.
const maxFaults = 20

// checkText reports what no parser should see: too much text, text that is not UTF-8, and characters that
// parsers take for line breaks, drop or refuse.
func checkText(f *source.File) []diag.Diagnostic {
	if len(f.Text) > MaxFile {
		return []diag.Diagnostic{diag.New(CodeFileSize, f.Whole(),
			fmt.Sprintf("the file is larger than %d KiB", MaxFile>>10),
			"split it into files that `$include` puts together")}
	}
	var faults []diag.Diagnostic
	for i := 0; i < len(f.Text) && len(faults) < maxFaults; {
		r, size := utf8.DecodeRuneInString(f.Text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return append(faults, diag.New(CodeEncoding, f.Span(i, i+1), "the file is not UTF-8",
				"save it as UTF-8: this byte belongs to no character"))
		case forbidden(r):
			faults = append(faults, diag.New(CodeCharacter, f.Span(i, i+size),
				fmt.Sprintf("the character %U is not allowed", r),
				"remove it, or write it as an escape in double quotes: `\""+escape(r)+"\"`"))
		}
		i += size
	}
	return faults
}

// forbidden reports whether parsers disagree about a character.
func forbidden(r rune) bool {
	switch {
	case r == '\t' || r == '\n':
		return false
	case r < ' ' || r >= 0x7f && r < 0xa0:
		return true
	}
	switch r {
	case 0x2028, 0x2029, 0xfeff, 0xfffe, 0xffff:
		return true
	}
	return false
}

// escape spells a character in double quotes.
func escape(r rune) string {
	if r < 0x100 {
		return fmt.Sprintf(`\x%02X`, r)
	}
	return fmt.Sprintf(`\u%04X`, r)
}
