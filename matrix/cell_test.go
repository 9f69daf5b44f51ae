package matrix_test

import (
	"encoding/json"
	"testing"

	"tailor/matrix"
)

// TestPairsJSON keeps the order of the axes: JSON objects of a Go map would be sorted.
func TestPairsJSON(t *testing.T) {
	t.Parallel()
	got, err := json.Marshal(matrix.Pairs{{Axis: "z", Value: "1.10"}, {Axis: "a", Value: "true"}, {Axis: "m.n-o", Value: "x"}})
	if want := `{"z":"1.10","a":"true","m.n-o":"x"}`; err != nil || string(got) != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	if got, err = json.Marshal(matrix.Pairs(nil)); err != nil || string(got) != `{}` {
		t.Errorf("%s, %v", got, err)
	}
}
