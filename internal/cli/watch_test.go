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
		if err := (diag.Printer{}).Print(&b, []diag.Diagnostic{cli.WatchFault("gizmo", err)}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, b.String()); diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
}
