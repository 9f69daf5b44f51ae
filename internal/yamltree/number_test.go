package yamltree_test

import (
	"testing"

	"tailor/internal/source"
	"tailor/internal/yamltree"
)

func TestNumber(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"0", "0"}, {"-0", "0"}, {"-0.0", "0"}, {"12", "12"}, {"-7", "-7"}, {"+7", "7"}, {"0755", "493"}, {"0o17", "15"},
		{"0x1F", "31"}, {"0b101", "5"}, {"1_000", "1000"}, {"18446744073709551615", "18446744073709551615"},
		{"1.50", "1.5"}, {"1.0", "1"}, {"1e3", "1000"}, {"1e-3", "0.001"}, {".5", "0.5"}, {"08", "8"},
		{"100000000000000000000", "100000000000000000000"},
		{".inf", ""}, {"-.inf", ""}, {".nan", ""}, {"1e999", ""}, {`"1"`, ""}, {"true", ""}, {"yes", ""}, {"~", ""},
		{"2026-01-01", ""}, {"1:30", ""}, {"[1]", ""},
	}
	for _, tt := range tests {
		root, faults := yamltree.Parse(source.New("number", []byte("n: "+tt.text+"\n")))
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		got, ok := root.Get("n").Number()
		if ok != (tt.want != "") || ok && got != tt.want {
			t.Errorf("%s is %s (%v), want %s", tt.text, got, ok, tt.want)
		}
	}
	if _, ok := (*yamltree.Node)(nil).Number(); ok {
		t.Error("nothing is a number")
	}
}
