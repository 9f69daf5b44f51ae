package diag_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tailor/internal/diag"
	"tailor/internal/source"
)

func TestReportCountsAFaultOnce(t *testing.T) {
	t.Parallel()
	image := file("gizmo/image.yaml", imageText)
	var r diag.Report
	for _, cell := range []string{"a", "a", "b", "a", "c"} {
		r.AddIn(cell, fault(at(image, "os", "x")))
	}
	r.AddIn("b", fault(at(image, "mode", "x")))
	r.Add(fault(at(image, "name", "x")), fault(at(image, "name", "x")))
	want := map[string][]string{"os": {"a", "b", "c"}, "mode": {"b"}, "name": nil}
	got := map[string][]string{}
	for _, d := range r.All() {
		got[d.Primary().Span.Text()] = d.Cells
	}
	if diff := cmp.Diff(want, got); diff != "" || len(r.All()) != 3 {
		t.Errorf("%d diagnostics (-want +got):\n%s", len(r.All()), diff)
	}
}

// TestReportKeepsApart holds that faults which differ in what is shown are not one.
func TestReportKeepsApart(t *testing.T) {
	t.Parallel()
	image, pro := file("gizmo/image.yaml", imageText), file("gizmo/by-edition/pro.yaml", proText)
	base := func() diag.Diagnostic { return fault(at(image, "os", "x"), at(pro, "os", "y")) }
	changes := map[string]func(*diag.Diagnostic){
		"nothing":    func(*diag.Diagnostic) {},
		"code":       func(d *diag.Diagnostic) { d.Code = "T0402" },
		"message":    func(d *diag.Diagnostic) { d.Message = "other" },
		"path":       func(d *diag.Diagnostic) { d.Path = "config" },
		"place":      func(d *diag.Diagnostic) { d.Labels[0].Span = image.Find("mode") },
		"file":       func(d *diag.Diagnostic) { d.Labels[1].Span.File = file("other.yaml", proText) },
		"label":      func(d *diag.Diagnostic) { d.Labels[1].Text = "z" },
		"fewer":      func(d *diag.Diagnostic) { d.Labels = d.Labels[:1] },
		"via":        func(d *diag.Diagnostic) { d.Labels[1] = via(d.Labels[1], image.Find("mode")) },
		"via nobody": func(d *diag.Diagnostic) { d.Labels[1] = via(d.Labels[1], diag.Label{}.Span) },
	}
	var r diag.Report
	for _, change := range changes {
		d := base()
		change(&d)
		r.AddIn("cell", d, d)
	}
	if len(r.All()) != len(changes) {
		t.Errorf("got %d diagnostics, want %d", len(r.All()), len(changes))
	}
}

func TestReportSeverity(t *testing.T) {
	t.Parallel()
	warning := diag.Diagnostic{Severity: diag.Warning, Code: "T0308", Message: "unused"}
	failure := diag.Diagnostic{Code: "T0401", Message: "wrong"}
	off := map[diag.Code]bool{"T0308": true, "T0401": true}
	tests := []struct {
		name        string
		report      diag.Report
		add         []diag.Diagnostic
		len, errors int
	}{
		{"nothing", diag.Report{}, nil, 0, 0},
		{"warning", diag.Report{}, []diag.Diagnostic{warning}, 1, 0},
		{"error", diag.Report{}, []diag.Diagnostic{failure}, 1, 1},
		{"both", diag.Report{}, []diag.Diagnostic{warning, failure}, 2, 1},
		{"strict", diag.Report{Strict: true}, []diag.Diagnostic{warning, failure}, 2, 1},
		{"only a warning, strict", diag.Report{Strict: true}, []diag.Diagnostic{warning}, 1, 0},
		{"off", diag.Report{Off: off}, []diag.Diagnostic{warning, failure}, 1, 1},
		{"off and strict", diag.Report{Off: off, Strict: true}, []diag.Diagnostic{warning}, 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := tt.report
			r.Add(tt.add...)
			if len(r.All()) != tt.len || r.Errors() != tt.errors || r.HasErrors() != (tt.errors > 0 || r.Strict && tt.len > 0) {
				t.Errorf("got %d diagnostics, %d errors, %t", len(r.All()), r.Errors(), r.HasErrors())
			}
			all := r.All()
			if len(all) != tt.len {
				t.Errorf("got %d of %d", len(all), tt.len)
			}
			for _, d := range all {
				if r.Strict && d.Severity != diag.Error {
					t.Errorf("strict, and still a %s", d.Severity)
				}
			}
		})
	}
}

