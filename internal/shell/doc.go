// Package shell knows how bash, zsh and fish ask a program to complete a command line, and how they want the answer.
//
// A shell runs a small script, [Script], at each TAB. The script runs the program with what the shell knows of the
// line; [Read] makes a [Request] of that, and [Request.Print] writes the answer for the script:
//
//	request, ok := shell.Read(args)
//	answer := shell.Answer{Candidates: []shell.Candidate{{Text: "render", Note: "write every config"}}}
//	err := request.Print(os.Stdout, answer)
//
// Nothing on the line is ever expanded or run: `$(...)` and variables stay what they are. The package knows shells
// and nothing of tailor. docs/how-to/shell-completion.md is the manual.
package shell
