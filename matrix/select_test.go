package matrix_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tailor/matrix"
)

func argPlace(at matrix.Place) string { return fmt.Sprintf("arg %d [%d:%d]", at.Arg, at.Start, at.End) }

func TestParseSelectProblems(t *testing.T) {
	t.Parallel()
	const help = " (write `axis=value`, with more values after commas: `axis=value,value`)\n"
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, ""},
		{[]string{"edition=pro", "arch=arm64,channel=stable,edge"}, ""},
		{[]string{""}, "arg 0 [0:0]: an axis and its value are missing" + help},
		{[]string{"pro,lite"}, "arg 0 [0:3]: `pro` stands without an axis" + help},
		{[]string{"a=b", "c"}, "arg 1 [0:1]: `c` stands without an axis" + help},
		{[]string{"=pro,lite"}, "arg 0 [0:4]: `=pro` has no axis before the `=`" + help},
		{[]string{"edition="}, "arg 0 [8:8]: a value of axis `edition` is empty" + help},
		{[]string{"edition=a,,b,"}, "" +
			"arg 0 [10:10]: a value of axis `edition` is empty" + help +
			"arg 0 [13:13]: a value of axis `edition` is empty" + help},
		{[]string{",a=b"}, "arg 0 [0:0]: an axis and its value are missing" + help},
		{[]string{"x,=y,a=,z"}, "" +
			"arg 0 [0:1]: `x` stands without an axis" + help +
			"arg 0 [2:4]: `=y` has no axis before the `=`" + help +
			"arg 0 [7:7]: a value of axis `a` is empty" + help},
	} {
		_, problems := matrix.ParseSelect(test.args)
		if diff := cmp.Diff(test.want, describe(problems, argPlace)); diff != "" {
			t.Errorf("%q: %s", test.args, diff)
		}
	}
}

func TestSelectionMatch(t *testing.T) {
	t.Parallel()
	const full, plain = "edition=home,pro arch=amd64,arm64", "edition=home,pro"
	for _, test := range []struct {
		axes, args string
		arch       string // of cells without such an axis
		want       string
	}{
		{full, "", "", "(home/amd64) (home/arm64) (pro/amd64) (pro/arm64)"},
		{full, "edition=pro", "", "(pro/amd64) (pro/arm64)"},
		{full, "edition=pro,home", "", "(home/amd64) (home/arm64) (pro/amd64) (pro/arm64)"},
		{full, "edition=pro edition=home", "", "(home/amd64) (home/arm64) (pro/amd64) (pro/arm64)"},
		{full, "edition=pro,arch=arm64", "", "(pro/arm64)"},
		{full, "edition=pro arch=arm64", "", "(pro/arm64)"},
		{full, "arch=arm64,edition=pro,home", "", "(home/arm64) (pro/arm64)"},
		{full, "channel=edge", "", ""},
		{plain, "arch=arm64", "arm64", "(home) (pro)"},
		{plain, "arch=arm64,edition=pro", "arm64", "(pro)"},
		{plain, "arch=arm64", "amd64", ""},
		{"", "arch=amd64", "amd64", "()"},
		{"", "edition=pro", "amd64", ""},
	} {
		s, problems := matrix.ParseSelect(strings.Fields(test.args))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		var got []string
		for c := range made(t, test.axes).All() {
			if s.Match(c, test.arch) {
				got = append(got, "("+strings.Join(valuesOf(c), "/")+")")
			}
		}
		if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("-s %s of %s: %s", test.args, test.axes, diff)
		}
	}
}

func TestSelectionNames(t *testing.T) {
	t.Parallel()
	s, _ := matrix.ParseSelect([]string{"channel=edge,edition=pro", "channel=beta"})
	if diff := cmp.Diff([]string{"channel", "edition"}, s.Axes()); diff != "" {
		t.Error(diff)
	}
	for pair, want := range map[matrix.Pair]bool{
		{Axis: "channel", Value: "beta"}: true,
		{Axis: "channel", Value: "edge"}: true,
		{Axis: "channel", Value: "pro"}:  false,
		{Axis: "edition", Value: "pro"}:  true,
		{Axis: "arch", Value: "amd64"}:   false,
	} {
		if got := s.Pins(pair.Axis, pair.Value); got != want {
			t.Errorf("Pins(%s) = %t", pair, got)
		}
	}
	if diff := cmp.Diff([]string{"edge", "beta"}, s.Values("channel")); diff != "" || s.Values("arch") != nil {
		t.Error(diff, s.Values("arch"))
	}
}

