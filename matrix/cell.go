package matrix

import (
	"fmt"
	"strings"
)

// Cell is one combination of values. It is two words, comparable, and valid as long as its Matrix. The
// zero Cell is the only one of a matrix without axes.
type Cell struct {
	m  *Matrix
	at int
}

// Pair is an axis and one of its values.
type Pair struct {
	Axis, Value string
}

// String returns the pair as `axis=value`.
func (p Pair) String() string { return p.Axis + "=" + p.Value }

// Pairs are axes with a value each. As JSON they are one object with its members in this order.
type Pairs []Pair

// MarshalJSON writes the pairs as members of one object, in order. It returns no error.
func (p Pairs) MarshalJSON() ([]byte, error) {
	var b strings.Builder
	b.WriteByte('{')
	for i, pair := range p {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%q", pair.Axis, pair.Value) // names and values are letters, digits, dots and dashes
	}
	b.WriteByte('}')
	return []byte(b.String()), nil
}

// Position returns the position of the cell's value on the axis at a position.
func (c Cell) Position(axis int) int {
	return c.at / c.m.strides[axis] % len(c.m.axes[axis].Values)
}

// Positions appends the positions of the cell's values on each axis to dst.
func (c Cell) Positions(dst []int) []int {
	for axis := range c.m.Axes() {
		dst = append(dst, c.Position(axis))
	}
	return dst
}

// Value returns the cell's value of the axis with a name, and whether there is such an axis.
func (c Cell) Value(axis string) (string, bool) {
	i, ok := c.m.Axis(axis)
	if !ok {
		return "", false
	}
	return c.value(i), true
}

func (c Cell) value(axis int) string { return c.m.axes[axis].Values[c.Position(axis)] }

// Pairs returns the cell's axes and values in the order of the axes.
func (c Cell) Pairs() Pairs {
	pairs := make(Pairs, len(c.m.Axes()))
	for i, axis := range c.m.Axes() {
		pairs[i] = Pair{Axis: axis.Name, Value: c.value(i)}
	}
	return pairs
}

// String returns the pairs joined by a comma and a blank, as in `edition=pro, arch=arm64`; "" for a cell
// without axes.
func (c Cell) String() string {
	pairs := c.Pairs()
	words := make([]string, len(pairs))
	for i, p := range pairs {
		words[i] = p.String()
	}
	return strings.Join(words, ", ")
}
