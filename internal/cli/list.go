package cli

import (
	"strconv"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"tailor/render"
)

func (s *run) listCommand() *ucli.Command {
	return &ucli.Command{
		Name:      "list",
		Usage:     "list the images",
		ArgsUsage: "[IMAGE|SLUG]...",
		Description: "Lists every image with the number of its cells; with a selection, the selected ones with the\n" +
			"number of selected cells.\n\n   tailor list\n   tailor list -s arch=arm64",
		Flags:  selectionFlags(),
		Action: s.list,
	}
}

func (s *run) list(c *ucli.Context) error {
	s.setup(c)
	w, err := s.open()
	if w == nil {
		return err
	}
	defer w.Close()
	cells := map[*render.Image]int{}
	if selection := s.selection(c); selection.IsEmpty() {
		for _, img := range w.Images {
			cells[img] = len(img.Cells)
		}
	} else {
		for _, cell := range w.Plan(selection).Cells {
			cells[cell.Image]++
		}
	}
	if s.report.HasErrors() {
		return nil
	}
	t := table{}
	t.add("IMAGE", "CELLS", "AXES", "NOTES", "PATH")
	for _, img := range w.Images {
		if n, ok := cells[img]; ok {
			t.add(img.Name, strconv.Itoa(n), dash(strings.Join(img.Matrix.AxisNames(), ",")), dash(imageNotes(img)), img.Path)
		}
	}
	return t.print(s.streams.Out)
}

// imageNotes says what is special about an image.
func imageNotes(img *render.Image) string {
	var notes []string
	if img.Skip {
		notes = append(notes, "skip")
	}
	if img.Converts() {
		notes = append(notes, img.Operation)
	}
	return strings.Join(notes, ",")
}
