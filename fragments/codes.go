package fragments

import "tailor/internal/diag"

// The codes of this package; docs/errors.md has an example and the cure for each.
const (
	// CodeEmptyName is a path with a name missing: `by-/x.yaml`, `by-edition++arch/x+y.yaml`, `.yaml`.
	CodeEmptyName diag.Code = "T0320"
	// CodeUnknownAxis is a directory that names an axis which the image has not.
	CodeUnknownAxis diag.Code = "T0321"
	// CodeUnknownValue is a file that names a value which its axis has not.
	CodeUnknownValue diag.Code = "T0322"
	// CodeDuplicateName is a path that names one axis or value twice.
	CodeDuplicateName diag.Code = "T0323"
	// CodeWrongOrder is a path whose axes or values stand in another order than the declared one.
	CodeWrongOrder diag.Code = "T0324"
	// CodeValueCount is a file of several axes that does not have one position for each.
	CodeValueCount diag.Code = "T0325"
	// CodeFeatureAlone is a path that combines a feature with an axis or another feature.
	CodeFeatureAlone diag.Code = "T0326"
	// CodeFeatureName is a feature with characters that a name cannot have.
	CodeFeatureName diag.Code = "T0327"
	// CodeExtension is a file in a fragment directory that ends in `.yml` or the like.
	CodeExtension diag.Code = "T0328"
	// CodeUnreadable is a file or a directory that cannot be read.
	CodeUnreadable diag.Code = "T0701"
	// CodeSubdirectory warns of a directory in a fragment directory.
	CodeSubdirectory diag.Code = "T0330"
	// CodeNeverApplies warns of a file or directory that looks like a fragment and is none.
	CodeNeverApplies diag.Code = "T0331"
	// CodeNotFragment is a path that is not of the form `by-<axes>/<values>.yaml`.
	CodeNotFragment diag.Code = "T0332"
	// CodeMixedSpelling is a path that joins values in a way that means nothing: `a,b+c` or `!a+b` of one axis.
	CodeMixedSpelling diag.Code = "T0335"
	// CodeMatchesNothing is a `!` that leaves no value of its axis.
	CodeMatchesNothing diag.Code = "T0336"
	// CodeNotFeature is a `!` in by-feature.
	CodeNotFeature diag.Code = "T0337"
	// CodeSameCondition warns of two fragments that apply to the same cells.
	CodeSameCondition diag.Code = "T0338"
)

// Warnings lists the codes that are warnings.
var Warnings = []diag.Code{CodeSubdirectory, CodeNeverApplies, CodeSameCondition}
