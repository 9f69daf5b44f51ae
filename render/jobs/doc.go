// Package jobs turns a plan into the job matrix of a CI system, so that every cell gets a job of its own.
//
// A [Job] knows the arguments that select its cells and what these cells have in common. [Cells] makes a job for each
// output of each cell, [Shards] one for each of several even parts; both look alike, so a workflow need not care.
// [GitHub], [Azure] and [GitLab] print jobs the way each system takes them: in the order of the plan, the same bytes for the
// same plan.
//
//	list := jobs.Cells(plan, jobs.Line{})
//	if n := jobs.Spread(len(list), jobs.GitHubLimit); n < len(list) {
//		list = jobs.Shards(plan, jobs.Line{}, n)
//	}
//	err := jobs.GitHub(os.Stdout, list)
//
// docs/reference/cli.md, "Job matrices", is its manual.
package jobs
