package house_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	module = "tailor"
	root   = "../.."
)

// layer is what one package may import, and a note that says why.
type layer struct {
	pkg  string
	may  []string
	note string
}

// layers says for each package what of the project it may import. `...` after a slash stands for a package
// and all below it; the first row that fits a package holds. Test files may import anything.
var layers = []layer{
	{"internal/source", nil, "the bottom"},
	{"internal/diag", []string{"internal/source"}, "prints places"},
	{"internal/yamltree", []string{"internal/diag", "internal/source"}, "knows YAML, not tailor"},
	{"internal/textdiff", nil, "knows texts only"},
	{"internal/command", nil, "knows processes and their output"},
	{"internal/watch", nil, "knows directories and their news"},
	{"internal/revision", nil, "knows git and directories, nothing of tailor"},
	{"internal/shell", nil, "knows shells, nothing of tailor"},
	{"docs/schema", nil, "files and their names"},
	{"matrix", nil, "knows no YAML and stands alone"},
	{
		"directives",
		[]string{"internal/yamltree", "internal/diag", "internal/source"},
		"merges trees and knows neither matrix nor fragments",
	},
	{
		"fragments",
		[]string{"matrix", "internal/yamltree", "internal/diag", "internal/source"},
		"orders files and knows no merge",
	},
	{
		"internal/schema",
		[]string{"directives", "internal/yamltree", "internal/diag", "internal/source"},
		"knows JSON Schema and trees, no workspace",
	},
	{
		"internal/checks",
		[]string{"directives", "internal/schema", "internal/yamltree", "internal/diag", "internal/source"},
		"holds a config to rules and knows no cell",
	},
	{
		"render",
		[]string{
			"directives", "fragments", "matrix", "internal/checks", "internal/schema",
			"internal/yamltree", "internal/diag", "internal/source",
		},
		"plans and renders; what is done with a rendering stands below it and imports it",
	},
	{
		"render/...",
		[]string{
			"render/...", "directives", "fragments", "matrix",
			"internal/yamltree", "internal/diag", "internal/source", "internal/textdiff",
			"docs/schema",
		},
		"does one thing with a rendering",
	},
	{
		"internal/cli",
		[]string{
			"render/...", "directives", "fragments", "matrix",
			"internal/yamltree", "internal/diag", "internal/source", "internal/textdiff", "internal/revision", "internal/command", "internal/shell",
			"internal/watch", "docs/schema",
		},
		"the top",
	},
	{".", []string{"internal/cli"}, "a stub"},
	{"internal/house", nil, "tests only"},
	{"internal/e2e", nil, "tests only"},
	{"internal/bench/floor", nil, "what rendering is measured against"},
	{"internal/release", []string{"internal/cli", "internal/shell"}, "writes what a release has besides the program"},
}

// writers are the packages that may change the disk.
var writers = []string{"render/output", "internal/cli", "internal/revision", "internal/bench/floor", "internal/release"}

// effects are the functions of package os that change the disk.
var effects = []string{
	"Chmod", "Chown", "Chtimes", "CopyFS", "Create", "CreateTemp", "Lchown", "Link", "Mkdir", "MkdirAll", "MkdirTemp",
	"OpenFile", "Remove", "RemoveAll", "Rename", "Symlink", "Truncate", "WriteFile",
}

// file is one Go file of the project.
type file struct {
	name string // slash-separated, from the top of the repository
	pkg  string // its directory, likewise
	tree *ast.File
}

// TestImports holds the arrows of docs/architecture.md: imports only point down.
func TestImports(t *testing.T) {
	t.Parallel()

	_, files := load(t)
	for _, f := range files {
		row := slices.IndexFunc(layers, func(l layer) bool { return fits(l.pkg, f.pkg) })
		if row < 0 {
			t.Errorf("%s: package %s has no row in layers", f.name, f.pkg)

			continue
		}

		for _, spec := range f.tree.Imports {
			target, ours := projectPath(spec)
			if ours && !slices.ContainsFunc(layers[row].may, func(p string) bool { return fits(p, target) }) {
				t.Errorf("%s: %s may not import %s: it %s", f.name, f.pkg, target, layers[row].note)
			}
		}
	}
}

// TestEffectsAtTheEdge holds that only writers change the disk. Methods of an os.Root or os.File are not
// seen: neither can be had for writing without one of the functions that are.
func TestEffectsAtTheEdge(t *testing.T) {
	t.Parallel()

	fset, files := load(t)
	for _, f := range files {
		if slices.Contains(writers, f.pkg) {
			continue
		}

		ast.Inspect(f.tree, func(n ast.Node) bool {
			if name, ok := osFunction(n); ok && slices.Contains(effects, name) {
				t.Errorf("%s: os.%s: only %s may write", place(fset, f, n), name, strings.Join(writers, ", "))
			}

			return true
		})
	}
}

