package jobs

import (
	"slices"
	"strconv"
	"strings"

	"tailor/matrix"
	"tailor/render"
)

// Job is one job of a matrix. What its cells do not have in common is empty.
type Job struct {
	// Name is a slug, or `shard-2-of-8`; it can be the name of a file.
	Name string `json:"name"`
	// Args are arguments for tailor, quoted for a shell, that select the cells of the job.
	Args string `json:"args"`
	// Cells is the number of slugs.
	Cells     int          `json:"cells"`
	Slug      string       `json:"slug"`
	Image     string       `json:"image"`
	Axes      matrix.Pairs `json:"axes"`
	Arch      string       `json:"arch"`
	Format    string       `json:"format"`
	Operation string       `json:"operation"`
	BaseImage string       `json:"baseImage"`
	// Digest is that of a config, when the caller knows it.
	Digest string `json:"digest"`

	axes []string // of all its cells
}

// Line is how the cells of a plan were selected, as arguments that are quoted for a shell.
type Line struct {
	// Workspace names the workspace; "" is that of the current directory.
	Workspace string
	// Selection has the flags that select cells, and then the names; "" is everything.
	Selection string
}

// Cells returns a job for each output of each cell of a plan, in order, without digests. The plan must have no faults.
func Cells(plan *render.Plan, line Line) []Job {
	list := []Job{}
	for _, c := range plan.Cells {
		for _, o := range c.Outputs {
			list = append(list, Job{
				Name: o.Slug, Args: words(line.Workspace, "--cell "+o.Slug), Cells: 1, Slug: o.Slug, Image: c.Image.Name,
				Axes: c.Values.Pairs(), Arch: c.Arch, Format: o.Format, Operation: c.Image.Operation, BaseImage: c.BaseImage,
				axes: c.Image.Matrix.AxisNames(),
			})
		}
	}
	return list
}

// Shards returns a job for each of n > 0 shards of a plan, as [render.Plan.Shard] makes them, without empty ones: there are
// never more jobs than slugs. The plan must have no faults.
func Shards(plan *render.Plan, line Line, n int) []Job {
	all := Cells(plan, line)
	n = min(n, len(all))
	list := make([]Job, n)
	for i := range list {
		from, to := render.ShardOf(len(all), i+1, n)
		list[i] = common(all[from:to])
		part := strconv.Itoa(i+1) + "/" + strconv.Itoa(n)
		list[i].Name = "shard-" + strings.Replace(part, "/", "-of-", 1)
		list[i].Args = words(line.Workspace, "--shard "+part, line.Selection)
	}
	return list
}

// Spread is the number of jobs for some cells when there may be no more than limit > 0 jobs: one for each cell if
// possible, else as few as keep the largest job as small as it can be.
func Spread(cells, limit int) int {
	if cells <= limit {
		return cells
	}
	each := (cells + limit - 1) / limit
	return (cells + each - 1) / each
}

// common joins jobs, of which there is at least one, to one with what they have in common.
func common(list []Job) Job {
	job := list[0]
	job.Cells = len(list)
	for _, other := range list[1:] {
		for _, field := range []struct{ of, in *string }{
			{&job.Slug, &other.Slug},
			{&job.Image, &other.Image},
			{&job.Arch, &other.Arch},
			{&job.Format, &other.Format},
			{&job.Operation, &other.Operation},
			{&job.BaseImage, &other.BaseImage},
		} {
			if *field.of != *field.in {
				*field.of = ""
			}
		}
		job.axes = append(job.axes, other.axes...)
		job.Axes = slices.DeleteFunc(job.Axes, func(p matrix.Pair) bool { return !slices.Contains(other.Axes, p) })
	}
	return job
}

// words joins those arguments that are not empty.
func words(list ...string) string {
	return strings.Join(slices.DeleteFunc(list, func(s string) bool { return s == "" }), " ")
}
