// Command floor writes files that are given to it and does nothing else: it is what rendering the same files is
// measured against.
//
//	floor INDEX DATA OUT WORKERS
//	floor pack DIR INDEX DATA
//
// The second form makes INDEX and DATA from a directory. INDEX has a line `SIZE PATH` for each file, the manifest last, and DATA has their contents one after the other. Each
// file is hashed once, written to a temporary name and renamed; the manifest comes when all others are there.
package main

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

type file struct {
	path string
	text []byte
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if args[0] == "pack" {
		return pack(args[1], args[2], args[3])
	}
	files, err := load(args[0], args[1])
	if err != nil {
		return err
	}
	workers, err := strconv.Atoi(args[3])
	if err != nil {
		return err
	}
	last := len(files) - 1
	if err := writeAll(args[2], files[:last], workers); err != nil {
		return err
	}
	return write(args[2], files[last])
}

// pack lists the files of a directory, the manifest last, and puts them one after the other.
func pack(dir, index, data string) error {
	const manifest = ".tailor-manifest.json"
	lines, err := os.Create(index)
	if err != nil {
		return err
	}
	defer lines.Close()
	texts, err := os.Create(data)
	if err != nil {
		return err
	}
	defer texts.Close()
	add := func(name string) error {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			_, err = texts.Write(text)
		}
		if err == nil {
			_, err = fmt.Fprintf(lines, "%d %s\n", len(text), name)
		}
		return err
	}
	err = fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == manifest {
			return err
		}
		return add(name)
	})
	if err != nil {
		return err
	}
	return add(manifest)
}

// load reads all files into memory.
func load(index, data string) ([]file, error) {
	lines, err := os.Open(index)
	if err != nil {
		return nil, err
	}
	defer lines.Close()
	text, err := os.ReadFile(data)
	if err != nil {
		return nil, err
	}
	var files []file
	for s := bufio.NewScanner(lines); s.Scan(); {
		size, path, _ := strings.Cut(s.Text(), " ")
		n, err := strconv.Atoi(size)
		if err != nil {
			return nil, err
		}
		files = append(files, file{path, text[:n]})
		text = text[n:]
	}
	return files, nil
}

// writeAll writes files with some workers, and makes the directories first.
func writeAll(out string, files []file, workers int) error {
	made := map[string]bool{}
	for _, f := range files {
		if dir := filepath.Dir(f.path); !made[dir] {
			made[dir] = true
			if err := os.MkdirAll(filepath.Join(out, dir), 0o777); err != nil {
				return err
			}
		}
	}
	var group sync.WaitGroup
	faults := make([]error, workers)
	for w := range workers {
		group.Go(func() {
			for i := w; i < len(files) && faults[w] == nil; i += workers {
				faults[w] = write(out, files[i])
			}
		})
	}
	group.Wait()
	for _, err := range faults {
		if err != nil {
			return err
		}
	}
	return nil
}

// write hashes a file, writes it to a temporary name and renames that.
func write(out string, f file) error {
	name := filepath.Join(out, f.path)
	_ = sha256.Sum256(f.text)
	temp, err := os.CreateTemp(filepath.Dir(name), ".floor-")
	if err != nil {
		return err
	}
	if _, err := temp.Write(f.text); err != nil {
		return err
	}
	if err := temp.Close(); err != nil {
		return err
	}
	return os.Rename(temp.Name(), name)
}
