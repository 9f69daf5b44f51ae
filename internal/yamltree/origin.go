package yamltree

import "tailor/internal/diag"

// Op is what a contribution did to the value that stood at its path.
type Op uint8

const (
	// OpSet is the first contribution to a path.
	OpSet Op = iota
	// OpSame is a scalar that repeats the inherited one.
	OpSame
	// OpMerge is a map merged into a map.
	OpMerge
	// OpAppend is a plain list, or a map of $remove, $prepend and $append, applied to a list.
	OpAppend
	// OpOverride is `$set`.
	OpOverride
	// OpReplace is `$replace`.
	OpReplace
	// OpUnset is `$unset`.
	OpUnset
	// OpConflict is a contribution that cannot be combined with the inherited value.
	OpConflict
	// OpOutrank is a contribution of a higher priority than what stood there.
	OpOutrank
	// OpOutranked is one of a lower priority, which changes nothing.
	OpOutranked
	// OpLast is a scalar that overrides another one because a policy says so.
	OpLast
	// OpUsed is a part that was merged before, which changes nothing.
	OpUsed
	// OpInterpolate is a template whose names were filled in: Before is the template.
	OpInterpolate
)

// Origin is one step of the story of a merged node. Following Before leads back to the first
// contribution: the whole story of a value can be read off the result.
type Origin struct {
	Op Op
	// By is the node that contributed, as written: for a directive, its map.
	By *Node
	// Before is what stood there before, nil for nothing.
	Before *Node
	// Fault says why an OpConflict cannot be combined, when it is not for the values themselves; nil otherwise.
	Fault *diag.Diagnostic
}
