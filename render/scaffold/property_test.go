package scaffold_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tailor/internal/diag"
	"tailor/matrix"
	"tailor/render"
	"tailor/render/scaffold"
)

// TestAxisProperty holds of definitions in many forms that an axis can be added, that the bytes before and behind the
// addition are those of the file, and that the image has its old axes with the addition.
func TestAxisProperty(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "image.yaml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		before := definition(t)
		w := edited(t, dir, before)
		defer w.Close()
		axis := rapid.SampledFrom([]string{"edition", "arch", "channel", "null", "1.10"}).Draw(t, "axis")
		values := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"x", "3.0", "NULL", "true", "2026-01-01"}), 1, 3, rapid.ID).Draw(t, "values")
		if axis == "arch" {
			axis = "vendor"
		}
		after, faults := scaffold.Axis(w.Definition(w.Images[0]), axis, values).Apply([]byte(before))
		if len(faults) > 0 {
			t.Fatalf("%v\n%s", faults, before)
		}
		if !isAddition(before, string(after)) {
			t.Fatalf("%q became %q", before, after)
		}
		now := edited(t, dir, string(after))
		defer now.Close()
		want := extended(w.Images[0].Matrix.Axes(), axis, values)
		if got := now.Images[0].Matrix.Axes(); !slices.EqualFunc(got, want, sameAxis) {
			t.Fatalf("%v, want %v\n%s", got, want, after)
		}
	})
}

// definition draws the text of an image: its matrix is written in any way, among other keys.
func definition(t *rapid.T) string {
	comment := rapid.SampledFrom([]string{"", " # why", "   #"})
	gap := rapid.SampledFrom([]string{"", "\n", "# a line\n", "\n    # deeper\n\n"})
	parts := []string{
		rapid.SampledFrom([]string{"", "---\n", "# top\n"}).Draw(t, "top"),
		"name: gizmo" + comment.Draw(t, "comment") + "\n", gap.Draw(t, "gap"),
		matrixOf(t, comment), gap.Draw(t, "gap"),
		rapid.SampledFrom([]string{"", "params: {p: 1}\n", "config: { os: {} } # all\n", "config:\n  motd: |\n    text\n\n  other: 1\n"}).Draw(t, "rest"),
	}
	text := strings.Join(parts, "")
	if rapid.Bool().Draw(t, "cut") {
		text = strings.TrimRight(text, "\n")
	}
	if rapid.Bool().Draw(t, "crlf") {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return rapid.SampledFrom([]string{"", "\ufeff"}).Draw(t, "bom") + text
}

// matrixOf draws a matrix, or none.
func matrixOf(t *rapid.T, comment *rapid.Generator[string]) string {
	switch rapid.SampledFrom([]string{"none", "null", "~", "{}", "brackets", "lines"}).Draw(t, "matrix") {
	case "none":
		return ""
	case "null":
		return "matrix:" + comment.Draw(t, "comment") + "\n"
	case "~":
		return "matrix: ~" + comment.Draw(t, "comment") + "\n"
	case "{}":
		return "matrix: { }\n"
	case "brackets":
		return "matrix: " + rapid.SampledFrom([]string{
			"{edition: [home, pro]}", "{ edition: [ home ], arch: [amd64,], }", "{\n  edition: [home], # one\n  arch: [amd64] # two\n}",
			"{\"edition\":[\"home\"]}",
		}).Draw(t, "map") + comment.Draw(t, "comment") + "\n"
	}
	indent := rapid.SampledFrom([]string{" ", "  ", "    "}).Draw(t, "indent")
	var b strings.Builder
	b.WriteString("matrix:" + comment.Draw(t, "comment") + "\n")
	for _, axis := range []string{"edition: home 'pro'", "arch: amd64"} {
		key, values, _ := strings.Cut(axis, " ")
		b.WriteString(rapid.SampledFrom([]string{"", "\n", indent + "# before\n"}).Draw(t, "before") + indent + key)
		words := strings.Fields(values)
		if rapid.Bool().Draw(t, "flow") {
			comma := rapid.SampledFrom([]string{", ", ",", ",\n" + indent + "  "}).Draw(t, "comma")
			b.WriteString(" [" + strings.Join(words, comma) + "]" + comment.Draw(t, "comment") + "\n")
			continue
		}
		deeper := rapid.SampledFrom([]string{"", "  ", "      "}).Draw(t, "deeper")
		b.WriteString(comment.Draw(t, "comment") + "\n")
		for _, w := range words {
			dash := rapid.SampledFrom([]string{"- ", "-   "}).Draw(t, "dash")
			b.WriteString(indent + deeper + dash + w + comment.Draw(t, "comment") + "\n")
			b.WriteString(rapid.SampledFrom([]string{"", "\n", indent + deeper + "# - later\n"}).Draw(t, "between"))
		}
	}
	return b.String()
}

func edited(t *rapid.T, dir, text string) *render.Workspace {
	var report diag.Report
	place := render.Place{Dir: dir, Marker: "image.yaml", Standalone: true}
	w, err := render.OpenEdited(place, map[string][]byte{"image.yaml": []byte(text)}, &report)
	if err != nil || report.HasErrors() {
		t.Fatalf("%v %v\n%s", err, report.All(), text)
	}
	return w
}

// isAddition reports whether after is before with something put in one place; a `~` may have given way.
func isAddition(before, after string) bool {
	same := 0
	for same < len(before) && before[same] == after[same] {
		same++
	}
	rest := before[same:]
	return strings.HasSuffix(after, rest) || strings.HasSuffix(after, strings.TrimPrefix(rest, "~"))
}

func extended(axes []matrix.Axis, name string, values []string) []matrix.Axis {
	out := slices.Clone(axes)
	i := slices.IndexFunc(out, func(a matrix.Axis) bool { return a.Name == name })
	if i < 0 {
		return append(out, matrix.Axis{Name: name, Values: values})
	}
	out[i].Values = append(slices.Clone(out[i].Values), values...)
	return out
}

func sameAxis(a, b matrix.Axis) bool { return a.Name == b.Name && slices.Equal(a.Values, b.Values) }