func TestSelectionCheck(t *testing.T) {
	t.Parallel()
	gateway := made(t, "edition=home,pro arch=amd64")
	recovery := made(t, "media=usb,network edition=rescue")
	for _, test := range []struct {
		name     string
		matrices []*matrix.Matrix
		args     string
		want     string
	}{
		{"of one image or another", []*matrix.Matrix{gateway, recovery}, "edition=home,rescue,media=usb arch=arm64", ""},
		{"axis", []*matrix.Matrix{gateway, recovery}, "medium=usb medium=dvd", "" +
			"arg 0 [0:6]: there is no axis `medium` (the axes are `edition`, `arch` and `media`)\n" +
			"arg 1 [0:6]: there is no axis `medium` (the axes are `edition`, `arch` and `media`)\n"},
		{"value", []*matrix.Matrix{gateway, recovery}, "edition=pro,max",
			"arg 0 [12:15]: axis `edition` has no value `max` (the values are `home`, `pro` and `rescue`)\n"},
		{"arch without an axis", []*matrix.Matrix{nil}, "arch=arm64,x",
			"arg 0 [11:12]: axis `arch` has no value `x` (the values are `amd64` and `arm64`)\n"},
		{"arch where each image has the axis", []*matrix.Matrix{gateway}, "arch=arm64",
			"arg 0 [5:10]: axis `arch` has no value `arm64` (the only value is `amd64`)\n"},
		{"no image", nil, "edition=pro", "arg 0 [0:7]: there is no axis `edition` (the only axis is `arch`)\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s, _ := matrix.ParseSelect(strings.Fields(test.args))
			if diff := cmp.Diff(test.want, describe(s.Check(test.matrices), argPlace)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestHelpNamesTheNearest(t *testing.T) {
	t.Parallel()
	p := matrix.Problem{Kind: matrix.UnknownAxis, Word: "editon", Known: []string{"edition"}}
	first := func(_ string, candidates []string) string { return candidates[0] }
	if got := p.Help(first); got != "did you mean `edition`?" {
		t.Error(got)
	}
	none := func(string, []string) string { return "" }
	if got := p.Help(none); got != "the only axis is `edition`" {
		t.Error(got)
	}
	p.Known = nil
	if got := p.Help(none); got != "there are no axes" {
		t.Error(got)
	}
	p.Known = strings.Split("abcdefghijklmn", "")
	if got := p.Help(nil); !strings.HasSuffix(got, "`k`, `l` and 2 more") {
		t.Error(got)
	}
}

func FuzzParseSelect(f *testing.F) {
	for _, seed := range []string{"", "a=b", "a=b,c,d=e", "=", ",", "a=,", "a=b=c", "a,b=c", "=x,y"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, arg string) {
		s, problems := matrix.ParseSelect([]string{arg})
		for _, p := range problems {
			if p.At.Start < 0 || p.At.End < p.At.Start || p.At.End > len(arg) || p.Help(nil) == "" {
				t.Errorf("%q: %+v", arg, p)
			}
		}
		if len(problems) == 0 && len(s.Axes()) == 0 {
			t.Errorf("%q names nothing", arg)
		}
		for _, p := range s.Check(nil) {
			if arg[p.At.Start:p.At.End] != p.Word {
				t.Errorf("%q: %+v", arg, p)
			}
		}
	})
}

func TestProblemPlaceProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"a", "b=c", "a=x", "=", "", "é=ü"})
		arg := strings.Join(rapid.SliceOf(piece).Draw(t, "pieces"), ",")
		_, problems := matrix.ParseSelect([]string{arg})
		for _, p := range problems {
			if p.Word != "" && arg[p.At.Start:p.At.End] != p.Word {
				t.Fatalf("%q: %+v", arg, p)
			}
		}
	})
}

func TestSelectable(t *testing.T) {
	t.Parallel()
	first, _ := matrix.New([]matrix.Axis{{Name: "edition", Values: []string{"home", "pro"}}})
	second, _ := matrix.New([]matrix.Axis{{Name: "arch", Values: []string{"arm64"}}, {Name: "edition", Values: []string{"pro", "lab"}}})
	tests := []struct {
		matrices []*matrix.Matrix
		want     []matrix.Axis
	}{
		{nil, []matrix.Axis{{Name: "arch", Values: matrix.Arches}}},
		{[]*matrix.Matrix{nil}, []matrix.Axis{{Name: "arch", Values: matrix.Arches}}},
		{[]*matrix.Matrix{second}, second.Axes()},
		{
			[]*matrix.Matrix{first, second},
			[]matrix.Axis{{Name: "edition", Values: []string{"home", "pro", "lab"}}, {Name: "arch", Values: []string{"arm64", "amd64"}}},
		},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, matrix.Selectable(tt.matrices)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tt.matrices, diff)
		}
	}
}
