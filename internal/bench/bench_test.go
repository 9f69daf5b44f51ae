// Package bench_test measures the program against a floor: a plain Go program that writes the same bytes.
//
//	go test ./internal/bench -bench . -benchtime 5x
//
// It works below BENCH_DIR, else in /dev/shm where that exists, else in the directory for temporary files.
// docs/performance.md says what the numbers are.
package bench_test

import (
	"bytes"
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"tailor/internal/cli"
)

// usage is what a run of a program took.
type usage struct {
	wall, cpu time.Duration
	peak      int64 // bytes
}

// runs are those of one program.
type runs []usage

func (r runs) wall() time.Duration { return median(r, func(u usage) time.Duration { return u.wall }) }

func (r runs) cpu() time.Duration { return median(r, func(u usage) time.Duration { return u.cpu }) }

func (r runs) peak() int64 { return median(r, func(u usage) int64 { return u.peak }) }

func median[T cmp.Ordered](r runs, of func(usage) T) T {
	all := make([]T, len(r))
	for i, u := range r {
		all[i] = of(u)
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// lab is a directory with the programs and a workspace.
type lab struct {
	b             *testing.B
	dir           string
	tailor, floor string
	workspace     string
	index, data   string // what the floor writes
}

// newLab builds both programs and writes a workspace, renders it once, and packs the result for the floor.
func newLab(b *testing.B, files map[string]string) *lab {
	b.Helper()
	dir, err := os.MkdirTemp(place(), "tailor-bench-") //nolint:usetesting // in memory, where there is such a place
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = os.RemoveAll(dir) })
	l := &lab{
		b: b, dir: dir, workspace: filepath.Join(dir, "ws"),
		tailor: filepath.Join(dir, "tailor"), floor: filepath.Join(dir, "floor"),
		index: filepath.Join(dir, "index"), data: filepath.Join(dir, "data"),
	}
	build(b, l.tailor, "tailor")
	build(b, l.floor, "tailor/internal/bench/floor")
	write(b, l.workspace, files)
	l.render("packed")
	l.pack(filepath.Join(dir, "packed"))
	_ = os.RemoveAll(filepath.Join(dir, "packed"))
	return l
}

// place is where benchmarks work.
func place() string {
	if dir := os.Getenv("BENCH_DIR"); dir != "" {
		return dir
	}
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		return "/dev/shm"
	}
	return ""
}

func build(b *testing.B, out, pkg string) {
	b.Helper()
	if text, err := exec.CommandContext(b.Context(), "go", "build", "-o", out, pkg).CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, text)
	}
}

// pack has the floor put what a directory holds into the form that it reads. A program of its own does it, because the peak
// of a process counts what the one that started it had in use.
func (l *lab) pack(dir string) {
	l.b.Helper()
	l.run(l.floor, "pack", dir, l.index, l.data)
}

// run runs a program in the workspace.
func (l *lab) run(name string, args ...string) usage {
	l.b.Helper()
	cmd := exec.CommandContext(l.b.Context(), name, args...)
	cmd.Dir = l.workspace
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	if err != nil {
		l.b.Fatalf("%s %v: %v\n%s", name, args, err, stderr.Bytes())
	}
	u := usage{wall: wall, cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if ru, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.peak = ru.Maxrss * 1024
	}
	return u
}

// render renders into a directory of the lab.
func (l *lab) render(out string) usage {
	l.b.Helper()
	return l.run(l.tailor, "render", "-q", "-o", filepath.Join(l.dir, out))
}

// plainly has the floor write into a directory that is new.
func (l *lab) plainly() usage {
	l.b.Helper()
	out := filepath.Join(l.dir, "floor-out")
	u := l.run(l.floor, l.index, l.data, out, strconv.Itoa(runtime.GOMAXPROCS(0)))
	l.remove("floor-out")
	return u
}

