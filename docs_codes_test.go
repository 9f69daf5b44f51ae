package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	codeLiteral = regexp.MustCompile(`"(T0\d{3})"`)
	codeSection = regexp.MustCompile(`(?m)^## (T0\d{3}): `)
)

// TestErrorsPage holds that docs/errors.md has one section for each code that the program can show, in
// order, and that what a section prints shows the code. Each code is defined once.
func TestErrorsPage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("docs/errors.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	last := ""
	places := codeSection.FindAllSubmatchIndex(page, -1)
	for i, m := range places {
		code := string(page[m[2]:m[3]])
		if code <= last {
			t.Errorf("the section of %s stands after that of %s", code, last)
		}
		last = code
		documented[code] = true
		end := len(page)
		if i+1 < len(places) {
			end = places[i+1][0]
		}
		section := string(page[m[1]:end])
		if strings.Contains(section, "```console") && !strings.Contains(section, "["+code+"]") {
			t.Errorf("the example of %s shows another code", code)
		}
	}
	defined := definedCodes(t)
	for code := range defined {
		if !documented[code] {
			t.Errorf("%s has no section in docs/errors.md", code)
		}
	}
	for code := range documented {
		if defined[code] == "" {
			t.Errorf("docs/errors.md has a section for %s, which nothing defines", code)
		}
	}
}

// definedCodes returns the codes in the program's own code, with the file that defines each.
func definedCodes(t *testing.T) map[string]string {
	t.Helper()
	defined := map[string]string{}
	err := filepath.WalkDir(".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, m := range codeLiteral.FindAllSubmatch(text, -1) {
			code := string(m[1])
			if other, ok := defined[code]; ok {
				t.Errorf("%s is defined in %s and in %s", code, other, name)
			}
			defined[code] = name
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return defined
}
