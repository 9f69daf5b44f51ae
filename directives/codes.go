package directives

import "tailor/internal/diag"

// The codes of this package; docs/errors.md has an example and the cure for each.
const (
	// CodeConflict is two contributions to one path that cannot be combined.
	CodeConflict diag.Code = "T0401"
	// CodeMixedKeys is a map that holds directives and plain keys.
	CodeMixedKeys diag.Code = "T0402"
	// CodeUnknownDirective is a key that starts with `$` and is no directive.
	CodeUnknownDirective diag.Code = "T0403"
	// CodeReservedDirective is `$select` or `$rename`.
	CodeReservedDirective diag.Code = "T0404"
	// CodeLoneDirective is a directive beside another that it cannot share a map with.
	CodeLoneDirective diag.Code = "T0405"
	// CodeDirectiveValue is a directive whose value has the wrong shape.
	CodeDirectiveValue diag.Code = "T0406"
	// CodeMisplacedUnset is an `$unset` that is not the value of a key.
	CodeMisplacedUnset diag.Code = "T0407"
	// CodeMisplacedInclude is an `$include` in a section that takes none.
	CodeMisplacedInclude diag.Code = "T0408"
	// CodeIncludeCycle is a file that includes itself, directly or through others.
	CodeIncludeCycle diag.Code = "T0409"
	// CodeIncludeBudget is a set of includes that expand to too many nodes.
	CodeIncludeBudget diag.Code = "T0410"
	// CodeIncludeName is a `${name}` in the path of an include that cannot be used there.
	CodeIncludeName diag.Code = "T0418"
	// CodeMisplacedMarker is a `$default` or `$force` where it means nothing.
	CodeMisplacedMarker diag.Code = "T0440"
	// CodeEditOfDefault is a `$remove` and the like on a list that only defaults set.
	CodeEditOfDefault diag.Code = "T0441"
	// CodeLostDefault warns of a default list or map that is outranked whole.
	CodeLostDefault diag.Code = "T0442"
	// CodeKeptForce warns of a `$set`, `$replace` or `$unset` that something forced withstands.
	CodeKeptForce diag.Code = "T0443"
	// CodeItemKey is an item to merge by key that fits no single place.
	CodeItemKey diag.Code = "T0450"
	// CodeRepeatedKey is a key that two items to merge have.
	CodeRepeatedKey diag.Code = "T0451"
	// CodeItemPosition is a position that a list has not.
	CodeItemPosition diag.Code = "T0452"
	// CodeAnchor is an anchor of `$insert` that fits no item, or several.
	CodeAnchor diag.Code = "T0453"
	// CodeMisplacedMatch is a `$match` that is neither in `$remove` nor an anchor.
	CodeMisplacedMatch diag.Code = "T0454"
	// CodeUnkeyedItem is an item without keys in a list that a policy merges by key.
	CodeUnkeyedItem diag.Code = "T0455"

	// CodeMisplacedUse is a `$use` where it means nothing.
	CodeMisplacedUse diag.Code = "T0460"
	// CodePartShape is a part that is no map.
	CodePartShape diag.Code = "T0461"
	// CodeUsedTwice warns of a file that one map uses twice.
	CodeUsedTwice diag.Code = "T0462"

	// CodeUndefinedName is a `${name}` that is no axis, param or built-in.
	CodeUndefinedName diag.Code = "T0501"
	// CodeEmptyName is `${}`.
	CodeEmptyName diag.Code = "T0502"
	// CodeUnterminated is a `${` without its `}`.
	CodeUnterminated diag.Code = "T0503"
	// CodeParamCycle is a param that needs itself.
	CodeParamCycle diag.Code = "T0504"
	// CodeParamShape is a param that is used in a text and is no scalar with a value.
	CodeParamShape diag.Code = "T0505"
	// CodeUnavailableName is a built-in that is not known yet where it is used.
	CodeUnavailableName diag.Code = "T0506"
	// CodeInterpolationBudget is an interpolation that makes too much text.
	CodeInterpolationBudget diag.Code = "T0507"
)
