package cli

import (
	"slices"
	"strconv"

	"tailor/internal/diag"
	"tailor/render"
	"tailor/render/scaffold"
)

// addAxis adds an axis to an image, or values to one that it has.
func (s *run) addAxis(w *render.Workspace, found *diag.Report, words []render.Arg) error {
	if !s.needs(found, []string{w.Marker()}) {
		return nil
	}
	img, words := s.oneOf(w, found, words)
	if img == nil || !s.needs(found, []string{img.Path}) {
		return nil
	}
	if len(words) < 2 {
		s.report.Add(diag.New(codeUsage, s.line.file.Find("axis"), "`tailor add axis` needs an axis and a value", "write `"+s.additions()["axis"].usage+"`"))
		return nil
	}
	axis, values := words[0], words[1:]
	s.mistaken(img, axis, values)
	if s.report.HasErrors() {
		return nil
	}
	s.report.Add(img.CheckAxis(axis, values)...)
	if s.report.HasErrors() {
		return nil
	}
	change := s.prepare(w, scaffold.Axis(w.Definition(img), axis.Value, texts(values)))
	if change == nil {
		return nil
	}
	_, known := img.Matrix.Axis(axis.Value)
	before := slugsOf(w, img)
	now := s.edited(found, change, img.Name)
	if s.report.HasErrors() {
		return nil
	}
	if err := s.replace(w, change); err != nil || s.report.HasErrors() {
		return err
	}
	return s.sayAxis(img, change, added{axis.Value, texts(values), known}, before, now)
}

// mistaken reports a first word that was meant as the image.
func (s *run) mistaken(img *render.Image, axis render.Arg, values []render.Arg) {
	if _, known := img.Matrix.Axis(axis.Value); known || len(values) < 2 || diag.Nearest(axis.Value, []string{img.Name}) == "" {
		return
	}
	s.report.Add(diag.New(render.CodeUnknownName, axis.Span, "there is no image `"+axis.Value+"`",
		"did you mean `"+img.Name+"`? For an axis of this name write `tailor add axis "+img.Name+" "+axis.Value+" ...`"))
}

func texts(args []render.Arg) []string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = a.Value
	}
	return out
}

// edited opens the workspace as if a change had been made, and lists the slugs of an image then. It reports new errors of
// which the change is the cause: the workspace could not be read any more, or a name would mean two things. What cells lack
// is left to the fragments that come next.
func (s *run) edited(found *diag.Report, change *rewrite, image string) []string {
	place, err := s.find()
	var report diag.Report
	var w *render.Workspace
	if err == nil {
		w, err = render.OpenEdited(place, map[string][]byte{change.path: change.text}, &report)
	}
	if err != nil {
		s.report.Add(notWritten(s.shown(change.path), err))
		return nil
	}
	defer w.Close()
	faults := report.All()
	slugs := slugsOf(w, w.Image(image))
	for _, d := range report.All() {
		if d.Code == render.CodeParamShadowsAxis {
			faults = append(faults, d)
		}
	}
	before := found.All()
	for _, d := range faults {
		if d.Severity == diag.Error && !slices.ContainsFunc(before, func(b diag.Diagnostic) bool { return b.Code == d.Code && b.Message == d.Message }) {
			d.Notes = append(d.Notes, "nothing was written: the lines are those of the file with what would be added")
			s.report.Add(d)
		}
	}
	return slugs
}

// slugsOf lists the slugs of an image; none when its cells have errors.
func slugsOf(w *render.Workspace, img *render.Image) []string {
	if img == nil {
		return nil
	}
	var faults diag.Report
	plan := w.Plan(render.Selection{Names: []render.Arg{{Value: img.Name}}, Faults: &faults})
	var out []string
	for _, c := range plan.Cells {
		for _, o := range c.Outputs {
			out = append(out, o.Slug)
		}
	}
	return out
}

// added is what was added to an image.
type added struct {
	axis   string
	values []string
	known  bool // the axis was there
}

// sayAxis says what was added and what that does to slugs.
func (s *run) sayAxis(img *render.Image, change *rewrite, a added, before, now []string) error {
	lines := s.shown(change.path) + ": new axis `" + a.axis + "` of `" + img.Name + "` with " + diag.List(a.values) + "\n"
	if a.known {
		lines = s.shown(change.path) + ": axis `" + a.axis + "` of `" + img.Name + "` also has " + diag.List(a.values) + " now\n"
	}
	gone, fresh := missingFrom(before, now), missingFrom(now, before)
	switch {
	case len(before) == 0 || len(now) == 0: // they are not known
	case len(gone) > 0:
		lines += "slugs change: " + several(gone) + " out, " + several(fresh) + " in\n"
	case len(fresh) > 0:
		lines += "slugs stay, and there are new ones: " + several(fresh) + "\n"
	default:
		lines += "slugs stay, and there is no new one: `selectors:` leaves out what is new\n"
	}
	return s.say(lines, []scaffold.Step{
		{Command: "tailor add fragment " + img.Name + " " + a.axis + "=" + a.values[len(a.values)-1], Why: "make the file for what differs there"},
		{Command: "tailor validate", Why: "check that every config renders"},
	})
}

// missingFrom lists the words of a list that another one has not.
func missingFrom(list, other []string) []string {
	have := map[string]bool{}
	for _, word := range other {
		have[word] = true
	}
	return slices.DeleteFunc(slices.Clone(list), func(word string) bool { return have[word] })
}

// several is the first of some words, and how many more there are.
func several(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return words[0] + " and " + strconv.Itoa(len(words)-1) + " more"
}
