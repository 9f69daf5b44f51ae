package yamltree

// MaxPrinted is how many bytes a Printer remembers at most.
const MaxPrinted = maxPrinted

// Printed is how many bytes a Printer remembers.
func Printed(p *Printer) int {
	size := 0
	for _, text := range p.texts {
		size += len(text)
	}
	for _, data := range p.data {
		size += len(data)
	}
	return size
}
