package cli

import (
	"fmt"
	"strconv"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"tailor/internal/diag"
	"tailor/render"
)

const flagShard = "shard"

// shardFlag is part of the selection where work can be spread over several machines.
func shardFlag() ucli.Flag {
	return &ucli.StringFlag{Name: flagShard, Usage: "take the Kth of N even parts of the cells only, given as `K/N`"}
}

// shard is one of several even parts of the selected cells. The zero shard is no part: everything.
type shard struct{ k, n int }

func (p shard) String() string { return fmt.Sprintf("%d/%d", p.k, p.n) }

// shard reads --shard and reports one that is none.
func (s *run) shard(c *ucli.Context) shard {
	text := c.String(flagShard)
	if text == "" {
		return shard{}
	}
	first, second, _ := strings.Cut(text, "/")
	k, errK := strconv.ParseUint(first, 10, 31)
	n, errN := strconv.ParseUint(second, 10, 31)
	help := "write `--shard K/N`, such as `--shard 1/4` for the first of four parts"
	switch {
	case errK == nil && errN == nil && 1 <= k && k <= n:
		return shard{int(k), int(n)}
	case errK == nil && errN == nil && n > 0:
		help = fmt.Sprintf("of %s the first is `1/%d` and the last `%d/%d`", diag.Count(int(n), "part"), n, n, n)
	}
	s.report.Add(diag.New(codeUsage, s.line.value("--"+flagShard, text), "`--shard` cannot be `"+text+"`", help))
	return shard{}
}

// keepShard leaves only the cells of a shard in a plan. That none is left is worth a line and no error: whoever fans
// out does not always know how many cells there are.
func (s *run) keepShard(c *ucli.Context, plan *render.Plan, part shard) error {
	if part == (shard{}) {
		return nil
	}
	all := plan.Shard(part.k, part.n)
	if len(plan.Cells) > 0 || c.Bool("quiet") || s.report.HasErrors() {
		return nil
	}
	_, err := fmt.Fprintf(s.streams.Err, "shard %s is empty: the selection has %s\n", part, diag.Count(all, "cell"))
	return err
}