func (l *lab) remove(out string) {
	l.b.Helper()
	if err := os.RemoveAll(filepath.Join(l.dir, out)); err != nil {
		l.b.Fatal(err)
	}
}

// report reports medians.
func (l *lab) report(ours, floor runs) {
	l.b.ReportMetric(float64(ours.wall())/float64(floor.wall()), "x-floor")
	l.b.ReportMetric(float64(ours.cpu())/float64(floor.cpu()), "x-floor-cpu")
	l.b.ReportMetric(float64(ours.wall().Microseconds())/1000, "ms")
	l.b.ReportMetric(float64(floor.wall().Microseconds())/1000, "floor-ms")
	l.b.ReportMetric(float64(ours.peak())/(1<<20), "MB-peak")
	l.b.ReportMetric(float64(floor.peak())/(1<<20), "floor-MB-peak")
	l.b.ReportMetric(0, "ns/op")
}

// BenchmarkCold renders into a directory that does not exist.
func BenchmarkCold(b *testing.B) {
	bySize(b, func(l *lab) usage {
		u := l.render("out")
		l.remove("out")
		return u
	})
}

// BenchmarkAgain renders what is there already.
func BenchmarkAgain(b *testing.B) {
	bySize(b, func(l *lab) usage { return l.render("kept") })
}

// BenchmarkValidate renders in memory.
func BenchmarkValidate(b *testing.B) {
	bySize(b, func(l *lab) usage { return l.run(l.tailor, "validate", "-q") })
}

// bySize measures something against the floor for every size.
func bySize(b *testing.B, do func(*lab) usage) {
	b.Helper()
	for _, cells := range []int{8, 256, 4_096, 65_536} {
		b.Run(strconv.Itoa(cells), func(b *testing.B) {
			l := newLab(b, workspace(sizes[cells]))
			l.render("kept")
			var ours, floor runs
			for b.Loop() {
				ours = append(ours, do(l))
				floor = append(floor, l.plainly())
			}
			l.report(ours, floor)
		})
	}
}

// BenchmarkStart compares the validation of eight cells with `tailor version`, which does nothing.
func BenchmarkStart(b *testing.B) {
	l := newLab(b, workspace(sizes[8]))
	var ours, nothing runs
	for b.Loop() {
		ours = append(ours, l.run(l.tailor, "validate", "-q"))
		nothing = append(nothing, l.run(l.tailor, "version"))
	}
	b.ReportMetric(float64(ours.wall())/float64(nothing.wall()), "x-version")
	b.ReportMetric(float64(ours.wall().Microseconds())/1000, "ms")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkFragments compares an image with 200 fragments, of which eight apply to a cell, with one that has those eight
// alone. Both have as many cells.
func BenchmarkFragments(b *testing.B) {
	many, few := newLab(b, fragmentsOf(200)), newLab(b, fragmentsOf(8))
	var ours, base runs
	for b.Loop() {
		ours = append(ours, many.render("out"))
		base = append(base, few.render("out"))
		many.remove("out")
		few.remove("out")
	}
	b.ReportMetric(float64(ours.wall())/float64(base.wall()), "x-eight")
	b.ReportMetric(float64(ours.cpu())/float64(base.cpu()), "x-eight-cpu")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkAllocations counts what rendering 4,096 cells in memory allocates.
func BenchmarkAllocations(b *testing.B) {
	dir := b.TempDir()
	write(b, dir, workspace(sizes[4_096]))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for b.Loop() {
		var out bytes.Buffer
		args := []string{"tailor", "validate", "--manifest", dir}
		if code := cli.Main(args, cli.Streams{Out: &out, Err: &out}, "bench"); code != 0 {
			b.Fatal(out.String())
		}
	}
	runtime.ReadMemStats(&after)
	cells := float64(b.N) * 4_096
	b.ReportMetric(float64(after.Mallocs-before.Mallocs)/cells, "allocs/cell")
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/cells, "B/cell")
	b.ReportMetric(0, "ns/op")
}
