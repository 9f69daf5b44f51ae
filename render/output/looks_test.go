package output_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/render/bundle"
	"tailor/render/output"
)

// looked looks at the places of all configs that are wanted.
func looked(t *testing.T, w output.Want) output.Want {
	t.Helper()
	w.Looks = output.Look(w.Dir, len(w.Configs))
	t.Cleanup(w.Looks.Close)
	for at := range w.Configs {
		w.Looks.Config(at, &w.Configs[at], w.Configs[at].Text())
	}
	return w
}

// TestLooks finds the same as a comparison that looks by itself.
func TestLooks(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "out")
	files := []bundle.Config{file("a/1", "one: 1\n"), file("a/2", "two: 2\n"), file("b/3", "three: 3\n"), file("4", "four: 4\n")}
	must(t, looked(t, full(dir, files...)), "missing a/1", "missing a/2", "missing b/3", "missing 4")
	must(t, looked(t, full(dir, files...)))
	put(t, filepath.Join(dir, "a", "2"), "two: X\n")
	put(t, filepath.Join(dir, "b", "3"), "three: 3 and more\n")
	if err := os.Remove(filepath.Join(dir, "4")); err != nil {
		t.Fatal(err)
	}
	done, messages := apply(t, looked(t, full(dir, files...)))
	if diff := cmp.Diff([]string{"edited a/2", "edited b/3", "missing 4"}, done); diff != "" {
		t.Error(diff, messages)
	}
	holds(t, dir, map[string]string{"a/1": "one: 1\n", "a/2": "two: 2\n", "b/3": "three: 3\n", "4": "four: 4\n"})
}

// TestLooksBehind holds that what was seen before another run came to its end does not count, whatever that run did.
func TestLooksBehind(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ before, other, mine string }{
		"changed":      {"v: 1\n", "v: 2\n", "v: 1\n"},
		"changed back": {"v: 1\n", "v: 2\n", "v: 2\n"},
		"made":         {"", "v: 2\n", "v: 1\n"},
		"the same":     {"", "v: 1\n", "v: 1\n"},
		"removed":      {"v: 1\n", "", "v: 1\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "out")
			run := func(text string) output.Want {
				w := full(dir, file("other", "o: 1\n"))
				if text != "" {
					w.Configs = append(w.Configs, file("a/x", text))
				}
				return w
			}
			if test.before != "" {
				must(t, run(test.before), "missing other", "missing a/x")
			}
			w := looked(t, run(test.mine))
			if _, messages := apply(t, run(test.other)); len(messages) > 0 {
				t.Fatal(messages)
			}
			changes, _ := output.Compare(w)
			if changes.Idle() || changes.Unchanged() || changes.Current() {
				t.Error("what is known of the directory is old", changes.Idle(), changes.Unchanged(), changes.Current())
			}
			w.Looks = nil
			if _, messages := apply(t, w); len(messages) > 0 {
				t.Error(messages)
			}
			holds(t, dir, map[string]string{"other": "o: 1\n", "a/x": test.mine})
		})
	}
}

// TestLooksStrangers meets what is no file where a file belongs, and what comes there after the look.
func TestLooksStrangers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	want := full(dir, file("a/1", "one: 1\n"), file("a/2", "two: 2\n"))
	must(t, want, "missing a/1", "missing a/2")
	outside := filepath.Join(t.TempDir(), "outside")
	put(t, outside, "outside")
	one, two := filepath.Join(dir, "a", "1"), filepath.Join(dir, "a", "2")
	if err := os.Remove(one); err != nil {
		t.Fatal(err)
	}
	symlink(t, outside, one)
	_, messages := apply(t, looked(t, want))
	if diff := cmp.Diff([]string{"T0703 cannot write `OUT/a/1`: there is a symbolic link of this name"}, messages); diff != "" {
		t.Error(diff)
	}

	// A link that takes the place of a file after the look is replaced and never followed.
	if err := os.Remove(one); err != nil {
		t.Fatal(err)
	}
	w := looked(t, want)
	changes, faults := output.Compare(w)
	symlink(t, outside, one)
	if err := os.Remove(two); err != nil { // it was there: this run has nothing to do with it
		t.Fatal(err)
	}
	more, err := changes.Apply(t.Context(), nil)
	if err != nil || len(faults)+len(more) > 0 {
		t.Error(err, faults, more)
	}
	holds(t, dir, map[string]string{"a/1": "one: 1\n"})
	if text, err := os.ReadFile(outside); string(text) != "outside" {
		t.Error(string(text), err)
	}
}

