package explain

import (
	"fmt"
	"strings"

	"tailor/directives"
	"tailor/internal/diag"
	"tailor/internal/yamltree"
)

// did says what an event did, in words.
func did(e Event) string {
	switch e.Op {
	case yamltree.OpSame:
		return "repeats " + directives.Shown(e.By)
	case yamltree.OpMerge:
		return "merges " + keysOf(e.By)
	case yamltree.OpAppend:
		return edits(e)
	case yamltree.OpOverride:
		if e.Above != "" {
			return "`$set`" + over(e)
		}
		return "`$set` " + size(directives.Body(e.By)) + over(e)
	case yamltree.OpReplace:
		if e.Above != "" {
			return "`$replace`" + over(e)
		}
		return "`$replace` with " + size(e.By.Entries[0].Value) + over(e)
	case yamltree.OpLast:
		return "sets " + size(e.By) + ", overrides " + size(e.Before) + " (`scalar: last`)"
	case yamltree.OpUsed:
		return "`$use` " + directives.Shown(e.By) + ", which is merged already"
	case yamltree.OpOutrank:
		return "sets " + size(directives.Body(e.By)) + priority(e.By) + ", which outranks " + size(e.Before)
	case yamltree.OpOutranked:
		return size(directives.Body(e.By)) + priority(e.By) + " is outranked"
	case yamltree.OpUnset:
		return "`$unset`" + over(e)
	default:
	}
	return "sets " + size(directives.Body(e.By)) + priority(e.By)
}

// priority names the priority of a contribution, unless it is the plain one.
func priority(n *yamltree.Node) string {
	switch n.Prio {
	case yamltree.Default:
		return " by default"
	case yamltree.Forced:
		return " by force"
	default:
		return ""
	}
}

// over names what an event displaced.
func over(e Event) string {
	text := ""
	if e.Above != "" {
		text = " of the whole `" + e.Above + "`"
	}
	if e.Before == nil || e.Before.Kind == yamltree.Absent {
		return text
	}
	return text + ", over " + size(e.Before)
}

// size is how a value is shown: a scalar as it is, a collection by what it holds.
func size(n *yamltree.Node) string {
	switch n.Kind {
	case yamltree.Map:
		if directives.IsDirective(n) {
			return directives.Shown(n)
		}
		return "a map of " + diag.Count(len(n.Entries), "key")
	case yamltree.List:
		return "a list of " + diag.Count(len(n.Items), "item")
	default:
	}
	return directives.Shown(n)
}

// keysOf names the keys that a map contributes.
func keysOf(n *yamltree.Node) string {
	const most = 6
	var names []string
	for _, e := range n.Entries {
		names = append(names, e.Key.Name)
	}
	if len(names) > most {
		names = append(names[:most-1], fmt.Sprintf("%d more", len(names)-most+1))
	}
	return diag.List(names)
}

// edits says what an event did to a list.
func edits(e Event) string {
	if e.By.Kind == yamltree.List {
		if e.Before == nil {
			return "sets " + size(e.By)
		}
		return "appends " + diag.Count(len(e.By.Items), "item")
	}
	var words []string
	for _, part := range []struct{ key, word string }{
		{"$remove", "removes"}, {"$merge", "merges"}, {"$insert", "inserts"}, {"$prepend", "prepends"}, {"$append", "appends"}, {"$union", "adds"},
	} {
		body := e.By.Get(part.key)
		if body == nil {
			continue
		}
		n := itemCount(body)
		switch {
		case part.key == "$remove" && e.Before != nil:
			n = len(e.Before.Items) - kept(e)
		case part.key == "$union" && e.Before != nil:
			n = len(e.After.Items) - kept(e)
			for _, other := range []string{"$prepend", "$append", "$insert"} {
				n -= itemCount(e.By.Get(other))
			}
		}
		words = append(words, part.word+" "+diag.Count(max(n, 0), "item"))
	}
	return strings.Join(words, ", ")
}

// itemCount is the number of items that the body of a list directive has.
func itemCount(body *yamltree.Node) int {
	switch {
	case body == nil:
		return 0
	case body.Kind == yamltree.Map:
		return itemCount(body.Get("items"))
	case len(body.Items) > 0 && body.Items[0].Get("items") != nil && (body.Items[0].Get("before") != nil || body.Items[0].Get("after") != nil):
		n := 0
		for _, insertion := range body.Items {
			n += itemCount(insertion)
		}
		return n
	}
	return len(body.Items)
}

// kept is how many of the items before an event are still there behind it, as they were or merged.
func kept(e Event) int {
	there := survivors(e.After)
	n := 0
	for _, item := range e.Before.Items {
		if there[item] {
			n++
		}
	}
	return n
}

// survivors are the items of a list and those that they were made from.
func survivors(list *yamltree.Node) map[*yamltree.Node]bool {
	out := map[*yamltree.Node]bool{}
	if list == nil {
		return out
	}
	for _, item := range list.Items {
		for n := item; n != nil && !out[n]; n = n.Origin.Before {
			out[n] = true
			if n.Origin == nil {
				break
			}
		}
	}
	return out
}
