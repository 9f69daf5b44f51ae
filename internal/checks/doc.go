// Package checks holds the configs of a workspace to its rules: values that must be there, values that must differ,
// values that must name others, and JSON Schemas.
//
// Rules say what is asked, [Rules.Check] reports how one config breaks them, each at the place that set the value, with
// that of the rule:
//
//	faults := rules.Check(checks.Config{Tree: config, Home: place})
//
// The package knows no workspace and no cell. docs/reference/checks.md describes the rules.
package checks
