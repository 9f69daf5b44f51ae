package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ciStep is a step of a pipeline of GitHub or Azure, or of an action.
type ciStep struct {
	ID   string            `yaml:"id"`
	Uses string            `yaml:"uses"`
	With map[string]string `yaml:"with"`
	Env  map[string]string `yaml:"env"`
	Run  string            `yaml:"run"`
	Bash string            `yaml:"bash"`
}

// action is what these tests need of action.yml.
type action struct {
	Inputs map[string]struct {
		Default string `yaml:"default"`
	} `yaml:"inputs"`
	Outputs map[string]struct {
		Value string `yaml:"value"`
	} `yaml:"outputs"`
	Runs struct {
		Steps []ciStep `yaml:"steps"`
	} `yaml:"runs"`
}

func readAction(t *testing.T) action {
	t.Helper()
	text, err := os.ReadFile("action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var a action
	parseYAML(t, string(text), &a)
	return a
}

var expression = regexp.MustCompile(`\$\{\{ *(.*?) *\}\}`)

// filled replaces the expressions of GitHub in a text by what they stand for.
func filled(t *testing.T, text string, known map[string]string) string {
	t.Helper()
	return expression.ReplaceAllStringFunc(text, func(e string) string {
		value, ok := known[expression.FindStringSubmatch(e)[1]]
		if !ok {
			t.Errorf("%s stands for nothing", e)
		}
		return value
	})
}

// github runs the steps of a job of GitHub. Of the actions only tailor's own does something.
func (b *build) github(steps []ciStep, known map[string]string) {
	b.t.Helper()
	for _, s := range steps {
		switch {
		case s.Run != "":
			b.bash(filled(b.t, s.Run, known))
		case strings.HasPrefix(s.Uses, "OWNER/tailor@"):
			if printed, ok := b.action(s.With, known); !ok {
				b.t.Fatalf("the action fails:\n%s", printed)
			}
		}
	}
}

// action runs tailor as the action does, when that is built already. It returns what was printed, and whether that succeeded.
func (b *build) action(with, known map[string]string) (printed string, ok bool) {
	b.t.Helper()
	a := readAction(b.t)
	inputs := map[string]string{}
	for name, input := range a.Inputs {
		inputs["inputs."+name] = input.Default
		if value, ok := with[name]; ok {
			inputs["inputs."+name] = filled(b.t, value, known)
		}
	}
	last := a.Runs.Steps[len(a.Runs.Steps)-1]
	in := *b
	in.env = slices.Clone(b.env)
	for name, value := range last.Env {
		in.setenv(name, filled(b.t, value, inputs))
	}
	return in.script(last.Run)
}

// TestPipelineGitHub runs the workflows of docs/how-to/ci-github.md, with a stand-in for Image Customizer: with a job
// for each cell, and with jobs for several.
func TestPipelineGitHub(t *testing.T) {
	t.Parallel()
	blocks := pageBlocks(t, "docs/how-to/ci-github.md", "yaml", 3)
	type jobs struct {
		Jobs map[string]struct {
			Outputs map[string]string `yaml:"outputs"`
			Steps   []ciStep          `yaml:"steps"`
		} `yaml:"jobs"`
	}
	t.Run("check", func(t *testing.T) {
		t.Parallel()
		var check jobs
		parseYAML(t, blocks[0], &check)
		b := newBuild(t, "bash")
		b.run("tailor export -q --output-dir configs")
		b.github(check.Jobs["check"].Steps, nil)
	})
	for name, args := range map[string]string{"cells": "", "shards": "--shards 5"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var images jobs
			parseYAML(t, blocks[1], &images)
			first := newBuild(t, "bash", "jq")
			first.run("tailor render -q --output-dir build/configs")
			first.setenv("GITHUB_OUTPUT", first.path("output"))
			steps := images.Jobs["cells"].Steps
			steps[len(steps)-1].With["args"] = args
			first.github(steps, nil)
			if out := images.Jobs["cells"].Outputs["matrix"]; out != "${{ steps."+steps[len(steps)-1].ID+".outputs.matrix }}" ||
				readAction(t).Outputs["matrix"].Value != "${{ steps.run.outputs.matrix }}" {
				t.Errorf("the matrix is lost on its way: %s", out)
			}
			var made []string
			for _, entry := range include(t, first.read("output")) {
				known := map[string]string{}
				for key, value := range entry {
					if text, ok := value.(string); ok {
						known["matrix."+key] = text
					}
				}
				second := newBuild(t)
				second.github(images.Jobs["image"].Steps, known)
				made = append(made, second.pipelineImages(first)...)
			}
			if diff := cmp.Diff(sorted(first.slugs()), sorted(made)); diff != "" {
				t.Errorf("other images than expected (-want +got):\n%s", diff)
			}
		})
	}
}

