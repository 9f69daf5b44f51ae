package jobs_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tailor/render/jobs"
)

func TestKeys(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("long-", 20)
	tests := []struct {
		name        string
		limit       int
		texts, want []string
	}{
		{"none", 0, nil, []string{}},
		{"plain", 100, []string{"gizmo_pro_arm64_cosi", "a", "A1"}, []string{"gizmo_pro_arm64_cosi", "a", "A1"}},
		{"other characters", 0, []string{"net.ipv4-only", "é!"}, []string{"net_ipv4_only", "x__"}},
		{"no letter first", 0, []string{"3.0", "_a", ""}, []string{"x3_0", "x_a", "x"}},
		{"the same", 0, []string{"a.b", "c", "a-b", "a_b"}, []string{"a_b_2e7336", "c", "a_b_d44362", "a_b_648fa9"}},
		{"in another order", 0, []string{"a_b", "a.b", "a-b"}, []string{"a_b_648fa9", "a_b_2e7336", "a_b_d44362"}},
		{"the same without case", 0, []string{"Pro", "pro"}, []string{"Pro_957b0b", "pro_07ed40"}},
		{"100 characters", 100, []string{long}, []string{strings.ReplaceAll(long, "-", "_")}},
		{
			"too long", 100,
			[]string{long + "1", long + "2"},
			[]string{strings.Repeat("long_", 18) + "lon_46fd94", strings.Repeat("long_", 18) + "lon_88a094"},
		},
		// The first two are one key and get hashes; the third is what one of them becomes.
		{"a hash already", 0, []string{"a.b", "a-b", "a_b_2e7336"}, []string{"a_b_2e7336dc8eba", "a_b_d44362d67d92", "a_b_2e7336"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, jobs.Keys(tt.texts, tt.limit)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// TestKeysDiffer holds what Keys promises for texts that are much alike.
func TestKeysDiffer(t *testing.T) {
	t.Parallel()
	name := regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfDistinct(rapid.StringMatching(`[aA1._-]{0,70}`), rapid.ID).Draw(t, "texts")
		seen := map[string]string{}
		for i, key := range jobs.Keys(texts, 60) {
			if !name.MatchString(key) || len(key) > 60 {
				t.Errorf("%q: %q is no name", texts[i], key)
			}
			if other, ok := seen[strings.ToLower(key)]; ok {
				t.Errorf("%q and %q are both %q", other, texts[i], key)
			}
			seen[strings.ToLower(key)] = texts[i]
		}
	})
}
