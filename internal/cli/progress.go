package cli

import (
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	ucli "github.com/urfave/cli/v2"
	"golang.org/x/term"
)

// progressAfter is how long work may take before its progress is shown.
const progressAfter = time.Second

// progress shows how far some work is, on a terminal and when it takes long.
type progress struct {
	file  *os.File // nil to show nothing
	what  string
	start time.Time
	bar   *progressbar.ProgressBar
}

// progress shows how far some work is; what says what is done, such as `writing`.
func (s *run) progress(c *ucli.Context, what string) *progress {
	p := &progress{start: time.Now(), what: what}
	if file, ok := s.streams.Err.(*os.File); ok && term.IsTerminal(int(file.Fd())) && !c.Bool("quiet") {
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
			progressbar.OptionSetDescription(p.what), progressbar.OptionClearOnFinish(),
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
