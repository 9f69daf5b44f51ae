package directives_test

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/yamltree"
)

const slugHelp = "write the axis values"

// newScope is a cell of edition=pro and arch=arm64 of the image gizmo; `params` comes from the document.
func newScope(doc *yamltree.Node) *directives.Scope {
	axes := map[string]string{"edition": "pro", "arch": "arm64", "v": "3.0"}
	builtins := map[string]string{"arch": "builtin-arch", "name": "gizmo", "slug": "gizmo_pro_arm64_cosi"}
	return directives.NewScope(axes, builtins, doc.Get("params"), nil)
}

// bannedScope is the scope of a `base` of an image without an arch axis.
func bannedScope(doc *yamltree.Node) *directives.Scope {
	builtins := map[string]string{"arch": "", "name": "gizmo", "slug": ""}
	banned := map[string]string{"slug": slugHelp, "arch": "add an `arch` axis"}
	return directives.NewScope(map[string]string{"edition": "pro"}, builtins, doc.Get("params"), banned)
}

func TestInterpolate(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, params, value, want string
	}{
		{"an axis", "", "${edition}", "pro"},
		{"inside a text", "", "a ${edition}-b", "a pro-b"},
		{"several", "", "${edition}${arch} ${edition}", "proarm64 pro"},
		{"a built-in", "", "${name} ${slug}", "gizmo gizmo_pro_arm64_cosi"},
		{"an axis before a built-in", "", "${arch}", "arm64"},
		{"an axis before a param", "edition: x", "${edition}", "pro"},
		{"a param before a built-in", "name: other", "${name}", "other"},
		{"a removed param is none", "name: $unset", "${name}", "gizmo"},
		{"a param", "p: x", "${p}", "x"},
		{"a param with odd characters", "a.b-c_d e: x", "${a.b-c_d e}", "x"},
		{"a param of params", "a: <${b}>\nb: (${c})\nc: ${edition}", "${a}${b}", "<(pro)>(pro)"},
		{"a number keeps its text", "p: 0755\nq: 1.10", "${p} ${q}", "0755 1.10"},
		{"a boolean and a date", "p: True\nq: 2026-01-01", "${p} ${q}", "True 2026-01-01"},
		{"an empty param", "p: ''", "a${p}b", "ab"},
		{"a block param", "p: |\n  one\n  two", "${p}", "one\ntwo\n"},
		{"a param of an empty param", "p: ${q}\nq: ''", "[${p}]", "[]"},

		{"an escape", "", "$${edition}", "${edition}"},
		{"an escape before a name", "", "$${${edition}}", "${pro}"},
		{"a dollar before an escape", "", "$$${edition}", "$${edition}"},
		{"two escapes", "", "$${a} $${b}", "${a} ${b}"},
		{"an escape of nothing", "", "$${", "${"},
		{"an escape in a param", "p: $${edition}", "${p}", "${edition}"},
		{"escapes and names", "", "$${a}${edition}$${b", "${a}pro${b"},
		{"a value is not interpolated", "p: $\nq: '{edition}'", "${p}${q}", "${edition}"},
		{"no template", "", "$x $(x) $ {x} $", "$x $(x) $ {x} $"},
		{"a dollar before a name", "", "$x${edition}$(y)", "$xpro$(y)"},
		{"a brace after a name", "", "${edition}}", "pro}"},
		{"a brace before a name", "", "{${edition}", "{pro"},

		{"reads as a float", "", "${v}", "3.0"},
		{"reads as a boolean", "p: 'true'", "${p}", "true"},
		{"reads as an old boolean", "p: y\nq: es", "${p}${q}", "yes"},
		{"reads as an integer", "p: '0755'", "${p}", "0755"},
		{"reads as null", "p: 'null'", "${p}", "null"},
		{"reads as a null sign", "p: '~'", "${p}", "~"},
		{"reads as nothing", "p: ''", "${p}", ""},
		{"reads as a date", "p: 2026-01", "${p}-01", "2026-01-01"},
		{"reads as a map", "p: 'a: b'", "${p}", "a: b"},
		{"reads as a list", "p: '[a]'", "${p}", "[a]"},
		{"reads as an alias", "p: '*a'", "${p}", "*a"},
		{"reads as a comment", "p: ' # c'", "a${p}", "a # c"},
		{"reads as a merge key", "p: '<'", "${p}${p}", "<<"},
		{"reads as a directive", "p: 'unset'", "$${p}", "${p}"},
		{"blanks at the ends", "p: ' '", "${p}x${p}", " x "},
		{"a tab", "p: \"\\t\"", "${p}x", "\tx"},
		{"a control character", "p: \"\\e[1m\"", "${p}", "\x1b[1m"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, style := range []string{"", "'", `"`} {
				checkInterpolated(t, tt.params, style+tt.value+style, tt.want)
			}
			checkInterpolated(t, tt.params, "|-\n    "+tt.value, tt.want)
		})
	}
}

