package oltp

import (
	"bytes"
	"math/rand/v2"
)

// The columns c and pad are groups of eleven digits, with dashes between them.
const (
	cGroups   = 10
	padGroups = 5
)

func template(groups int) []byte {
	return bytes.TrimSuffix(bytes.Repeat([]byte("00000000000-"), groups), []byte("-"))
}

// fill writes random digits into a template.
func fill(r *rand.Rand, text []byte) {
	for i := 0; i < len(text); i += 12 {
		// 64 random bits hold the digits of a group: the first of them times ten is the digit, and
		// what is left the rest, to the end.
		u := r.Uint64() >> 4
		for j := i; j < i+11; j++ {
			u *= 10
			text[j] = '0' + byte(u>>60)
			u &= 1<<60 - 1
		}
	}
}
