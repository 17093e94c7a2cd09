package load

import (
	"iter"
	"math/bits"
	"time"
)

// cells count times in the cells of an HDR histogram of three digits: 1 ns wide
// below 2,048 ns, above it 1,024 a doubling, so that none is wider than 0.1 % of
// its times. Of the 33 doublings to an hour only those that occur take memory,
// 8 KiB each: a run of five operations would need 8 MiB for all, most of it
// zeros to be added up every interval.
type cells struct {
	doublings [doublings]*[perDoubling]int64
	total     int64
}

const (
	perDoublingBits = 10
	perDoubling     = 1 << perDoublingBits
	doublings       = 33 // the first holds what is below 1,024 ns
)

// record counts a time from 0 to longest.
func (c *cells) record(t time.Duration) {
	doubling, cell := 0, int(t)
	if t >= perDoubling {
		shift := bits.Len64(uint64(t)) - 1 - perDoublingBits
		doubling, cell = shift+1, int(t>>shift)-perDoubling
	}
	c.doubling(doubling)[cell]++
	c.total++
}

func (c *cells) doubling(i int) *[perDoubling]int64 {
	if c.doublings[i] == nil {
		c.doublings[i] = new([perDoubling]int64)
	}
	return c.doublings[i]
}

func (c *cells) add(other *cells) {
	if other.total == 0 {
		return
	}
	for i, from := range other.doublings {
		if from == nil {
			continue
		}
		to := c.doubling(i)
		for j, n := range from {
			to[j] += n
		}
	}
	c.total += other.total
}

// reset empties the cells and keeps their memory.
func (c *cells) reset() {
	if c.total == 0 {
		return
	}
	for _, d := range c.doublings {
		if d != nil {
			clear(d[:])
		}
	}
	c.total = 0
}

// A bar is a cell that holds something.
type bar struct {
	lower, upper time.Duration // the shortest and the longest time of the cell
	count        int64
}

// bars returns the cells that hold something, ascending.
func (c *cells) bars() iter.Seq[bar] {
	return func(yield func(bar) bool) {
		for i, d := range c.doublings {
			if d == nil {
				continue
			}
			for j, n := range d {
				if n == 0 {
					continue
				}
				lower, width := time.Duration(j), time.Duration(1)
				if i > 0 {
					width <<= i - 1
					lower = (lower + perDoubling) * width
				}
				if !yield(bar{lower, lower + width - 1, n}) {
					return
				}
			}
		}
	}
}
