package schema

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/yamltree"
)

// leaf words one leaf, which may be several violations.
func (w *wording) leaf(l leaf) {
	s := w.spot(l.location)
	switch k := l.kind.(type) {
	case *kind.Required:
		w.missing(l, s, k.Missing, "")
	case *kind.Dependency:
		w.missing(l, s, k.Missing, k.Prop)
	case *kind.DependentRequired:
		w.missing(l, s, k.Missing, k.Prop)
	case *kind.AdditionalProperties:
		w.unknown(l, k.Properties)
	case *kind.FalseSchema:
		w.add(l, s, Violation{At: s.at(true), Message: s.subject() + " is not allowed", Help: "remove it"})
	case *kind.PropertyNames:
		w.badName(l, k.Property)
	case *kind.UniqueItems:
		w.repeated(l, s, k.Duplicates)
	case *kind.AnyOf, *kind.OneOf:
		w.choice(l, s)
	default:
		message, help := w.words(l.kind, s)
		w.add(l, s, Violation{Message: message, Help: help, Notes: interpolated(l.kind, s.node)})
	}
}

// words is the message about one leaf that is about one value, and the help.
func (w *wording) words(k jsonschema.ErrorKind, s spot) (message, help string) {
	name := s.subject()
	switch k := k.(type) {
	case *kind.Type:
		return name + " must be " + anyOf(typeNames(k.Want)) + ", not " + typed(s.node), typeHelp(k.Want, s.node)
	case *kind.Enum:
		return name + " must be " + anyOf(values(k.Want)) + ", not " + shown(s.node), nearest(k.Want, s.node)
	case *kind.Const:
		return name + " must be " + valueText(k.Want) + ", not " + shown(s.node), ""
	case *kind.Format:
		return name + " must be " + article(k.Want) + ", not " + shown(s.node), ""
	case *kind.Pattern:
		return name + " must match " + shownText(k.Want) + ", which " + shown(s.node) + " does not", ""
	case *kind.Not:
		return name + " is what the schema rules out by `not`", ""
	case *kind.Contains:
		return name + " must have an item that fits `contains`, and has none", ""
	case *kind.MinContains:
		return fmt.Sprintf("%s must have at least %s for `contains`, and has %d", name, diag.Count(k.Want, "item"), len(k.Got)), ""
	case *kind.MaxContains:
		return fmt.Sprintf("%s must have at most %s for `contains`, and has %d", name, diag.Count(k.Want, "item"), len(k.Got)), ""
	}
	if text := bound(k); text != "" {
		return name + " must be " + text + ", not " + numberText(s.node), ""
	}
	if text := count(k); text != "" {
		return name + " must have " + text, ""
	}
	return name + " does not fit the schema", ""
}

// bound words the keywords about the size of a number.
func bound(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.Minimum:
		return "at least " + rat(k.Want)
	case *kind.Maximum:
		return "at most " + rat(k.Want)
	case *kind.ExclusiveMinimum:
		return "more than " + rat(k.Want)
	case *kind.ExclusiveMaximum:
		return "less than " + rat(k.Want)
	case *kind.MultipleOf:
		return "a multiple of " + rat(k.Want)
	}
	return ""
}

// count words the keywords about the number of parts.
func count(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.MinProperties:
		return fmt.Sprintf("at least %s, and has %d", diag.Count(k.Want, "key"), k.Got)
	case *kind.MaxProperties:
		return fmt.Sprintf("at most %s, and has %d", diag.Count(k.Want, "key"), k.Got)
	case *kind.MinItems:
		return fmt.Sprintf("at least %s, and has %d", diag.Count(k.Want, "item"), k.Got)
	case *kind.MaxItems:
		return fmt.Sprintf("at most %s, and has %d", diag.Count(k.Want, "item"), k.Got)
	case *kind.AdditionalItems:
		return diag.Count(k.Count, "item") + " less"
	case *kind.MinLength:
		return fmt.Sprintf("at least %s, and has %d", diag.Count(k.Want, "character"), k.Got)
	case *kind.MaxLength:
		return fmt.Sprintf("at most %s, and has %d", diag.Count(k.Want, "character"), k.Got)
	}
	return ""
}

