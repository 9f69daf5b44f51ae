package render_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/internal/diag"
	"tailor/render"
)

// many draws the files of a workspace.
type many struct{ *rand.Rand }

func (m many) oneOf(words ...string) string { return words[m.IntN(len(words))] }

// chance is true once in n times.
func (m many) chance(n int) bool { return m.IntN(n) == 0 }

func (m many) value(sound bool) string {
	words := []string{"{ $set: v1 }", "{ $set: v2 }", "{ $set: '${p}-${slug}' }", "$unset", "{ $default: v3 }", "{ $force: v1 }"}
	if !sound {
		words = append(words, "v1", "v2", "1", "'${a}'", "'${nope}'", "[v1]")
	}
	return m.oneOf(words...)
}

func (m many) list() string {
	items := []string{"i1", "i2", "{ n: i1 }", "'${b}'"}
	m.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	list := "[" + strings.Join(items[:1+m.IntN(3)], ", ") + "]"
	return m.oneOf(list, "{ $append: "+list+" }", "{ $remove: "+list+" }", "{ $union: "+list+" }", "{ $prepend: "+list+", $remove: [gone] }")
}

// change is what a fragment contributes.
func (m many) change(sound bool) string {
	var parts []string
	for _, key := range []string{"k1", "k2", "k3"} {
		if m.chance(3) {
			parts = append(parts, key+": "+m.value(sound))
		}
	}
	if m.chance(2) {
		parts = append(parts, "l: "+m.list())
	}
	if m.chance(4) {
		parts = append(parts, "m: { s: "+m.value(sound)+", l: "+m.list()+" }")
	}
	if m.chance(3) {
		parts = append(parts, "inc: { $include: "+m.oneOf("part.yaml", "\"part-${a}.yaml\"")+" }")
	}
	if m.chance(3) {
		parts = append(parts, "use: { $use: [used.yaml], l: [i1] }")
	}
	return "config: { " + strings.Join(parts, ", ") + " }\n"
}

// image adds the files of an image.
func (m many) image(files map[string]string, name string, sound bool) {
	axes := map[string][]string{"a": {"x", "y", "z"}, "b": {"p", "q"}, "c": {"1", "2", "3", "4", "5", "6", "7"}}
	text := "name: " + name + "\nmatrix: { a: [x, y, z], b: [p, q], c: [" + strings.Join(axes["c"][:1+m.IntN(7)], ", ") + "] }\n"
	if m.chance(6) {
		files[name+"/image.yaml"] = text + "operation: convert\nbase: { path: \"${a}.vhdx\" }\n"
		return
	}
	text += m.oneOf("", "outputs: [{ format: raw }, { format: cosi }, { format: iso }]\n") + m.oneOf("", "selectors: { exclude: [{ a: x, b: q }] }\n")
	text += "params: { p: " + m.oneOf("w", "'${b}'", "'${name}'") + ", unused: 1 }\nrpmSources: ['${a}/${slug}']\n"
	if !sound {
		text += "checks: { require: [l], unique: ['l[*]'] }\n"
	}
	files[name+"/image.yaml"] = text + "config: { k1: v1, k2: 1, l: [i1, '${a}', { n: '${b}', o: 2, p: 3 }], m: { s: '${slug}', t: { u: '${p}' } } }\n"
	files[name+"/used.yaml"] = "{ l: " + m.list() + ", k: { $default: v1 } }\n"
	for _, part := range []string{"part", "part-x", "part-y", "part-z"} {
		files[name+"/"+part+".yaml"] = "{ k1: v1, l: [i1, i2], d: { e: '${c}', f: 1, g: 2 } }\n"
	}
	for _, path := range []string{"by-a/x", "by-a/y", "by-a/x+z", "by-b/p", "by-b/q", "by-c/1", "by-c/1+2", "by-a+b/x+p", "by-a+b/y+q", "by-b+c/p+1"} {
		if m.chance(2) {
			files[name+"/"+path+".yaml"] = m.change(sound) + m.oneOf("", "", "", "", "skip: true\n")
		}
	}
}

// streamed renders a workspace by some workers, and returns everything that comes of it: the configs and all that is
// known of them, and the whole report.
func streamed(t *testing.T, dir string, workers int) string {
	t.Helper()
	ws, report := openDir(t, dir)
	plan := ws.Plan(render.Selection{})
	texts := make([]string, plan.Count())
	last := make([]int, workers)
	plan.Stream(workers, func(worker, at int, r render.Rendering, more *diag.Report) {
		if at < last[worker] {
			t.Error("a worker goes back", worker, at, last[worker])
		}
		last[worker] = at
		texts[at] += fmt.Sprintf("# %s %s %v %v\n%s", r.Path(), r.Output.Format, r.Base.Size(), r.RPMSources.Size(), r.Text())
		warning := diag.New("T9999", r.Config.Get("l").Span, "a visitor was here", "")
		warning.Severity = diag.Warning
		more.AddIn(r.Output.Slug, warning)
	})
	var out bytes.Buffer
	for _, d := range report.All() {
		fmt.Fprintln(&out, d.Code, d.Cells, d.Notes)
	}
	if err := diag.Print(&out, diag.Part{List: report.All()}); err != nil {
		t.Fatal(err)
	}
	for _, r := range plan.Conversions() {
		out.WriteString(r.Output.Slug + " " + r.Base.Get("path").Value + "\n")
	}
	return out.String() + strings.Join(texts, "")
}

// TestStream holds that nobody can tell how many workers there were, over generated workspaces with conflicts, warnings,
// skipped cells, several outputs, several images, and some that are only converted.
func TestStream(t *testing.T) {
	t.Parallel()
	faulty, sound := 0, 0
	for seed := range uint64(40) {
		m := many{rand.New(rand.NewPCG(6, seed))}
		files := map[string]string{"tailor.yaml": ""}
		for i := range 1 + m.IntN(3) {
			m.image(files, fmt.Sprint("im", i), seed%2 == 0)
		}
		dir := t.TempDir()
		writeFiles(t, dir, files)
		want := streamed(t, dir, 1)
		isFaulty := strings.Contains(want, "error[")
		if isFaulty {
			faulty++
		} else {
			sound++
		}
		if strings.Contains(want, "T9999") == (isFaulty || !strings.Contains(want, "\n# im")) {
			t.Error(seed, "what visitors say counts exactly when nothing is at fault", want)
		}
		for _, workers := range []int{2, 8, 64} {
			if diff := cmp.Diff(want, streamed(t, dir, workers)); diff != "" {
				t.Fatal(seed, workers, diff)
			}
		}
	}
	if faulty < 5 || sound < 5 {
		t.Error("the workspaces are too much alike:", faulty, "faulty", sound, "sound")
	}
}

func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestStretch gives every worker some turns, and none of them a long one.
func TestStretch(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ cells, workers, want int }{{0, 1, 1}, {3, 8, 1}, {64, 2, 8}, {10_000, 1, 64}, {100, 0, 25}} {
		if got := render.Stretch(test.cells, test.workers); got != test.want {
			t.Error(test, got)
		}
	}
}
