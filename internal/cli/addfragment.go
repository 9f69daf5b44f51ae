package cli

import (
	"path"
	"strconv"

	"tailor/fragments"
	"tailor/internal/diag"
	"tailor/internal/source"
	"tailor/render"
	"tailor/render/scaffold"
)

// addFragment makes a fragment of an image, with the path that says when it applies.
func (s *run) addFragment(w *render.Workspace, found *diag.Report, words []render.Arg) error {
	if !s.needs(found, []string{w.Marker()}) {
		return nil
	}
	img, words := s.oneOf(w, found, words)
	if img == nil || !s.needs(found, []string{img.Path}) {
		return nil
	}
	if len(words) == 0 {
		s.report.Add(diag.New(codeUsage, s.line.file.Find("fragment"), "`tailor add fragment` needs an axis and its value",
			"write `"+s.additions()["fragment"].usage+"`"))
		return nil
	}
	fragment, faults := w.NewFragment(img, words)
	s.report.Add(faults...)
	if len(faults) > 0 {
		return nil
	}
	if twin := twinOf(img, fragment); twin != nil {
		at := source.NewPath(path.Join(img.Dir, twin.Path))
		s.report.Add(diag.New(codeThere, at.Whole(), "`"+twin.Path+"` applies to the same cells as `"+fragment.Path+"` would",
			"write into the file that is there"))
		return nil
	}
	file := scaffold.Fragment(img.Dir, fragment)
	if err := s.createIn(w, file, nil); err != nil || s.report.HasErrors() {
		return err
	}
	lines := "created " + s.shown(file.Path) + "\n" + applies(img, fragment)
	return s.say(lines, []scaffold.Step{
		{Command: "tailor explain " + img.Name, Why: "show where it stands in the order of the merge"},
		{Command: "tailor validate", Why: "check that every config renders"},
	})
}

// twinOf returns the fragment of an image that has another path for the same condition, or nil.
func twinOf(img *render.Image, fragment *fragments.Fragment) *fragments.Fragment {
	for _, other := range img.Fragments {
		if other.Path != fragment.Path && fragments.SameCondition(other, fragment) {
			return other
		}
	}
	return nil
}

// applies says to which cells a fragment applies.
func applies(img *render.Image, fragment *fragments.Fragment) string {
	if fragment.Feature != "" && fragment.FeatureAt < 0 {
		return "it applies when `features:` of `" + img.Name + "` lists `" + fragment.Feature + "`\n"
	}
	n := 0
	for _, c := range img.Cells {
		if fragment.Matches(c) {
			n++
		}
	}
	return "it applies to " + strconv.Itoa(n) + " of " + diag.Count(len(img.Cells), "cell") + ": " + fragment.Reason() + "\n"
}
