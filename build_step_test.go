package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// build is a copy of the example workspace in which images are built. Beside it is a directory `state`, for the
// stand-ins.
type build struct {
	t   *testing.T
	dir string
	env []string
}

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

// TestBuildStepLoops runs the two loops: one builds every image, one only checks the configs.
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
	for _, loop := range []string{build, check} {
		if done := b.fails(loop); !slices.Equal(done, inOrder[:1]) {
			t.Errorf("after a failure it goes on: %v", done)
		}
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

func parseYAML(t *testing.T, text string, into any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("the page has a block that is no YAML: %v", err)
	}
}

// pageBlocks returns the blocks of one language; there must be n.
func pageBlocks(t *testing.T, language string, n int) []string {
	t.Helper()
	text, err := os.ReadFile("docs/how-to/build-step.md")
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllSubmatch(text, -1) {
		blocks = append(blocks, string(m[1]))
	}
	if len(blocks) != n {
		t.Fatalf("the page has %d %s blocks, want %d", len(blocks), language, n)
	}
	return blocks
}

// tools are stand-ins for programs that need more than a test has. An image is a copy of its config; one whose name
// is in the file state/broken cannot be made.
var tools = map[string]string{
	"imagecustomizer": `
if [ "$1" = validate-config ]; then
	[ $# = 3 ] && [ "$2" = --validate-resources=files ] && [ -f "${3#--config-file=}" ] || exit 1
	slug=$(basename "${3#--config-file=}" .yaml)
	[ "$slug" = "$(cat "$BUILD_STATE/broken")" ] && exit 1
	echo "$slug" >>"$BUILD_STATE/log"
	exit
fi
while [ $# -gt 0 ]; do
	case $1 in
	--build-dir) build=$2 ;;
	--config-file) config=$2 ;;
	--image-file) base=$2 ;;
	--output-image-format) format=$2 ;;
	--output-image-file) image=$2 ;;
	*) echo "imagecustomizer: what is $1?" >&2; exit 1 ;;
	esac
	shift 2
done
slug=$(basename "$config" .yaml)
mkdir -p "$(dirname "$image")"
echo half >"$image"
[ -f "$base" ] && [ -n "$build" ] && [ "${slug##*_}" = "$format" ] || exit 1
[ "$slug" = "$(cat "$BUILD_STATE/broken" 2>/dev/null)" ] && exit 1
cp "$config" "$image"
echo "$slug" >>"$BUILD_STATE/log"
`,
	"sudo": `exec "$@"`,
	// The workspace is mounted as /mnt/images.
	"docker": `
while [ "${1#mcr.microsoft.com/}" = "$1" ]; do shift; done
shift
for arg; do
	shift
	set -- "$@" "${arg#/mnt/images/}"
done
exec imagecustomizer "$@"
`,
}

// newBuild makes a workspace. The test is skipped without the programs that it needs, and in short mode: it starts
// many of them.
func newBuild(t *testing.T, programs ...string) *build {
	t.Helper()
	if testing.Short() {
		t.Skip("runs many programs")
	}
	for _, name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("there is no %s", name)
		}
	}
	top := t.TempDir()
	b := &build{t: t, dir: filepath.Join(top, "workspace"), env: append(os.Environ(), "LC_ALL=C", "NO_COLOR=1", "MAKEFLAGS=")}
	b.setenv("PATH", filepath.Join(top, "bin")+string(filepath.ListSeparator)+os.Getenv("PATH"))
	b.setenv("BUILD_STATE", filepath.Join(top, "state"))
	for name, text := range tools {
		b.put("../bin/"+name, "#!/bin/sh\n"+text)
	}
	b.put("../state/broken", "")
	b.put("../state/log", "")
	if err := os.CopyFS(b.dir, os.DirFS("testdata/examples/appliance")); err != nil {
		t.Fatal(err)
	}
	b.put("base/azurelinux-3.0-amd64.vhdx", "")
	b.put("base/azurelinux-3.0-arm64.vhdx", "")
	b.put("ci/install-tailor", "#!/bin/sh\n")
	b.put("ci/fetch-base", "#!/bin/sh\ncase $1 in azl3-*) echo base >$2 ;; *) exit 1 ;; esac\n")
	return b
}

func (b *build) setenv(name, value string) { b.env = append(b.env, name+"="+value) }

func (b *build) path(name string) string { return filepath.Join(b.dir, name) }