// include returns the entries of a matrix, as a step puts it out.
func include(t *testing.T, output string) []map[string]any {
	t.Helper()
	text, ok := strings.CutPrefix(output, "matrix=")
	var matrix map[string][]map[string]any
	if err := json.Unmarshal([]byte(text), &matrix); err != nil || !ok || len(matrix) != 1 {
		t.Fatalf("the output is no matrix: %v\n%s", err, output)
	}
	return matrix["include"]
}

var agentVariable = regexp.MustCompile(`\$\(([a-z]\w*)\)`)

// TestPipelineAzure does the same with the pipeline of docs/how-to/ci-azure.md.
func TestPipelineAzure(t *testing.T) {
	t.Parallel()
	var pipeline struct {
		Jobs []struct {
			Steps []ciStep `yaml:"steps"`
		} `yaml:"jobs"`
	}
	parseYAML(t, pageBlocks(t, "docs/how-to/ci-azure.md", "yaml", 1)[0], &pipeline)
	first := newBuild(t, "bash", "jq")
	first.run("tailor export -q --output-dir configs")
	first.run("tailor render -q --output-dir build/configs")
	printed := ""
	for _, s := range pipeline.Jobs[0].Steps {
		printed = first.bash(s.Bash)
	}

	var legs map[string]map[string]string
	text, ok := strings.CutPrefix(printed, "##vso[task.setvariable variable=cells;isOutput=true]")
	if err := json.Unmarshal([]byte(text), &legs); err != nil || !ok {
		t.Fatalf("the output is no matrix of texts: %v\n%s", err, printed)
	}
	var made []string
	for leg, variables := range legs {
		if !regexp.MustCompile("^[A-Za-z][A-Za-z0-9_]{0,99}$").MatchString(leg) {
			t.Errorf("%s is no name in a matrix", leg)
		}
		second := newBuild(t)
		for _, s := range pipeline.Jobs[1].Steps {
			second.bash(agentVariable.ReplaceAllStringFunc(s.Bash, func(v string) string {
				return variables[agentVariable.FindStringSubmatch(v)[1]]
			}))
		}
		made = append(made, second.pipelineImages(first)...)
	}
	if diff := cmp.Diff(sorted(first.slugs("-s", "arch=amd64")), sorted(made)); diff != "" {
		t.Errorf("other images than expected (-want +got):\n%s", diff)
	}
}

// pipelineImages returns the slugs of the images that a job made. Each must be made from its config as it is in a
// render of everything.
func (b *build) pipelineImages(whole *build) []string {
	b.t.Helper()
	images := b.tree("images")
	for slug, image := range images {
		name, _, _ := strings.Cut(slug, "_")
		if image != whole.read("build/configs/"+name+"/"+slug+".yaml") {
			b.t.Errorf("%s is made from something else than its config", slug)
		}
	}
	return slices.Collect(maps.Keys(images))
}

// TestFanOut runs the arguments of every job in every format, one after the other, and compares what they render with
// one render of the same selection.
func TestFanOut(t *testing.T) {
	t.Parallel()
	const (
		everything = ""
		some       = "gateway -s channel=stable,edge -s edition=pro"
		changed    = "--changed-since HEAD"
		quoted     = `--manifest "../it's two words"`
	)
	tests := []struct{ name, flags, selection string }{
		{"github", "--format github", everything},
		{"github, some", "--format github", some},
		{"github, shards", "--format github --shards 5", everything},
		{"github, some shards", "--format github --shards 3", some},
		{"ado", "--format ado", everything},
		{"ado, some shards", "--ado cells --shards 3", some},
		{"gitlab", "--format gitlab", everything},
		{"gitlab, some shards", "--format gitlab --shards 3", some},
		{"github, changed", "--format github", changed},
		{"github, changed shards", "--format github --shards 3", changed},
		{"github, quoted", "--format github", quoted},
		{"ado, quoted shards", "--format ado --shards 3", quoted},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBuild(t, "git")
			b.run("cp -R . \"../it's two words\"")
			b.run("git init -q && git add . && git commit -q -m one && sed -i 's/: gateway-pro/: other/' gateway/by-edition/pro.yaml")
			b.run("tailor render -q -o whole " + tt.selection)
			jobs := b.arguments(b.run("tailor matrix " + tt.flags + " " + tt.selection))
			if len(jobs) < 3 {
				t.Errorf("only %d jobs", len(jobs))
			}
			slices.Reverse(jobs)
			for _, args := range jobs {
				b.run("tailor render -q -o parts " + args)
			}
			if diff := cmp.Diff(b.tree("whole"), b.tree("parts")); diff != "" {
				t.Errorf("the jobs give something else (-whole +jobs):\n%s", diff)
			}
		})
	}
}

