package schema_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/docs/schema"
)

// TestManual holds that the page about editors shows the lines and the settings that lead to the schemas.
func TestManual(t *testing.T) {
	t.Parallel()
	page := read(t, "../how-to/editor.md")
	for _, line := range []string{
		schema.Modeline("tailor", ""), schema.Modeline("image", "gizmo"), schema.Modeline("fragment", "gizmo/by-edition"),
		schema.Modeline("image", "."),
	} {
		if !strings.Contains(page, "| `"+line+"` |") {
			t.Errorf("the page does not show `%s`", line)
		}
	}
	want := map[string]string{
		schema.Path("tailor"): "tailor.yaml", schema.Path("image"): "*/image.yaml", schema.Path("fragment"): "*/by-*/*.yaml",
	}
	var settings map[string]map[string]string
	block := regexp.MustCompile("(?s)\n```json\n(.*?)```").FindStringSubmatch(page)
	if len(block) < 2 || json.Unmarshal([]byte(block[1]), &settings) != nil {
		t.Fatal("the page has no settings")
	}
	if diff := cmp.Diff(want, settings["yaml.schemas"]); diff != "" {
		t.Errorf("the settings (-want +shown):\n%s", diff)
	}
	for _, m := range regexp.MustCompile(`(?m)^ +\["(.*?)"\] = "(.*?)",$`).FindAllStringSubmatch(page, -1) {
		if want[m[1]] != m[2] {
			t.Errorf("the settings in Lua have %s for %s", m[2], m[1])
		}
		delete(want, m[1])
	}
	if len(want) > 0 {
		t.Errorf("the settings in Lua lack %v", want)
	}
}
