package e2e_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tailor/render/scaffold"
)

// examples is where the example workspaces are, seen from this directory.
const examples = "../../testdata/examples"

// TestImageCustomizerAcceptsExamples renders every example workspace and has each config validated by
// the real Image Customizer, the files that it names included.
func TestImageCustomizerAcceptsExamples(t *testing.T) {
	t.Parallel()

	ic, tailor := imageCustomizer(t), buildTailor(t)

	workspaces, err := os.ReadDir(examples)
	if err != nil {
		t.Fatal(err)
	}

	if len(workspaces) == 0 {
		t.Fatalf("no workspace in %s", examples)
	}

	for _, w := range workspaces {
		t.Run(w.Name(), func(t *testing.T) {
			t.Parallel()

			workspace := filepath.Join(examples, w.Name())
			out := filepath.Join(t.TempDir(), "out")
			run(t, tailor, "render", "--manifest", workspace, "-o", out)

			for _, config := range configs(t, tailor, workspace) {
				if report, err := validate(t, ic, filepath.Join(out, config)); err != nil {
					t.Errorf("image customizer refuses %s: %v\n%s", config, err, report)
				}
			}
		})
	}
}

// TestImageCustomizerAcceptsTemplates starts a workspace from each template of `tailor init` and has each config
// validated.
func TestImageCustomizerAcceptsTemplates(t *testing.T) {
	t.Parallel()

	ic, tailor := imageCustomizer(t), buildTailor(t)

	for _, template := range scaffold.Names {
		t.Run(template, func(t *testing.T) {
			t.Parallel()

			dir := t.TempDir()
			start := exec.CommandContext(t.Context(), tailor, "init", "gizmo", "--template", template)
			start.Dir = dir

			if report, err := start.CombinedOutput(); err != nil {
				t.Fatalf("tailor init: %v\n%s", err, report)
			}

			run(t, tailor, "render", "--strict", "--manifest", dir)

			rendered := 0
			err := filepath.WalkDir(filepath.Join(dir, "out"), func(name string, _ fs.DirEntry, err error) error {
				if filepath.Ext(name) != ".yaml" {
					return err
				}

				rendered++

				if report, err := validate(t, ic, name); err != nil {
					t.Errorf("image customizer refuses %s: %v\n%s", name, err, report)
				}

				return err
			})
			if err != nil || rendered == 0 {
				t.Errorf("%d configs: %v", rendered, err)
			}
		})
	}
}

// TestImageCustomizerNeedsAssets renders the same without the files that the configs name: every config that
// names one is refused, so the test above does see them.
func TestImageCustomizerNeedsAssets(t *testing.T) {
	t.Parallel()

	ic, tailor := imageCustomizer(t), buildTailor(t)
	workspace := filepath.Join(examples, "appliance")
	out := filepath.Join(t.TempDir(), "out")
	run(t, tailor, "render", "--manifest", workspace, "-o", out, "--assets", "none")

	for _, config := range configs(t, tailor, workspace) {
		if report, err := validate(t, ic, filepath.Join(out, config)); err == nil {
			t.Errorf("image customizer accepts %s without the files that it names\n%s", config, report)
		}
	}
}

// TestValidateWithImageCustomizer has tailor itself ask the real Image Customizer: it takes every example, and what
// it refuses is shown at the line that is wrong.
func TestValidateWithImageCustomizer(t *testing.T) {
	t.Parallel()

	ic, tailor := imageCustomizer(t), buildTailor(t)
	workspace := filepath.Join(t.TempDir(), "appliance")

	if err := os.CopyFS(workspace, os.DirFS(filepath.Join(examples, "appliance"))); err != nil {
		t.Fatal(err)
	}

	run(t, tailor, "validate", "--manifest", workspace, "--with", ic)

	put(t, workspace, "recovery/by-media/network.yaml", 0o644, "config:\n  os:\n    packages:\n      instal: [curl]\n")
	put(t, workspace, "gateway/by-channel/stable.yaml", 0o644, "config:\n  os:\n    selinux: { mode: { $set: bogus } }\n")

	cmd := exec.CommandContext(t.Context(), tailor, "validate", "--error-format", "short", "--with", ic)
	cmd.Dir = workspace

	report, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatal("image customizer takes configs that are wrong")
	}

	want := "gateway/image.yaml: error[T0625]: `imagecustomizer` refuses the config: invalid selinux value (bogus)\n" +
		"recovery/by-media/network.yaml:4:7: error[T0625]: `imagecustomizer` refuses the config: " +
		"field instal not found in type imagecustomizerapi.Packages\n"
	if diff := cmp.Diff(want, string(report)); diff != "" {
		t.Errorf("validate --with reports something else (-want +got):\n%s", diff)
	}
}

// imageCustomizer returns the path of the real Image Customizer. Without one the test is skipped.
func imageCustomizer(t *testing.T) string {
	t.Helper()

	ic := os.Getenv("TAILOR_IC")
	if ic == "" {
		t.Skip("TAILOR_IC is not set: it must hold the path of an imagecustomizer binary")
	}

	return ic
}

// buildTailor builds the program under test and returns its path.
func buildTailor(t *testing.T) string {
	t.Helper()

	bin := filepath.Join(t.TempDir(), "tailor")
	run(t, "go", "build", "-o", bin, "tailor")

	return bin
}

// configs returns where the configs of a workspace go below an output directory; there is at least one.
func configs(t *testing.T, tailor, workspace string) []string {
	t.Helper()

	var cells []struct {
		Image string `json:"image"`
		Slug  string `json:"slug"`
	}

	list := run(t, tailor, "matrix", "--manifest", workspace, "--format", "json")
	if err := json.Unmarshal([]byte(list), &cells); err != nil {
		t.Fatal(err)
	}

	if len(cells) == 0 {
		t.Fatal("no cells")
	}

	paths := make([]string, len(cells))
	for i, c := range cells {
		paths[i] = filepath.Join(c.Image, c.Slug+".yaml") // the examples name images like their directories
	}

	return paths
}

// validate returns what Image Customizer has against a config and the files that it names.
func validate(t *testing.T, ic, config string) (report []byte, err error) {
	t.Helper()

	cmd := exec.CommandContext(t.Context(), ic, "validate-config", "--disable-telemetry",
		"--log-level=error", "--log-color=never", "--validate-resources=files", "--config-file="+config)

	return cmd.CombinedOutput()
}

// run runs a command, which must succeed, and returns what it wrote to stdout.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()

	cmd := exec.CommandContext(t.Context(), name, args...)

	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr

	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(cmd.Args, " "), err, stderr.Bytes())
	}

	return stdout.String()
}
