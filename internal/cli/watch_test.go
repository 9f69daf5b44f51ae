package cli_test

import (
	"errors"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/internal/cli"
	"tailor/internal/diag"
)

func TestWatchFault(t *testing.T) {
	t.Parallel()
	const full = `error[T0709]: cannot watch ` + "`gizmo`" + `: the system lets nobody watch more
  --> gizmo
   = help: raise ` + "`fs.inotify.max_user_watches` and `fs.inotify.max_user_instances` with `sysctl`" + `, or end what else watches
`
	const other = `error[T0709]: cannot watch ` + "`gizmo`" + `: it is on fire
  --> gizmo
   = help: let the directory be one that can be watched, or leave ` + "`--watch`" + ` out
`
	for err, want := range map[error]string{syscall.ENOSPC: full, syscall.EMFILE: full, errors.New("it is on fire"): other} {
		var b strings.Builder
		if err := diag.Print(&b, diag.Part{List: []diag.Diagnostic{cli.WatchFault("gizmo", err)}}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, b.String()); diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
}

func TestIgnores(t *testing.T) {
	t.Parallel()
	known := []string{"/ws/gizmo/image.yaml", "/ws/.skel/rc", "/far/key", "/ws/old~"}
	for _, tt := range []struct {
		path            string
		content, failed bool
		want            bool
	}{
		{path: "/ws/gizmo/image.yaml", content: true},
		{path: "/ws/gizmo/log", content: true, want: true}, // nobody reads it
		{path: "/ws/gizmo/log", content: true, failed: true},
		{path: "/ws/gizmo/log"}, // it may be one that is missing
		{path: "/ws/out", want: true},
		{path: "/ws/out/gizmo/x.yaml", failed: true, want: true},
		{path: "/ws/outer"},
		{path: "/ws"},
		{path: "/ws/.git", want: true},
		{path: "/ws/gizmo/.image.yaml.swp", failed: true, want: true},
		{path: "/ws/.skel/rc", content: true},
		{path: "/ws/.skel/other", want: true},
		{path: "/ws/image.yaml~", want: true},
		{path: "/ws/old~", content: true},
		{path: "/far/key", content: true},
		{path: "/far/other"},
		{path: "/far/other", content: true, want: true},
	} {
		if got := cli.Ignores(tt.path, tt.content, tt.failed, known...); got != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
	}
}
