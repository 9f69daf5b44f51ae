package schema

import (
	"encoding/json"
	"errors"
	"regexp"
	"regexp/syntax"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// MaxWork bounds what a schema may do for one tree, in steps of which a value that fits a simple schema takes a few.
const MaxWork = 1_000_000

// meter counts the steps of a check. It stops the check by a panic, because the library knows no other way.
type meter struct{ left int }

// exhausted is what a meter panics with.
type exhausted struct{}

func (m *meter) spend(steps int) {
	m.left -= steps
	if m.left < 0 {
		panic(exhausted{})
	}
}

// equal compares two JSON values, whose numbers have one text for each value.
func (m *meter) equal(a, b any) bool {
	m.spend(1)
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for key, v := range a {
			if other, ok := b[key]; !ok || !m.equal(v, other) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, m.equal)
	}
	switch b.(type) {
	case map[string]any, []any:
		return false
	}
	return a == b
}

// walk spends a step for each value at and below v.
func (m *meter) walk(v any) {
	m.spend(1)
	switch v := v.(type) {
	case map[string]any:
		for _, item := range v {
			m.walk(item)
		}
	case []any:
		for _, item := range v {
			m.walk(item)
		}
	}
}

// Bounds of the regular expressions of a schema. The size is about the number of instructions that one is compiled to.
const (
	maxRegexText  = 2_000
	maxRegexSize  = 10_000
	maxRegexTotal = 100_000
)

// regexps compiles the regular expressions of a schema, each once.
type regexps struct {
	meter *meter
	known map[string]*pattern
	total int
}

// pattern is a regular expression, or what is wrong with it.
type pattern struct {
	*regexp.Regexp

	meter *meter
	size  int
	fault string
}

// Error says what is wrong with a regular expression.
func (p *pattern) Error() string { return p.fault }

// MatchString matches in time that is linear in the text and in the size of the expression.
func (p *pattern) MatchString(s string) bool {
	const perStep = 32
	p.meter.spend(1 + (len(s)+1)*p.size/perStep)
	return p.Regexp.MatchString(s)
}

// compile is the regular expression engine of the library.
func (r *regexps) compile(text string) (jsonschema.Regexp, error) {
	p, ok := r.known[text]
	if !ok {
		p = r.read(text)
		r.known[text] = p
	}
	if p.fault != "" {
		return nil, p
	}
	return p, nil
}

func (r *regexps) read(text string) *pattern {
	if len(text) > maxRegexText {
		return &pattern{fault: tooLarge}
	}
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return &pattern{fault: regexWords(err)}
	}
	size := sizeOf(tree)
	if r.total += size; size > maxRegexSize || r.total > maxRegexTotal {
		return &pattern{fault: tooLarge}
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return &pattern{fault: regexWords(err)}
	}
	return &pattern{Regexp: re, meter: r.meter, size: size}
}

const tooLarge = "it is too large"

// sizeOf estimates the number of instructions of an expression. It stops counting when there are too many.
func sizeOf(re *syntax.Regexp) int {
	const perClass = 64 // what is in a class is looked up in it
	size := 1
	switch re.Op {
	case syntax.OpLiteral:
		size += len(re.Rune)
	case syntax.OpCharClass:
		size += len(re.Rune) / perClass
	default:
	}
	for _, sub := range re.Sub {
		size += sizeOf(sub)
	}
	if re.Op == syntax.OpRepeat {
		size *= max(re.Min, re.Max, 1)
	}
	return min(size, maxRegexTotal+1)
}

// regexFaults words what package regexp says.
var regexFaults = map[syntax.ErrorCode]string{
	syntax.ErrInvalidCharClass:      "a `[...]` is malformed",
	syntax.ErrInvalidCharRange:      "a range in `[...]` is malformed",
	syntax.ErrInvalidEscape:         "it holds an unknown escape",
	syntax.ErrInvalidNamedCapture:   "the name of a group is malformed",
	syntax.ErrInvalidPerlOp:         "look-ahead, look-behind and other extensions are not supported",
	syntax.ErrInvalidRepeatOp:       "a repetition is repeated",
	syntax.ErrInvalidRepeatSize:     "repetitions, also those inside each other, go up to 1000 only",
	syntax.ErrInvalidUTF8:           "it is not UTF-8",
	syntax.ErrMissingBracket:        "a `]` is missing",
	syntax.ErrMissingParen:          "a `)` is missing",
	syntax.ErrMissingRepeatArgument: "there is nothing to repeat",
	syntax.ErrTrailingBackslash:     "it ends with a backslash",
	syntax.ErrUnexpectedParen:       "a `(` is missing",
	syntax.ErrNestingDepth:          "it is nested too deeply",
	syntax.ErrLarge:                 tooLarge,
}

func regexWords(err error) string {
	if bad, ok := errors.AsType[*syntax.Error](err); ok && regexFaults[bad.Code] != "" {
		return regexFaults[bad.Code]
	}
	return "it is malformed"
}

// validRegex reports whether a text is a regular expression.
func (m *meter) validRegex(text string) bool {
	m.spend(len(text))
	if len(text) > maxRegexText {
		return false
	}
	_, err := syntax.Parse(text, syntax.Perl)
	return err == nil
}

// kindOf names the type of a JSON value as schemas do; integers are `integer`.
func kindOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	case json.Number:
		for _, c := range v {
			if c == '.' {
				return "number"
			}
		}
		return "integer"
	}
	return ""
}
