package render

import (
	"tailor/directives"
	"tailor/fragments"
	"tailor/internal/checks"
	"tailor/internal/diag"
)

// The codes of this package; docs/errors.md has an example and the cure for each.
const (
	// CodeUnknownKey is a key that tailor does not know in this place.
	CodeUnknownKey diag.Code = "T0201"
	// CodeWrongShape is a value of another shape than its key takes.
	CodeWrongShape diag.Code = "T0202"
	// CodeMissingKey is a key that must be there and is not.
	CodeMissingKey diag.Code = "T0203"
	// CodeBadName is an image name with characters that cannot be in a slug.
	CodeBadName diag.Code = "T0204"
	// CodeDuplicateName is a name that was given twice.
	CodeDuplicateName diag.Code = "T0205"
	// CodeNoMember is a member of `images:` that is no image.
	CodeNoMember diag.Code = "T0206"
	// CodeBadPattern is a path or glob that cannot be used.
	CodeBadPattern diag.Code = "T0207"
	// CodeBadValue is a value that is none of those that its key takes.
	CodeBadValue diag.Code = "T0208"
	// CodeConvertConfig is a config in an image with `operation: convert`.
	CodeConvertConfig diag.Code = "T0209"
	// CodeDuplicateFormat is an output format that a cell has twice.
	CodeDuplicateFormat diag.Code = "T0210"
	// CodeTwoBases is a base that names two sources.
	CodeTwoBases diag.Code = "T0211"
	// CodeUnknownBase is a base that refers to no `baseImages` entry.
	CodeUnknownBase diag.Code = "T0212"
	// CodeArchMismatch is a base of another architecture than the cell.
	CodeArchMismatch diag.Code = "T0213"
	// CodeNoWorkspace is a directory without tailor.yaml and image.yaml.
	CodeNoWorkspace diag.Code = "T0214"
	// CodeNoImages is a workspace without an image.
	CodeNoImages diag.Code = "T0215"

	// CodeExportImage is a name in `export.images` that no image has.
	CodeExportImage diag.Code = "T0216"
	// CodeCheckPattern is a pattern in `checks` that cannot be read.
	CodeCheckPattern diag.Code = "T0218"
	// CodeSchemaFile is a schema in `checks`, or a file that it refers to, that is not in the workspace.
	CodeSchemaFile diag.Code = "T0219"

	// CodeBadAxis is an axis that cannot be one.
	CodeBadAxis diag.Code = "T0301"
	// CodeBadAxisValue is a value that an axis cannot have.
	CodeBadAxisValue diag.Code = "T0302"
	// CodeEmptyAxis is an axis without values.
	CodeEmptyAxis diag.Code = "T0303"
	// CodeDuplicateAxisValue is a value that an axis has twice.
	CodeDuplicateAxisValue diag.Code = "T0304"
	// CodeTooManyCells is a matrix with more cells than tailor takes.
	CodeTooManyCells diag.Code = "T0305"
	// CodeSelectorAxis is a selector with an axis that the matrix has not.
	CodeSelectorAxis diag.Code = "T0306"
	// CodeSelectorValue is a selector with a value that its axis has not.
	CodeSelectorValue diag.Code = "T0307"
	// CodeSelectorsAlone is `selectors` without `matrix`.
	CodeSelectorsAlone diag.Code = "T0308"
	// CodeNoCells is a matrix of which the selectors leave nothing.
	CodeNoCells diag.Code = "T0309"
	// CodeUnusedSelector warns of a selector that changes nothing.
	CodeUnusedSelector diag.Code = "T0310"

	// CodeNoSuchCell warns of a fragment that applies to no cell.
	CodeNoSuchCell diag.Code = "T0333"
	// CodeFeatureWithoutFile warns of a feature for which there is no fragment.
	CodeFeatureWithoutFile diag.Code = "T0334"

	// CodeIncludeTarget is an `$include` of a file that is not there.
	CodeIncludeTarget diag.Code = "T0411"
	// CodeIncludeEscape is an `$include` of a file outside the workspace.
	CodeIncludeEscape diag.Code = "T0412"
	// CodeRemoveUnmatched warns of a `$remove` item that matches nothing in any cell.
	CodeRemoveUnmatched diag.Code = "T0413"
	// CodeUnorderedSet warns of two fragments of equal rank that `$set` one value.
	CodeUnorderedSet diag.Code = "T0414"
	// CodeIdleSet warns of a `$set` to the value that is there already.
	CodeIdleSet diag.Code = "T0415"
	// CodeNotIncluded warns of a file that nothing includes, beside files that are included.
	CodeNotIncluded diag.Code = "T0416"
	// CodeRepeatedItem warns of an item that a list holds already.
	CodeRepeatedItem diag.Code = "T0417"
	// CodeKeyNowhere warns of a `$merge` by a key that no item of the list has.
	CodeKeyNowhere diag.Code = "T0419"
	// CodeUnusedParam warns of a param that nothing uses.
	CodeUnusedParam diag.Code = "T0509"
	// CodeParamShadowsAxis is a param with the name of an axis.
	CodeParamShadowsAxis diag.Code = "T0508"

	// CodeUnknownName is a name on the command line that is no image and no cell.
	CodeUnknownName diag.Code = "T0601"
	// CodeBadSelect is a `--select` that cannot be understood.
	CodeBadSelect diag.Code = "T0602"
	// CodeSelectAxis is a `--select` with an axis that no selected image has.
	CodeSelectAxis diag.Code = "T0603"
	// CodeSelectValue is a `--select` with a value that the axis has in no selected image.
	CodeSelectValue diag.Code = "T0604"
	// CodeEmptySelection is a selection without a cell.
	CodeEmptySelection diag.Code = "T0605"

	// CodeAssetOutside warns of a path in a config that leaves the workspace.
	CodeAssetOutside diag.Code = "T0801"
	// CodeAssetTooLarge warns of a file that is too large to be copied unasked.
	CodeAssetTooLarge diag.Code = "T0802"
	// CodeAssetIrregular warns of something that a config names and that is no file.
	CodeAssetIrregular diag.Code = "T0803"
	// CodeNoAsset is an entry of `assets:` that names nothing.
	CodeNoAsset diag.Code = "T0804"
	// CodeTooManyAssets is a config that names more files than tailor takes.
	CodeTooManyAssets diag.Code = "T0805"
	// CodeEdited warns of a written file that somebody changed and that is written again.
	CodeEdited diag.Code = "T0810"
	// CodeEditedStale warns of a written file that no cell makes any more and that somebody changed.
	CodeEditedStale diag.Code = "T0811"

	// CodeUnspelt warns of a file whose name cannot be in a dependency file.
	CodeUnspelt diag.Code = "T0813"

	// CodeRead is a file or directory that cannot be read.
	CodeRead = fragments.CodeUnreadable
)

// Warnings lists the codes of all warnings, which `warnings:` in tailor.yaml can silence.
var Warnings = append([]diag.Code{
	CodeUnusedSelector, CodeNoSuchCell, CodeFeatureWithoutFile,
	directives.CodeLostDefault, directives.CodeKeptForce, directives.CodeUsedTwice,
	CodeRemoveUnmatched, CodeUnorderedSet, CodeIdleSet, CodeNotIncluded, CodeRepeatedItem, CodeKeyNowhere, CodeUnusedParam,
	CodeAssetOutside, CodeAssetTooLarge, CodeAssetIrregular, CodeEdited, CodeEditedStale, CodeUnspelt, checks.CodeIdle,
}, fragments.Warnings...)
