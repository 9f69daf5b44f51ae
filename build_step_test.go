package main

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestBuildStepMake runs the Makefile of docs/how-to/build-step.md, with a stand-in for Image Customizer.
func TestBuildStepMake(t *testing.T) {
	t.Parallel()
	b := newBuild(t, "make", "jq")
	b.put("Makefile", pageBlocks(t, "makefile", 1)[0])
	b.scenario("make")

	b.expect("make check", 0, nil)
	b.edit("gateway/by-edition/pro.yaml", "gateway-pro", "gateway-professional")
	b.fails("make check")
	b.expect("make", 1, b.slugs("gateway", "-s", "edition=pro"))
	b.edit("build/configs/gateway/gateway_pro_amd64_beta_cosi.yaml", "gateway-professional", "hotfix")
	b.fails("make check")

	b.edit("gateway/by-edition/pro.yaml", "gateway-professional", "gateway-pro")
	b.expect("make arm64", 1, b.slugs("gateway", "-s", "edition=pro,arch=arm64"))
	b.expect("make build/images/gateway_pro_amd64_beta_cosi", 0, []string{"gateway_pro_amd64_beta_cosi"})
	b.expect("make clean", 0, nil)
	b.expect("make -j4", 1, b.slugs())
	b.current()
	b.expect("make check", 0, nil)
}

// TestBuildStepNinja does the same with ninja.
func TestBuildStepNinja(t *testing.T) {
	t.Parallel()
	b := newBuild(t, "ninja", "jq")
	files := pageBlocks(t, "ninja", 2)
	b.put("render.ninja", files[0])
	b.put("images.ninja", files[1])
	b.scenario(pageBlocks(t, "sh", 3)[2])
}

// scenario is what happens to a workspace, and which images each event must make again.
func (b *build) scenario(command string) {
	const pro, edge = "gateway/by-edition/pro.yaml", "gateway/by-channel/edge.yaml"
	b.expect(command, 1, b.slugs())
	b.expect(command, 0, nil)

	b.touch(pro)
	b.expect(command, 1, nil)
	b.expect(command, 0, nil)
	b.edit("gateway/by-edition+arch/pro+arm64.yaml", "config:\n", "config:\n  previewFeatures: [uki]\n")
	b.expect(command, 1, b.slugs("gateway", "-s", "edition=pro,arch=arm64"))
	b.edit("recovery/scripts/install-rescue.sh", "\n", "\n# again\n")
	b.expect(command, 1, b.slugs("recovery"))
	b.touch("base/azurelinux-3.0-arm64.vhdx")
	b.expect(command, 0, b.slugs("-s", "arch=arm64"))

	b.write("gateway/by-edition/home.yaml", "config: { os: { hostname: { $set: gateway-home } } }\n")
	b.expect(command, 1, b.slugs("gateway", "-s", "edition=home"))
	b.remove("gateway/by-edition/home.yaml")
	b.expect(command, 1, b.slugs("gateway", "-s", "edition=home"))
	b.expect(command, 0, nil)

	before := b.tree("build/configs")
	b.edit(edge, "config:\n", "config: ]\n")
	b.fails(command)
	if diff := cmp.Diff(before, b.tree("build/configs")); diff != "" {
		b.t.Errorf("a run that fails changes configs (-before +after):\n%s", diff)
	}
	b.edit(edge, "config: ]\n", "config:\n")
	b.expect(command, 1, nil)

	b.edit(edge, "nightly.gateway", "weekly.gateway")
	b.put("../state/broken", "gateway_pro_arm64_edge_cosi")
	done := b.fails(command)
	b.put("../state/broken", "")
	left := slices.DeleteFunc(b.slugs("-s", "channel=edge"), func(slug string) bool { return slices.Contains(done, slug) })
	b.expect(command, 0, left)
	b.expect(command, 0, nil)

	b.rename("gateway/by-edition", "gateway/later")
	b.expect(command, 1, b.slugs("gateway", "-s", "edition=pro"))
	b.rename("gateway/later", "gateway/by-edition")
	b.expect(command, 1, b.slugs("gateway", "-s", "edition=pro"))
	b.remove("recovery")
	b.expect(command, 1, nil)
	b.expect(command, 0, nil)
	b.current()
}

// TestBuildStepLoops runs the loop that builds every image, and the check of the configs.
func TestBuildStepLoops(t *testing.T) {
	t.Parallel()
	b := newBuild(t, "jq")
	build, check := pageBlocks(t, "sh", 3)[0], pageBlocks(t, "sh", 3)[1]
	b.put("base/azl3-amd64.vhdx", "")
	b.put("base/azl3-arm64.vhdx", "")
	b.expect(build, 0, b.slugs())
	b.current()
	b.expect(check, 0, b.slugs())
	inOrder := sorted(b.slugs()) // of the manifest
	b.put("../state/broken", inOrder[1])
	if done := b.fails(build); !slices.Equal(done, inOrder[:1]) {
		t.Errorf("after a failure it goes on: %v", done)
	}
	if done := b.fails(check); !slices.Equal(done, slices.Delete(inOrder, 1, 2)) {
		t.Errorf("after a failure it does not look at the others: %v", done)
	}
}

