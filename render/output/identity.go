package output

import (
	"io/fs"
	"os"
	"time"
)

// identities tells files apart whatever their names are: through links a file has several.
type identities map[likeness][]fs.FileInfo

// likeness is what two infos of one file have in common, so that few have to be compared.
type likeness struct {
	size int64
	time time.Time
}

func newIdentities(files []fs.FileInfo) identities {
	ids := identities{}
	for _, info := range files {
		ids[likenessOf(info)] = append(ids[likenessOf(info)], info)
	}
	return ids
}

func likenessOf(info fs.FileInfo) likeness { return likeness{info.Size(), info.ModTime()} }

// has reports whether a file is one of them.
func (ids identities) has(info fs.FileInfo) bool {
	for _, other := range ids[likenessOf(info)] {
		if os.SameFile(info, other) {
			return true
		}
	}
	return false
}
