// Command tailor renders one Azure Linux Image Customizer config per cell of a matrix.
package main

import (
	"os"

	"tailor/internal/cli"
)

// version is set by the release build.
var version = "0.1.0-dev"

func main() {
	os.Exit(cli.Main(os.Args, cli.Streams{Out: os.Stdout, Err: os.Stderr}, version))
}
