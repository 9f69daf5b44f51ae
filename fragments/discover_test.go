package fragments_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tailor/fragments"
)

// tree makes a file system of empty files, in gizmo/.
func tree(files ...string) fstest.MapFS {
	fsys := fstest.MapFS{"gizmo/image.yaml": {}}
	for _, name := range files {
		fsys["gizmo/"+name] = &fstest.MapFile{}
	}
	return fsys
}

func paths(found []*fragments.Fragment) []string {
	var list []string
	for _, f := range found {
		list = append(list, f.Path)
	}
	return list
}

func TestDiscover(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		files  []string
		found  []string
		faults []string
	}{
		{name: "nothing"},
		{
			name: "fragments in order",
			files: []string{
				"by-arch/arm64.yaml", "by-channel/beta+edge.yaml", "by-channel/stable.yaml", "by-edition+arch/pro+arm64.yaml",
				"by-edition/pro.yaml", "by-feature/debug.yaml", "by-feature/fips.yaml", "by-feature/a.yaml",
			},
			found: []string{
				"by-edition/pro.yaml", "by-arch/arm64.yaml", "by-channel/beta+edge.yaml", "by-channel/stable.yaml",
				"by-feature/fips.yaml", "by-feature/debug.yaml", "by-feature/a.yaml", "by-edition+arch/pro+arm64.yaml",
			},
		},
		{
			name: "alternatives and any but",
			files: []string{
				"by-channel/!beta.yaml", "by-channel/!stable,beta.yaml", "by-edition+arch/home,pro+arm64.yaml", "by-edition+arch/!lite+amd64.yaml",
				"by-edition+arch/pro+!arm64.yaml", "by-edition/!pro,home.yaml", "by-feature/!fips.yaml",
			},
			found: []string{
				"by-channel/!beta.yaml", "by-channel/!stable,beta.yaml", "by-edition+arch/!lite+amd64.yaml",
				"by-edition+arch/home,pro+arm64.yaml", "by-edition+arch/pro+!arm64.yaml",
			},
			faults: []string{
				"error[T0324]: values `pro,home` are not in the order of `matrix`",
				"  --> gizmo/by-edition/![pro,home].yaml",
				"  help: rename it to `by-edition/!home,pro.yaml`",
				"error[T0337]: `!` does not go with features",
				"  --> gizmo/by-feature/[!fips].yaml",
				"  help: write what holds without the feature into image.yaml, and what changes with it into `by-feature/fips.yaml`",
			},
		},
		{
			name: "two spellings of one condition",
			files: []string{
				"by-arch/!amd64.yaml", "by-arch/arm64.yaml", "by-channel/stable+beta+edge.yaml", "by-edition/!home.yaml", "by-edition/!lite.yaml",
				"by-edition+arch/home,pro+!arm64.yaml", "by-edition+arch/!lite+amd64.yaml", "by-edition+arch/home,pro+amd64.yaml",
			},
			found: []string{
				"by-edition/!lite.yaml", "by-edition/!home.yaml", "by-arch/arm64.yaml", "by-arch/!amd64.yaml", "by-channel/stable+beta+edge.yaml",
				"by-edition+arch/home,pro+amd64.yaml", "by-edition+arch/home,pro+!arm64.yaml", "by-edition+arch/!lite+amd64.yaml",
			},
			faults: []string{
				"warning[T0338]: `by-arch/!amd64.yaml` applies to the same cells as `by-arch/arm64.yaml`",
				"  --> gizmo/[by-arch/!amd64.yaml]",
				"  --- [gizmo/by-arch/arm64.yaml] the same condition",
				"  help: merge one of the two files into the other",
				"warning[T0338]: `by-edition+arch/home,pro+!arm64.yaml` applies to the same cells as `by-edition+arch/home,pro+amd64.yaml`",
				"  --> gizmo/[by-edition+arch/home,pro+!arm64.yaml]",
				"  --- [gizmo/by-edition+arch/home,pro+amd64.yaml] the same condition",
				"  help: merge one of the two files into the other",
				"warning[T0338]: `by-edition+arch/!lite+amd64.yaml` applies to the same cells as `by-edition+arch/home,pro+!arm64.yaml`",
				"  --> gizmo/[by-edition+arch/!lite+amd64.yaml]",
				"  --- [gizmo/by-edition+arch/home,pro+!arm64.yaml] the same condition",
				"  help: merge one of the two files into the other",
			},
		},
		{
			name: "what is left alone",
			files: []string{
				"by-edition/.pro.yaml.swp", "by-edition/.#pro.yaml", "by-edition/.yaml", "by-edition/pro.yaml~",
				"by-edition/#pro.yaml#", "by-edition/pro.yaml.bak", "by-edition/pro.yaml.orig", "by-edition/README.md",
				"by-edition/pro", "by-edition/.git/config.yaml", "by-nothing/README", "by-hand.yaml", "by-edition.md",
				"bypass/x.yaml", "byte-order/arch.yaml", "By-laws/x.yaml", "by the way/x.yaml", "layouts/by-edition/x.yaml",
				"by_edition/notes.txt", "edition/pro.yaml", "By-edition.yaml", "b/x.yaml",
			},
		},
		{
			name:  "a directory is judged once",
			files: []string{"by-editon/pro.yaml", "by-editon/lite.yaml", "by-editon/x.yml"},
			faults: []string{
				"error[T0321]: there is no axis `editon`",
				"  --> gizmo/by-[editon]",
				"  help: did you mean `by-edition`?",
				"error[T0328]: `by-editon/x.yml` does not end in `.yaml` and would never apply",
				"  --> gizmo/by-editon/x[.yml]",
				"  help: rename it to `by-editon/x.yaml`",
			},
		},
		{
			name:  "each file is judged",
			files: []string{"by-arch+edition/arm64+pro.yaml", "by-arch+edition/amd64+home.yaml", "by-edition/lite.yaml", "by-arch/x86.yaml"},
			found: []string{"by-edition/lite.yaml"},
			faults: []string{
				"error[T0322]: axis `arch` has no value `x86`",
				"  --> gizmo/by-arch/[x86].yaml",
				"  help: the values are `amd64` and `arm64`",
				"error[T0324]: axes `arch+edition` are not in the order of `matrix`",
				"  --> gizmo/by-[arch+edition]/amd64+home.yaml",
				"  help: rename it to `by-edition+arch/home+amd64.yaml`",
				"error[T0324]: axes `arch+edition` are not in the order of `matrix`",
				"  --> gizmo/by-[arch+edition]/arm64+pro.yaml",
				"  help: rename it to `by-edition+arch/pro+arm64.yaml`",
			},
		},
		{
			name:  "extensions",
			files: []string{"by-edition/pro.yml", "by-edition/home.YAML", "by-edition/home.yaml"},
			found: []string{"by-edition/home.yaml"},
			faults: []string{
				"error[T0328]: `by-edition/home.YAML` does not end in `.yaml` and would never apply",
				"  --> gizmo/by-edition/home[.YAML]",
				"  help: `by-edition/home.yaml` is there as well: merge this file into it",
				"error[T0328]: `by-edition/pro.yml` does not end in `.yaml` and would never apply",
				"  --> gizmo/by-edition/pro[.yml]",
				"  help: rename it to `by-edition/pro.yaml`",
			},
		},
		{
			name:  "sub-directories",
			files: []string{"by-edition/pro/x.txt", "by-edition/home.yaml/x.txt", "by-edition/lite.yaml"},
			found: []string{"by-edition/lite.yaml"},
			faults: []string{
				"warning[T0330]: nothing in the directory `by-edition/home.yaml` ever applies",
				"  --> gizmo/[by-edition/home.yaml]",
				"  help: put fragments into the `by-*` directory itself, and other files outside of it",
				"warning[T0330]: nothing in the directory `by-edition/pro` ever applies",
				"  --> gizmo/[by-edition/pro]",
				"  help: put fragments into the `by-*` directory itself, and other files outside of it",
			},
		},
		{
			name: "what is almost a fragment",
			files: []string{
				"by-edition.yaml", "by-arch+edition.yml", "by-editon-pro.yaml", "By-edition/pro.yaml", "by_arch/arm64.yaml",
				"BY-EDITION_ARCH/x.yml", "byfeature/fips.yaml", "by edition+foo/x.yaml", "By-edition-arch/x.yaml",
			},
			faults: []string{
				"warning[T0331]: files in `BY-EDITION_ARCH` never apply",
				"  --> gizmo/[BY-EDITION_ARCH]",
				"  help: rename it to `by-edition+arch`, or to a name that does not begin with `by`",
				"warning[T0331]: files in `By-edition` never apply",
				"  --> gizmo/[By-edition]",
				"  help: rename it to `by-edition`, or to a name that does not begin with `by`",
				"warning[T0331]: files in `By-edition-arch` never apply",
				"  --> gizmo/[By-edition-arch]",
				"  help: rename it to `by-edition+arch`, or to a name that does not begin with `by`",
				"warning[T0331]: files in `by edition+foo` never apply",
				"  --> gizmo/[by edition+foo]",
				"  help: rename it to `by-edition+foo`, or to a name that does not begin with `by`",
				"warning[T0331]: `by-arch+edition.yml` never applies",
				"  --> gizmo/[by-arch+edition.yml]",
				"  help: a fragment is a file in a directory, as in `by-arch/<value>.yaml`; rename the file if it is there to be included",
				"warning[T0331]: `by-edition.yaml` never applies",
				"  --> gizmo/[by-edition.yaml]",
				"  help: a fragment is a file in a directory, as in `by-edition/<value>.yaml`; rename the file if it is there to be included",
				"warning[T0331]: `by-editon-pro.yaml` never applies",
				"  --> gizmo/[by-editon-pro.yaml]",
				"  help: a fragment is a file in a directory, as in `by-edition/<value>.yaml`; rename the file if it is there to be included",
				"warning[T0331]: files in `by_arch` never apply",
				"  --> gizmo/[by_arch]",
				"  help: rename it to `by-arch`, or to a name that does not begin with `by`",
				"warning[T0331]: files in `byfeature` never apply",
				"  --> gizmo/[byfeature]",
				"  help: rename it to `by-feature`, or to a name that does not begin with `by`",
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			found, faults := fragments.Discover(tree(test.files...), gizmo(t))
			if diff := cmp.Diff(test.found, paths(found)); diff != "" {
				t.Error(diff)
			}
			want := strings.Join(append(test.faults, ""), "\n")
			if diff := cmp.Diff(want, describe(faults)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDiscoverAtTheRoot(t *testing.T) {
	t.Parallel()
	fsys := fstest.MapFS{"by-edition/pro.yaml": {}, "by-edition/x.yaml": {}}
	for _, dir := range []string{"", "."} {
		img := image(t, "edition=home,pro")
		img.Dir = dir
		found, faults := fragments.Discover(fsys, img)
		if diff := cmp.Diff([]string{"by-edition/pro.yaml"}, paths(found)); diff != "" {
			t.Error(diff)
		}
		want := lines("error[T0322]: axis `edition` has no value `x`", "  --> by-edition/[x].yaml",
			"  help: the values are `home` and `pro`")
		if diff := cmp.Diff(want, describe(faults)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestDiscoverNoDirectory(t *testing.T) {
	t.Parallel()
	_, faults := fragments.Discover(fstest.MapFS{}, gizmo(t))
	want := lines("error[T0701]: cannot read `gizmo`: file does not exist", "  --> [gizmo]",
		"  help: make it readable, or remove it")
	if diff := cmp.Diff(want, describe(faults)); diff != "" {
		t.Error(diff)
	}
}

// TestDiscoverLinks follows symbolic links as far as an os.Root does.
func TestDiscoverLinks(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	dir := t.TempDir()
	outside := filepath.Join(t.TempDir(), "pro.yaml")
	for _, name := range []string{outside, filepath.Join(dir, "linked", "lite.yaml"), filepath.Join(dir, "gizmo", "image.yaml")} {
		must(t, os.MkdirAll(filepath.Dir(name), 0o700))
		must(t, os.WriteFile(name, nil, 0o600))
	}
	must(t, os.Mkdir(filepath.Join(dir, "gizmo", "by-edition"), 0o700))
	for name, target := range map[string]string{
		"by-edition/home.yaml":   "../image.yaml",
		"by-edition/pro.yaml":    outside,
		"by-edition/lite.yaml":   "nowhere.yaml",
		"by-edition/notes.txt":   "nowhere.txt",
		"by-edition/.#home.yaml": "user@host.123",
		"by-edition/sub.yaml":    "..",
		"by-edition+arch":        "../linked",
		"by-channel":             "../../outside",
		"by-arch":                "by-arch",
		"By-edition":             "../linked",
		"by_edition":             "nowhere",
		"by-feature":             "../linked/lite.yaml",
	} {
		must(t, os.Symlink(target, filepath.Join(dir, "gizmo", name)))
	}
	root, err := os.OpenRoot(dir)
	must(t, err)
	t.Cleanup(func() { must(t, root.Close()) })

	found, faults := fragments.Discover(root.FS(), gizmo(t))
	if diff := cmp.Diff([]string{"by-edition/home.yaml"}, paths(found)); diff != "" {
		t.Error(diff)
	}
	const inside = "  help: let it be a readable file or directory inside the workspace, or remove it"
	want := lines(
		"warning[T0331]: files in `By-edition` never apply",
		"  --> gizmo/[By-edition]",
		"  help: rename it to `by-edition`, or to a name that does not begin with `by`",
		"error[T0701]: cannot read `gizmo/by-arch`: too many levels of symbolic links",
		"  --> gizmo/[by-arch]",
		inside,
		"error[T0701]: cannot read `gizmo/by-channel`: a symbolic link leads outside",
		"  --> gizmo/[by-channel]",
		inside,
		"error[T0701]: cannot read `gizmo/by-edition/lite.yaml`: no such file or directory",
		"  --> gizmo/[by-edition/lite.yaml]",
		inside,
		"error[T0701]: cannot read `gizmo/by-edition/pro.yaml`: a symbolic link leads outside",
		"  --> gizmo/[by-edition/pro.yaml]",
		inside,
		"warning[T0330]: nothing in the directory `by-edition/sub.yaml` ever applies",
		"  --> gizmo/[by-edition/sub.yaml]",
		"  help: put fragments into the `by-*` directory itself, and other files outside of it",
		"error[T0325]: `lite` gives 1 value for 2 axes",
		"  --> gizmo/by-edition+arch/[lite].yaml",
		"  --- gizmo/by-[edition+arch]/lite.yaml 2 axes",
		"  help: name one value of each axis, as in `by-edition+arch/lite+amd64.yaml`; "+
			"for any value of the other axes write `by-edition/lite.yaml`",
	)
	if diff := cmp.Diff(want, describe(faults)); diff != "" {
		t.Error(diff)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// shuffled lists directories in any order, and fails to read some.
type shuffled struct {
	fstest.MapFS
	t      *rapid.T
	broken string
}

func (s shuffled) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == s.broken {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: errors.New("permission denied")}
	}
	entries, err := s.MapFS.ReadDir(name)
	if err != nil || s.t == nil {
		return entries, err
	}
	return rapid.Permutation(entries).Draw(s.t, name), nil
}

func TestDiscoverUnreadable(t *testing.T) {
	t.Parallel()
	fsys := tree("by-edition/pro.yaml", "by-arch/arm64.yaml")
	fsys["gizmo/by-arch/amd64.yaml"] = &fstest.MapFile{Mode: fs.ModeNamedPipe}
	found, faults := fragments.Discover(shuffled{MapFS: fsys, broken: "gizmo/by-edition"}, gizmo(t))
	if diff := cmp.Diff([]string{"by-arch/arm64.yaml"}, paths(found)); diff != "" {
		t.Error(diff)
	}
	const help = "  help: let it be a readable file or directory inside the workspace, or remove it"
	want := lines(
		"error[T0701]: cannot read `gizmo/by-arch/amd64.yaml`: it is no regular file",
		"  --> gizmo/[by-arch/amd64.yaml]", help,
		"error[T0701]: cannot read `gizmo/by-edition`: permission denied",
		"  --> gizmo/[by-edition]", help)
	if diff := cmp.Diff(want, describe(faults)); diff != "" {
		t.Error(diff)
	}
}

// TestListingOrderNeverMatters shuffles every directory.
func TestListingOrderNeverMatters(t *testing.T) {
	t.Parallel()
	img := gizmo(t)
	wrong := []string{
		"by-edition/x.yaml", "by-edition/pro.yml", "by-arch+edition/arm64+pro.yaml", "by-x/y.yaml", "By-edition/pro.yaml",
		"by-edition/sub/x.yaml", "by-edition.yaml", "by-feature+arch/x.yaml", "by-edition/lite+home.yaml",
		"by-edition/!lite,home.yaml", "by-edition/home,lite.yaml", "by-arch/!amd64,arm64.yaml", "by-feature/!fips.yaml",
		"by-edition+arch/pro,!home+arm64.yaml",
	}
	rapid.Check(t, func(rt *rapid.T) {
		files := rapid.SliceOfDistinct(
			rapid.OneOf(drawPath(img.Matrix), rapid.SampledFrom(wrong)), rapid.ID[string]).Draw(rt, "files")
		fsys := tree(files...)
		want, wantFaults := fragments.Discover(fsys, img)
		got, gotFaults := fragments.Discover(shuffled{MapFS: fsys, t: rt}, img)
		if diff := cmp.Diff(paths(want), paths(got)); diff != "" {
			rt.Error(diff)
		}
		if diff := cmp.Diff(describe(wantFaults), describe(gotFaults)); diff != "" {
			rt.Error(diff)
		}
		if !slices.IsSortedFunc(got, fragments.Compare) {
			rt.Errorf("not in order: %v", paths(got))
		}
		right := slices.DeleteFunc(slices.Clone(files), func(f string) bool { return slices.Contains(wrong, f) })
		if len(right) != len(got) {
			rt.Errorf("%d of %d fragments found", len(got), len(right))
		}
	})
}
