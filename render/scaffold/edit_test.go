package scaffold_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/internal/diag"
	"tailor/render"
	"tailor/render/scaffold"
)

// open opens a lone image with a text.
func open(t *testing.T, text string) *render.Workspace {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "image.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var report diag.Report
	w, err := render.Open(render.Place{Dir: dir, Marker: "image.yaml", Standalone: true}, &report)
	if err != nil || report.HasErrors() {
		t.Fatal(err, report.All())
	}
	t.Cleanup(w.Close)
	return w
}

// TestAxis shows the text before and after, whole: a `+` begins a line that is new, a `~` one that changed.
func TestAxis(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		axis string // the axis, then its values
		text string // lines after a `+` are those that the edit adds; `~` are changed, with the old text after ` <- `
	}{
		{"new value of a list in brackets", "edition lab", "name: x\nmatrix:\n~  edition: [home, pro, lab] # who pays <-   edition: [home, pro] # who pays\n  arch: [amd64]\n"},
		{"comma behind the last value", "edition lab beta", "name: x\nmatrix:\n~  edition: [ home, pro, lab, beta, ] <-   edition: [ home, pro, ]\n"},
		{"brackets over several lines", "edition lab", "name: x\nmatrix:\n  edition: [\n    home,  # one\n~    pro, lab    # two <-     pro    # two\n  ]\n  arch: [amd64]\n"},
		{"quoted values", "edition lab", "name: x\nmatrix:\n~  edition: [\"home\", 'pro', lab] <-   edition: [\"home\", 'pro']\n"},
		{"list of lines", "edition lab beta", "name: x\nmatrix:\n  edition:\n    # the first\n    - home # who pays nothing\n    - pro  # who pays\n+    - lab\n+    - beta\n    # - later\n\n  arch: [amd64]\n"},
		{"list without indentation", "edition lab", "name: x\nmatrix:\n  edition:\n  - home\n  - pro\n+  - lab\nconfig: {}\n"},
		{"wide dashes", "edition lab", "name: x\nmatrix:\n    edition:\n      -   home\n+      - lab\n"},
		{"no line feed at the end", "edition lab", "name: x\nmatrix:\n  edition:\n    - home\n+    - lab"},
		{"numbers and null", "edition 3.0 null 1e3", "name: x\nmatrix:\n~  edition: [1.10, 3.0, \"null\", 1e3] <-   edition: [1.10]\n"},
		{"new axis like lists in brackets", "channel stable beta", "name: x\nmatrix:\n  edition: [home, pro]\n+  channel: [stable, beta]\n\n# what follows\nconfig: {}\n"},
		{"new axis like lists of lines", "channel stable beta", "name: x\nmatrix:\n    edition:\n      - home\n      # - lab, later\n+    channel:\n+      - stable\n+      - beta\n    # the end of the matrix\nparams: {}\n"},
		{"new axis like lists without indentation", "channel stable", "name: x\nmatrix:\n  edition:\n  - home\n+  channel:\n+  - stable\nparams: {}\n"},
		{"new axis in brackets", "channel stable", "name: x\n~matrix: {edition: [home], channel: [stable]} # all <- matrix: {edition: [home]} # all\n"},
		{"new axis at the end of a text without line feed", "channel stable", "name: x\nmatrix:\n  edition: [home]\n+  channel: [stable]"},
		{"matrix of nothing", "channel stable", "name: x\nmatrix: # axes\n+  channel: [stable]\n  # edition: [home]\nconfig: {}\n"},
		{"matrix of null", "channel stable", "name: x\n~matrix: {channel: [stable]} # axes <- matrix: ~ # axes\n"},
		{"empty matrix", "channel stable", "name: x\n~matrix: {channel: [stable]} <- matrix: {}\n"},
		{"no matrix", "channel stable beta", "name: x # the name\n+matrix:\n+  channel: [stable, beta]\n# what it is for\nconfig: {}\n"},
		{"no matrix, and a blank line behind the name", "channel stable", "# top\n\nname: x\n+\n+matrix:\n+  channel: [stable]\n\nconfig: {}\n"},
		{"name at the end", "channel stable", "config: {}\nname: x\n+matrix:\n+  channel: [stable]"},
		{"all in brackets", "channel stable", "~{name: x, matrix: {channel: [stable]}, config: {}} <- {name: x, config: {}}\n"},
		{"matrix of nothing in brackets", "channel stable", "~{name: x, matrix: {channel: [stable]} } <- {name: x, matrix: }\n"},
		{"axis that is a word of YAML", "true yes", "name: x\nmatrix:\n  edition: [home]\n+  \"true\": [yes]\n"},
		{"a document marker", "channel stable", "---\nname: x\n+matrix:\n+  channel: [stable]\n...\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			before, after := texts(tt.text)
			for _, form := range []func(string) string{
				func(s string) string { return s },
				func(s string) string { return "\ufeff" + s },
				func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
				func(s string) string { return "\ufeff" + strings.ReplaceAll(s, "\n", "\r\n") },
			} {
				got, faults := addAxis(t, form(before), strings.Fields(tt.axis))
				if diff := cmp.Diff(form(after), got); diff != "" || len(faults) > 0 {
					t.Error(diff, faults)
				}
			}
		})
	}
}

