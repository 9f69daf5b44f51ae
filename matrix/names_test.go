package matrix_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tailor/matrix"
)

func TestValidNames(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text                      string
		name, image, arch, format bool
	}{
		{text: ""},
		{text: "."},
		{text: ".."},
		{text: "...", image: true},
		{text: "-x", image: true},
		{text: ".x", image: true},
		{text: "3.0", name: true, image: true},
		{text: "Gizmo-2", name: true, image: true},
		{text: "a_b"},
		{text: "a+b"},
		{text: "a b"},
		{text: "a/b"},
		{text: "é"},
		{text: "a\n"},
		{text: "arm64", name: true, image: true, arch: true},
		{text: "ARM64", name: true, image: true},
		{text: "vhd-fixed", name: true, image: true, format: true},
		{text: "baremetal-image", name: true, image: true, format: true},
		{text: "vhd-Fixed", name: true, image: true},
	} {
		if got := matrix.ValidName(test.text); got != test.name {
			t.Errorf("ValidName(%q) = %t", test.text, got)
		}
		if got := matrix.ValidImageName(test.text); got != test.image {
			t.Errorf("ValidImageName(%q) = %t", test.text, got)
		}
		if got := matrix.ValidArch(test.text); got != test.arch {
			t.Errorf("ValidArch(%q) = %t", test.text, got)
		}
		if got := matrix.ValidFormat(test.text); got != test.format {
			t.Errorf("ValidFormat(%q) = %t", test.text, got)
		}
	}
}

func TestSlug(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		axes string
		cell int
		arch string
		want string
	}{
		{"", 0, "amd64", "gizmo_amd64_cosi"},
		{"edition=home,pro", 1, "arm64", "gizmo_pro_arm64_cosi"},
		{"edition=home,pro arch=amd64,arm64 channel=stable", 3, "arm64", "gizmo_pro_arm64_stable_cosi"},
	} {
		c := slices.Collect(made(t, test.axes).All())[test.cell]
		if got := matrix.Slug("gizmo", c, test.arch, "cosi"); got != test.want {
			t.Errorf("Slug = %s, want %s", got, test.want)
		}
		if got, want := matrix.Stem("gizmo", c), strings.Join(append([]string{"gizmo"}, valuesOf(c)...), "_"); got != want {
			t.Errorf("Stem = %s, want %s", got, want)
		}
	}
	if got := matrix.Image("solo"); got != "solo" {
		t.Errorf("Image(solo) = %s", got)
	}
}

func TestSlugProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m, _ := matrix.New(drawAxes(t))
		seen := map[string]bool{}
		for c := range m.All() {
			for _, format := range matrix.Formats {
				slug := matrix.Slug("gizmo.x-1", c, "amd64", format)
				if seen[slug] || matrix.Image(slug) != "gizmo.x-1" || strings.Count(slug, "_") != len(m.Axes())+2 {
					t.Fatal(slug)
				}
				seen[slug] = true
			}
		}
	})
}
