package tpcc

import (
	"math/bits"
	"math/rand/v2"
)

// between is uniform over lo to hi, both included.
func between(r *rand.Rand, lo, hi int) int { return lo + r.IntN(hi-lo+1) }

// nuRand is the standard's non-uniform random number over x to y (clause 2.1.6): some values, whose
// place is chosen by c, come up far more often than others. a is 255, 1023 or 8191.
func nuRand(r *rand.Rand, a, c, x, y int) int {
	return ((between(r, 0, a)|between(r, x, y))+c)%(y-x+1) + x
}

// loadLastC is the constant of the last names that the loader draws. It is fixed, because a run
// has to keep a distance from it and finds no trace of it in the database.
const loadLastC = 157

// constants are the C of nuRand: one for each field that is drawn, the same for all workers of a run.
type constants struct {
	last     int // a = 255
	customer int // a = 1023
	item     int // a = 8191
}

// drawConstants draws a run's constants. By the standard (clause 2.1.6.1) the one of the last names
// differs from the loader's by 65 to 119, but not by 96 or 112; tpcc-mysql draws it freely.
func drawConstants(r *rand.Rand, compat Compat) constants {
	c := constants{last: between(r, 0, 255), customer: between(r, 0, 1023), item: between(r, 0, 8191)}
	for compat == Standard && !lastCAllowed(c.last) {
		c.last = between(r, 0, 255)
	}
	return c
}

func lastCAllowed(c int) bool {
	delta := c - loadLastC
	if delta < 0 {
		delta = -delta
	}
	return delta >= 65 && delta <= 119 && delta != 96 && delta != 112
}

var syllables = [10]string{"BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"}

// appendLastName appends the last name of a number from 0 to 999 (clause 4.3.2.3).
func appendLastName(b []byte, n int) []byte {
	b = append(b, syllables[n/100]...)
	b = append(b, syllables[n/10%10]...)
	return append(b, syllables[n%10]...)
}

const (
	alphanumerics = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	digits        = "0123456789"
	letters       = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// appendRandom appends n characters drawn from set, of at most 64 characters. One draw of 64 bits
// gives eight: the high word of a product is the next digit in base len(set), the low word the rest.
func appendRandom(b []byte, r *rand.Rand, set string, n int) []byte {
	for n > 0 {
		rest := r.Uint64()
		for range min(n, 8) {
			var digit uint64
			digit, rest = bits.Mul64(rest, uint64(len(set)))
			b = append(b, set[digit])
		}
		n -= 8
	}
	return b
}
