package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tailor/internal/diag"
	"tailor/internal/revision"
	"tailor/internal/shell"
	"tailor/internal/source"
	"tailor/matrix"
	"tailor/render"
)

// inWorkspace opens the workspace of the line, goes on with complete and closes it. Without one there is nothing to
// complete; of a faulty one there is what could be read.
func (c *completer) inWorkspace(complete func(*render.Workspace) shell.Answer) shell.Answer {
	if spans := c.line.values("--manifest"); len(spans) > 0 {
		c.options.manifest = atHome(spans[len(spans)-1].Text())
	}
	w, err := c.open()
	if w == nil || err != nil {
		return shell.Answer{}
	}
	defer w.Close()
	return complete(w)
}

// atHome is a path in which the shell would put the home directory in place of `~`.
func atHome(name string) string {
	rest, ok := strings.CutPrefix(name, "~/")
	home, err := os.UserHomeDir()
	if !ok || err != nil {
		return name
	}
	return filepath.Join(home, rest)
}

// images completes the name of an image.
func (c *completer) images(current string) shell.Answer {
	return c.inWorkspace(func(w *render.Workspace) shell.Answer { return matching(c.imageNames(w), current) })
}

// imageNames are the images that the line does not name yet.
func (c *completer) imageNames(w *render.Workspace) []shell.Candidate {
	var found []shell.Candidate
	for _, img := range w.Images {
		if img.Name != "" && !c.typed(img.Name) {
			found = append(found, shell.Candidate{Text: img.Name, Note: diag.Count(len(img.Cells), "cell")})
		}
	}
	return found
}

// typed reports whether the line has a name, as one or as a value of --cell.
func (c *completer) typed(name string) bool {
	return slices.ContainsFunc(c.line.names(), func(arg render.Arg) bool { return arg.Value == name }) ||
		slices.ContainsFunc(c.line.values("--cell"), func(at source.Span) bool { return at.Text() == name })
}

// imagesAndSlugs completes an image and, as soon as only one image is left, its slugs.
func (c *completer) imagesAndSlugs(current string) shell.Answer {
	return c.inWorkspace(func(w *render.Workspace) shell.Answer {
		a := matching(c.imageNames(w), current)
		var near []*render.Image
		for _, img := range w.Images {
			if strings.HasPrefix(img.Name, current) || strings.HasPrefix(current, img.Name+"_") {
				near = append(near, img)
			}
		}
		if len(near) == 1 {
			slugs := c.slugsOf(w, near, current)
			a.Candidates, a.Open = append(a.Candidates, slugs.Candidates...), slugs.Open
		}
		return a
	})
}

// slugs completes the slug of a cell, of the images that the line names if it names any.
func (c *completer) slugs(current string) shell.Answer {
	return c.inWorkspace(func(w *render.Workspace) shell.Answer {
		return c.slugsOf(w, chosenImages(w, c.line.names()), current)
	})
}

// chosenImages are the images of names or slugs; all when they are of none.
func chosenImages(w *render.Workspace, names []render.Arg) []*render.Image {
	var images []*render.Image
	for _, arg := range names {
		if img := w.ImageOf(arg.Value); img != nil && !slices.Contains(images, img) {
			images = append(images, img)
		}
	}
	if len(images) == 0 {
		return w.Images
	}
	return images
}

// maxListed is how many cells are evaluated and listed. Of more only the next part of their slugs is completed: nobody
// reads that many, and evaluating them takes longer than a TAB may.
const maxListed = 500

// near are the cells of an image whose slugs may begin with what was typed.
type near struct {
	image *render.Image
	cells []matrix.Cell
}

// slugsOf completes the slugs of images.
func (c *completer) slugsOf(w *render.Workspace, images []*render.Image, current string) shell.Answer {
	found, count := nearCells(images, current)
	for typed := current; count > maxListed; {
		next := nextParts(found, typed)
		if len(next) > 1 {
			return shell.Answer{Candidates: plain(next), Open: true}
		}
		if next[0] == typed {
			break // images of one name
		}
		typed = next[0]
	}
	var slugs []shell.Candidate
	open := false
	for _, n := range found {
		for _, cell := range w.CellsOf(n.image, n.cells) {
			note := cell.Values.String()
			for _, o := range cell.Outputs {
				if !c.typed(o.Slug) {
					slugs = append(slugs, shell.Candidate{Text: o.Slug, Note: note})
				}
			}
			if len(cell.Outputs) == 0 { // something is wrong with it, and so much is known
				open = true
				slugs = append(slugs, shell.Candidate{Text: stem(n.image, cell.Values), Note: note})
			}
		}
	}
	a := matching(slugs, current)
	a.Open = open
	return a
}

// stem is the start that all slugs of a cell share.
func stem(img *render.Image, cell matrix.Cell) string { return matrix.Stem(img.Name, cell) + "_" }

// nearCells returns the cells whose slugs may begin with a text, and their number.
func nearCells(images []*render.Image, current string) (found []near, count int) {
	may := func(text string) bool { return strings.HasPrefix(text, current) || strings.HasPrefix(current, text) }
	for _, img := range images {
		if img.Name == "" || !may(img.Name+"_") {
			continue
		}
		n := near{image: img}
		for _, cell := range img.Cells {
			if may(stem(img, cell)) {
				n.cells = append(n.cells, cell)
			}
		}
		found, count = append(found, n), count+len(n.cells)
	}
	return found, count
}

// nextParts returns how slugs that begin with a text go on up to the next `_`, each once.
func nextParts(found []near, typed string) []string {
	var next []string
	seen := map[string]bool{}
	for _, n := range found {
		for _, cell := range n.cells {
			text := stem(n.image, cell)
			if i := strings.IndexByte(text[min(len(typed), len(text)):], '_'); i >= 0 {
				text = text[:len(typed)+i+1]
			}
			if !seen[text] {
				seen[text] = true
				next = append(next, text)
			}
		}
	}
	return next
}

