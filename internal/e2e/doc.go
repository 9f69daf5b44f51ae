// Package e2e holds the tests that judge tailor from outside: they build the program and run it as a user
// would. Some hand what it wrote for the example workspaces to the real Image Customizer; the others kill
// renders, interrupt them, let two of them into one directory and fill the disk under them.
//
// Image Customizer is not needed to build tailor. Its path comes in the variable TAILOR_IC; without it
// its tests are skipped. From the top of the repository:
//
//	go build -C .ci/ic -o /tmp/imagecustomizer github.com/microsoft/azure-linux-image-tools/toolkit/tools/imagecustomizer
//	TAILOR_IC=/tmp/imagecustomizer go test ./internal/e2e
//
// Signals come at random moments. -short takes fewer of them; -v says how many came in time and from
// which seed the moments were taken, and -seed takes them again. The disk is a small file system that the
// test mounts; it is skipped where that is not allowed.
package e2e
