package main

import (
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

func parseYAML(t *testing.T, text string, into any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("the page has a block that is no YAML: %v", err)
	}
}

// buildStep is the page that most of these tests are about.
const buildStep = "docs/how-to/build-step.md"

// pageBlocks returns the blocks of one language on a page; there must be n.
func pageBlocks(t *testing.T, page, language string, n int) []string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllSubmatch(text, -1) {
		blocks = append(blocks, string(m[1]))
	}
	if len(blocks) != n {
		t.Fatalf("%s has %d %s blocks, want %d", page, len(blocks), language, n)
	}
	return blocks
}

// tools are stand-ins for programs that need more than a test has. An image is a copy of its config; one whose name
// is in the file state/broken cannot be made.
var tools = map[string]string{
	"imagecustomizer": `
if [ "$1" = validate-config ]; then
	for config; do :; done
	flags="--disable-telemetry --log-level=error --log-color=always --validate-resources=files"
	[ "$*" = "validate-config $flags --config-file $config" ] && [ -f "$config" ] || exit 1
	slug=$(basename "$config" .yaml)
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
	b := &build{t: t, dir: filepath.Join(top, "workspace"), env: append(gitAlone(top), "LC_ALL=C", "NO_COLOR=1", "MAKEFLAGS=")}
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

// script runs a script as a step of a pipeline does; none is nothing. It returns what was printed, and whether it succeeded.
func (b *build) script(script string) (printed string, ok bool) {
	b.t.Helper()
	return b.try("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
}

// bash runs a script that must succeed.
func (b *build) bash(script string) string {
	b.t.Helper()
	printed, ok := b.script(script)
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
