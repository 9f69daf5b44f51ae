package bench_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// axis is an axis of a generated image and the number of its values.
type axis struct {
	name   string
	values int
}

// sizes are the axes of the generated images, by the number of their cells.
var sizes = map[int][]axis{
	8:      {{"edition", 2}, {"arch", 2}, {"channel", 2}},
	256:    {{"edition", 4}, {"arch", 2}, {"channel", 4}, {"site", 8}},
	4_096:  {{"edition", 8}, {"arch", 2}, {"channel", 16}, {"site", 16}},
	65_536: {{"edition", 16}, {"arch", 2}, {"channel", 32}, {"site", 64}},
}

// value is one of the values of an axis.
func (a axis) value(i int) string {
	if a.name == "arch" {
		return []string{"amd64", "arm64"}[i]
	}
	return fmt.Sprintf("%s%d", a.name, i)
}

// workspace makes the files of a workspace with one image, as teams write them: configs of about 120 lines, a
// fragment of about eight lines for every value, some for several values and some for values of two axes, an include,
// params, and files that the configs name.
func workspace(axes []axis) map[string]string {
	files := map[string]string{
		"tailor.yaml":               "schemaVersion: 1\n",
		"gizmo/image.yaml":          image(axes),
		"gizmo/layouts/disk.yaml":   disk,
		"gizmo/files/motd":          "Welcome\n",
		"gizmo/files/sysctl.conf":   "net.ipv4.ip_forward = 1\n",
		"gizmo/scripts/finish.sh":   "#!/bin/sh\nexit 0\n",
		"gizmo/scripts/prepare.sh":  "#!/bin/sh\nexit 0\n",
		"gizmo/files/resolved.conf": "[Resolve]\n",
	}
	for _, a := range axes {
		for i := range a.values {
			files[fmt.Sprintf("gizmo/by-%s/%s.yaml", a.name, a.value(i))] = fragment(a, i)
		}
		if a.values > 2 {
			files[fmt.Sprintf("gizmo/by-%s/%s+%s.yaml", a.name, a.value(0), a.value(2))] = "config:\n  os:\n    modules:\n" +
				"      - name: " + a.name + "-pair\n        loadMode: always\n"
		}
	}
	for i := range min(axes[0].values, 3) {
		first, last := axes[0], axes[len(axes)-1]
		name := fmt.Sprintf("gizmo/by-%s+%s/%s+%s.yaml", first.name, last.name, first.value(i), last.value(i%last.values))
		files[name] = "config:\n  os:\n    hostname: { $set: \"special-${edition}\" }\n    packages:\n      remove:\n        - spare\n"
	}
	return files
}

// fragment is what one value of an axis brings.
func fragment(a axis, i int) string {
	return fmt.Sprintf(`config:
  os:
    packages:
      install:
        - %[1]s-tools-%[2]d
    services:
      enable:
        - %[1]s-%[2]d.service
    %[1]sRelease: "%[2]d.0"
`, a.name, i)
}

// fragmentsOf makes a workspace of 4,096 cells with a number of fragments, of which eight apply to every cell. The others
// are for boards that the selectors leave out.
func fragmentsOf(count int) map[string]string {
	axes := append([]axis{{"board", 24}}, sizes[4_096]...)
	features := make([]string, 8)
	files := map[string]string{"tailor.yaml": "warnings: { T0333: off }\n", "gizmo/layouts/disk.yaml": disk}
	for i := range features {
		features[i] = fmt.Sprintf("feature%d", i)
		files["gizmo/by-feature/"+features[i]+".yaml"] = fragment(axis{name: features[i]}, i)
	}
	files["gizmo/image.yaml"] = image(axes) + "features: [" + strings.Join(features, ", ") + "]\n" +
		"selectors:\n  include:\n    - board: board0\n"
	for i := range count - len(features) {
		name := fmt.Sprintf("gizmo/by-board+channel/board%d+channel%d.yaml", 1+i/16, i%16)
		files[name] = fragment(axis{name: "other"}, i)
	}
	return files
}

func image(axes []axis) string {
	var s strings.Builder
	s.WriteString("name: gizmo\nmatrix:\n")
	for _, a := range axes {
		s.WriteString("  " + a.name + ":\n")
		for i := range a.values {
			s.WriteString("    - " + a.value(i) + "\n")
		}
	}
	s.WriteString("params:\n  product: gizmo\n  domain: ${product}.example.com\n")
	s.WriteString("base:\n  path: base-${arch}.vhdx\n")
	s.WriteString("config:\n  storage: { $include: layouts/disk.yaml }\n  os:\n    hostname: ${product}-${edition}\n    packages:\n      install:\n")
	for i := range 24 {
		fmt.Fprintf(&s, "        - package-%d\n", i)
	}
	s.WriteString("    additionalFiles:\n")
	for _, name := range []string{"motd", "sysctl.conf", "resolved.conf"} {
		fmt.Fprintf(&s, "      - source: files/%[1]s\n        destination: /etc/%[1]s\n        permissions: \"0644\"\n", name)
	}
	s.WriteString("      - destination: /etc/release\n        content: |\n          product=${product}\n          channel=${channel}\n")
	s.WriteString("    services:\n      enable:\n        - sshd\n        - chronyd\n    users:\n")
	for _, name := range []string{"operator", "service"} {
		fmt.Fprintf(&s, "      - name: %[1]s\n        uid: 0755\n        secondaryGroups:\n          - wheel\n          - %[1]s\n", name)
	}
	s.WriteString("    kernelCommandLine:\n      extraCommandLine:\n        - console=tty0\n        - console=ttyS0\n")
	s.WriteString("  scripts:\n    postCustomization:\n      - path: scripts/prepare.sh\n    finalizeCustomization:\n      - path: scripts/finish.sh\n" +
		"        arguments:\n          - ${domain}\n")
	return s.String()
}

const disk = `bootType: efi
disks:
  - partitionTableType: gpt
    maxSize: 8G
    partitions:
      - id: esp
        type: esp
        size: 512M
      - id: root
        size: 4G
      - id: var
        size: grow
filesystems:
  - deviceId: esp
    type: fat32
    mountPoint:
      path: /boot/efi
      options: umask=0077
  - deviceId: root
    type: ext4
    mountPoint:
      path: /
  - deviceId: var
    type: ext4
    mountPoint:
      path: /var
`

// write writes files below a directory.
func write(tb testing.TB, root string, files map[string]string) {
	tb.Helper()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
}
