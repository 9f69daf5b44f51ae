package cli

import (
	"io"
	"strconv"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"tailor/internal/diag"
	"tailor/render"
)

func (s *run) showCommand() *ucli.Command {
	return &ucli.Command{
		Name:        "show",
		Usage:       "show what one image is made of",
		ArgsUsage:   "IMAGE",
		Description: "Prints the axes, the features and every fragment of an image in the order of the merge.\n\n   tailor show gizmo",
		Flags:       workspaceFlags(),
		Action:      s.show,
	}
}

func (s *run) show(c *ucli.Context) error {
	s.setup(c)
	names := s.line.names()
	if len(names) != 1 {
		at := s.line.file.Find("show")
		if len(names) > 1 {
			at = names[1].Span
		}
		s.report.Add(diag.New(codeUsage, at, "`tailor show` takes one image", "write `tailor show IMAGE`; `tailor list` lists them"))
		return nil
	}
	w, err := s.open()
	if w == nil {
		return err
	}
	defer w.Close()
	img := w.FindImage(names[0])
	if img == nil || s.report.HasErrors() {
		return nil
	}
	return printImage(s.streams.Out, img)
}

func printImage(w io.Writer, img *render.Image) error {
	head := table{}
	head.add("image", img.Name)
	head.add("path", img.Path)
	head.add("operation", img.Operation)
	head.add("skip", strconv.FormatBool(img.Skip))
	head.add("cells", strconv.Itoa(len(img.Cells)))
	head.add("features", dash(strings.Join(img.Features, " ")))
	for _, axis := range img.Matrix.Axes() {
		head.add("axis", axis.Name+" "+strings.Join(axis.Values, " "))
	}
	if err := head.print(w); err != nil {
		return err
	}
	if len(img.Fragments) == 0 {
		return nil
	}
	if _, err := io.WriteString(w, "\nfragments, in the order of the merge:\n"); err != nil {
		return err
	}
	t := table{}
	for i, f := range img.Fragments {
		reason := f.Reason()
		if f.Feature != "" && f.FeatureAt < 0 {
			reason += " (not enabled)"
		}
		t.add("  "+strconv.Itoa(i+1), f.Path, reason)
	}
	return t.print(w)
}
