package pertransaction

import "math/bits"

// A latency in microseconds below 2^exactBits has a bucket of its own; above,
// each power of two is divided into 2^subBits buckets of equal width, so that
// the middle of a bucket is within 0.2 % of all values in it. Latencies from
// 2^maxBits µs (12 days) on share the last bucket.
const (
	subBits   = 8
	exactBits = subBits + 1
	maxBits   = 40
	buckets   = 1<<exactBits + (maxBits-exactBits)<<subBits
)

// bucketOf returns the index of the bucket of a latency that is not negative.
func bucketOf(us int64) int {
	if us < 1<<exactBits {
		return int(us)
	}
	shift := bits.Len64(uint64(us)) - exactBits
	i := shift<<subBits + int(us>>shift)
	return min(i, buckets-1)
}

// bounds returns the latencies of a bucket: from <= latency < to.
func bounds(i int) (from, to int64) {
	if i < 1<<exactBits {
		return int64(i), int64(i) + 1
	}
	shift := i>>subBits - 1
	from = int64(i-shift<<subBits) << shift
	return from, from + 1<<shift
}

// A histogram counts latencies in microseconds; its size is fixed.
type histogram struct {
	counts           []int64 // nil until the first
	first, last      int     // of the buckets that may hold something
	n, sum, min, max int64
}

func (h *histogram) add(us int64) {
	if h.counts == nil {
		h.counts = make([]int64, buckets)
	}
	i := bucketOf(us)
	if h.n == 0 {
		h.first, h.last, h.min, h.max = i, i, us, us
	}
	h.first, h.last = min(h.first, i), max(h.last, i)
	h.min, h.max = min(h.min, us), max(h.max, us)
	h.counts[i]++
	h.n++
	h.sum += us
}

// merge adds what another histogram holds.
func (h *histogram) merge(o *histogram) {
	if o.n == 0 {
		return
	}
	if h.counts == nil {
		h.counts = make([]int64, buckets)
	}
	if h.n == 0 {
		h.first, h.last, h.min, h.max = o.first, o.last, o.min, o.max
	}
	h.first, h.last = min(h.first, o.first), max(h.last, o.last)
	h.min, h.max = min(h.min, o.min), max(h.max, o.max)
	h.n += o.n
	h.sum += o.sum
	for i := o.first; i <= o.last; i++ {
		h.counts[i] += o.counts[i]
	}
}

// reset empties the histogram and keeps its memory.
func (h *histogram) reset() {
	if h.n > 0 {
		clear(h.counts[h.first : h.last+1])
	}
	*h = histogram{counts: h.counts}
}

// meanMS returns the exact mean; the histogram must not be empty.
func (h *histogram) meanMS() float64 { return float64(h.sum) / float64(h.n) / 1000 }

// percentiles stores, for ascending ranks in per mille, the latency that so
// many latencies do not exceed (nearest rank): the middle of its bucket, within
// the smallest and the largest of all.
func (h *histogram) percentiles(ranks []int64, ms []float64) {
	i, below := h.first, int64(0)
	for k, rank := range ranks {
		want := max((h.n*rank+999)/1000, 1)
		for below+h.counts[i] < want {
			below += h.counts[i]
			i++
		}
		from, to := bounds(i)
		us := min(max(float64(from+to-1)/2, float64(h.min)), float64(h.max))
		ms[k] = us / 1000
	}
}
