// Package directives folds the documents of one cell into one tree.
//
// It works in three passes, each on immutable nodes:
//
//	doc, faults := compiler.Compile(root, names)        // once per document: $include, grammar of directives
//	tree = merger.Merge(tree, doc.Root)                 // once per document and cell, base to last
//	tree, faults = scope.Interpolate(tree, "config")    // once per cell: ${name}
//
// Merging never fails. Two values that cannot be combined become a conflict inside the tree, and
// [Conflicts] reports them after the last document with every place that takes part. Merged nodes keep
// their story in their Origin: which node contributed what, and what it displaced.
//
// The merge rules and the directives are described in docs/reference/directives.md.
package directives
