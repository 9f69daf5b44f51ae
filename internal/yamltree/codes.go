package yamltree

import "tailor/internal/diag"

// The codes of this package; docs/errors.md has an example and the cure for each.
const (
	// CodeFileSize is a file that is larger than MaxFile.
	CodeFileSize diag.Code = "T0101"
	// CodeEncoding is text that is not UTF-8.
	CodeEncoding diag.Code = "T0102"
	// CodeCharacter is a character that YAML readers do not agree about.
	CodeCharacter diag.Code = "T0103"
	// CodeSyntax is text that is no YAML.
	CodeSyntax diag.Code = "T0104"
	// CodeDuplicateKey is a key that its map has twice.
	CodeDuplicateKey diag.Code = "T0105"
	// CodeSecondDocument is a second document in a file.
	CodeSecondDocument diag.Code = "T0106"
	// CodeTag is a tag that the consumer would ignore, or that changes a value silently.
	CodeTag diag.Code = "T0107"
	// CodeKeyShape is a key that is a map, a list or an alias.
	CodeKeyShape diag.Code = "T0108"
	// CodeDepth is nesting that is deeper than MaxDepth.
	CodeDepth diag.Code = "T0109"
	// CodeSize is a file with more than MaxNodes values or MaxPaths bytes of paths, or a map with more than MaxKeys keys.
	CodeSize diag.Code = "T0110"
	// CodeKeyLength is a key that is longer than MaxKeyLength.
	CodeKeyLength diag.Code = "T0111"
	// CodeAliasCycle is an alias inside the value that it stands for.
	CodeAliasCycle diag.Code = "T0112"
	// CodeAliasSize is a file whose aliases expand to more than MaxExpanded values.
	CodeAliasSize diag.Code = "T0113"
	// CodeUnknownAnchor is an alias without its anchor.
	CodeUnknownAnchor diag.Code = "T0114"
	// CodeMergeKey is a `<<` whose value is no map.
	CodeMergeKey diag.Code = "T0115"
	// CodeAmbiguous is text that YAML parsers read differently.
	CodeAmbiguous diag.Code = "T0116"
	// CodeTab is a tab where YAML takes blanks only.
	CodeTab diag.Code = "T0117"
)

// The limits of a file. A config that a person wrote is far below each of them.
const (
	// MaxFile is the largest size of a file, in bytes.
	MaxFile = 512 << 10
	// MaxNodes is the largest number of values in a file, keys included.
	MaxNodes = 50_000
	// MaxKeys is the largest number of keys of one map.
	MaxKeys = 5_000
	// MaxDepth is the deepest nesting, also after aliases were put in their place.
	MaxDepth = 200
	// MaxExpanded is the largest number of values of a file after aliases were put in their place.
	MaxExpanded = 200_000
	// MaxPaths is the largest sum of the lengths of the paths to all values of a file, in bytes.
	MaxPaths = 16 << 20
	// MaxKeyLength is the longest key, in bytes.
	MaxKeyLength = 1024
)
