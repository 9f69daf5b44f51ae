package matrix

import (
	"strconv"
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
	// EmptyName is an `=` on the command line without an axis before it. From [ParseSelect].
	EmptyName
	// EmptyValue is an axis on the command line with nothing between `=` or commas. From [ParseSelect].
	EmptyValue
	// EmptyArgument is an argument that begins with nothing at all. From [ParseSelect].
	EmptyArgument
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

// texts has the message and the help of each kind. {word}, {axis} and {count} are filled in. An empty help
// is a suggestion out of Known.
var texts = [...]struct{ message, help string }{
	BadAxis:      {"`{word}` cannot be the name of an axis", nameHelp},
	ReservedAxis: {"an axis cannot be called `feature`", "choose another name: `by-feature` fragments depend on `features`"},
	DuplicateAxis: {
		"axis `{word}` is declared twice", "merge the two lists of values, or rename one of the axes",
	},
	EmptyAxis:      {"axis `{word}` has no values", "give it at least one value, or remove it"},
	BadValue:       {"`{word}` cannot be a value of axis `{axis}`", nameHelp},
	BadArch:        {"`{word}` is no architecture", ""},
	DuplicateValue: {"axis `{axis}` has the value `{word}` twice", "remove one of the two"},
	TooManyCells: {
		"axis `{word}` brings the matrix to {count} cells",
		"at most " + maxCells + " are possible, before `selectors` drop any; make several images of it",
	},
	UnknownAxis:  {"there is no axis `{word}`", ""},
	UnknownValue: {"axis `{axis}` has no value `{word}`", ""},
	EmptyPin: {
		"axis `{word}` is pinned to no value", "name at least one value, or leave the axis out to match all of them",
	},
	NoAxis:        {"`{word}` stands without an axis", pairHelp},
	EmptyName:     {"`{word}` has no axis before the `=`", pairHelp},
	EmptyValue:    {"a value of axis `{axis}` is empty", pairHelp},
	EmptyArgument: {"an axis and its value are missing", pairHelp},
}

const (
	nameHelp = "use letters, digits, `.` and `-`, and begin with a letter or a digit"
	pairHelp = "write `axis=value`, with more values after commas: `axis=value,value`"
	maxCells = "100000"
)

// Error says what is wrong, in the user's words.
func (p Problem) Error() string {
	return strings.NewReplacer(
		"{word}", p.Word, "{axis}", p.Axis, "{count}", strconv.FormatUint(p.Count, 10),
	).Replace(texts[p.Kind].message)
}

// Help says what to write instead. nearest picks the candidate that is closest to a word, or "" when none
// is close; a nil nearest never finds one.
func (p Problem) Help(nearest func(word string, candidates []string) string) string {
	if help := texts[p.Kind].help; help != "" {
		return help
	}
	return p.suggest(nearest)
}

// suggest names the nearest candidate, or else all of them.
func (p Problem) suggest(nearest func(word string, candidates []string) string) string {
	if nearest != nil {
		if near := nearest(p.Word, p.Known); near != "" {
			return "did you mean `" + near + "`?"
		}
	}
	one, many := "value", "values"
	if p.Kind == UnknownAxis {
		one, many = "axis", "axes"
	}
	switch len(p.Known) {
	case 0:
		return "there are no " + many
	case 1:
		return "the only " + one + " is `" + p.Known[0] + "`"
	}
	return "the " + many + " are " + list(p.Known)
}

// list names two or more words in backticks, and says how many more there are than a line can show.
func list(words []string) string {
	const most = 12
	last := len(words) - 1
	shown, rest := words[:last], "`"+words[last]+"`"
	if len(words) > most {
		shown, rest = words[:most], strconv.Itoa(len(words)-most)+" more"
	}
	return "`" + strings.Join(shown, "`, `") + "` and " + rest
}
