package cli

import (
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progressAfter is how long work may take before its progress is shown.
const progressAfter = time.Second

// progress shows how far the writing is, on a terminal and when it takes long.
type progress struct {
	file  *os.File // nil to show nothing
	start time.Time
	bar   *progressbar.ProgressBar
}

func (d *delivery) progress() *progress {
	p := &progress{start: time.Now()}
	if file, ok := d.streams.Err.(*os.File); ok && term.IsTerminal(int(file.Fd())) && !d.c.Bool("quiet") {
		p.file = file
	}
	return p
}

// step says that some of all files are done.
func (p *progress) step(done, total int) {
	if p.file == nil || time.Since(p.start) < progressAfter {
		return
	}
	if p.bar == nil {
		p.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(p.file), progressbar.OptionShowCount(),
			progressbar.OptionSetDescription("writing"), progressbar.OptionClearOnFinish(),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionSetPredictTime(false))
	}
	_ = p.bar.Set(done) // a bar is not worth failing for
}

// end takes the bar away.
func (p *progress) end() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
