// Package e2e holds the tests that judge tailor from outside: they build the program, run it on the
// example workspaces as a user would, and hand what it wrote to the real Image Customizer.
//
// Image Customizer is not needed to build tailor. Its path comes in the variable TAILOR_IC; without it
// the tests are skipped. From the top of the repository:
//
//	go build -C .ci/ic -o /tmp/imagecustomizer github.com/microsoft/azure-linux-image-tools/toolkit/tools/imagecustomizer
//	TAILOR_IC=/tmp/imagecustomizer go test ./internal/e2e
package e2e
