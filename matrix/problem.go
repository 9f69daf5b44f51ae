package matrix

import (
	"fmt"
	"strings"
)

// Kind says what is wrong.
type Kind uint8

const (
	// BadAxis is an axis whose name has characters that a name cannot have. From [New].
	BadAxis Kind = iota
	// ReservedAxis is an axis with the name `feature`. From [New].
	ReservedAxis
	// DuplicateAxis is an axis with the name of an earlier one. From [New].
	DuplicateAxis
	// EmptyAxis is an axis without values. From [New].
	EmptyAxis
	// BadValue is a value with characters that a value cannot have. From [New].
	BadValue
	// BadArch is a value of the axis `arch` that is no architecture. From [New].
	BadArch
	// DuplicateValue is a value that its axis has already. From [New].
	DuplicateValue
	// TooManyCells is an axis that brings the product above [MaxCells]. From [New].
	TooManyCells
	// UnknownAxis is a name that is no axis. From [Matrix.Check] and [Selection.Check].
	UnknownAxis
	// UnknownValue is a value that the axis has not. From [Matrix.Check] and [Selection.Check].
	UnknownValue
	// EmptyPin is an axis that a selector pins to no value at all. From [Matrix.Check].
	EmptyPin
	// NoAxis is a value on the command line without an axis before it. From [ParseSelect].
	NoAxis
	// EmptyWord is an axis or value on the command line without a character. From [ParseSelect].
	EmptyWord
)

// List says which list of selectors a problem is in.
type List uint8

const (
	// None is no list of selectors: the problem is elsewhere.
	None List = iota
	// Include is [Selectors.Include].
	Include
	// Exclude is [Selectors.Exclude].
	Exclude
)

// String returns the list's key in image.yaml, "" for None.
func (l List) String() string { return [...]string{"", "include", "exclude"}[l] }

// Place says where in what was given a problem is, by position.
type Place struct {
	// List and Selector are the selector, for problems of [Matrix.Check].
	List     List
	Selector int
	// Axis is the axis among those given to [New], or the pin in its selector.
	Axis int
	// Value is the value of that axis or pin, -1 when the problem is the axis.
	Value int
	// Other is the earlier axis or value that a duplicate repeats, else -1.
	Other int
	// Arg is the argument of [ParseSelect], Start and End the bytes in it.
	Arg, Start, End int
}

// Problem is one fault in axes, selectors or a selection. It is an error without a position in its text;
// At says where it is. Which fields of At hold depends on the function that returned the Problem.
type Problem struct {
	Kind Kind
	// Word is what was written.
	Word string
	// Axis is the name of the axis of which Word is a value; for EmptyAxis and TooManyCells the axis itself.
	Axis string
	// Known lists what could stand in place of Word, in declared order, for unknown axes and values and
	// for BadArch. It may be empty.
	Known []string
	// Count is the number of cells, for TooManyCells.
	Count uint64
	At    Place
}

// Error says what is wrong, in the user's words.
func (p Problem) Error() string {
	switch p.Kind {
	case ReservedAxis:
		return "an axis cannot be called `feature`"
	case DuplicateAxis:
		return fmt.Sprintf("axis `%s` is declared twice", p.Word)
	case EmptyAxis:
		return fmt.Sprintf("axis `%s` has no values", p.Word)
	case BadValue:
		return fmt.Sprintf("`%s` cannot be a value of axis `%s`", p.Word, p.Axis)
	case BadArch:
		return fmt.Sprintf("`%s` is no architecture", p.Word)
	case DuplicateValue:
		return fmt.Sprintf("axis `%s` has the value `%s` twice", p.Axis, p.Word)
	case TooManyCells:
		return fmt.Sprintf("axis `%s` brings the matrix to %d cells", p.Axis, p.Count)
	case UnknownAxis:
		return fmt.Sprintf("there is no axis `%s`", p.Word)
	case UnknownValue:
		return fmt.Sprintf("axis `%s` has no value `%s`", p.Axis, p.Word)
	case EmptyPin:
		return fmt.Sprintf("axis `%s` is pinned to no value", p.Word)
	case NoAxis:
		return fmt.Sprintf("`%s` stands without an axis", p.Word)
	case EmptyWord:
		return p.emptyWord()
	default:
		return fmt.Sprintf("`%s` cannot be the name of an axis", p.Word)
	}
}

func (p Problem) emptyWord() string {
	switch {
	case p.Axis != "":
		return fmt.Sprintf("a value of axis `%s` is empty", p.Axis)
	case p.Word == "":
		return "an axis and its value are missing"
	}
	return fmt.Sprintf("`%s` has no name before the `=`", p.Word)
}

// Help says what to write instead. nearest picks the candidate that is closest to a word, or "" when none
// is close; a nil nearest never does.
func (p Problem) Help(nearest func(word string, candidates []string) string) string {
	switch p.Kind {
	case BadAxis, BadValue:
		return "use letters, digits, `.` and `-`, and begin with a letter or a digit"
	case ReservedAxis:
		return "choose another name: fragments in `by-feature` apply when `features` lists them"
	case DuplicateAxis:
		return "merge the two lists of values, or rename one of the axes"
	case EmptyAxis:
		return "give it at least one value, or remove it"
	case DuplicateValue:
		return "remove one of the two"
	case TooManyCells:
		return fmt.Sprintf("at most %d are possible, counted before `selectors`; split the image in two", MaxCells)
	case EmptyPin:
		return "name at least one value, or leave the axis out to match all of them"
	case NoAxis, EmptyWord:
		return "write `axis=value`, and more values after a comma: `axis=value,value`"
	default:
		return p.suggest(nearest)
	}
}

// suggest names the nearest candidate, or else all of them.
func (p Problem) suggest(nearest func(word string, candidates []string) string) string {
	if nearest != nil {
		if near := nearest(p.Word, p.Known); near != "" {
			return fmt.Sprintf("did you mean `%s`?", near)
		}
	}
	what := "values"
	if p.Kind == UnknownAxis {
		what = "axes"
	}
	if len(p.Known) == 0 {
		return "there are no " + what
	}
	return fmt.Sprintf("the %s are %s", what, quoteAll(p.Known))
}

// quoteAll lists words in backticks, and says how many more there are than a line can show.
func quoteAll(words []string) string {
	const most = 12
	rest := ""
	if len(words) > most {
		rest = fmt.Sprintf(" and %d more", len(words)-most)
		words = words[:most]
	}
	return "`" + strings.Join(words, "`, `") + "`" + rest
}
