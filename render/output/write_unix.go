//go:build unix

package output

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// replaceIn writes a text to a temporary name in a directory and then gives it its name, which is in that directory too.
// A failure leaves nothing behind.
func replaceIn(dir *os.File, name, temp string, text []byte, sync bool) error {
	at := int(dir.Fd())
	fd := -1
	err := again(func() (err error) {
		fd, err = unix.Openat(at, temp, unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0o666)
		return err
	})
	if err != nil {
		return &fs.PathError{Op: "open", Path: temp, Err: err}
	}
	err = writeAll(fd, text)
	if err == nil && sync {
		err = again(func() error { return unix.Fsync(fd) })
	}
	err = errors.Join(err, unix.Close(fd))
	if err == nil {
		err = again(func() error { return unix.Renameat(at, temp, at, name) })
	}
	if err != nil {
		_ = unix.Unlinkat(at, temp, 0) // it need not be there
		return &fs.PathError{Op: "write", Path: name, Err: err}
	}
	return nil
}

func writeAll(fd int, text []byte) error {
	for len(text) > 0 {
		n := 0
		err := again(func() (err error) {
			n, err = unix.Write(fd, text)
			return err
		})
		if err != nil {
			return err
		}
		text = text[n:]
	}
	return nil
}

// again does a system call until no signal interrupts it.
func again(do func() error) error {
	for {
		if err := do(); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
