package bundle

import (
	"os"

	"tailor/internal/diag"
)

// SumOf is what [Collect] does with a file once it has found it, which may be gone by then.
func SumOf(root *os.Root, a *Asset, report *diag.Report, o Options) string {
	f := &finder{root: root, report: report, noDigests: o.NoDigests, read: map[string]bool{}}
	return f.sum(a)
}