// try runs a shell command. It returns what was printed, and whether it succeeded.
func (b *build) try(program string, args ...string) (printed string, ok bool) {
	b.t.Helper()
	cmd := exec.CommandContext(b.t.Context(), program, args...)
	cmd.Dir, cmd.Env = b.dir, b.env
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		b.t.Fatal(err)
	}
	return string(out), err == nil
}

// run runs a shell command that must succeed.
func (b *build) run(command string) string {
	b.t.Helper()
	printed, ok := b.try("sh", "-c", command)
	if !ok {
		b.t.Fatalf("%s fails:\n%s", command, printed)
	}
	return printed
}

// bash runs a step of a pipeline; steps without a script are nothing.
func (b *build) bash(script string) string {
	b.t.Helper()
	printed, ok := b.try("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
	if !ok {
		b.t.Fatalf("a step fails:\n%s\n%s", script, printed)
	}
	return printed
}

// expect runs a build that must succeed, run tailor that many times and make these images.
func (b *build) expect(command string, renders int, images []string) {
	b.t.Helper()
	printed := b.run(command)
	if got := strings.Count(printed, "--depfile"); got != renders {
		b.t.Errorf("%s runs tailor %d times, want %d:\n%s", command, got, renders, printed)
	}
	if diff := cmp.Diff(sorted(images), b.made()); diff != "" {
		b.t.Errorf("%s makes other images (-want +got):\n%s\n%s", command, diff, printed)
	}
}

// fails runs a build that must fail, and returns the images that it made before.
func (b *build) fails(command string) []string {
	b.t.Helper()
	printed, ok := b.try("sh", "-c", command)
	if ok {
		b.t.Errorf("%s does not fail:\n%s", command, printed)
	}
	return b.made()
}

// made returns the slugs of the images that were made since it was called last, sorted.
func (b *build) made() []string {
	b.t.Helper()
	slugs := sorted(strings.Fields(b.read("../state/log")))
	b.put("../state/log", "")
	return slugs
}

// slugs returns the slugs that a selection takes.
func (b *build) slugs(selection ...string) []string {
	b.t.Helper()
	return strings.Fields(b.run("tailor slugs " + strings.Join(selection, " ")))
}

// current checks that each image is that of its config.
func (b *build) current() {
	b.t.Helper()
	configs := b.tree("build/configs")
	for _, slug := range b.slugs() {
		image, _, _ := strings.Cut(slug, "_")
		if b.read("build/images/"+slug) != configs[image+"/"+slug+".yaml"] {
			b.t.Errorf("%s is not made from its config", slug)
		}
	}
}

// tree returns the files below a directory and what they hold.
func (b *build) tree(dir string) map[string]string {
	b.t.Helper()
	files := map[string]string{}
	fsys := os.DirFS(b.path(dir))
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			var text []byte
			text, err = fs.ReadFile(fsys, name)
			files[name] = string(text)
		}
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return files
}

func (b *build) read(name string) string {
	b.t.Helper()
	text, err := os.ReadFile(b.path(name))
	if err != nil {
		b.t.Fatal(err)
	}
	return string(text)
}

// put writes a file, which may be a program.
func (b *build) put(name, text string) {
	b.t.Helper()
	err := os.MkdirAll(filepath.Dir(b.path(name)), 0o755)
	if err == nil {
		err = os.WriteFile(b.path(name), []byte(text), 0o755)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// tick waits: the clock of a file system is coarse. What changes now must be newer than a build that has just ended,
// and older than one that begins.
func (*build) tick() { time.Sleep(20 * time.Millisecond) }

func (b *build) write(name, text string) {
	b.t.Helper()
	b.tick()
	b.put(name, text)
	b.tick()
}

func (b *build) edit(name, from, to string) {
	b.t.Helper()
	text := b.read(name)
	if !strings.Contains(text, from) {
		b.t.Fatalf("%s does not have %q", name, from)
	}
	b.write(name, strings.Replace(text, from, to, 1))
}

func (b *build) touch(name string) {
	b.t.Helper()
	b.write(name, b.read(name))
}

func (b *build) remove(name string) {
	b.t.Helper()
	b.tick()
	if err := os.RemoveAll(b.path(name)); err != nil {
		b.t.Fatal(err)
	}
}

func (b *build) rename(from, to string) {
	b.t.Helper()
	b.tick()
	if err := os.Rename(b.path(from), b.path(to)); err != nil {
		b.t.Fatal(err)
	}
}

func sorted(list []string) []string {
	return slices.Sorted(slices.Values(list))
}