// TestManyDirectories has more directories than are held open.
func TestManyDirectories(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	want, names := full(dir), []string{}
	files := map[string]string{}
	for i := range 150 {
		name := fmt.Sprintf("d%03d/%d/x", i, i%7)
		want.Configs = append(want.Configs, file(name, fmt.Sprintf("v: %d\n", i)))
		names, files[name] = append(names, "missing "+name), fmt.Sprintf("v: %d\n", i)
	}
	want.Workers = 4
	must(t, looked(t, want), names...)
	holds(t, dir, files)
	must(t, looked(t, want))
	put(t, filepath.Join(dir, "d149", "2", "x"), "edited\n")
	if err := os.RemoveAll(filepath.Join(dir, "d148")); err != nil {
		t.Fatal(err)
	}
	done, _ := apply(t, looked(t, want))
	if diff := cmp.Diff([]string{"missing d148/1/x", "edited d149/2/x"}, done); diff != "" {
		t.Error(diff)
	}
	holds(t, dir, files)
}

// TestTextsAgain makes the texts again that were too many to be kept, in ascending order, and those alone.
func TestTextsAgain(t *testing.T) {
	t.Parallel()
	const size = 400_000
	dir := t.TempDir()
	want := full(dir)
	for i := range output.MaxKept/size + 4 {
		want.Configs = append(want.Configs, file(fmt.Sprintf("%03d", i), fmt.Sprintf("v: %d%s\n", i, strings.Repeat("x", size))))
	}
	var made atomic.Int32
	want.Text = func() func(at int) []byte {
		last := -1
		return func(at int) []byte {
			if at <= last || at < output.MaxKept/size-1 {
				t.Error(at, last)
			}
			last = at
			made.Add(1)
			return want.Configs[at].Text()
		}
	}
	want.Workers = 3
	if done, messages := apply(t, looked(t, want)); len(done) != len(want.Configs) || len(messages) > 0 {
		t.Error(done, messages)
	}
	if made.Load() != 4 && made.Load() != 5 {
		t.Error(made.Load())
	}
	for i, got := range slices.Sorted(maps.Keys(tree(t, dir))) {
		if text, err := os.ReadFile(filepath.Join(dir, got)); !bytes.Equal(text, want.Configs[i].Text()) {
			t.Error(got, err)
		}
	}
}

// TestFirstFailure reports the first file that cannot be written, with what stands in its own way, however many workers
// meet others at the same time.
func TestFirstFailure(t *testing.T) {
	t.Parallel()
	for range 20 {
		dir := t.TempDir()
		want := full(dir)
		for i := range 40 {
			want.Configs = append(want.Configs, file(fmt.Sprintf("d%02d/x", i), "v: 1\n"))
		}
		want.Workers = 8
		changes, faults := output.Compare(want)
		put(t, filepath.Join(dir, "d07"), "in the way")
		for i := 8; i < 40; i++ {
			put(t, filepath.Join(dir, fmt.Sprintf("d%02d", i), "x", "y"), "in the way too")
		}
		more, err := changes.Apply(t.Context(), nil)
		var got []string
		for _, f := range append(faults, more...) {
			got = append(got, strings.ReplaceAll(f.Message, filepath.ToSlash(dir), "OUT"))
		}
		if diff := cmp.Diff([]string{"cannot write `OUT/d07/x`: file exists"}, got); diff != "" || err != nil {
			t.Fatal(diff, err)
		}
		// What was written is whole and known to the next run.
		for i := 7; i < 40; i++ {
			if err := os.RemoveAll(filepath.Join(dir, fmt.Sprintf("d%02d", i))); err != nil {
				t.Fatal(err)
			}
		}
		if _, messages := apply(t, want); len(messages) > 0 {
			t.Error(messages)
		}
	}
}
