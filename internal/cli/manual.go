package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	ucli "github.com/urfave/cli/v2"
)

// Page is a page of the manual, of section 1.
type Page struct {
	// Name is what to look up: `tailor`, or `tailor-render` for a command.
	Name string
	// Text is its source, for man.
	Text []byte
}

// Manual returns the manual of tailor: the page of the program, and one for each command that is in its help. It is made
// from the same tables as the help. The pages name the version and the day of it, which may both be empty.
func Manual(version, date string) []Page {
	app := (&run{streams: Streams{io.Discard, io.Discard}}).app()
	pages := []Page{{Name: app.Name, Text: programPage(app).render(version, date)}}
	for _, c := range app.Commands {
		if !c.Hidden {
			p := commandPage(app.Name, c)
			pages = append(pages, Page{Name: p.name, Text: p.render(version, date)})
		}
	}
	return pages
}

// page is a page of the manual in Markdown.
type page struct {
	name, does string
	strings.Builder
}

// Texts of the manual that no help has.
const (
	manualExits = "**0**\n: success\n\n" +
		"**1**\n: a file could not be read or written\n\n" +
		"**2**\n: bad usage, or something wrong in the workspace\n\n" +
		"**3**\n: `--check` or `diff --exit-code` found differences\n\n" +
		"**130**\n: interrupted\n"
	manualFiles = "**tailor.yaml**\n: marks the workspace, and holds what its images share\n\n" +
		"**IMAGE/image.yaml**\n: an image: its axes, and what all its cells have in common\n\n" +
		"**IMAGE/by-AXIS/VALUE.yaml**\n: what its cells with this value have besides\n"
	manualEnvironment = "**NO_COLOR**\n: set, it switches colours off\n\n" +
		"**GITHUB_ACTIONS**\n: `true` makes `--error-format github` the default\n"
)

// programPage is the page of the program itself.
func programPage(app *ucli.App) *page {
	p := &page{name: app.Name, does: app.Usage}
	p.section("SYNOPSIS", "**tailor** *COMMAND* [*flags*] [*names*]\n")
	p.describe(app.Description)
	var commands strings.Builder
	for _, c := range app.Commands {
		if !c.Hidden {
			fmt.Fprintf(&commands, "**tailor-%s**(1)\n: %s\n\n", c.Name, escaped(c.Usage))
		}
	}
	p.section("COMMANDS", commands.String())
	p.options(append(app.Flags, ucli.HelpFlag))
	p.section("EXIT STATUS", manualExits)
	p.section("ENVIRONMENT", manualEnvironment)
	p.section("FILES", manualFiles)
	return p
}

// commandPage is the page of a command.
func commandPage(program string, c *ucli.Command) *page {
	p := &page{name: program + "-" + c.Name, does: c.Usage}
	var forms []string
	for form := range strings.SplitSeq(c.ArgsUsage, " | ") {
		forms = append(forms, fmt.Sprintf("**%s %s** [*flags*] %s\n", program, c.Name, escaped(form)))
	}
	p.section("SYNOPSIS", strings.Join(forms, "\n"))
	p.describe(c.Description)
	p.options(append(c.Flags, ucli.HelpFlag))
	p.section("SEE ALSO", "**"+program+"**(1)\n")
	return p
}

func (p *page) section(title, text string) { fmt.Fprintf(p, "# %s\n\n%s\n", title, text) }

// describe writes the description of a help: paragraphs, of which indented ones are to be shown as they are.
func (p *page) describe(text string) {
	var b strings.Builder
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		for line := range strings.Lines(paragraph) {
			if shown, ok := strings.CutPrefix(line, "   "); ok {
				b.WriteString("    " + shown)
			} else {
				b.WriteString(escaped(line))
			}
		}
		b.WriteString("\n\n")
	}
	if text != "" {
		p.section("DESCRIPTION", b.String())
	}
}

// options writes flags, with the placeholder of the help for their values.
func (p *page) options(flags []ucli.Flag) {
	var b strings.Builder
	for _, f := range flags {
		value := ""
		if placeholder(f) != "" {
			value = " *" + escaped(placeholder(f)) + "*"
		}
		names := make([]string, 0, len(f.Names()))
		names = append(names, "**"+longName(f)+"**"+value)
		for _, short := range f.Names()[1:] {
			names = append(names, "**-"+short+"**"+value)
		}
		fmt.Fprintf(&b, "%s\n: %s\n\n", strings.Join(names, ", "), escaped(usage(f)+defaultOf(f)))
	}
	p.section("OPTIONS", b.String())
}

// defaultOf says what a flag is when it is not given.
func defaultOf(f ucli.Flag) string {
	d, ok := f.(ucli.DocGenerationFlag)
	if !ok || !d.TakesValue() {
		return ""
	}
	if text := d.GetDefaultText(); text != "" {
		return " (default: " + text + ")"
	}
	return ""
}

// render returns the page for man.
func (p *page) render(version, date string) []byte {
	title := fmt.Sprintf("%% %s 1 %q %q \"tailor manual\"\n\n# NAME\n\n%s - %s\n\n",
		strings.ToUpper(p.name), date, strings.TrimSpace("tailor "+version), p.name, escaped(p.does))
	return md2man.Render([]byte(title + p.String()))
}

// escaped keeps Markdown from reading marks into a text; what stands in backticks is code in both.
func escaped(text string) string {
	parts := strings.Split(text, "`")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = escapes.Replace(parts[i])
	}
	return strings.Join(parts, "`")
}

var escapes = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", `\<`, ">", `\>`, "[", `\[`, "]", `\]`, "|", `\|`)
