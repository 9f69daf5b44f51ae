package render

import (
	"strings"

	"tailor/matrix"
)

// Skipped reports whether a slug is one of a cell that exists and that `skip` leaves out of the plan. When the
// cells of an image that is skipped cannot be told because it has faults, it is.
func (plan *Plan) Skipped(slug string) bool {
	img := plan.w.Image(matrix.Image(slug))
	if img == nil {
		return false
	}
	if img.Skip {
		return plan.hasSlug(img, slug)
	}
	for _, c := range plan.skipped {
		if c.Image != img {
			continue
		}
		if len(c.Outputs) == 0 && strings.HasPrefix(slug, c.stem()+"_") {
			return true // its faults do not count, and nobody knows its slugs
		}
		for _, o := range c.Outputs {
			if o.Slug == slug {
				return true
			}
		}
	}
	return false
}

// hasSlug reports whether an image that takes no part in the plan has a slug. Its faults are nobody's business;
// with faults every slug may be one of its own.
func (plan *Plan) hasSlug(img *Image, slug string) bool {
	slugs, ok := plan.slugs[img]
	if !ok {
		var all []string
		if plan.w.quietly(func() { all = plan.w.slugsOf(img.Name) }) && !img.broken {
			slugs = map[string]bool{}
			for _, s := range all {
				slugs[s] = true
			}
		}
		plan.slugs[img] = slugs
	}
	return slugs == nil || slugs[slug]
}
