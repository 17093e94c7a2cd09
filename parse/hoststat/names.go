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
