package render

import (
	"strings"

	"tailor/internal/diag"
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
		report := plan.w.report
		plan.w.report = &diag.Report{}
		if all := plan.w.slugsOf(img.Name); plan.w.report.Errors() == 0 && !img.broken {
			slugs = map[string]bool{}
			for _, s := range all {
				slugs[s] = true
			}
		}
		plan.w.report = report
		plan.slugs[img] = slugs
	}
	return slugs == nil || slugs[slug]
}
