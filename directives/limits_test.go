package directives_test

import (
	"fmt"
	"strings"
	"testing"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// chain is a Loader of files n0.yaml, n1.yaml ... each of which nests the next one `levels` deep.
func chain(levels, files int) directives.Loader {
	done := map[string]directives.Included{}
	return func(path *yamltree.Node) (directives.Included, []diag.Diagnostic) {
		var i int
		if _, err := fmt.Sscanf(path.Value, "n%d.yaml", &i); err != nil {
			return directives.Included{}, []diag.Diagnostic{{Code: missingFile, Message: err.Error()}}
		}
		if file, ok := done[path.Value]; ok {
			return file, nil
		}
		inner := fmt.Sprintf("{$include: n%d.yaml}", i+1)
		if i == files-1 {
			inner = "end"
		}
		text := strings.Repeat("[", levels) + inner + strings.Repeat("]", levels) + "\n"
		root, faults := yamltree.Parse(source.New(path.Value, []byte(text)))
		done[path.Value] = directives.Included{ID: path.Value, Root: root}
		return done[path.Value], faults
	}
}

func TestIncludesNestTooDeep(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		levels, files int
		ok            bool
	}{
		{150, 1, true}, {150, 2, false}, {50, 4, true}, {50, 5, false}, {1, 32, true}, {1, 33, false}, {190, 30, false}, {5, 200, false},
	} {
		doc, faults := directives.NewCompiler(chain(tt.levels, tt.files)).Compile(parse(t, "a: {$include: n0.yaml}\n")[0], directives.PathNames{})
		if ok := len(faults) == 0; ok != tt.ok {
			t.Errorf("%d files with %d levels: %s", tt.files, tt.levels, dump(faults))
			continue
		}
		if tt.ok {
			checkResult(t, merged(doc.Root))
			continue
		}
		if len(faults) != 1 || faults[0].Code != directives.CodeIncludeBudget || unsound(faults[0]) != "" {
			t.Errorf("%d files with %d levels: %s", tt.files, tt.levels, dump(faults))
		}
	}
}

// TestIncludesDouble holds that files that each include the next one twice end in an error, at once.
func TestIncludesDouble(t *testing.T) {
	t.Parallel()
	done := map[string]directives.Included{}
	load := func(path *yamltree.Node) (directives.Included, []diag.Diagnostic) {
		if file, ok := done[path.Value]; ok {
			return file, nil
		}
		text := fmt.Sprintf("[{$include: x%s}, {$include: x%s}]\n", path.Value, path.Value)
		if len(path.Value) > 20 {
			text = "[1, 2]\n"
		}
		root, faults := yamltree.Parse(source.New(path.Value, []byte(text)))
		done[path.Value] = directives.Included{ID: path.Value, Root: root}
		return done[path.Value], faults
	}
	_, faults := directives.NewCompiler(load).Compile(parse(t, "a: {$include: x}\n")[0], directives.PathNames{})
	if len(faults) != 1 || faults[0].Code != directives.CodeIncludeBudget {
		t.Error(dump(faults))
	}
}

// TestIncludesInARow holds that the limit does not depend on which file was compiled first.
func TestIncludesInARow(t *testing.T) {
	t.Parallel()
	c := directives.NewCompiler(chain(1, 60))
	for _, tt := range []struct {
		first, faults int
	}{
		{50, 0}, {30, 0}, {28, 0}, {27, 1}, {27, 0}, {59, 0},
	} {
		_, faults := c.Compile(parse(t, fmt.Sprintf("a: {$include: n%d.yaml}\n", tt.first))[0], directives.PathNames{})
		if len(faults) != tt.faults {
			t.Errorf("from file %d: %s", tt.first, dump(faults))
		}
	}
}

// TestAliasesInPlace compiles and merges what aliases expand to as much as one file may.
func TestAliasesInPlace(t *testing.T) {
	t.Parallel()
	leaf := "&l {$append: [" + strings.TrimSuffix(strings.Repeat("x, ", 100), ", ") + "]}"
	doc := "l: [" + leaf + strings.Repeat(", *l", 400) + "]\nm: {$include: list.yaml}\n"
	tree := fold(t, doc+"---\n"+doc)
	if got := len(tree.Get("l").Items); got != 802 {
		t.Errorf("%d items", got)
	}
	checkResult(t, tree)
}

// TestConflictsBelowConflicts holds that many conflicts above each other are found in no time.
func TestConflictsBelowConflicts(t *testing.T) {
	t.Parallel()
	const depth = 190
	nest := func(levels int) string {
		return strings.Repeat("{a: ", levels) + "x" + strings.Repeat("}", levels) + "\n"
	}
	docs := []string{nest(depth)}
	for levels := depth - 1; levels > 0; levels -= 4 {
		docs = append(docs, nest(levels), nest(levels))
	}
	found := conflicts(fold(t, strings.Join(docs, "---\n")))
	if len(found) != (depth+3)/4 {
		t.Errorf("%d conflicts", len(found))
	}
}

// realistic is an image and three fragments of the size that people write.
func realistic() []string {
	var base strings.Builder
	base.WriteString("os:\n  hostname: gizmo\n  packages:\n    install:\n")
	for i := range 120 {
		fmt.Fprintf(&base, "      - package-%d\n", i)
	}
	base.WriteString("  additionalFiles:\n")
	for i := range 40 {
		fmt.Fprintf(&base, "    - { source: files/%d, destination: /etc/%d, permissions: \"0644\" }\n", i, i)
	}
	base.WriteString("storage:\n  bootType: efi\n  disks:\n    - partitionTableType: gpt\n      maxSize: 4G\n")
	return []string{
		base.String(),
		"os:\n  hostname: { $set: 'gizmo-${edition}' }\n  packages:\n    install: [a, b]\n    remove: [c]\n",
		"os:\n  packages:\n    install: { $remove: [package-7, package-70], $append: [d] }\nstorage: { bootType: efi }\n",
		"os:\n  kernelCommandLine: { extraCommandLine: [console=ttyS0] }\n  additionalFiles: [{ source: x, destination: /x }]\n",
	}
}

func BenchmarkMerge(b *testing.B) {
	docs := compile(b, strings.Join(realistic(), "---\n"))
	b.ReportAllocs()
	for b.Loop() {
		merged(docs...)
	}
}

func BenchmarkInterpolate(b *testing.B) {
	tree := fold(b, strings.Join(realistic(), "---\n"))
	b.ReportAllocs()
	for b.Loop() {
		newScope(nil).Interpolate(tree, "config")
	}
}

func BenchmarkCompile(b *testing.B) {
	roots := parse(b, strings.Join(realistic(), "---\n"))
	load := books{}.load
	b.ReportAllocs()
	for b.Loop() {
		c := directives.NewCompiler(load)
		for _, root := range roots {
			c.Compile(root, directives.PathNames{})
		}
	}
}
