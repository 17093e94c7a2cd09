package load

import (
	"math"
	"time"

	"jitterlog/parse/rawlog"
)

// longest is the longest time that a histogram tells apart.
const longest = time.Hour

// A distribution holds times: a histogram, and the exact sum and maximum.
type distribution struct {
	cells    cells
	sum      time.Duration
	max      time.Duration
	overlong int64 // of them, longer than longest, in the cell of that
}

func (d *distribution) record(t time.Duration) {
	t = max(t, 0)
	d.sum += t
	d.max = max(d.max, t)
	if t > longest {
		d.overlong++
		t = longest
	}
	d.cells.record(t)
}

// take adds other to d and empties other.
func (d *distribution) take(other *distribution) {
	d.add(other)
	other.reset()
}

func (d *distribution) reset() {
	d.cells.reset()
	d.sum, d.max, d.overlong = 0, 0, 0
}

func (d *distribution) add(other *distribution) {
	d.cells.add(&other.cells)
	d.sum += other.sum
	d.max = max(d.max, other.max)
	d.overlong += other.overlong
}

func (d *distribution) count() int64 { return d.cells.total }

// percentile returns the smallest time that at least pct percent are not above,
// by the upper end of its cell but at most the maximum; 0 if there are none.
func (d *distribution) percentile(pct float64) time.Duration {
	rank := max(1, int64(math.Ceil(pct/100*float64(d.count()))))
	for b := range d.cells.bars() {
		if rank -= b.count; rank <= 0 {
			return min(b.upper, d.max)
		}
	}
	return d.max
}

// latency returns what the log says of the times, nil if there are none.
func (d *distribution) latency(hist bool) *rawlog.Latency {
	n := d.count()
	if n == 0 {
		return nil
	}
	l := &rawlog.Latency{
		N: n, Avg: ms(d.sum / time.Duration(n)), Max: ms(d.max),
		P50: ms(d.percentile(50)), P90: ms(d.percentile(90)), P95: ms(d.percentile(95)),
		P99: ms(d.percentile(99)), P999: ms(d.percentile(99.9)),
	}
	if hist {
		for b := range d.cells.bars() {
			l.Hist = append(l.Hist, int64(b.lower), b.count)
		}
	}
	return l
}

func ms(d time.Duration) float64 { return float64(d) / 1e6 }