// pairs completes the value of --select: an axis, or values of the last one. Candidates repeat what stands in front.
func (c *completer) pairs(current string) shell.Answer {
	return c.inWorkspace(func(w *render.Workspace) shell.Answer { return pairsOf(c.axesOf(w), current) })
}

// pair completes values of one axis that an image declares and no other name on the line is about. A feature stands alone.
func (c *completer) pair(current string) shell.Answer {
	return c.inWorkspace(func(w *render.Workspace) shell.Answer {
		names := c.line.names()
		images := chosenImages(w, names)
		axes := slices.DeleteFunc(c.axesOf(w), func(axis matrix.Axis) bool {
			declared := slices.ContainsFunc(images, func(img *render.Image) bool {
				_, ok := img.Matrix.Axis(axis.Name)
				return ok
			})
			return !declared || slices.ContainsFunc(names, func(arg render.Arg) bool {
				return strings.HasPrefix(arg.Value, axis.Name+"=") || strings.HasPrefix(arg.Value, featureAxis+"=")
			})
		})
		paired := slices.ContainsFunc(names, func(arg render.Arg) bool { return strings.Contains(arg.Value, "=") })
		if !paired && !strings.Contains(current, ",") {
			axes = append(axes, featuresOf(images)...)
		}
		if typed, _, ok := strings.Cut(current, "="); ok {
			axes = slices.DeleteFunc(axes, func(axis matrix.Axis) bool { return axis.Name != typed })
		}
		return pairsOf(axes, current)
	})
}

// featureAxis stands for the features of an image where `tailor add fragment` takes axes.
const featureAxis = "feature"

// featuresOf are the features of some images as if they were the values of an axis; none when there are no features.
func featuresOf(images []*render.Image) []matrix.Axis {
	axis := matrix.Axis{Name: featureAxis}
	for _, img := range images {
		for _, f := range img.Features {
			if !slices.Contains(axis.Values, f) {
				axis.Values = append(axis.Values, f)
			}
		}
	}
	if len(axis.Values) == 0 {
		return nil
	}
	return []matrix.Axis{axis}
}

// axes completes the name of an axis.
func (c *completer) axes(current string) shell.Answer {
	return c.inWorkspace(func(w *render.Workspace) shell.Answer {
		axes := c.axesOf(w)
		found := make([]shell.Candidate, len(axes))
		for i, axis := range axes {
			found[i] = shell.Candidate{Text: axis.Name, Note: strings.Join(axis.Values, ", ")}
		}
		return matching(found, current)
	})
}

// pairsOf completes an axis or a value. An axis that is the only one is followed by its values.
func pairsOf(axes []matrix.Axis, current string) shell.Answer {
	cut := strings.LastIndexByte(current, ',') + 1
	done, piece := current[:cut], current[cut:]
	last, _, isPair := strings.Cut(piece, "=")
	given := givenPairs(done)
	if !isPair && len(given) > 0 {
		last = given[len(given)-1].Axis
	}
	var values, names []shell.Candidate
	for _, axis := range axes {
		named := slices.ContainsFunc(given, func(p matrix.Pair) bool { return p.Axis == axis.Name })
		if !isPair && !named {
			names = append(names, shell.Candidate{Text: done + axis.Name + "=", Note: strings.Join(axis.Values, ", ")})
		}
		for _, v := range axis.Values {
			pair := matrix.Pair{Axis: axis.Name, Value: v}
			switch {
			case axis.Name != last || slices.Contains(given, pair):
			case isPair:
				values = append(values, shell.Candidate{Text: done + pair.String()})
			default:
				values = append(values, shell.Candidate{Text: done + v, Note: pair.String()})
			}
		}
	}
	a := matching(append(values, names...), current)
	a.Open = slices.ContainsFunc(a.Candidates, func(c shell.Candidate) bool { return strings.HasSuffix(c.Text, "=") })
	if len(a.Candidates) == 1 && a.Open && !isPair {
		return pairsOf(axes, a.Candidates[0].Text) // there is nothing to choose before its values
	}
	return a
}

// givenPairs reads what stands before a comma in a value of --select.
func givenPairs(text string) []matrix.Pair {
	var pairs []matrix.Pair
	axis := ""
	for piece := range strings.SplitSeq(strings.TrimSuffix(text, ","), ",") {
		value := piece
		if name, v, ok := strings.Cut(piece, "="); ok {
			axis, value = name, v
		}
		if axis != "" {
			pairs = append(pairs, matrix.Pair{Axis: axis, Value: value})
		}
	}
	return pairs
}

// axesOf returns the axes of the images that the line names, without names of all that take part then.
func (c *completer) axesOf(w *render.Workspace) []matrix.Axis {
	names := append(c.line.names(), c.given("--cell")...)
	var matrices []*matrix.Matrix
	for _, img := range chosenImages(w, names) {
		if !img.Skip || len(names) > 0 {
			matrices = append(matrices, img.Matrix)
		}
	}
	return matrix.Selectable(matrices)
}

// revisions completes a branch or a tag of the repository around the workspace, or a directory.
func (c *completer) revisions(current string) shell.Answer {
	a := c.inWorkspace(func(w *render.Workspace) shell.Answer {
		ctx, stop := interruptible()
		defer stop()
		repo, err := revision.Find(ctx, w.Dir())
		if err != nil {
			return shell.Answer{}
		}
		names, err := repo.Names(ctx)
		if err != nil {
			return shell.Answer{}
		}
		return matching(plain(append([]string{"HEAD"}, names...)), current)
	})
	a.Dirs = true
	return a
}
