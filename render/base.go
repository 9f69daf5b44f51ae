package render

import (
	"slices"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/internal/yamltree"
	"tailor/matrix"
)

// baseSources are the keys of a base of which a cell may have one.
var baseSources = []string{"path", "oci", "azureLinux", "ref"}

// arch returns the architecture of a cell: its `arch` axis, else what its base says, else amd64. It reports
// an axis and a base that disagree.
func (e *evaluator) arch(c *Cell, base *yamltree.Node) string {
	axis, hasAxis := c.Values.Value(matrix.ArchAxis)
	said, at, ok := e.baseArch(c, base)
	switch {
	case !hasAxis && !ok:
		return matrix.DefaultArch
	case !hasAxis:
		return said
	case ok && said != axis:
		f := diag.New(CodeArchMismatch, at, "the base is for `"+said+"`, the cell for `"+axis+"`",
			"choose a base for each architecture, such as `ref: NAME-${arch}`")
		f.Labels[0].Text = "`" + said + "`"
		f.Labels = append(f.Labels, diag.Label{Span: e.img.values[[2]string{matrix.ArchAxis, axis}], Text: "the value of the axis"})
		c.faults = append(c.faults, f)
	}
	return axis
}

// baseArch returns what a base says about its architecture, and where.
func (e *evaluator) baseArch(c *Cell, base *yamltree.Node) (arch string, at source.Span, ok bool) {
	if ref := base.Get("ref"); !ref.IsNull() {
		for _, slot := range e.w.BaseImages {
			if slot.Name == ref.Value && slot.Arch != "" {
				return slot.Arch, ref.Span, true
			}
		}
		return "", source.Span{}, false
	}
	if n := base.Get("arch"); !n.IsNull() && !base.Get("path").IsNull() {
		return c.archOf(n, n.Value)
	}
	if n := base.Get("oci").Get("platform"); !n.IsNull() && n.Kind == yamltree.Scalar {
		parts := strings.Split(n.Value, "/")
		if len(parts) < 2 {
			c.fail(CodeBadValue, n, "`"+n.Value+"` is no platform", "write `linux/amd64` or `linux/arm64`")
			return "", n.Span, false
		}
		return c.archOf(n, parts[1])
	}
	return "", source.Span{}, false
}

// archOf checks an architecture that a node names.
func (c *Cell) archOf(n *yamltree.Node, arch string) (string, source.Span, bool) {
	if n.Kind == yamltree.Scalar && matrix.ValidArch(arch) {
		return arch, n.Span, true
	}
	c.fail(CodeBadValue, n, "unknown architecture "+shape(n), "write `amd64` or `arm64`")
	return "", n.Span, false
}

// arch checks an architecture in tailor.yaml.
func (d decoder) arch(t text) {
	if !matrix.ValidArch(t.value) {
		d.fail(CodeBadValue, t.span, "unknown architecture `"+t.value+"`", "write `amd64` or `arm64`")
	}
}

// bind checks that the base names one source, and finds its slot.
func (e *evaluator) bind(c *Cell, base *yamltree.Node) {
	var found []yamltree.Entry
	if base == nil {
		return
	}
	for _, entry := range base.Entries {
		if slices.Contains(baseSources, entry.Key.Name) && !entry.Value.IsNull() {
			found = append(found, entry)
		}
	}
	if len(found) > 1 {
		c.twoBases(found[0], found[1])
		return
	}
	if ref := base.Get("ref"); !ref.IsNull() {
		e.bindSlot(c, ref)
	}
}

func (c *Cell) twoBases(first, second yamltree.Entry) {
	f := diag.New(CodeTwoBases, second.Value.Span, "the base has `"+first.Key.Name+"` and `"+second.Key.Name+"`",
		"a base has one of "+diag.List(baseSources)+": remove the other with `"+first.Key.Name+": $unset`")
	f.Labels[0].Via = second.Value.Via.Sites()
	f.Labels = append(f.Labels, diag.Label{Span: first.Value.Span, Text: "`" + first.Key.Name + "` set here", Via: first.Value.Via.Sites()})
	c.faults = append(c.faults, f)
}

func (e *evaluator) bindSlot(c *Cell, ref *yamltree.Node) {
	if ref.Kind != yamltree.Scalar {
		c.fail(CodeWrongShape, ref, "`ref` must be a text, not "+shape(ref), "write `ref: NAME` with a name of `baseImages`")
		return
	}
	var names []string
	for _, slot := range e.w.BaseImages {
		if slot.Name == ref.Value {
			c.BaseImage = slot.Name
			return
		}
		names = append(names, slot.Name)
	}
	help := diag.Suggest(ref.Value, names, "add `- { name: "+ref.Value+", path: PATH }` to `baseImages` in tailor.yaml")
	c.fail(CodeUnknownBase, ref, "there is no base image `"+ref.Value+"`", help)
}
