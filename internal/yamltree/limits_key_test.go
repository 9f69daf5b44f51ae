package yamltree_test

import (
	"strings"
	"testing"

	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// TestKeyWritten holds that a key which grows beyond the limit by its escapes is refused: yaml.v3 would not
// read it back.
func TestKeyWritten(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		count  int
		faults int
	}{{255, 0}, {256, 1}} {
		key := strings.Repeat("\u00ad", tt.count)
		n, faults := yamltree.Parse(source.New("a.yaml", []byte("\""+key+"\": 1\n")))
		if len(faults) != tt.faults {
			t.Fatalf("%d: %v", tt.count, faults)
		}
		if tt.faults > 0 {
			const want = "the key takes more than 1024 bytes when it is written out"
			if f := faults[0]; f.Code != yamltree.CodeKeyLength || f.Message != want {
				t.Errorf("%d: %s %s", tt.count, f.Code, f.Message)
			}
			continue
		}
		again, faults := yamltree.Parse(source.New("b.yaml", yamltree.Append(nil, n)))
		if len(faults) > 0 || !yamltree.Equal(n, again) {
			t.Errorf("%d: not read back: %v", tt.count, faults)
		}
	}
}
