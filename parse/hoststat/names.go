package hoststat

import "bytes"

// Words splits a heading at blanks.
func Words(line []byte) []string {
	var words []string
	for w := range bytes.FieldsSeq(line) {
		words = append(words, string(w))
	}
	return words
}

// A Names keeps one string for each name that is seen again and again. It
// forgets all of them rather than grow without end.
type Names map[string]string

// Of returns the name as a string.
func (n Names) Of(name []byte) string {
	if s, ok := n[string(name)]; ok {
		return s
	}
	if len(n) >= maxNames {
		clear(n)
	}
	s := string(name)
	n[s] = s
	return s
}

const maxNames = 4096

// A Headings keeps what was made of each heading, by its text, for sources whose
// headings come again by turns. It forgets all of them rather than grow without
// end.
type Headings[T any] map[string]*T

// Keep keeps the table of a heading.
func (h Headings[T]) Keep(heading []byte, table *T) {
	if len(h) >= MaxHeadings {
		clear(h)
	}
	h[string(heading)] = table
}

// MaxHeadings is how many headings are kept; a report has five at the most.
const MaxHeadings = 64