func checkInterpolated(t *testing.T, params, value, want string) {
	t.Helper()
	if strings.HasPrefix(value, "{") || strings.HasPrefix(value, "[") {
		return // not a text
	}
	doc := fold(t, "params:\n"+indent(params)+"\nconfig:\n  k: "+value+"\n")
	out, faults := newScope(doc).Interpolate(doc.Get("config"), "config")
	if len(faults) > 0 {
		t.Fatalf("%s: %s", value, dump(faults))
	}
	if n := out.Get("k"); n.Value != want || n.Type != yamltree.String {
		t.Errorf("%s: got the %s %q, want %q", value, n.Type, n.Value, want)
	}
	var back map[string]any
	if err := yaml.Unmarshal(yamltree.Append(nil, out), &back); err != nil {
		t.Fatal(err)
	}
	if back["k"] != any(want) {
		t.Errorf("%s: reads back as %#v, want %q", value, back["k"], want)
	}
}

func indent(s string) string { return "  " + strings.ReplaceAll(s, "\n", "\n  ") }

// interpolationCases are documents whose `config` (or `base`) cannot be interpolated.
var interpolationCases = []faultCase{
	{"undefined", "config: {a: 'x ${editoin} y'}\n"},
	{"undefined, with blanks", "config: {a: '${ edition }'}\n"},
	{"undefined without a near name", "config: {a: '${HOME}'}\n"},
	{"undefined, near a param", "params: {hostname: x}\nconfig: {a: '${hostnam}'}\n"},
	{"undefined in a list", "config: {a: [x, {b: '${nope}'}]}\n"},
	{"undefined twice in one text", "config: {a: '${nope} ${edition} ${nowhere}'}\n"},
	{"after an escape", "config: {a: '$${x} ${nope}'}\n"},
	{"plain", "config:\n  a: x ${nope} y\n"},
	{"plain over two lines", "config:\n  a: x\n    ${nope} y\n"},
	{"a name over two lines", "config:\n  a: x ${no\n    pe} y\n"},
	{"double-quoted, after escapes", "config: {a: \"\\t\\u00e9 ${nope}\"}\n"},
	{"double-quoted, spelled with an escape", "config: {a: \"\\x24{nope} ${edition}\"}\n"},
	{"double-quoted, an escape in the name", "config: {a: \"${no\\x70e} x\"}\n"},
	{"single-quoted, after a quote", "config: {a: 'it''s ${nope}'}\n"},
	{"after wide characters", "config: {a: '日本 ${nope}'}\n"},
	{"literal", "config:\n  a: |\n    x\n    y ${nope}\n"},
	{"literal with a comment in its header", "config:\n  a: | # ${edition}\n    y ${nope}\n"},
	{"folded", "config:\n  a: >-\n    x\n    y ${nope}\n"},
	{"a path that needs quotes", "config: {\"a.b\": ['${nope}']}\n"},
	{"in an included file", "config: {$include: template.yaml}\n"},
	{"a shell expansion", "config: {a: 'echo ${VAR:-x}'}\n"},
	{"nested braces", "config: {a: '${a${edition}}'}\n"},
	{"empty", "config: {a: 'x ${} y'}\n"},
	{"blank", "config: {a: 'x ${  } y'}\n"},
	{"empty, nested", "config: {a: '${edition}${}'}\n"},
	{"unterminated", "config: {a: 'x ${edition'}\n"},
	{"unterminated at the end", "config: {a: 'x ${'}\n"},
	{"unterminated in a line", "config:\n  a: |\n    x ${edition\n    }\n"},
	{"a fault in a param", "params: {p: '${nope}'}\nconfig: {a: '${p}', b: '${p}'}\n"},
	{"an unterminated param", "params: {p: '${'}\nconfig: {a: '${p}'}\n"},
	{"a list param", "params: {p: [1]}\nconfig: {a: '${p} ${p}'}\n"},
	{"a map param", "params: {p: {x: 1}}\nconfig: {a: 'x ${p}'}\n"},
	{"a null param", "params: {p: }\nconfig: {a: '${p}'}\n"},
	{"a null param of a param", "params: {p: ~, q: '${p}'}\nconfig: {a: '${q}'}\n"},
	{"a param of itself", "params: {p: 'x ${p}'}\nconfig: {a: '${p}'}\n"},
	{"a cycle of two", "params: {p: '${q}', q: 'a ${p}'}\nconfig: {a: '${p}'}\n"},
	{"a cycle of two, entered elsewhere", "params: {p: '${q}', q: 'a ${p}'}\nconfig: {a: '${q}'}\n"},
	{"a cycle of three, all of it used", "params: {p: '${q}', q: '${r}', r: '${p}'}\nconfig: {a: '${r} ${q} ${p}'}\n"},
	{"params with cycles themselves", "params: {p: '${q}', q: '${p}', r: '${q}'}\nconfig: {a: '${r}'}\n"},
	{"banned", "base: {path: 'x ${slug}'}\n"},
	{"banned twice", "base: {path: '${arch}/${slug}'}\n"},
	{"banned through a param", "params: {p: '${q}', q: 'x ${slug}'}\nbase: {path: '${p}', b: '${q}'}\n"},
	{"banned, beside an undefined name", "base: {path: '${slug} ${nope}'}\n"},
	{"too long", "params: {a: " + strings.Repeat("x", 1000) + ", b: '" + strings.Repeat("${a}", 1000) +
		"', c: '${b}${b}${b}${b}${b}'}\nconfig: {a: '${c}', b: '${edition}', c: '${b}'}\n"},
}

