package cli

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"tailor/internal/diag"
	"tailor/render"
	"tailor/render/jobs"
)

// The formats of `tailor matrix` that make jobs.
const (
	formatGitHub = "github"
	formatAzure  = "ado"
	formatGitLab = "gitlab"
)

// jobLimits are how many jobs a matrix may have. Azure Pipelines has no limit worth knowing.
var jobLimits = map[string]int{formatGitHub: jobs.GitHubLimit, formatGitLab: jobs.GitLabLimit}

// jobMatrix is what `tailor matrix` is to make of the cells.
type jobMatrix struct {
	*run

	format   string
	shards   int    // 0 when the command line does not say it
	variable string // of Azure Pipelines, to be set
}

// jobMatrix reads the flags for job matrices. It returns false when no jobs are wanted, and reports what does not fit
// together.
func (s *run) jobMatrix(c *ucli.Context) (m *jobMatrix, ok bool) {
	m = &jobMatrix{run: s, format: c.String("format"), variable: c.String("ado")}
	if m.variable != "" && !c.IsSet("format") {
		m.format = formatAzure
	}
	wanted := slices.Contains([]string{formatGitHub, formatAzure, formatGitLab}, m.format)
	if m.variable != "" {
		m.checkVariable()
	}
	if text := c.String("shards"); text != "" {
		m.readShards(text, wanted)
	}
	s.exclusive(c, "shards", flagShard)
	return m, wanted
}

var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func (m *jobMatrix) checkVariable() {
	switch at := m.line.value("--ado", m.variable); {
	case m.format != formatAzure:
		m.report.Add(diag.New(codeUsage, at, "`--ado` cannot be combined with `--format "+m.format+"`", "leave one of the two out"))
	case !variableName.MatchString(m.variable):
		m.report.Add(diag.New(codeUsage, at, "`"+m.variable+"` is no name of a variable",
			"write letters, digits and `_`, such as `--ado cells`"))
	}
}

// readShards reads --shards. wanted says that jobs are made at all.
func (m *jobMatrix) readShards(text string, wanted bool) {
	at := m.line.value("--shards", text)
	limit, limited := jobLimits[m.format]
	switch n, err := strconv.ParseUint(text, 10, 31); {
	case !wanted:
		m.report.Add(diag.New(codeUsage, at, "`--shards` makes jobs, and there are none with `--format "+m.format+"`",
			"add `--format github`, `ado` or `gitlab`; `--shard K/N` takes one of N parts"))
	case err != nil || n == 0:
		m.report.Add(diag.New(codeUsage, at, "`--shards` cannot be `"+text+"`", "write a number, such as `--shards 8`"))
	case limited && int(n) > limit:
		m.report.Add(diag.New(codeUsage, at, "a matrix cannot have "+text+" jobs", "write `--shards "+strconv.Itoa(limit)+"` or less"))
	default:
		m.shards = int(n)
	}
}

// print prints the jobs of a plan.
func (m *jobMatrix) print(w *render.Workspace, plan *render.Plan) error {
	if m.report.HasErrors() {
		return nil
	}
	list, err := m.jobs(w, plan)
	if err != nil || m.report.HasErrors() {
		return err
	}
	switch m.format {
	case formatGitHub:
		return jobs.GitHub(m.streams.Out, list)
	case formatGitLab:
		return jobs.GitLab(m.streams.Out, list)
	}
	return jobs.Azure(m.streams.Out, list, m.variable)
}

// jobs makes a job of each cell, or of several cells when these are too many or when the command line says so.
func (m *jobMatrix) jobs(w *render.Workspace, plan *render.Plan) ([]jobs.Job, error) {
	line := m.shellLine()
	if m.shards > 0 {
		return jobs.Shards(plan, line, m.shards), nil
	}
	list := jobs.Cells(plan, line)
	if limit := jobLimits[m.format]; limit > 0 && len(list) > limit {
		m.checkShard(len(list), limit)
		return jobs.Shards(plan, line, jobs.Spread(len(list), limit)), nil
	}
	digests, err := m.digests(w, plan)
	for i := range list {
		list[i].Digest = digests[list[i].Slug]
	}
	return list, err
}

// checkShard reports a shard with too many cells: it cannot be divided again.
func (m *jobMatrix) checkShard(cells, limit int) {
	if at := m.line.values("--" + flagShard); len(at) > 0 {
		m.report.Add(diag.New(codeUsage, at[len(at)-1], "the shard has "+diag.Count(cells, "cell")+", and a matrix at most "+
			diag.Count(limit, "job"), "leave `--"+flagShard+"` out: each job has several cells then; or make the shards smaller"))
	}
}

// shellLine is how the cells were selected, for another run of tailor.
func (s *run) shellLine() jobs.Line {
	var workspace, flags, names []string
	for _, w := range s.line.list {
		switch {
		case w.kind == isName:
			names = append(names, w.text)
		case w.flag == "--manifest":
			workspace = append(workspace, w.flag, w.span.Text())
		case slices.Contains([]string{"--select", "--cell", "--" + flagSince}, w.flag):
			flags = append(flags, w.flag, w.span.Text())
		}
	}
	if slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, "-") }) {
		names = append([]string{"--"}, names...)
	}
	return jobs.Line{Workspace: shellWords(workspace), Selection: shellWords(append(flags, names...))}
}

// plainWord is what a shell takes as it is.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./^-][A-Za-z0-9_@%+=:,./^~-]*$`)

// shellWords joins words so that a POSIX shell reads them as they are.
func shellWords(list []string) string {
	quoted := make([]string, len(list))
	for i, word := range list {
		quoted[i] = word
		if !plainWord.MatchString(word) {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}
