package diag

import (
	"strconv"
	"strings"

	"tailor/internal/source"
)

// Report collects the diagnostics of a run. The zero value is ready to use. It is not safe for
// concurrent use.
type Report struct {
	// Strict turns warnings into errors. They fail the run then, and stop nothing before its end.
	Strict bool
	// Off silences warnings by code; errors are never silenced.
	Off map[Code]bool

	list   []Diagnostic
	index  map[string]int  // of list, by key
	struck map[strike]bool // which cells the diagnostics strike
}

// strike is a cell that a diagnostic, by its position in the list, strikes.
type strike struct {
	diagnostic int
	cell       string
}

// Add records faults that do not depend on a cell. A fault that is there already is dropped.
func (r *Report) Add(ds ...Diagnostic) {
	for _, d := range ds {
		r.record(d, "")
	}
}

// AddIn records faults of one cell. A fault that strikes several cells is kept once and counts them.
func (r *Report) AddIn(cell string, ds ...Diagnostic) {
	for _, d := range ds {
		r.record(d, cell)
	}
}

// Merge records what another report has, with its cells, as if it had been added here. A nil report has nothing.
func (r *Report) Merge(other *Report) {
	if other == nil {
		return
	}
	for _, d := range other.list {
		cells := d.Cells
		d.Cells = nil
		r.record(d, "")
		for _, cell := range cells {
			r.record(d, cell)
		}
	}
}

func (r *Report) record(d Diagnostic, cell string) {
	if d.Severity == Warning && r.Off[d.Code] {
		return
	}
	if r.index == nil {
		r.index, r.struck = map[string]int{}, map[strike]bool{}
	}
	key := d.key()
	i, ok := r.index[key]
	if !ok {
		i = len(r.list)
		r.index[key] = i
		r.list = append(r.list, d)
	}
	if s := (strike{i, cell}); cell != "" && !r.struck[s] {
		r.struck[s] = true
		r.list[i].Cells = append(r.list[i].Cells, cell)
	}
}

// All returns every diagnostic, sorted by place.
func (r *Report) All() []Diagnostic {
	all := sorted(r.list)
	for i := range all {
		if r.Strict {
			all[i].Severity = Error
		}
	}
	return all
}

// HasErrors reports whether any diagnostic fails the run.
func (r *Report) HasErrors() bool {
	return r.Strict && len(r.list) > 0 || r.Errors() > 0
}

// Errors returns the number of errors; warnings never count, so that the rest of a run finds the same things
// whether they fail it or not.
func (r *Report) Errors() int {
	n := 0
	for i := range r.list {
		if r.list[i].Severity == Error {
			n++
		}
	}
	return n
}

func writeSpanKey(b *strings.Builder, s source.Span) {
	b.WriteByte(0)
	if s.File != nil {
		b.WriteString(s.File.Path)
	}
	b.WriteByte(':')
	b.WriteString(strconv.Itoa(s.Start))
	b.WriteByte('-')
	b.WriteString(strconv.Itoa(s.End))
	b.WriteByte(0)
}
