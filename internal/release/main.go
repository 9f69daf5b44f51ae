// Command release writes what a release has besides the program: the completions of all shells, the manual, and the
// licences of all that is linked into the program. .goreleaser.yaml runs it, at the top of the repository:
//
//	go run ./internal/release DIR VERSION DATE
//
// `completions`, `man` and `licenses` in DIR are replaced, and the same commit gives the same bytes. DATE is that of the
// commit; its first ten characters are printed.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path"

	"tailor/internal/cli"
	"tailor/internal/shell"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: go run ./internal/release DIR VERSION DATE")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(dir, version, date string) error {
	files, err := licenses(context.Background())
	if err != nil {
		return err
	}
	for _, name := range shell.Names {
		files["completions/"+completionFile(name)] = []byte(shell.Script(name))
	}
	for _, page := range cli.Manual(version, date[:min(len(date), len("2026-01-31"))]) {
		if files["man/"+page.Name+".1.gz"], err = compressed(page.Text); err != nil {
			return err
		}
	}
	return write(dir, files)
}

// write writes the files below dir, where nothing of an earlier run is left.
func write(dir string, files map[string][]byte) error {
	if err := os.MkdirAll(dir, 0o750); err != nil { //nolint:gosec // who runs it says where
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, part := range []string{"completions", "man", "licenses"} {
		if err := root.RemoveAll(part); err != nil {
			return err
		}
	}
	for name, text := range files {
		if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
			return err
		}
		if err := root.WriteFile(name, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// completionFile is the name under which a shell looks for its completion of tailor.
func completionFile(name string) string {
	if name == "zsh" {
		return "_tailor"
	}
	return "tailor." + name
}

// compressed is a text as man reads it from a system directory. There is no time in it.
func compressed(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}