// TestReportOrder holds that the order in which faults are found does not matter.
func TestReportOrder(t *testing.T) {
	t.Parallel()
	image, pro := file("gizmo/image.yaml", imageText), file("gizmo/by-edition/pro.yaml", proText)
	later := fault(at(image, "name", ""))
	later.Code = "T0402"
	worded := fault(at(image, "name", ""))
	worded.Message = "wronger"
	ordered := []diag.Diagnostic{
		fault(),
		fault(at(pro, "os", "")),
		fault(at(image, "name", "")),
		fault(at(image, "name", "text")),
		worded,
		later,
		fault(at(image, "os", "")),
		fault(at(image, "mode", "")),
	}
	want := show(t, diag.Printer{}, ordered...)
	for i := range ordered {
		var r diag.Report
		r.Add(ordered[i:]...)
		r.Add(ordered[:i]...)
		if diff := cmp.Diff(want, show(t, diag.Printer{}, r.All()...)); diff != "" {
			t.Fatalf("from %d on (-want +got):\n%s", i, diff)
		}
		reversed := slices.Clone(ordered)
		slices.Reverse(reversed)
		var back diag.Report
		back.Add(reversed...)
		if diff := cmp.Diff(want, show(t, diag.Printer{}, back.All()...)); diff != "" {
			t.Fatalf("backwards (-want +got):\n%s", diff)
		}
	}
}

func TestPrimary(t *testing.T) {
	t.Parallel()
	image := file("gizmo/image.yaml", imageText)
	first, second := at(image, "name", ""), at(image, "os", "")
	marked := second
	marked.Primary = true
	for name, tt := range map[string]struct {
		labels []diag.Label
		want   string
	}{
		"none":    {nil, ""},
		"first":   {[]diag.Label{first, second}, "name"},
		"marked":  {[]diag.Label{first, marked}, "os"},
		"of two":  {[]diag.Label{marked, marked, first}, "os"},
		"nowhere": {[]diag.Label{{Primary: true}, first}, ""},
	} {
		d := diag.Diagnostic{Labels: tt.labels}
		if got := d.Primary().Span.Text(); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}

func TestDiagnosticIsAnError(t *testing.T) {
	t.Parallel()
	d := conflict()
	var err error = &d
	if got, want := err.Error(), "T0401: conflicting values for `config.os.hostname`"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if diag.Error.String() != "error" || diag.Warning.String() != "warning" {
		t.Error("the severities have names")
	}
}

// TestReportMerge holds that parts of a run with reports of their own, merged in order, leave what one report of all has.
func TestReportMerge(t *testing.T) {
	t.Parallel()
	image := file("gizmo/image.yaml", imageText)
	rapid.Check(t, func(t *rapid.T) {
		off := map[diag.Code]bool{"T0999": true}
		one, all := &diag.Report{Off: off}, &diag.Report{Off: off}
		for range rapid.IntRange(0, 5).Draw(t, "parts") {
			part := &diag.Report{Off: off}
			for range rapid.IntRange(0, 6).Draw(t, "faults") {
				d := fault(at(image, rapid.SampledFrom([]string{"os", "mode", "name"}).Draw(t, "place"), "x"))
				d.Severity = rapid.SampledFrom([]diag.Severity{diag.Error, diag.Warning}).Draw(t, "severity")
				d.Code = rapid.SampledFrom([]diag.Code{"T0401", "T0999"}).Draw(t, "code")
				d.Notes = []string{rapid.SampledFrom([]string{"first", "second"}).Draw(t, "note")}
				if cell := rapid.SampledFrom([]string{"", "a", "b", "c"}).Draw(t, "cell"); cell == "" {
					one.Add(d)
					part.Add(d)
				} else {
					one.AddIn(cell, d)
					part.AddIn(cell, d)
				}
			}
			all.Merge(part)
			all.Merge(nil)
			if rapid.Bool().Draw(t, "twice") {
				all.Merge(part)
			}
		}
		if diff := cmp.Diff(one.All(), all.All(), cmp.Comparer(func(a, b *source.File) bool { return a == b })); diff != "" {
			t.Fatal(diff)
		}
		if one.Errors() != all.Errors() {
			t.Fatal(one.Errors(), all.Errors())
		}
	})
}
