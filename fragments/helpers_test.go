package fragments_test

import (
	"fmt"
	"strings"
	"testing"

	"tailor/fragments"
	"tailor/internal/diag"
	"tailor/matrix"
)

// gizmo is the image of the tests: edition=home,pro,lite arch=amd64,arm64 channel=stable,beta,edge, with the
// features fips and debug.
func gizmo(tb testing.TB) fragments.Image {
	tb.Helper()
	return image(tb, "edition=home,pro,lite arch=amd64,arm64 channel=stable,beta,edge")
}

// image makes an image in gizmo/ with the axes of a text.
func image(tb testing.TB, axes string) fragments.Image {
	tb.Helper()
	var list []matrix.Axis
	for word := range strings.FieldsSeq(axes) {
		name, values, _ := strings.Cut(word, "=")
		list = append(list, matrix.Axis{Name: name, Values: strings.Split(values, ",")})
	}
	m, problems := matrix.New(list)
	if len(problems) > 0 {
		tb.Fatal(problems)
	}
	return fragments.Image{Dir: "gizmo", Matrix: m, Features: []string{"fips", "debug"}}
}

// describe writes diagnostics with all that a printer shows of them.
func describe(faults []diag.Diagnostic) string {
	var b strings.Builder
	for _, d := range faults {
		fmt.Fprintf(&b, "%s[%s]: %s\n", d.Severity, d.Code, d.Message)
		for _, l := range d.Labels {
			sign := "---"
			if l.Primary {
				sign = "-->"
			}
			path, span := l.Span.File.Path, l.Span
			text := path[:span.Start] + "[" + path[span.Start:span.End] + "]" + path[span.End:]
			fmt.Fprintln(&b, strings.TrimRight("  "+sign+" "+text+" "+l.Text, " "))
		}
		fmt.Fprintf(&b, "  help: %s\n", d.Help)
	}
	return b.String()
}

// lines joins the lines of an expected description.
func lines(text ...string) string { return strings.Join(text, "\n") + "\n" }

func parsed(tb testing.TB, path string, img fragments.Image) *fragments.Fragment {
	tb.Helper()
	f, faults := fragments.Parse(path, img)
	if len(faults) > 0 {
		tb.Fatalf("%s: %s", path, describe(faults))
	}
	return f
}
