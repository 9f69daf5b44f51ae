package e2e_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// examples is where the example workspaces are, seen from this directory.
const examples = "../../testdata/examples"

// TestImageCustomizerAcceptsExamples renders every example workspace and has each config validated by
// the real Image Customizer, the files that it names included.
func TestImageCustomizerAcceptsExamples(t *testing.T) {
	t.Parallel()

	ic := os.Getenv("TAILOR_IC")
	if ic == "" {
		t.Skip("TAILOR_IC is not set: it must hold the path of an imagecustomizer binary")
	}

	tailor := buildTailor(t)

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
			out, configs := render(t, tailor, workspace)

			slugs := strings.Fields(run(t, tailor, "slugs", "--manifest", workspace))
			if len(configs) == 0 || len(configs) != len(slugs) {
				t.Errorf("%d configs for %d slugs", len(configs), len(slugs))
			}

			for _, config := range configs {
				validate(t, ic, out, config)
			}
		})
	}
}

// buildTailor builds the program under test and returns its path.
func buildTailor(t *testing.T) string {
	t.Helper()

	bin := filepath.Join(t.TempDir(), "tailor")
	run(t, "go", "build", "-o", bin, "tailor")

	return bin
}

// render renders a workspace beside a copy of its files, so that the relative paths in a config lead to
// them, and returns that directory with the paths in it of the configs that tailor wrote.
func render(t *testing.T, tailor, workspace string) (out string, configs []string) {
	t.Helper()

	out = filepath.Join(t.TempDir(), "out")
	if err := os.CopyFS(out, os.DirFS(workspace)); err != nil {
		t.Fatal(err)
	}

	sources := yamlFiles(t, out)

	run(t, tailor, "render", "--manifest", workspace, "-o", out)

	for path := range yamlFiles(t, out) {
		if !sources[path] {
			configs = append(configs, path)
		}
	}

	return out, configs
}

// yamlFiles lists the YAML files under a directory, as slash-separated paths from it.
func yamlFiles(t *testing.T, dir string) map[string]bool {
	t.Helper()

	files := map[string]bool{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".yaml") {
			files[path] = true
		}

		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	return files
}

// validate reports what Image Customizer has against a config, with the config.
func validate(t *testing.T, ic, out, config string) {
	t.Helper()

	path := filepath.Join(out, filepath.FromSlash(config))
	cmd := exec.CommandContext(t.Context(), ic, "validate-config", "--disable-telemetry",
		"--log-level=error", "--log-color=never", "--validate-resources=files", "--config-file="+path)

	report, err := cmd.CombinedOutput()
	if err == nil {
		return
	}

	text, readErr := os.ReadFile(path)
	if readErr != nil {
		t.Error(readErr)
	}

	t.Errorf("image customizer refuses %s: %v\n%s\n%s", config, err, report, text)
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
