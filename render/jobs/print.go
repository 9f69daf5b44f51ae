package jobs

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	"tailor/render"
)

// The numbers of jobs that a matrix may have.
const (
	GitHubLimit = 256
	GitLabLimit = 200
)

// GitHub writes jobs as the `include` list of a matrix for GitHub Actions, in one line. The error is that of the writer.
func GitHub(w io.Writer, list []Job) error {
	line, err := inLine(object{{"include", list}})
	return write(w, line, err)
}

// Azure writes jobs as a matrix for Azure Pipelines, in one line: an object that has for each job an object of texts. Axes
// have the names of variables, the same in every job: `axis_edition`. With a variable, the line is a command that makes
// the agent set it as an output. There is no `%` in the object, which the agent takes for an escape. The error is that of
// the writer.
func Azure(w io.Writer, list []Job, variable string) error {
	names := make([]string, len(list))
	for i, job := range list {
		names[i] = job.Name
	}
	axes := axisNames(list)
	legs := make(object, len(list))
	for i, key := range uniqueKeys(names, maxLeg) {
		legs[i] = member{key, list[i].texts(axes)}
	}
	line, err := inLine(legs)
	line = bytes.ReplaceAll(line, []byte("%"), []byte(`\u0025`))
	if variable != "" {
		line = append([]byte("##vso[task.setvariable variable="+variable+";isOutput=true]"), line...)
	}
	return write(w, line, err)
}

// maxLeg is how long the name of a job in a matrix of Azure Pipelines may be.
const maxLeg = 100

// texts are all that a job has, each as a text. An axis that it does not have is empty: Azure Pipelines leaves a
// variable that is not set as it stands.
func (j Job) texts(axes axisKeys) object {
	return append(object{
		{"name", j.Name},
		{"args", j.Args},
		{"cells", strconv.Itoa(j.Cells)},
		{"slug", j.Slug},
		{"image", j.Image},
		{"arch", j.Arch},
		{"format", j.Format},
		{"operation", j.Operation},
		{"baseImage", j.BaseImage},
		{"digest", j.Digest},
	}, axes.of(j)...)
}

// GitLab writes jobs as YAML for a child pipeline of GitLab: a hidden job `.tailor` with a `parallel:matrix` that other jobs
// extend. Variables that would be empty are left out, and so is what is not needed to do the job: GitLab joins all values to
// the name of the job, which may have 255 characters. The error is that of the writer.
func GitLab(w io.Writer, list []Job) error {
	axes := axisNames(list)
	entries := make([]object, len(list))
	for i, job := range list {
		entries[i] = job.variables(axes)
	}
	return render.PrintJSON(w, object{{".tailor", object{{"parallel", object{{"matrix", entries}}}}}})
}

func (j Job) variables(axes axisKeys) object {
	o := object{}
	add := func(name string, value any) {
		if value != "" {
			o = append(o, member{"TAILOR_" + name, value})
		}
	}
	add("ARGS", j.Args)
	add("SLUG", j.Slug)
	add("IMAGE", j.Image)
	add("ARCH", j.Arch)
	add("FORMAT", j.Format)
	add("BASE_IMAGE", j.BaseImage)
	for _, axis := range axes.of(j) {
		add(strings.ToUpper(axis.name), axis.value)
	}
	return o
}

// axisKeys are the axes of some jobs, and for each what its variable is called.
type axisKeys struct{ names, keys []string }

// axisNames lists the axes of the cells of all jobs, in the order in which they turn up.
func axisNames(list []Job) axisKeys {
	var a axisKeys
	seen := map[string]bool{}
	for _, job := range list {
		for _, name := range job.axes {
			if !seen[name] {
				seen[name] = true
				a.names = append(a.names, name)
			}
		}
	}
	texts := make([]string, len(a.names))
	for i, name := range a.names {
		texts[i] = "axis_" + name
	}
	a.keys = uniqueKeys(texts, 0)
	return a
}

// of returns the variables of all axes; those that the job does not have are empty.
func (a axisKeys) of(j Job) object {
	o := make(object, len(a.names))
	for i, name := range a.names {
		value := ""
		for _, p := range j.Axes {
			if p.Axis == name {
				value = p.Value
			}
		}
		o[i] = member{a.keys[i], value}
	}
	return o
}
