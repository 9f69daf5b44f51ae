package watch_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"

	"tailor/internal/watch"
)

// source is what a watcher reads from, on a clock that moves when everybody waits.
type source struct {
	events chan fsnotify.Event
	errs   chan error
}

func (s source) next(ctx context.Context) (watch.Burst, error) {
	return watch.Gather(ctx, s.events, s.errs, func(e fsnotify.Event) ([]string, error) {
		switch e.Name {
		case "broken":
			return nil, errors.New("cannot watch it")
		case "ignored":
			return nil, nil
		case "dir":
			return []string{"dir", "dir/file"}, nil
		}
		return []string{e.Name}, nil
	})
}

// play sends events: a name, or a duration to wait.
func (s source) play(script string) {
	for word := range strings.FieldsSeq(script) {
		if pause, err := time.ParseDuration(word); err == nil {
			time.Sleep(pause)
			continue
		}
		s.events <- fsnotify.Event{Name: word, Op: fsnotify.Write}
	}
}

func TestGather(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		script string
		want   []string // bursts
		after  time.Duration
	}{
		{"a", []string{"a"}, watch.Quiet},
		{"dir a", []string{"a dir dir/file"}, watch.Quiet},
		{"a c b a", []string{"a b c"}, watch.Quiet},
		{"a 99ms b 99ms c", []string{"a b c"}, 198*time.Millisecond + watch.Quiet},
		{"a 101ms b", []string{"a", "b"}, 101*time.Millisecond + watch.Quiet},
		{"ignored 1h a 50ms ignored", []string{"a"}, time.Hour + watch.Quiet},
		{strings.Repeat("a 90ms ", 23) + "b" + strings.Repeat(" 90ms b", 5), []string{"a", "b"}, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := source{make(chan fsnotify.Event), make(chan error)}
			start := time.Now()
			go s.play(tt.script)
			for _, want := range tt.want {
				got, err := s.next(t.Context())
				if err != nil || got.Lost || strings.Join(got.Paths, " ") != want {
					t.Errorf("%q: %v, %v, want %s", tt.script, got, err, want)
				}
			}
			if after := time.Since(start); tt.after != 0 && after != tt.after {
				t.Errorf("%q: over after %v, want %v", tt.script, after, tt.after)
			}
			synctest.Wait()
		})
	}
}

// TestGatherLongest holds that work that never rests does not keep a burst from its end.
func TestGatherLongest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := source{make(chan fsnotify.Event, 1), make(chan error)}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan bool)
		go func() {
			defer close(ended)
			for ctx.Err() == nil {
				s.play("a 10ms")
			}
		}()
		start := time.Now()
		if _, err := s.next(ctx); err != nil || time.Since(start) != watch.Longest {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		cancel()
		select {
		case <-s.events: // that nobody else takes
		default:
		}
		<-ended
	})
}

func TestGatherErrors(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := source{make(chan fsnotify.Event), make(chan error)}
		go func() { s.errs <- fsnotify.ErrEventOverflow }()
		if got, err := s.next(t.Context()); err != nil || !got.Lost || len(got.Paths) > 0 {
			t.Errorf("too many events: %v, %v", got, err)
		}
		broken := errors.New("broken")
		go func() { s.errs <- broken }()
		if _, err := s.next(t.Context()); !errors.Is(err, broken) {
			t.Errorf("an error: %v", err)
		}
		go s.play("a broken")
		if _, err := s.next(t.Context()); err == nil {
			t.Error("a directory that cannot be watched is no error")
		}
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			s.play("a")
			cancel()
		}()
		if _, err := s.next(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("interrupted: %v", err)
		}
	})
}

// tree is a directory that is really watched.
type tree struct {
	*testing.T
	*watch.Watcher

	dir string
}

func newTree(t *testing.T) tree {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w, err := watch.New(func(path string, content bool) bool {
		return filepath.Base(path) == "skipped" || content && filepath.Base(path) == "log"
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	return tree{t, w, dir}
}

func (t tree) path(name string) string { return filepath.Join(t.dir, name) }

func (t tree) mkdir(name string) {
	t.Helper()
	if err := os.MkdirAll(t.path(name), 0o755); err != nil {
		t.Fatal(err)
	}
}

func (t tree) write(name string) {
	t.Helper()
	if err := os.WriteFile(t.path(name), []byte(name), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (t tree) rename(from, to string) {
	t.Helper()
	if err := os.Rename(t.path(from), t.path(to)); err != nil {
		t.Fatal(err)
	}
}

// until waits for news of each of some names, in whatever bursts they come, and fails on news of other ones.
func (t tree) until(names ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	left := slices.Clone(names)
	for len(left) > 0 {
		burst, err := t.Next(ctx)
		if err != nil {
			t.Fatalf("no news of %v: %v", left, err)
		}
		for _, path := range burst.Paths {
			name, err := filepath.Rel(t.dir, path)
			if err != nil || !slices.Contains(names, name) {
				t.Fatalf("news of %s: %v", path, err)
			}
			left = slices.DeleteFunc(left, func(s string) bool { return s == name })
		}
	}
}

func TestWatcher(t *testing.T) {
	t.Parallel()
	w := newTree(t)
	w.mkdir("a/b")
	w.mkdir("skipped/c")
	w.write("log")
	if err := w.AddTree(w.dir); err != nil {
		t.Fatal(err)
	}

	w.write("a/b/one")
	w.until("a/b/one")
	w.write("skipped/c/one")
	w.write("log")
	w.write("a/two~")
	w.rename("a/two~", "a/two")
	w.until("a/two~", "a/two")

	w.mkdir("new/dir") // the second one may come before the first is watched
	w.until("new", "new/dir")
	w.write("new/dir/one")
	w.until("new/dir/one")
	w.rename("new", "old")
	w.until("new", "old", "old/dir", "old/dir/one")
	w.write("old/dir/two")
	w.until("old/dir/two")
	if err := os.RemoveAll(w.path("old")); err != nil {
		t.Fatal(err)
	}
	w.until("old/dir/one", "old/dir/two", "old/dir", "old")

	if err := w.Add(w.path("gone")); err != nil {
		t.Errorf("a directory that is gone: %v", err)
	}
	if err := w.Add(w.path("skipped")); err != nil {
		t.Fatal(err)
	}
	w.write("skipped/late")
	w.until("skipped/late")
	w.Forget(w.path("a"))
	w.write("a/b/two")
	w.write("a/two")
	w.write("end")
	w.until("end")
}

func TestWatcherManyFiles(t *testing.T) {
	t.Parallel()
	w := newTree(t)
	if err := w.AddTree(w.dir); err != nil {
		t.Fatal(err)
	}
	var names []string
	for i := range 300 {
		names = append(names, "f"+strings.Repeat("x", i%200)+string(rune('a'+i/200)))
		w.write(names[i])
	}
	w.until(names...)
}
