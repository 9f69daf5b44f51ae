package fragments_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"tailor/fragments"
	"tailor/internal/diag"
)

// canonical spells the one path of a fragment, plainly written.
func canonical(f *fragments.Fragment, img fragments.Image) string {
	if f.Feature != "" {
		return "by-feature/" + f.Feature + ".yaml"
	}
	var axes, values []string
	for i, at := range f.Axes {
		axis := img.Matrix.Axes()[at]
		axes = append(axes, axis.Name)
		var named []string
		for v, value := range axis.Values {
			if slices.Contains(f.Values[i], v) != f.Except[i] {
				named = append(named, value)
			}
		}
		switch {
		case f.Except[i]:
			values = append(values, "!"+strings.Join(named, ","))
		case len(f.Axes) == 1:
			values = append(values, strings.Join(named, "+"))
		default:
			values = append(values, strings.Join(named, ","))
		}
	}
	return "by-" + strings.Join(axes, "+") + "/" + strings.Join(values, "+") + ".yaml"
}

// checkFault holds what is true of every diagnostic: a code, a message, one primary place inside the path,
// and a help.
func checkFault(t *testing.T, path string, d diag.Diagnostic) {
	t.Helper()
	if !strings.HasPrefix(string(d.Code), "T03") || d.Message == "" || d.Help == "" || len(d.Labels) == 0 {
		t.Errorf("%q: %+v", path, d)
	}
	for i, l := range d.Labels {
		if l.Span.File.Text != path || l.Span.Start > l.Span.End || l.Span.End > len(path) || l.Primary != (i == 0) {
			t.Errorf("%q: %+v", path, d)
		}
	}
}

// renames finds the paths in a help that says where to put the file.
var (
	renames = regexp.MustCompile("^(?:rename it to|write|leave out .* as in|name one .* as in|the axis has no other value: write) `")
	pathIn  = regexp.MustCompile("`(by-[^`<]*\\.yaml)`")
)

// checkRename holds that a path which a help tells to write is right.
func checkRename(t *testing.T, help string, img fragments.Image) {
	t.Helper()
	if !renames.MatchString(help) {
		return
	}
	for _, found := range pathIn.FindAllStringSubmatch(help, -1) {
		if f, faults := fragments.Parse(found[1], img); f == nil {
			t.Errorf("%s:\n%s", help, describe(faults))
		}
	}
}
