package load

import (
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"jitterlog/parse/rawlog"
)

// longest is the longest time that a histogram tells apart.
const longest = time.Hour

// A distribution holds times: a histogram of three digits, and the exact sum
// and maximum.
type distribution struct {
	hist     *hdrhistogram.Histogram // of nanoseconds; nil until the first time
	sum      time.Duration
	max      time.Duration
	overlong int64 // of them, longer than longest, in the cell of that
}

func (d *distribution) record(t time.Duration) {
	if d.hist == nil {
		d.hist = hdrhistogram.New(1, int64(longest), 3)
	}
	t = max(t, 0)
	d.sum += t
	d.max = max(d.max, t)
	if t > longest {
		d.overlong++
		t = longest
	}
	_ = d.hist.RecordValue(int64(t)) // it is within the range
}

// take adds other to d and empties other.
func (d *distribution) take(other *distribution) {
	d.add(other)
	other.reset()
}

func (d *distribution) reset() {
	if d.hist != nil {
		d.hist.Reset()
	}
	d.sum, d.max, d.overlong = 0, 0, 0
}

func (d *distribution) add(other *distribution) {
	if other.count() == 0 {
		return
	}
	if d.hist == nil {
		d.hist = hdrhistogram.New(1, int64(longest), 3)
	}
	d.hist.Merge(other.hist)
	d.sum += other.sum
	d.max = max(d.max, other.max)
	d.overlong += other.overlong
}

func (d *distribution) count() int64 {
	if d.hist == nil {
		return 0
	}
	return d.hist.TotalCount()
}

// percentile returns the smallest time that at least pct percent are not above,
// by the histogram's cell but at most the maximum.
func (d *distribution) percentile(pct float64) time.Duration {
	if d.count() == 0 {
		return 0
	}
	return min(time.Duration(d.hist.ValueAtPercentile(pct)), d.max)
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
		for _, bar := range d.hist.Distribution() {
			if bar.Count > 0 {
				l.Hist = append(l.Hist, bar.From, bar.Count)
			}
		}
	}
	return l
}

func ms(d time.Duration) float64 { return float64(d) / 1e6 }