// TestBuildStepPipelines runs the scripts of both pipelines, and reads them as YAML on the way.
func TestBuildStepPipelines(t *testing.T) {
	t.Parallel()
	blocks := pageBlocks(t, "yaml", 2)
	t.Run("github", func(t *testing.T) {
		t.Parallel()
		testGitHub(t, blocks[0])
	})
	t.Run("azure", func(t *testing.T) {
		t.Parallel()
		testAzure(t, blocks[1])
	})
}

// step is a step of either pipeline.
type step struct {
	Run  string `yaml:"run"`
	Bash string `yaml:"bash"`
}

func testGitHub(t *testing.T, text string) {
	t.Helper()
	var workflow struct {
		Jobs map[string]struct {
			Env   map[string]string `yaml:"env"`
			Steps []step            `yaml:"steps"`
		} `yaml:"jobs"`
	}
	parseYAML(t, text, &workflow)
	first := newBuild(t, "bash", "jq", "tar")
	first.run("tailor export -q --output-dir configs")
	first.setenv("GITHUB_OUTPUT", first.path("output"))
	for _, s := range workflow.Jobs["configs"].Steps {
		first.bash(s.Run)
	}

	var cells []map[string]any
	text, ok := strings.CutPrefix(first.read("output"), "cells=")
	if err := json.Unmarshal([]byte(text), &cells); err != nil || !ok {
		t.Fatalf("the output is no list of cells: %v\n%s", err, text)
	}
	var made []string
	for _, cell := range cells {
		second := newBuild(t)
		second.put("configs.tar.gz", first.read("configs.tar.gz"))
		for name, value := range workflow.Jobs["image"].Env {
			key := strings.TrimSuffix(strings.TrimPrefix(value, "${{ matrix.cell."), " }}")
			field, ok := cell[key].(string)
			if !ok {
				t.Errorf("%s: %s stands for nothing in %v", name, value, cell)
			}
			second.setenv(name, field)
		}
		for _, s := range workflow.Jobs["image"].Steps {
			second.bash(s.Run)
		}
		made = append(made, second.pipelineImages(first)...)
	}
	if diff := cmp.Diff(first.slugs(), made); diff != "" {
		t.Errorf("other images than expected (-want +got):\n%s", diff)
	}
}

func testAzure(t *testing.T, text string) {
	t.Helper()
	var pipeline struct {
		Jobs []struct {
			Job   string `yaml:"job"`
			Steps []step `yaml:"steps"`
		} `yaml:"jobs"`
	}
	parseYAML(t, text, &pipeline)
	first := newBuild(t, "bash", "jq", "tar")
	first.run("tailor export -q --output-dir configs")
	printed := ""
	for _, s := range pipeline.Jobs[0].Steps {
		printed = first.bash(s.Bash)
	}

	var cells map[string]map[string]string
	text, ok := strings.CutPrefix(printed, "##vso[task.setvariable variable=cells;isOutput=true]")
	if err := json.Unmarshal([]byte(text), &cells); err != nil || !ok {
		t.Fatalf("the output is no matrix: %v\n%s", err, printed)
	}
	var made []string
	for name, cell := range cells {
		if !regexp.MustCompile("^[A-Za-z][A-Za-z0-9_]*$").MatchString(name) {
			t.Errorf("%s is no name in a matrix", name)
		}
		second := newBuild(t)
		second.put("artifacts/configs/configs.tar.gz", first.read("configs.tar.gz"))
		second.setenv("PIPELINE_WORKSPACE", second.path("artifacts"))
		for name, value := range cell {
			second.setenv(strings.ToUpper(name), value)
		}
		for _, s := range pipeline.Jobs[1].Steps {
			second.bash(s.Bash)
		}
		made = append(made, second.pipelineImages(first)...)
	}
	slices.Sort(made)
	if diff := cmp.Diff(sorted(first.slugs("-s", "arch=amd64")), made); diff != "" {
		t.Errorf("other images than expected (-want +got):\n%s", diff)
	}
}

// pipelineImages returns the slugs of the images that a job made. Each must be made from its config as the
// first job rendered it.
func (b *build) pipelineImages(first *build) []string {
	b.t.Helper()
	entries, err := os.ReadDir(b.path("images"))
	if err != nil {
		b.t.Fatal(err)
	}
	var slugs []string
	for _, e := range entries {
		slug := e.Name()
		image, _, _ := strings.Cut(slug, "_")
		if b.read("images/"+slug) != first.read("build/configs/"+image+"/"+slug+".yaml") {
			b.t.Errorf("%s is made from something else than its config", slug)
		}
		slugs = append(slugs, slug)
	}
	return slugs
}