// missing reports keys that a map must have, at the map. because is the key that asks for them, or "".
func (w *wording) missing(l leaf, s spot, keys []string, because string) {
	for _, key := range keys {
		at := s
		at.path = s.path.Key(key)
		v := Violation{At: s.at(false), Message: at.subject() + " is missing", Help: "add `" + key + "`"}
		if because != "" {
			v.Message += ", which `" + because + "` beside it needs"
		}
		if near := diag.Nearest(key, s.node.Keys()); near != "" {
			v.Help = "is `" + near + "` meant to be `" + key + "`?"
		}
		w.add(l, at, v)
	}
}

// unknown reports keys that a map must not have, each at its place.
func (w *wording) unknown(l leaf, keys []string) {
	var known []string
	if part := w.schema.parts[l.schema]; part != nil {
		for key := range part.Properties {
			known = append(known, key)
		}
	}
	for _, key := range keys {
		s := w.spot(append(slices.Clip(l.location), key))
		help := "remove it"
		if near := diag.Nearest(key, sortedStrings(known)); near != "" {
			help = "did you mean `" + near + "`?"
		}
		w.add(l, s, Violation{At: s.at(true), Message: s.subject() + " is not allowed: the schema knows no such key", Help: help})
	}
}

// badName reports a key whose name does not fit.
func (w *wording) badName(l leaf, key string) {
	s := w.spot(append(slices.Clip(l.location), key))
	var why []string
	asText := spot{node: yamltree.NewScalar(key, yamltree.String, yamltree.Plain, s.node.Span)}
	for _, choice := range l.choices {
		for _, sub := range choice {
			text, _ := w.words(sub.kind, asText)
			why = append(why, "it "+strings.TrimPrefix(text, asText.subject()+" "))
		}
	}
	w.add(l, s, Violation{At: s.at(true), Message: "the key `" + key + "` of " + w.spot(l.location).subject() + " is not allowed", Notes: few(why), Help: "rename it"})
}

// repeated reports two equal items of a list.
func (w *wording) repeated(l leaf, list spot, items [2]int) {
	first := w.spot(append(slices.Clip(l.location), strconv.Itoa(items[0])))
	second := w.spot(append(slices.Clip(l.location), strconv.Itoa(items[1])))
	w.add(l, second, Violation{
		Message: list.subject() + " has equal items: " + shown(second.node) + " is there twice",
		Others:  []diag.Label{{Span: first.at(false), Text: "first here", Via: first.node.Via.Sites()}},
		Help:    "remove one of the two",
	})
}

// choice reports a value that fits none of several schemas, or more than one.
func (w *wording) choice(l leaf, s spot) {
	if k, ok := l.kind.(*kind.OneOf); ok && len(k.Subschemas) > 0 {
		w.add(l, s, Violation{Message: s.subject() + " fits more than one of the schemas of which it must fit one"})
		return
	}
	notes := make([]string, 0, len(l.choices))
	for i, leaves := range l.choices {
		sub := newWording(w.schema, w.tree, w.root)
		var why []string
		for _, v := range sub.all(leaves) {
			why = append(why, v.Message)
		}
		notes = append(notes, fmt.Sprintf("schema %d: %s", i+1, strings.Join(few(why), "; ")))
	}
	w.add(l, s, Violation{Message: fmt.Sprintf("%s fits none of the %d schemas of which it must fit one", s.subject(), len(l.choices)), Notes: few(notes)})
}

// few leaves out what is too much to read.
func few(texts []string) []string {
	const most = 5
	if len(texts) <= most {
		return texts
	}
	return append(texts[:most:most], fmt.Sprintf("and %d more", len(texts)-most))
}

// interpolated says why a value that was filled in is a string.
func interpolated(k jsonschema.ErrorKind, n *yamltree.Node) []string {
	if t, ok := k.(*kind.Type); ok && t.Got == "string" && n.Origin != nil && n.Origin.Op == yamltree.OpInterpolate {
		return []string{"a value with `${...}` in it is always a string"}
	}
	return nil
}

