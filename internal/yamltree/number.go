package yamltree

import (
	"math"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// Number returns the number that a scalar stands for, as decimal digits without an exponent: `0755` and `0x1ED` are
// 493, `1.50` is 1.5, `1e3` is 1000. Equal numbers have one text. It reports false for what is no number, and for `.inf`
// and `.nan`, which have no digits.
func (n *Node) Number() (string, bool) {
	if n == nil || n.Kind != Scalar || n.Type != Int && n.Type != Float {
		return "", false
	}
	var value any
	if err := (&yaml.Node{Kind: yaml.ScalarNode, Value: n.Value}).Decode(&value); err != nil {
		return "", false
	}
	switch v := value.(type) {
	case int:
		return strconv.Itoa(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case uint64:
		return strconv.FormatUint(v, 10), true
	case float64:
		if v == 0 {
			return "0", true // also -0
		}
		return strconv.FormatFloat(v, 'f', -1, 64), !math.IsInf(v, 0) && !math.IsNaN(v)
	}
	return "", false
}
