// Package schema checks a tree against a JSON Schema.
//
// A schema is read from the files of a workspace alone, through a [Reader]: `$ref` leads to other files of the workspace,
// never to the network. Everything that is wrong with a schema is reported by [Compile], at its place in the schema;
// [Schema.Check] reports what is wrong with a tree, at the nodes that are at fault.
//
//	s, faults := schema.Compile("schemas/os.json", place, read)
//	violations, ok := s.Check(config, "config")
//
// A schema is not trusted: its size, its regular expressions, how deep it goes into itself and the work that it makes
// for one tree are bounded, by counting and not by the clock.
//
// This package alone knows the library that implements JSON Schema. docs/reference/checks.md describes what users see.
package schema
