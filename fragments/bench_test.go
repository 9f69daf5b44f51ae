package fragments_test

import (
	"strconv"
	"strings"
	"testing"

	"tailor/fragments"
)

// BenchmarkSelect picks from 200 fragments for each of 10,000 cells.
func BenchmarkSelect(b *testing.B) {
	var axes []string
	var values []string
	for v := range 10 {
		values = append(values, "v"+strconv.Itoa(v))
	}
	for i := range 4 {
		axes = append(axes, "a"+strconv.Itoa(i)+"="+strings.Join(values, ","))
	}
	img := image(b, strings.Join(axes, " "))
	var all []*fragments.Fragment
	for i := range 100 {
		first, second := values[i/10], values[i%10]
		all = append(all, parsed(b, "by-a0+a1/"+first+"+"+second+".yaml", img),
			parsed(b, "by-a"+strconv.Itoa(i%4)+"/"+strings.Join(values[i%5:5+i%6], "+")+".yaml", img))
	}
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for c := range img.Matrix.All() {
			positions := c.Positions(nil)
			for _, f := range all {
				if f.MatchesAt(positions) {
					n++
				}
			}
		}
		if n == 0 {
			b.Fatal("nothing applies")
		}
	}
}
