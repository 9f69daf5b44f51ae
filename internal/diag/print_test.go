package diag_test

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"tailor/internal/diag"
	"tailor/internal/source"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

const (
	imageText = "name: gizmo\nconfig:\n  os:\n    hostname: gizmo\n    selinux:\n      mode: enforcing\n" +
		"    services: [a, b]\n    kernel: x\n"
	proText = "config:\n  os:\n    hostname: gizmo-pro\n"
	oddText = "\ta:\t\x1b[1m日本 \u202ex\xff e\u0301 y\n"
)

func file(path, text string) *source.File { return source.New(path, []byte(text)) }

// at is a label at the first place of a text in a file.
func at(f *source.File, found, text string) diag.Label {
	return diag.Label{Span: f.Find(found), Text: text}
}

func via(l diag.Label, sites ...source.Span) diag.Label {
	l.Via = sites
	return l
}

// fault is an error with labels, the first of which is the primary one.
func fault(labels ...diag.Label) diag.Diagnostic {
	if len(labels) > 0 {
		labels[0].Primary = true
	}
	return diag.Diagnostic{Code: "T0401", Message: "wrong", Labels: labels}
}

func show(t *testing.T, p diag.Printer, ds ...diag.Diagnostic) string {
	t.Helper()
	var b strings.Builder
	if err := diag.Print(&b, diag.Part{Printer: p, List: ds}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// conflict is the sample of the reference.
func conflict() diag.Diagnostic {
	image := file("gizmo/image.yaml", strings.Repeat("#\n", 8)+imageText)
	pro := file("gizmo/by-edition/pro.yaml", strings.Repeat("#\n", 4)+proText)
	second := at(image, "hostname", "`gizmo` set here (base)")
	second.Span = image.Span(second.Span.End+2, second.Span.End+7)
	d := fault(at(pro, "gizmo-pro", "`gizmo-pro` (edition=pro)"), second)
	d.Message, d.Path = "conflicting values for `config.os.hostname`", "config.os.hostname"
	d.Help = "write `hostname: { $set: gizmo-pro }` to override it on purpose"
	d.Cells = []string{"gizmo_pro_amd64_edge_cosi", "b", "c", "d"}
	return d
}

// TestText compares whole diagnostics with testdata/text.txtar.
func TestText(t *testing.T) {
	t.Parallel()
	image, pro := file("gizmo/image.yaml", imageText), file("gizmo/by-edition/pro.yaml", proText)
	arm65 := source.NewPath("gizmo/by-arch/arm65.yaml")
	typed := source.NewCommandLine("render gizmmo")
	odd, many := file("odd.yaml", oddText), file("many.yaml", strings.Repeat("a: b\n", 120)+"z: q\n")
	long := file("long.yaml", "list: ["+strings.Repeat("abc, ", 100)+"HERE"+strings.Repeat(", def", 100)+"]\n")
	plain, color := diag.Printer{}, diag.Printer{Color: true}
	warning := fault(at(image, "gizmo", "text"), at(image, "name", ""))
	warning.Severity = diag.Warning
	words := diag.Diagnostic{
		Code: "T0601", Message: "one\nline \x1b[31m", Notes: []string{"first\nsecond", "third\x07"},
		Help: "this\n\nthat", Cells: []string{"gizmo_pro"},
	}
	last := fault(at(pro, "os", "other"), at(image, "mode", "main"))
	last.Labels[0].Primary, last.Labels[1].Primary = false, true
	zero := fault(diag.Label{Text: "nowhere"}, via(at(image, "mode", ""), source.Span{}))
	type list = []diag.Diagnostic

	tests := []struct {
		name    string
		printer diag.Printer
		ds      list
	}{
		{"none", plain, nil},
		{"sample", plain, list{conflict()}},
		{"sample in colour", color, list{conflict()}},
		{"warning in colour", color, list{warning}},
		{"several", plain, list{fault(at(image, "os", "")), fault(at(image, "mode", ""))}},
		{"no labels", plain, list{fault()}},
		{"no code", plain, list{{Message: "wrong"}}},
		{"words only, on one line each", plain, list{words}},
		{"below a prefix", diag.Printer{Prefix: "../ws"}, list{fault(via(at(image, "os", ""), pro.Find("os")))}},
		{"prefix is here", diag.Printer{Prefix: "."}, list{fault(at(image, "os", ""))}},
		{"below the root", diag.Printer{Dir: "gizmo/by-arch"}, list{fault(at(image, "os", ""), at(arm65, "", "x"))}},
		{"primary is last", plain, list{last}},
		{"no primary", plain, list{{Message: "wrong", Labels: []diag.Label{at(pro, "os", "a"), at(image, "os", "b")}}}},
		{"lines far apart", plain, list{fault(at(image, "kernel", "k"), at(image, "name", "n"), at(image, "mode", "m"))}},
		{"width of numbers", plain, list{fault(at(many, "a", ""), at(many, "q", ""), at(image, "os", ""))}},
		{"several on a line", plain, list{fault(at(image, "a,", "one"), at(image, "b]", "two"), at(image, "services", "three"))}},
		{"several without text", plain, list{fault(at(image, "services", ""), at(image, "b]", ""))}},
		{"text of the left one", plain, list{fault(at(image, "services", "left"), at(image, "b]", ""))}},
		{"one in another", plain, list{fault(at(image, "a, b", "inner"), at(image, "[a, b]", "outer"))}},
		{"the same place twice", plain, list{fault(at(image, "name", "x"), at(image, "name", "y"))}},
		{"more than a line", plain, list{fault(at(image, "hostname: gizmo\n    selinux:", "these"))}},
		{"no width", plain, list{fault(diag.Label{Span: image.Span(4, 4), Text: "here"})}},
		{"end of a line", plain, list{fault(diag.Label{Span: image.Span(11, 11), Text: "here"})}},
		{"end of the text", plain, list{fault(diag.Label{Span: image.Span(9999, 9999), Text: "here"})}},
		{"end before start", plain, list{fault(diag.Label{Span: image.Span(6, 2)})}},
		{"included", plain, list{fault(
			via(at(pro, "hostname", "h"), image.Find("services"), image.Find("kernel")),
			via(at(pro, "hostname", "g"), image.Find("mode")), at(image, "os", "o"))}},
		{"included, and by itself", plain, list{fault(at(pro, "hostname", "h"), via(at(pro, "os", "g"), image.Find("mode")))}},
		{"whole file", plain, list{fault(at(image, "", ""))}},
		{"empty file", plain, list{fault(at(file("empty.yaml", ""), "", ""))}},
		{"empty file with text", plain, list{fault(at(file("empty.yaml", ""), "", "nothing here"))}},
		{"part of a name", diag.Printer{Prefix: "ws"}, list{fault(at(arm65, "arm65", "no value of `arch`"))}},
		{"whole name", diag.Printer{Prefix: "ws"}, list{fault(at(arm65, "", ""))}},
		{"whole name with text", diag.Printer{Prefix: "ws"}, list{fault(at(arm65, "", "what is it"))}},
		{"name of an output", diag.Printer{Prefix: "ws"}, list{fault(at(source.NewOutputPath("out/a.yaml"), "", ""), at(image, "os", ""))}},
		{"part of an output", diag.Printer{Prefix: "ws"}, list{fault(at(source.NewOutputPath("out/a.yaml"), "out", "a file"))}},
		{"command line", diag.Printer{Prefix: "ws"}, list{fault(at(typed, "gizmmo", "no such image"))}},
		{"odd characters", plain, list{fault(at(odd, "日本", "wide\x1b[0m")), fault(at(odd, "\u202e", "bidi")), fault(at(odd, "\xff", "bad")), fault(at(odd, "y", "a\nb"))}},
		{"odd path", plain, list{fault(at(file("a\x1b\n\xff.yaml", "x"), "x", ""))}},
		{"tab", plain, list{fault(at(file("tab.yaml", "a:\tb\n"), "\t", "a tab"))}},
		{"long line, near", plain, list{fault(at(long, "list", "near"))}},
		{"long line, far", plain, list{fault(at(long, "HERE", "far"))}},
		{"long line, end", plain, list{fault(at(long, "]", "end"))}},
		{"long line, near and far", plain, list{fault(at(long, "list", "near"), at(long, "HERE", "far"))}},
		{"long line, long span", plain, list{fault(at(long, strings.Repeat("abc, ", 80), "span"))}},
		{"no place", plain, list{zero}},
	}
	golden := newGolden(t, "testdata/text.txtar")
	for _, tt := range tests {
		got := show(t, tt.printer, tt.ds...)
		golden.check(t, tt.name, strings.ReplaceAll(got, "\x1b", "ESC"))
	}
	golden.save(t)
}

func TestLines(t *testing.T) {
	t.Parallel()
	image, pro := file("gizmo/image.yaml", imageText), file("gizmo/by-edition/pro.yaml", proText)
	full := fault(via(at(image, "os", "a: 50%,\nb"), pro.Find("os"), pro.Find("hostname")), at(pro, "gizmo-pro", "other"), at(pro, "os", ""))
	full.Message, full.Notes, full.Help, full.Cells = "100% wrong\r\x1b", []string{"a\nb"}, "do: it", []string{"x", "y"}
	warning := fault(at(image, "hostname: gizmo\n    selinux:", ""))
	warning.Severity = diag.Warning
	ds := []diag.Diagnostic{
		full, warning, fault(), {Message: "no code"},
		fault(at(source.NewPath("a,b:c%.yaml"), "b", "")),
		fault(at(source.NewOutputPath("out/a.yaml"), "", "")),
		fault(at(source.NewCommandLine("render gizmmo"), "gizmmo", "unknown")),
		fault(diag.Label{Text: "nowhere"}),
	}
	golden := newGolden(t, "testdata/lines.txtar")
	golden.check(t, "short", show(t, diag.Printer{Format: diag.Short, Prefix: "ws", Color: true}, ds...))
	golden.check(t, "github", show(t, diag.Printer{Format: diag.GitHub, Prefix: "ws", Color: true}, ds...))
	golden.check(t, "github, below the checkout", show(t, diag.Printer{Format: diag.GitHub, Prefix: "..", Checkout: "images/gizmo"}, ds...))
	golden.check(t, "github, of a revision", show(t, diag.Printer{Format: diag.GitHub, Revision: "HEAD~1", Prefix: "ws", Checkout: "images"}, ds[0]))
	golden.check(t, "json", show(t, diag.Printer{Format: diag.JSON, Prefix: "ws", Color: true}, ds...))
	golden.save(t)
}

func TestJSONIsRead(t *testing.T) {
	t.Parallel()
	d := fault(at(file("a.yaml", "x: \"\u202e<&>\"\n"), "x", "\x7f\u202e\U000e0001<&>"))
	out := show(t, diag.Printer{Format: diag.JSON}, d)
	if strings.ContainsAny(out, "\x7f\u202e\U000e0001") || !strings.Contains(out, "<&>") {
		t.Errorf("not escaped as it should be: %s", out)
	}
	var read []struct {
		Labels []struct {
			Text string `json:"text"`
		} `json:"labels"`
	}
	if err := json.Unmarshal([]byte(out), &read); err != nil {
		t.Fatal(err)
	}
	if got := read[0].Labels[0].Text; got != d.Labels[0].Text {
		t.Errorf("got %q, want %q", got, d.Labels[0].Text)
	}
}

func TestNothingIsPrintedForNone(t *testing.T) {
	t.Parallel()
	for _, format := range []diag.Format{"", diag.Text, diag.Short, diag.JSON, diag.GitHub} {
		if got := show(t, diag.Printer{Format: format}); got != "" {
			t.Errorf("%s: got %q", format, got)
		}
	}
}

func TestParseFormat(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"text", "short", "json", "github"} {
		if f, ok := diag.ParseFormat(name); !ok || string(f) != name {
			t.Errorf("%s: got %q, %t", name, f, ok)
		}
	}
	for _, name := range []string{"", "xml", "JSON"} {
		if f, ok := diag.ParseFormat(name); ok || f != diag.Text {
			t.Errorf("%s: got %q, %t", name, f, ok)
		}
	}
}

var errFull = errors.New("disk full")

type fullWriter struct{}

func (fullWriter) Write([]byte) (int, error) { return 0, errFull }

func TestPrintReturnsTheErrorOfTheWriter(t *testing.T) {
	t.Parallel()
	for _, format := range []diag.Format{diag.Text, diag.Short, diag.JSON, diag.GitHub} {
		err := diag.Print(fullWriter{}, diag.Part{Printer: diag.Printer{Format: format}, List: []diag.Diagnostic{conflict()}})
		if !errors.Is(err, errFull) {
			t.Errorf("%s: got %v", format, err)
		}
	}
}

// golden is a file of expected outputs.
type golden struct {
	path string
	want map[string]string
	got  txtar.Archive
}

func newGolden(t *testing.T, path string) *golden {
	t.Helper()
	g := &golden{path: path, want: map[string]string{}}
	if *update {
		return g
	}
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		g.want[f.Name] = string(f.Data)
	}
	return g
}