func TestInterpolateFaults(t *testing.T) {
	t.Parallel()
	var g golden
	for _, tt := range interpolationCases {
		doc := fold(t, tt.doc)
		var faults []diag.Diagnostic
		if base := doc.Get("base"); base != nil {
			_, faults = bannedScope(doc).Interpolate(base, "base")
		} else {
			_, faults = newScope(doc).Interpolate(doc.Get("config"), "config")
		}
		if len(faults) == 0 {
			t.Errorf("%s: no fault", tt.name)
		}
		input, output := tt.doc, dump(faults)
		if len(input) > 1000 {
			input, output = "...", shortened(output)
		}
		g.add(tt.name, input, output)
	}
	g.check(t, "interpolation.golden")
}

// shortened leaves out the middle of long lines.
func shortened(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if len(line) > 200 {
			lines[i] = line[:40] + "..." + line[len(line)-20:]
		}
	}
	return strings.Join(lines, "\n")
}

// TestBannedNames holds that a name is banned only while nothing else defines it.
func TestBannedNames(t *testing.T) {
	t.Parallel()
	doc := fold(t, "params: {slug: mine, p: '${arch}'}\nbase: {path: '${slug}-${name}'}\n")
	out, faults := bannedScope(doc).Interpolate(doc.Get("base"), "base")
	if len(faults) > 0 || out.Get("path").Value != "mine-gizmo" {
		t.Errorf("got %s%s", text(out), dump(faults))
	}
}

// TestInterpolateParams holds that a cycle and an undefined name are the same faults whether `params` or a
// value that uses them is interpolated.
func TestInterpolateParams(t *testing.T) {
	t.Parallel()
	doc := fold(t, "params: {p: '${q}', q: '${p}', r: '${nope}'}\nconfig: {a: '${q}', b: '${r}'}\n")
	_, direct := newScope(doc).Interpolate(doc.Get("params"), "params")
	_, through := newScope(doc).Interpolate(doc.Get("config"), "config")
	if dump(direct) != dump(through) {
		t.Errorf("direct:\n%sthrough config:\n%s", dump(direct), dump(through))
	}
}

func TestInterpolateShares(t *testing.T) {
	t.Parallel()
	doc := fold(t, "config: {a: {x: 1}, b: ['${edition}', [2]]}\n")
	scope, config := newScope(doc), doc.Get("config")
	out, faults := scope.Interpolate(config, "config")
	if len(faults) > 0 {
		t.Fatal(dump(faults))
	}
	if out == config || out.Get("a") != config.Get("a") || out.Get("b").Items[1] != config.Get("b").Items[1] {
		t.Error("what holds no template is not shared")
	}
	if out.Get("b").Items[0].Value != "pro" || config.Get("b").Items[0].Value != "${edition}" {
		t.Error("the tree was changed")
	}
	if again, _ := scope.Interpolate(config.Get("a"), "config"); again != config.Get("a") {
		t.Error("a tree without templates is copied")
	}
	if none, faults := scope.Interpolate(nil, "config"); none != nil || len(faults) > 0 {
		t.Error("nothing became something")
	}
}
