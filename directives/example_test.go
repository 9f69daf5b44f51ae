package directives_test

import (
	"fmt"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
)

// document reads and compiles a document that includes nothing.
func document(path, text string) *yamltree.Node {
	root, _ := yamltree.Parse(source.New(path, []byte(text)))
	compiler := directives.NewCompiler(func(*yamltree.Node) (directives.Included, []diag.Diagnostic) {
		return directives.Included{}, nil
	})
	doc, _ := compiler.Compile(root, directives.PathNames{})
	return doc.Root
}

func ExampleMerger_Merge() {
	base := document("image.yaml", `
hostname: gizmo
packages: [vim, nano]
users:
  - name: admin
`)
	pro := document("by-edition/pro.yaml", `
hostname: { $set: gizmo-pro }
packages: { $remove: [nano], $append: [emacs] }
users: $unset
`)
	merger := directives.NewMerger()
	tree := merger.Merge(merger.Merge(nil, base), pro)
	fmt.Print(string(yamltree.Append(nil, tree)))
	// Output:
	// hostname: gizmo-pro
	// packages:
	//   - vim
	//   - emacs
}

func ExampleConflicts() {
	merger := directives.NewMerger()
	tree := merger.Merge(nil, document("image.yaml", "hostname: gizmo\n"))
	tree = merger.Merge(tree, document("by-edition/pro.yaml", "hostname: gizmo-pro\n"))
	reasons := map[string]string{"image.yaml": "base", "by-edition/pro.yaml": "edition=pro"}
	for _, c := range directives.Conflicts(tree, func(f *source.File) string { return reasons[f.Path] }) {
		fmt.Println(c.Message)
		for _, l := range c.Labels {
			fmt.Println(l.Span.File.Path+":", l.Text)
		}
		fmt.Println("help:", c.Help)
	}
	// Output:
	// conflicting values for `hostname`
	// by-edition/pro.yaml: `gizmo-pro` (edition=pro)
	// image.yaml: `gizmo` set here (base)
	// help: write `hostname: { $set: gizmo-pro }` to override it on purpose
}

func ExampleScope_Interpolate() {
	axes := map[string]string{"edition": "pro"}
	builtins := map[string]string{"name": "gizmo"}
	params := document("params", "host: ${name}-${edition}\n")
	scope := directives.NewScope(axes, builtins, params, nil)

	tree := document("image.yaml", "hostname: ${host}\nscript: echo $HOME $${host}\n")
	tree, faults := scope.Interpolate(tree, "config")
	fmt.Print(string(yamltree.Append(nil, tree)))
	fmt.Println(len(faults), "faults")
	// Output:
	// hostname: gizmo-pro
	// script: echo $HOME ${host}
	// 0 faults
}