// texts reads the notation of TestAxis.
func texts(marked string) (before, after string) {
	var b, a []string
	for line := range strings.SplitSeq(marked, "\n") {
		switch rest := line[min(1, len(line)):]; {
		case strings.HasPrefix(line, "+"):
			a = append(a, rest)
		case strings.HasPrefix(line, "~"):
			now, was, _ := strings.Cut(rest, " <- ")
			a, b = append(a, now), append(b, was)
		default:
			a, b = append(a, line), append(b, line)
		}
	}
	return strings.Join(b, "\n"), strings.Join(a, "\n")
}

func addAxis(t *testing.T, text string, words []string) (string, []diag.Diagnostic) {
	t.Helper()
	w := open(t, text)
	after, faults := scaffold.Axis(w.Definition(w.Images[0]), words[0], words[1:]).Apply([]byte(text))
	return string(after), faults
}

// TestAxisUneditable holds that a text in which the edit would mean something else is not edited, and that the error says
// what to write.
func TestAxisUneditable(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, axis, want string }{
		{"values of an alias", "name: x\nassets: &a [home, pro]\nmatrix:\n  edition: *a\n", "edition lab", `
image.yaml:2:1: assets: &a [home, pro]
write ` + "`lab` into the list of `edition`" + ` yourself
`},
		{"values that an alias repeats", "name: x\nmatrix:\n  edition: &a [home, pro]\nassets: *a\n", "edition lab", `
image.yaml:3:3: edition: &a [home, pro]
write ` + "`lab` into the list of `edition`" + ` yourself
`},
		{"a value that is an alias", "name: x\nassets: [&a home]\nmatrix:\n  edition: [pro, *a]\n", "edition lab", `
image.yaml:2:1: assets: [&a home]
write ` + "`lab` into the list of `edition`" + ` yourself
`},
		{"a matrix of an alias", "name: x\nsigning: &m {edition: [home]}\nmatrix: *m\n", "channel stable", `
image.yaml:2:1: signing: &m {edition: [home]}
write ` + "`channel: [stable]` into `matrix`" + ` yourself
`},
		{"a matrix that is merged", "name: x\nsigning: &m\n  edition: [home]\nmatrix:\n  <<: *m\n", "channel stable", `
image.yaml:3:3: edition: [home]
write ` + "`channel: [stable]` into `matrix`" + ` yourself
`},
		{"a name that is merged", "signing: &m\n  name: x\n<<: *m\n", "channel stable", `
image.yaml:2:3: name: x
write ` + "`matrix: {channel: [stable]}` below `name`" + ` yourself
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			after, faults := addAxis(t, tt.text, strings.Fields(tt.axis))
			var got strings.Builder
			for _, f := range faults {
				var printer diag.Printer
				fmt.Fprintf(&got, "\n%s: %s\n%s\n", printer.Place(f.Primary().Span), f.Primary().Span.Text(), f.Help)
			}
			if diff := cmp.Diff(tt.want, got.String()); diff != "" || (after == "") != (tt.want != "") {
				t.Errorf("%s\n%s", diff, after)
			}
		})
	}
}

// TestApplyChanged holds that a file that changed since it was read is not edited.
func TestApplyChanged(t *testing.T) {
	t.Parallel()
	w := open(t, "name: x\n")
	after, faults := scaffold.Axis(w.Definition(w.Images[0]), "edition", []string{"home"}).Apply([]byte("name: y\n"))
	if after != nil || len(faults) != 1 || faults[0].Message != "`image.yaml` changed while it was read" {
		t.Error(string(after), faults)
	}
}
