package stat

import (
	"math"
	"slices"
)

// Regime is a stretch of the run at one level.
type Regime struct {
	Start, End float64 // seconds
	Median     float64 // per second
	Series     Series  // its points that have a rate
}

// RegimeOptions are the options of Regimes; the zero value asks for the defaults.
type RegimeOptions struct {
	Block     float64 // seconds of the medians that are searched; default 10, at least the report interval
	MinLength float64 // shortest regime in seconds; default 30, at least three blocks
	MinChange float64 // smallest change of level; default 0.03 (3 %)
}

const (
	// A long run is searched in longer blocks, which keeps the search in milliseconds.
	maxBlocks       = 720
	minRegimeBlocks = 3
	// The correlation of a few dozen blocks is itself a rough estimate. Without this
	// bound a chance 0.9 would hide every change; with it, noise that wanders
	// through only a handful of independent levels in a run is split.
	maxBlockCorrelation = 0.6
	// A change must be this many standard errors, on top of the penalty.
	regimeSignificance = 4
	// A stretch below half of its surroundings and shorter than so many
	// minimal regimes is a stall, one without any work is however long it lasts.
	stallRegimes = 2
)

func (o RegimeOptions) withDefaults(s Series) RegimeOptions {
	if !(o.Block > 0) {
		o.Block = 10
	}
	if !(o.MinLength > 0) {
		o.MinLength = 30
	}
	if !(o.MinChange > 0) {
		o.MinChange = 0.03
	}
	o.Block = max(o.Block, s.Interval(), (s[len(s)-1].End-s[0].Start)/maxBlocks)
	return o
}

// Regimes cuts a run where its level changes for good. There is always at
// least one regime unless the series is empty; together they hold all points
// that have a rate.
//
// The changes minimise the absolute deviations of the block medians plus a
// penalty for each change, exactly, by optimal partitioning (Jackson et al.
// 2005; PELT of Killick, Fearnhead & Eckley 2012 is its pruned form, which
// gains nothing on a run without changes). The loss is robust, as Fearnhead &
// Rigaill 2019 advise, though simpler than their biweight.
//
// Ordinary penalties assume independent noise and split correlated noise at
// will. Here the penalty grows with the autocorrelation, estimated from
// differences as by Chakar, Lebarbier, Levy-Leduc & Robin 2017 ("A robust
// approach for estimating change-points in the mean of an AR(1) process").
// Then changes that are too small, too short, not significant against the
// correlated noise, or mere stalls are taken back, the weakest first.
func Regimes(s Series, o RegimeOptions) []Regime {
	s = s.present()
	if len(s) == 0 {
		return nil
	}
	o = o.withDefaults(s)
	blocks := s.blockMedians(o.Block)
	x := make([]float64, len(blocks))
	for i, b := range blocks {
		x[i] = b.Rate
	}
	var cuts []int // indexes of points at which a regime begins, without 0
	if len(x) >= 2*minRegimeBlocks {
		n := float64(len(x))
		scale, phi := robustAR1(x)
		factor := (1 + phi) / (1 - phi)
		// The least absolute deviation falls by 0.63 sd chi-squared(1) when normal
		// noise gets one more median; 2 log n is the usual allowance for the search.
		penalty := 0.63 * scale * factor * 2 * math.Log(n)
		for _, change := range leastDeviations(x, penalty, minRegimeBlocks) {
			at, _ := s.Split(blocks[change].Start)
			if cut := len(at); cut > 0 && cut < len(s) {
				cuts = append(cuts, cut)
			}
		}
	}
	cuts = s.refine(slices.Compact(cuts), o.Block)
	for len(cuts) > 0 {
		weakest := s.weakestCut(cuts, o)
		if weakest < 0 {
			break
		}
		cuts = slices.Delete(cuts, weakest, weakest+1)
	}
	var regimes []Regime
	for i, segment := range s.segments(cuts) {
		r := Regime{segment[0].Start, segment[len(segment)-1].End, NewSample(segment).Median(), segment}
		if i > 0 {
			regimes[i-1].End = r.Start // a gap belongs to the regime in front of it
		}
		regimes = append(regimes, r)
	}
	return regimes
}

// blockMedians is the median rate of each stretch of k seconds that the points
// cover at least by half. A point belongs to the stretch that holds its middle.
func (s Series) blockMedians(k float64) Series {
	if len(s) == 0 {
		return nil
	}
	var blocks Series
	origin := s[0].Start
	index := func(p Point) float64 { return math.Floor(((p.Start+p.End)/2 - origin) / k) }
	for len(s) > 0 {
		j, n := index(s[0]), 1
		for n < len(s) && index(s[n]) == j {
			n++
		}
		if s[:n].Seconds() >= k/2 {
			blocks = append(blocks, Point{origin + j*k, origin + (j+1)*k, NewSample(s[:n]).Median()})
		}
		s = s[n:]
	}
	return blocks
}

// robustAR1 estimates standard deviation and lag-1 correlation of the noise
// in x from the medians of differences at lags 1 and 2, which steps and
// outliers hardly touch.
func robustAR1(x []float64) (sd, phi float64) {
	d1 := make([]float64, 0, len(x))
	d2 := make([]float64, 0, len(x))
	for i := range x {
		if i >= 1 {
			d1 = append(d1, math.Abs(x[i]-x[i-1]))
		}
		if i >= 2 {
			d2 = append(d2, math.Abs(x[i]-x[i-2]))
		}
	}
	m1, m2 := median(d1), median(d2)
	if !(m1 > 0) {
		return 0, 0
	}
	// The variances of the differences are 2 v (1-phi) and 2 v (1-phi^2).
	phi = min(max(m2*m2/(m1*m1)-1, 0), maxBlockCorrelation)
	return madToSD * m1 / math.Sqrt(2*(1-phi)), phi
}