func (g *golden) check(t *testing.T, name, got string) {
	t.Helper()
	g.got.Files = append(g.got.Files, txtar.File{Name: name, Data: []byte(got)})
	if *update {
		return
	}
	want, ok := g.want[name]
	if diff := cmp.Diff(want, got); diff != "" || !ok {
		t.Errorf("%s (-want +got, -update rewrites %s):\n%s", name, g.path, diff)
	}
}

func (g *golden) save(t *testing.T) {
	t.Helper()
	if !*update {
		if len(g.want) != len(g.got.Files) {
			t.Errorf("%s holds %d cases, the test %d", g.path, len(g.want), len(g.got.Files))
		}
		return
	}
	if err := os.WriteFile(g.path, txtar.Format(&g.got), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestParts holds that diagnostics of several workspaces are printed as those of one, each with its own paths.
func TestParts(t *testing.T) {
	t.Parallel()
	f := source.NewPath("gizmo/image.yaml")
	now := diag.Printer{Prefix: "images"}
	then := diag.Printer{Format: diag.GitHub, Prefix: "images", Dir: "gizmo", Revision: "HEAD~1"}
	top := diag.Printer{Revision: "origin/main"}
	for _, tt := range []struct {
		format diag.Format
		want   string
	}{
		{diag.Short, "images/gizmo/image.yaml: error[T0401]: wrong\nHEAD~1:images/gizmo/image.yaml: error[T0401]: wrong\n" +
			"origin/main:gizmo/image.yaml: error[T0401]: wrong\n"},
		{diag.Text, "error[T0401]: wrong\n  --> images/gizmo/image.yaml\n\nerror[T0401]: wrong\n  --> HEAD~1:images/gizmo/image.yaml\n\n" +
			"error[T0401]: wrong\n  --> origin/main:gizmo/image.yaml\n"},
	} {
		now.Format = tt.format
		whole := []diag.Diagnostic{fault(diag.Label{Span: f.Whole()})}
		var b strings.Builder
		if err := diag.Print(&b, diag.Part{Printer: top}, diag.Part{Printer: now, List: whole}, diag.Part{Printer: then, List: whole},
			diag.Part{Printer: then}, diag.Part{Printer: top, List: whole}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, b.String()); diff != "" {
			t.Errorf("%s: %s", tt.format, diff)
		}
	}
	now.Format = diag.JSON
	var b strings.Builder
	err := diag.Print(&b, diag.Part{Printer: now, List: []diag.Diagnostic{fault()}}, diag.Part{Printer: then, List: []diag.Diagnostic{fault()}})
	var objects []any
	if jsonErr := json.Unmarshal([]byte(b.String()), &objects); err != nil || jsonErr != nil || len(objects) != 2 {
		t.Error(err, jsonErr, b.String())
	}
	if err := diag.Print(&b, diag.Part{Printer: now}); err != nil {
		t.Error(err)
	}
}
