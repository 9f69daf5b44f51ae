package bundle

import (
	"io/fs"
	"os"
	"time"
)

// Identities tell files apart whatever their names are: through links a file has several. The zero value is empty
// and ready to use.
type Identities struct {
	files map[likeness][]fs.FileInfo
}

// likeness is what two infos of one file have in common, so that few have to be compared.
type likeness struct {
	size int64
	time time.Time
}

// Add adds a file.
func (ids *Identities) Add(info fs.FileInfo) {
	if ids.files == nil {
		ids.files = map[likeness][]fs.FileInfo{}
	}
	key := likeness{info.Size(), info.ModTime()}
	ids.files[key] = append(ids.files[key], info)
}

// Has reports whether a file is among those that were added, by whatever name.
func (ids *Identities) Has(info fs.FileInfo) bool {
	for _, other := range ids.files[likeness{info.Size(), info.ModTime()}] {
		if os.SameFile(info, other) {
			return true
		}
	}
	return false
}
