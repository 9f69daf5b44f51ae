package cli

import (
	"strings"

	ucli "github.com/urfave/cli/v2"

	"tailor/docs/schema"
	"tailor/internal/diag"
	"tailor/render"
)

// schemaFiles says which files of a workspace have a schema.
var schemaFiles = map[string]string{"tailor": "tailor.yaml", "image": "*/image.yaml", "fragment": "*/by-*/*.yaml"}

func (s *run) schemaCommand() *ucli.Command {
	return &ucli.Command{
		Name:      "schema",
		Usage:     "print the JSON Schema of a file, for editors",
		ArgsUsage: "[" + strings.Join(schema.Names, "|") + "]",
		Description: "Prints the JSON Schema of tailor.yaml, of image.yaml or of fragments; without a name, which there are.\n\n" +
			"   mkdir -p " + schema.Dir + "\n" +
			"   tailor schema image > " + schema.Path("image") + "\n\n" +
			"A file names its schema in a comment, from where the file lies:\n\n   " + schema.Modeline("image", "gizmo"),
		Flags: nil,
		Action: func(*ucli.Context) error {
			names := s.line.names()
			switch len(names) {
			case 0:
				return s.listSchemas()
			case 1:
				return s.printSchema(names[0])
			}
			s.report.Add(diag.New(codeUsage, names[1].Span, "`tailor schema` prints one schema", "write `tailor schema NAME` for each"))
			return nil
		},
	}
}

func (s *run) listSchemas() error {
	t := table{}
	t.add("NAME", "FILES")
	for _, name := range schema.Names {
		t.add(name, schemaFiles[name])
	}
	return t.print(s.streams.Out)
}

func (s *run) printSchema(name render.Arg) error {
	text := schema.Text(name.Value)
	if text == nil {
		help := "the schemas are " + diag.List(schema.Names)
		if near := diag.Nearest(name.Value, schema.Names); near != "" {
			help = "did you mean `tailor schema " + near + "`?"
		}
		s.report.Add(diag.New(codeUsage, name.Span, "there is no schema `"+name.Value+"`", help))
		return nil
	}
	_, err := s.streams.Out.Write(text)
	return err
}