var typeWords = map[string]string{
	"object": "a map", "array": "a list", "string": "a string", "number": "a number", "integer": "an integer",
	"boolean": "a boolean", "null": "null",
}

func typeNames(types []string) []string {
	out := make([]string, len(types))
	for i, t := range types {
		out[i] = typeWords[t]
	}
	return out
}

// typed names a value with its type: "the string `a`", "a map".
func typed(n *yamltree.Node) string {
	switch {
	case n.IsNull():
		return "null"
	case n.Kind != yamltree.Scalar:
		return shown(n)
	case n.Type == yamltree.Float && kindOf(value(n)) == "string":
		return shown(n) + ", which is no number in JSON"
	}
	return "the " + strings.TrimPrefix(strings.TrimPrefix(typeWords[kindOf(value(n))], "an "), "a ") + " " + shown(n)
}

// typeHelp is what to write where the quotes are the fault.
func typeHelp(want []string, n *yamltree.Node) string {
	if n.IsNull() || n.Kind != yamltree.Scalar || n.Origin != nil && n.Origin.Op == yamltree.OpInterpolate {
		return ""
	}
	for _, t := range want {
		switch {
		case t == "string" && n.Type != yamltree.String:
			return "put quotes around it: `\"" + n.Value + "\"`"
		case n.Type == yamltree.String && n.Style != yamltree.Plain && fits(plainKind(n.Value), t):
			return "remove the quotes"
		}
	}
	return ""
}

// plainKind is the type that a text has without quotes, as far as it is a boolean or an integer.
func plainKind(text string) string {
	if text == "true" || text == "false" {
		return "boolean"
	}
	if _, err := strconv.ParseInt(text, 10, 64); err == nil {
		return "integer"
	}
	return ""
}

// fits reports whether a value of one type, or "", has another.
func fits(got, want string) bool {
	return got != "" && (got == want || got == "integer" && want == "number")
}

// nearest suggests one of several values.
func nearest(want []any, n *yamltree.Node) string {
	if n.IsNull() || n.Kind != yamltree.Scalar {
		return ""
	}
	var texts []string
	for _, v := range want {
		if text, ok := v.(string); ok {
			texts = append(texts, text)
		}
	}
	return diag.Suggest(n.Value, texts, "")
}

// shown is how a message shows a value.
func shown(n *yamltree.Node) string {
	if n.IsNull() {
		return "null"
	}
	return directives.Shown(n)
}

func shownText(text string) string {
	const longest = 60
	if runes := []rune(text); len(runes) > longest {
		text = string(runes[:longest]) + "..."
	}
	return "`" + text + "`"
}

// numberText shows a number as written, and in digits when that is something else.
func numberText(n *yamltree.Node) string {
	if digits, ok := n.Number(); ok && digits != n.Value && len(digits) < 20 {
		return shown(n) + ", which is " + digits
	}
	return shown(n)
}

// rat writes a number of a schema.
func rat(r *big.Rat) string {
	const most = 20
	if r.IsInt() && len(r.Num().String()) <= most {
		return "`" + r.Num().String() + "`"
	}
	if digits, exact := r.FloatPrec(); exact && digits <= most {
		return "`" + r.FloatString(digits) + "`"
	}
	f, _ := r.Float64()
	return "`" + strconv.FormatFloat(f, 'g', -1, 64) + "`"
}

func values(list []any) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = valueText(v)
	}
	return out
}

// valueText shows a value of a schema.
func valueText(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return shownText(v)
	case bool:
		return "`" + strconv.FormatBool(v) + "`"
	case json.Number:
		return shownText(v.String())
	case []any:
		return "a given list"
	}
	return "a given map"
}

// anyOf joins texts: "a", "a or b", "a, b or c".
func anyOf(texts []string) string {
	const most = 12
	if more := len(texts) - most; more > 1 {
		texts = append(texts[:most:most], fmt.Sprintf("one of %d more", more))
	}
	last := len(texts) - 1
	if last < 1 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:last], ", ") + " or " + texts[last]
}

// article names a format.
func article(format string) string { return "of the format `" + format + "`" }

func sortedStrings(list []string) []string {
	slices.Sort(list)
	return list
}
