// Package house holds the tests of the house rules, those that are about the whole tree and that no
// linter knows: which package may import which, who may write to the disk, and that no package keeps
// state or does work when it is loaded. docs/architecture.md gives the reasons.
//
// The rules are tables at the top of the test file. A new package needs a row in layers there, which is
// the moment to think about where it stands.
package house
