package distribution

import "sync/atomic"

// Unique returns the numbers from 0 to 2^32-1, each once, in an order that looks random. It may be
// shared by all workers.
type Unique struct {
	next   atomic.Uint32
	offset uint32
}

// NewUnique starts the order that belongs to seed.
func NewUnique(seed uint64) *Unique {
	u := &Unique{offset: scatter(scatter(uint32(seed>>32)) + 0x6d2b79f5)}
	u.next.Store(scatter(uint32(seed)))
	return u
}

// Next returns the next number.
func (u *Unique) Next() uint32 {
	return scatter((scatter(u.next.Add(1)) + u.offset) ^ 0x2c1b3c6d)
}

// scatter is a permutation of the 32 bit numbers: squares modulo a prime that leaves the remainder
// 3 by 4 differ for the numbers up to half of it, and their negatives are the other remainders. The
// few numbers above the prime stay.
func scatter(x uint32) uint32 {
	const prime = 4294967291 // the largest below 2^32
	if x >= prime {
		return x
	}
	square := uint32(uint64(x) * uint64(x) % prime)
	if x <= prime/2 {
		return square
	}
	return prime - square
}
