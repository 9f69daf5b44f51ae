package cli_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/internal/cli"
)

func TestArrange(t *testing.T) {
	t.Parallel()
	tests := []struct {
		args string // separated by blanks
		want string // the words for the flag library, then the names behind `--`, and the names; "" for a fault
	}{
		{"", ""},
		{"render", "render"},
		{"render gizmo", "render -- gizmo"},
		{"render gizmo -q", "render -q -- gizmo"},
		{"-q render gizmo", "render -q -- gizmo"},
		{"gizmo render", ""}, // the first word is the command
		{"explain gizmo --cell a_b", "explain --cell=a_b -- gizmo"},
		{"--cell a_b explain gizmo", "explain --cell=a_b -- gizmo"},
		{"--cell=a_b explain gizmo", "explain --cell=a_b -- gizmo"},
		{"explain --cell a_b gizmo --cell c_d solo", "explain --cell=a_b --cell=c_d -- gizmo solo"},
		{"-s a=b matrix -s=c=d,e --select f=g --select=h=i", "matrix --select=a=b --select=c=d,e --select=f=g --select=h=i"},
		{"render -- -q", "render -- -q"},
		{"render -q -- --cell -- x", "render -q -- --cell -- x"},
		{"render -", "render -- -"},
		{"--strict=false render", "render --strict=false"},
		{"-h", "-h"},
		{"render -h", "render -h"},
		{"-o slugs render", "render --output-dir=slugs"},
		{"render -o=", ""}, // an empty value is none
		{"render -o q --cell s", "render --output-dir=q --cell=s"}, // words that are short flags with a dash
		{"render -o -", "render --output-dir=-"},
		{"render -o -5", "render --output-dir=-5"},
		{"render -o=--quiet", "render --output-dir=--quiet"},
		{"--version", "--version"},
		{"-- render", "render"},
	}
	for _, tt := range tests {
		words, _, faults := cli.Arrange(strings.Fields(tt.args)...)
		if got := strings.Join(words, " "); tt.want != "" && got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.args, got, tt.want)
		}
		if bad := tt.want == "" && tt.args != ""; bad != (len(faults) > 0) {
			t.Errorf("%q: %v", tt.args, faults)
		}
	}
}

// TestArrangePlaces holds that each word knows where it stands: of a flag with a value, the value.
func TestArrangePlaces(t *testing.T) {
	t.Parallel()
	_, got, faults := cli.Arrange("-s", "a=b", "render", "gizmo", "--select=c=d", "-q", "-o", "a dir", "--", "-x", "gizmo")
	want := []cli.Word{
		{"--select=a=b", "--select", "a=b"},
		{"render", "", "render"},
		{"gizmo", "", "gizmo"},
		{"--select=c=d", "--select", "c=d"},
		{"-q", "--quiet", "-q"},
		{"--output-dir=a dir", "--output-dir", "a dir"},
		{"-x", "", "-x"},
		{"gizmo", "", "gizmo"},
	}
	if diff := cmp.Diff(want, got); diff != "" || len(faults) > 0 {
		t.Error(diff, faults)
	}
}

// FuzzArrange holds that whatever the arguments are, there are words for the flag library or faults with a place.
func FuzzArrange(f *testing.F) {
	for _, seed := range []string{"", "render -o", "-s=a=b\nrender\n--\n-q", "--cell\n--cell\nexplain", "---\n-=\n--=x", "rendr\n-o\nx"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		args := strings.Split(text, "\n")
		words, read, faults := cli.Arrange(args...)
		for _, d := range faults {
			if d.Message == "" || d.Help == "" || d.Primary().Span.IsZero() {
				t.Errorf("%q: %+v", args, d)
			}
		}
		if len(read) > len(args) || len(words) > len(args)+1 {
			t.Errorf("%q became %q", args, words)
		}
	})
}
