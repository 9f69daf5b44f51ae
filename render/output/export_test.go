package output

import "bytes"

// Same reports whether a comparison takes the manifest for the one that the directory is to have.
func (c *Changes) Same() bool { return c.same }

// Next is the manifest as it will be.
func (c *Changes) Next() []byte {
	var b bytes.Buffer
	_ = c.writeManifest(&b, false) // a buffer never fails
	return b.Bytes()
}

// MaxKept bounds the texts that are kept until they are written.
const MaxKept = maxKept