// TestNoState holds that no package does work when it is loaded (init functions), and that none changes
// its variables afterwards: a package-level var is a table or an error.
func TestNoState(t *testing.T) {
	t.Parallel()

	fset, files := load(t)
	vars := packageVars(files)

	for _, f := range files {
		for _, decl := range f.tree.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}

			if fn.Recv == nil && fn.Name.Name == "init" {
				t.Errorf("%s: init function", place(fset, f, fn))
			}

			for _, id := range assigned(fn) {
				if vars[f.pkg+"."+id.Name] {
					t.Errorf("%s: changes the package-level variable %s", place(fset, f, id), id.Name)
				}
			}
		}
	}
}

// load parses the project's Go files, tests and nested modules left out.
func load(t *testing.T) (*token.FileSet, []file) {
	t.Helper()

	fset := token.NewFileSet()

	var files []file

	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != root && skipped(d.Name()):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}

		tree, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("parse: %w", err)
		}

		rel, err := filepath.Rel(root, name)
		rel = filepath.ToSlash(rel)
		files = append(files, file{name: rel, pkg: path.Dir(rel), tree: tree})

		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	if len(files) == 0 {
		t.Fatalf("no Go file under %s", root)
	}

	return fset, files
}

// skipped says whether the go command would not look into a directory of this name.
func skipped(name string) bool {
	return name == "testdata" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}

// fits says whether a package is what a pattern of layers names.
func fits(pattern, pkg string) bool {
	dir, below := strings.CutSuffix(pattern, "/...")

	return pkg == dir || below && strings.HasPrefix(pkg, dir+"/")
}

// projectPath returns the directory that an import names, and whether it is of this project.
func projectPath(spec *ast.ImportSpec) (string, bool) {
	name, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return "", false
	}

	return strings.CutPrefix(name, module+"/")
}

// osFunction returns the name that a selector picks from package os.
func osFunction(n ast.Node) (string, bool) {
	sel, ok := n.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}

	pkg, ok := sel.X.(*ast.Ident)

	return sel.Sel.Name, ok && pkg.Name == "os"
}

// packageVars returns the package-level variables of the files, as package.name.
func packageVars(files []file) map[string]bool {
	vars := map[string]bool{}

	for _, f := range files {
		for _, decl := range f.tree.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.VAR {
				continue
			}

			for _, spec := range gen.Specs {
				for _, id := range spec.(*ast.ValueSpec).Names {
					vars[f.pkg+"."+id.Name] = true
				}
			}
		}
	}

	return vars
}

// assigned returns the names that a function assigns to, or into, and does not declare itself.
func assigned(fn *ast.FuncDecl) []*ast.Ident {
	own := map[string]bool{}

	var targets []*ast.Ident

	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				id := target(lhs)
				if id != nil && n.Tok == token.DEFINE {
					own[id.Name] = true
				} else if id != nil {
					targets = append(targets, id)
				}
			}
		case *ast.IncDecStmt:
			if id := target(n.X); id != nil {
				targets = append(targets, id)
			}
		case *ast.RangeStmt:
			declare(own, n.Key, n.Value)
		case *ast.Field:
			declare(own, idents(n.Names)...)
		case *ast.ValueSpec:
			declare(own, idents(n.Names)...)
		}

		return true
	})

	return slices.DeleteFunc(targets, func(id *ast.Ident) bool { return own[id.Name] })
}

// target returns the variable that an assignment to an expression changes, in full or in part.
func target(e ast.Expr) *ast.Ident {
	switch e := e.(type) {
	case *ast.Ident:
		return e
	case *ast.IndexExpr:
		return target(e.X)
	case *ast.SelectorExpr:
		return target(e.X)
	case *ast.StarExpr:
		return target(e.X)
	case *ast.ParenExpr:
		return target(e.X)
	default:
		return nil
	}
}

// declare notes the names among expressions.
func declare(own map[string]bool, exprs ...ast.Expr) {
	for _, e := range exprs {
		if id, ok := e.(*ast.Ident); ok {
			own[id.Name] = true
		}
	}
}

// idents returns names as expressions.
func idents(names []*ast.Ident) []ast.Expr {
	exprs := make([]ast.Expr, len(names))
	for i, id := range names {
		exprs[i] = id
	}

	return exprs
}

// place says where a node is, as an editor finds it.
func place(fset *token.FileSet, f file, n ast.Node) string {
	return fmt.Sprintf("%s:%d", f.name, fset.Position(n.Pos()).Line)
}
