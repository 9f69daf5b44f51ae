package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// targets are the systems that there is a release for, as GOOS/GOARCH.
var targets = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64"}

// linked is a package that is linked into the program.
type linked struct {
	Dir      string `json:"Dir"`
	Standard bool   `json:"Standard"` // of Go itself
	Module   *struct {
		Path string `json:"Path"`
		Dir  string `json:"Dir"`
		Main bool   `json:"Main"` // tailor itself
	} `json:"Module"`
}

// licenses returns the licences and notices of all modules that are linked into the program for any of the targets, and of
// Go's own library, by `licenses/MODULE/FILE`. A module without a licence is an error.
func licenses(ctx context.Context) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, target := range targets {
		packages, err := dependencies(ctx, target)
		if err != nil {
			return nil, err
		}
		for _, p := range packages {
			if err := p.addLicenses(files); err != nil {
				return nil, err
			}
		}
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	return files, addFrom(files, strings.TrimSpace(string(root)), "licenses/go", true)
}

// dependencies lists the packages that are linked into the program for a target.
func dependencies(ctx context.Context, target string) ([]linked, error) {
	system, arch, _ := strings.Cut(target, "/")
	cmd := exec.CommandContext(ctx, "go", "list", "-deps", "-json=Dir,Standard,Module", ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+arch)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var packages []linked
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p linked
		switch err := decoder.Decode(&p); {
		case errors.Is(err, io.EOF):
			return packages, nil
		case err != nil:
			return nil, fmt.Errorf("go list: %w", err)
		case !p.Standard && !p.Module.Main:
			packages = append(packages, p)
		}
	}
}

// addLicenses adds what lies beside a package, and in every directory above it up to that of its module: a directory of code
// from elsewhere has a licence of its own.
func (p linked) addLicenses(files map[string][]byte) error {
	below, err := filepath.Rel(p.Module.Dir, p.Dir)
	if err != nil {
		return err
	}
	for below = filepath.ToSlash(below); below != "."; below = path.Dir(below) {
		if err := addFrom(files, filepath.Join(p.Module.Dir, below), path.Join("licenses", p.Module.Path, below), false); err != nil {
			return err
		}
	}
	return addFrom(files, p.Module.Dir, path.Join("licenses", p.Module.Path), true)
}

var (
	licenseName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|unlicense)([-._].*)?$`)
	noticeName  = regexp.MustCompile(`(?i)^(notice|patents|copyright|authors)([-._].*)?$`)
)

// addFrom adds the licences and notices of a directory under a name. When there must be a licence and is none, that is an
// error.
func addFrom(files map[string][]byte, dir, name string, must bool) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	found := false
	for _, e := range entries {
		isLicense := licenseName.MatchString(e.Name())
		if !e.Type().IsRegular() || filepath.Ext(e.Name()) == ".go" || !isLicense && !noticeName.MatchString(e.Name()) {
			continue
		}
		found = found || isLicense
		if files[path.Join(name, e.Name())], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	if must && !found {
		return fmt.Errorf("%s has no licence in %s", strings.TrimPrefix(name, "licenses/"), dir)
	}
	return nil
}
