package matrix

import (
	"slices"
	"strings"
)

const (
	// ArchAxis is the axis that is the cell's architecture.
	ArchAxis = "arch"
	// FeatureAxis is the word that fragment paths use for features; no axis can have this name.
	FeatureAxis = "feature"
	// DefaultArch is the architecture of a cell of which nothing says another.
	DefaultArch = "amd64"
)

// Arches lists the architectures that exist.
var Arches = []string{"amd64", "arm64"}

// Formats lists the output formats that exist.
var Formats = []string{
	"cosi", "vhd", "vhd-fixed", "vhdx", "qcow2", "raw", "iso", "pxe-dir", "pxe-tar", "baremetal-image",
}

// ValidArch reports whether s is one of [Arches].
func ValidArch(s string) bool { return slices.Contains(Arches, s) }

// ValidFormat reports whether s is one of [Formats].
func ValidFormat(s string) bool { return slices.Contains(Formats, s) }

// ValidName reports whether s can be the name of an axis or feature, or a value: it matches
// [A-Za-z0-9][A-Za-z0-9.-]*.
func ValidName(s string) bool {
	return wordOnly(s) && s[0] != '.' && s[0] != '-'
}

// ValidImageName reports whether s can be the name of an image: it matches [A-Za-z0-9.-]+ and is neither
// `.` nor `..`.
func ValidImageName(s string) bool {
	return wordOnly(s) && s != "." && s != ".."
}

// wordOnly reports whether s matches [A-Za-z0-9.-]+.
func wordOnly(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (c < '0' || c > '9') && c != '.' && c != '-' {
			return false
		}
	}
	return s != ""
}

// Slug names one output of a cell: the image, the values of the axes in declared order, arch when it is
// no axis, and the format, joined by `_`. Within one image no two cells and formats share a slug.
func Slug(image string, c Cell, arch, format string) string {
	var b strings.Builder
	length := len(image) + len("_") + len(arch) + len("_") + len(format)
	for i := range c.m.Axes() {
		length += len("_") + len(c.value(i))
	}
	b.Grow(length)
	writeStem(&b, image, c)
	if _, ok := c.m.Axis(ArchAxis); !ok {
		b.WriteByte('_')
		b.WriteString(arch)
	}
	b.WriteByte('_')
	b.WriteString(format)
	return b.String()
}

// Stem is the start that the slugs of a cell share, whatever its architecture and formats: the image and the values of
// the axes.
func Stem(image string, c Cell) string {
	var b strings.Builder
	writeStem(&b, image, c)
	return b.String()
}

func writeStem(b *strings.Builder, image string, c Cell) {
	b.WriteString(image)
	for i := range c.m.Axes() {
		b.WriteByte('_')
		b.WriteString(c.value(i))
	}
}

// Image returns the image's name in a slug: the text before the first `_`, which is all of it when there
// is none.
func Image(slug string) string {
	name, _, _ := strings.Cut(slug, "_")
	return name
}