// arguments returns what the jobs of a matrix call with, in any format.
func (b *build) arguments(matrix string) []string {
	b.t.Helper()
	var list []string
	for _, m := range regexp.MustCompile(`(?i)"(?:TAILOR_)?ARGS": ?("(?:[^"\\]|\\.)*")`).FindAllStringSubmatch(matrix, -1) {
		var args string
		if err := json.Unmarshal([]byte(m[1]), &args); err != nil {
			b.t.Fatal(err)
		}
		list = append(list, args)
	}
	return list
}

// TestAction builds tailor as the action does, and runs it in a directory below the top of a repository.
func TestAction(t *testing.T) {
	t.Parallel()
	b := newBuild(t, "bash")
	a := readAction(t)
	top := filepath.Dir(b.dir)
	b.setenv("RUNNER_TEMP", filepath.Join(top, "temp"))
	b.setenv("GITHUB_PATH", b.path("../path"))
	source := map[string]string{"github.action_path": mustAbs(".")}
	for name, value := range a.Runs.Steps[0].Env {
		b.setenv(name, filled(t, value, source))
	}
	b.bash(a.Runs.Steps[0].Run)
	if got, want := b.read("../path"), filepath.Join(top, "temp", "tailor")+"\n"; got != want {
		t.Errorf("the path gets %q, want %q", got, want)
	}
	b.setenv("PATH", strings.TrimSpace(b.read("../path"))+string(filepath.ListSeparator)+os.Getenv("PATH"))
	if where := b.run("command -v tailor"); where != filepath.Join(top, "temp", "tailor", "tailor")+"\n" {
		t.Errorf("tailor is %s", where)
	}

	b.setenv("GITHUB_ACTIONS", "true")
	b.setenv("GITHUB_WORKSPACE", top)
	printed, ok := b.action(map[string]string{"args": "--strict  --cell recovery_usb_amd64_iso"}, nil)
	if want := "recovery  1 cell valid\n"; printed != want || !ok {
		t.Errorf("the action prints %q, want %q", printed, want)
	}
	b.edit("recovery/image.yaml", "gateway-recovery", "${hostname}")
	printed, ok = b.action(nil, nil)
	if want := "::error file=workspace/recovery/image.yaml,line=24,col=15,"; !strings.HasPrefix(printed, want) || ok {
		t.Errorf("the action does not fail with %s:\n%s", want, printed)
	}
}

// TestHooks runs the hooks for pre-commit where a commit only removes a fragment: pre-commit counts no removed files, so
// hooks that wait for some would not run.
func TestHooks(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(".pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var hooks []struct {
		ID     string `yaml:"id"`
		Entry  string `yaml:"entry"`
		Always bool   `yaml:"always_run"`
		Files  *bool  `yaml:"pass_filenames"`
	}
	parseYAML(t, string(text), &hooks)
	b := newBuild(t)
	b.run("echo 'export: { outputDir: configs }' >>tailor.yaml && tailor export -q")
	for _, h := range hooks {
		if !h.Always || h.Files == nil || *h.Files {
			t.Errorf("%s waits for files, or gets their names", h.ID)
		}
		b.run(h.Entry)
	}
	b.remove("gateway/by-channel/edge.yaml")
	ok := map[string]bool{}
	for _, h := range hooks {
		_, ok[h.ID] = b.try("sh", "-c", h.Entry)
	}
	if diff := cmp.Diff(map[string]bool{"tailor-validate": true, "tailor-export": false}, ok); diff != "" {
		t.Errorf("other hooks accept it than expected (-want +got):\n%s", diff)
	}
}