// leastDeviations returns the starts of the segments, but the first, that
// minimise the sum of absolute deviations from the segments' medians plus
// penalty for each. No segment is shorter than shortest.
func leastDeviations(x []float64, penalty float64, shortest int) []int {
	n := len(x)
	best := make([]float64, n+1) // best[t] is the cost of x[:t]
	from := make([]int, n+1)     // the start of its last segment
	for t := range best {
		best[t] = math.Inf(1)
	}
	best[0] = 0
	var segment deviations
	for start := 0; start+shortest <= n; start++ {
		if math.IsInf(best[start], 1) {
			continue
		}
		segment.reset()
		for t := start + 1; t <= n; t++ {
			cost := segment.add(x[t-1])
			if total := best[start] + cost + penalty; t-start >= shortest && total < best[t] {
				best[t], from[t] = total, start
			}
		}
	}
	var changes []int
	for t := from[n]; t > 0; t = from[t] {
		changes = append(changes, t)
	}
	slices.Reverse(changes)
	return changes
}

// deviations is the sum of absolute deviations from the median of a growing set.
type deviations struct {
	sorted []float64
	sum    float64
}

func (d *deviations) reset() { d.sorted, d.sum = d.sorted[:0], 0 }

func (d *deviations) add(v float64) float64 {
	i, _ := slices.BinarySearch(d.sorted, v)
	// Between the two middle values every centre gives the same sum, so the old
	// median serves: the new sum is the old one plus the distance from the
	// middle interval, whatever the parity.
	n := len(d.sorted)
	if n > 0 {
		low, high := d.sorted[(n-1)/2], d.sorted[n/2]
		d.sum += max(low-v, v-high, 0)
	}
	d.sorted = slices.Insert(d.sorted, i, v)
	return d.sum
}

func (s Series) segments(cuts []int) []Series {
	segments := make([]Series, 0, len(cuts)+1)
	start := 0
	for _, cut := range cuts {
		segments = append(segments, s[start:cut:cut])
		start = cut
	}
	return append(segments, s[start:])
}

// refine moves each cut to the point, within one block, that best separates the medians of
// the two sides.
func (s Series) refine(cuts []int, block float64) []int {
	cuts = slices.Clone(cuts)
	for i, cut := range cuts {
		segments := s.segments(cuts)
		left, right := NewSample(segments[i]).Median(), NewSample(segments[i+1]).Median()
		first := cut - len(segments[i]) + 1
		last := cut + len(segments[i+1]) - 1
		for first < cut && s[first].Start < s[cut].Start-block {
			first++
		}
		for last > cut && s[last].Start > s[cut].Start+block {
			last--
		}
		// gain is how much better the points so far fit the left side.
		var gain, bestGain float64
		best := first
		for k := first; k < last; k++ {
			gain += math.Abs(s[k].Rate-right) - math.Abs(s[k].Rate-left)
			if gain > bestGain {
				bestGain, best = gain, k+1
			}
		}
		cuts[i] = best
	}
	return cuts
}

// weakestCut is the index in cuts of the change that must go first, or -1 if
// all may stay.
func (s Series) weakestCut(cuts []int, o RegimeOptions) int {
	segments := s.segments(cuts)
	levels := make([]float64, len(segments))
	lengths := make([]float64, len(segments))
	for i, segment := range segments {
		levels[i] = NewSample(segment).Median()
		lengths[i] = segment[len(segment)-1].End - segment[0].Start
	}
	// The change to the nearer level is the one to undo.
	nearer := func(i int) int {
		if i == 0 {
			return 0
		}
		if i == len(segments)-1 || math.Abs(levels[i]-levels[i-1]) <= math.Abs(levels[i]-levels[i+1]) {
			return i - 1
		}
		return i
	}
	minLength := max(o.MinLength, minRegimeBlocks*o.Block)
	for i := range segments {
		around := math.Inf(1)
		if i > 0 {
			around = levels[i-1]
		}
		if i < len(segments)-1 {
			around = min(around, levels[i+1])
		}
		if levels[i] < around/2 && (levels[i] == 0 || lengths[i] < stallRegimes*minLength) {
			return nearer(i)
		}
	}
	shortest := 0
	for i := range segments {
		if lengths[i] < lengths[shortest] {
			shortest = i
		}
	}
	// Refining may move a change by a few points; a regime is not lost for that.
	if lengths[shortest] < minLength-o.Block/2 {
		return nearer(shortest)
	}

	// Noise around the levels, in blocks, with its correlation.
	var residuals []float64
	counts := make([]float64, len(segments))
	for i, segment := range segments {
		for _, b := range segment.blockMedians(o.Block) {
			residuals = append(residuals, b.Rate-levels[i])
			counts[i]++
		}
	}
	_, scale := location(residuals)
	for i, r := range residuals {
		residuals[i] = min(max(r, -4*scale), 4*scale)
	}
	tau := max(autocorrelate(residuals).IACT, 1)
	weakest, weakestStrength := -1, 1.0
	for i := range cuts {
		change := math.Abs(levels[i+1] - levels[i])
		se := scale * math.Sqrt(tau*(1/max(counts[i], 1)+1/max(counts[i+1], 1)))
		needed := max(regimeSignificance*se, o.MinChange*max(levels[i], levels[i+1]))
		if change == 0 {
			return i
		}
		if strength := change / needed; strength < weakestStrength {
			weakest, weakestStrength = i, strength
		}
	}
	return weakest
}
