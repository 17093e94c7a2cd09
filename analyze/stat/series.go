// Package stat holds the statistics of jitterlog: what one throughput series
// is like, and whether two of them differ.
//
// The intervals of a benchmark are not independent samples, they may have
// different lengths, and some may be missing. Everything here allows for
// that. No function panics, whatever the input: what cannot be computed (too
// few points, no work done) is NaN, or a result that says so.
package stat

import (
	"math"
	"slices"
)

// Point is one report interval: (Start, End] in seconds and the mean rate per
// second in it. A NaN rate is a value that the log does not hold. Compare and
// Describe work as well on other quantities, latencies say, put in Rate.
type Point struct {
	Start, End, Rate float64
}

// Length is the length of the interval in seconds.
func (p Point) Length() float64 { return p.End - p.Start }

func (p Point) missing() bool {
	return math.IsNaN(p.Rate) || math.IsInf(p.Rate, 0) || !(p.Length() > 0) || math.IsInf(p.Length(), 0)
}

// Series is the points of one run, ordered by End. It may have gaps
// (Start beyond the previous End) and intervals of different lengths. No
// function changes the points of a Series; the results of Trim, After, Split
// and Regimes share them.
type Series []Point

// Span is a stretch of time (Start, End] in seconds.
type Span struct {
	Start, End float64
}

// Faults lists what is wrong with the times and values of a series. Indexes
// are those of the later point of an offending pair.
type Faults struct {
	Gaps      []Span // time that no interval covers
	Backward  []int  // points that end before the one in front of them: the clock stepped back
	Duplicate []int  // points that end with the one in front of them
	Overlap   []int  // points that start before the one in front of them has ended
	Missing   []int  // points without a usable rate or length
}

// None reports whether nothing was found.
func (f Faults) None() bool {
	return len(f.Gaps)+len(f.Backward)+len(f.Duplicate)+len(f.Overlap)+len(f.Missing) == 0
}

// timeSlack is how much two neighbouring time stamps may differ and still be
// the same: logs print times with up to six decimals.
const timeSlack = 1e-6

// Check finds gaps, backward and duplicate times, overlaps and missing values.
func (s Series) Check() Faults {
	var f Faults
	for i, p := range s {
		if p.missing() {
			f.Missing = append(f.Missing, i)
		}
		if i == 0 {
			continue
		}
		prev := s[i-1]
		switch {
		case p.End < prev.End-timeSlack:
			f.Backward = append(f.Backward, i)
		case p.End <= prev.End+timeSlack:
			f.Duplicate = append(f.Duplicate, i)
		case p.Start < prev.End-timeSlack:
			f.Overlap = append(f.Overlap, i)
		case p.Start > prev.End+timeSlack:
			f.Gaps = append(f.Gaps, Span{prev.End, p.Start})
		}
	}
	return f
}

// present returns the points that have a rate; s itself if all have.
func (s Series) present() Series {
	if !slices.ContainsFunc(s, Point.missing) {
		return s
	}
	return slices.DeleteFunc(slices.Clone(s), Point.missing)
}

// Seconds is the time covered by the points that have a rate.
func (s Series) Seconds() float64 {
	var sum float64
	for _, p := range s {
		if !p.missing() {
			sum += p.Length()
		}
	}
	return sum
}

// Work is the number of transactions done: the sum of rate x length.
func (s Series) Work() float64 {
	var sum float64
	for _, p := range s {
		if !p.missing() {
			sum += p.Rate * p.Length()
		}
	}
	return sum
}

// Mean is the mean rate, weighted by length; NaN without any point.
func (s Series) Mean() float64 { return s.Work() / s.Seconds() }

// Interval is the report interval: the median length of the points in
// seconds; NaN without any point.
func (s Series) Interval() float64 {
	lengths := make([]float64, 0, len(s))
	for _, p := range s {
		if !p.missing() {
			lengths = append(lengths, p.Length())
		}
	}
	slices.Sort(lengths)
	return sortedMedian(lengths)
}

// Split cuts the series at time t: the points that end at or before t, and
// the rest. An interval across t goes to the second part, whole.
func (s Series) Split(t float64) (before, after Series) {
	i := 0
	for i < len(s) && s[i].End <= t+timeSlack {
		i++
	}
	return s[:i:i], s[i:]
}

// Trim cuts the idle tail: the trailing points that lie wholly after the
// deadline and did no work (rate 0 or missing). The deadline is the end of the
// time asked for. Where that is not known but the log shows its threads
// leaving, pass the time at which they began to. If neither is known pass NaN:
// nothing is cut then, because zeros at the end may be a frozen server, and
// for the same reason zeros up to the deadline always stay.
func (s Series) Trim(deadline float64) (kept, tail Series) {
	i := len(s)
	for i > 0 && s[i-1].Start >= deadline-timeSlack && (s[i-1].Rate == 0 || s[i-1].missing()) {
		i--
	}
	return s[:i:i], s[i:]
}

// Blocks resamples the series to intervals of k seconds, counted from its
// first Start. The rate of a block is the mean over its time, an interval that
// crosses a border counting in both blocks by its overlap. Only blocks that are
// covered completely are returned. A k below the length of the intervals
// repeats rates and adds no information. More than a million blocks, the work of a
// broken clock, are refused with nil.
func (s Series) Blocks(k float64) Series {
	s = s.present()
	if len(s) == 0 || !(k > 0) || s.Seconds()/k > 1e6 {
		return nil
	}
	origin := s[0].Start
	// Rounding of printed times must not make a block incomplete.
	full := k * (1 - 1e-4)
	var blocks Series
	current, covered, work := 0.0, 0.0, 0.0
	flush := func() {
		if covered >= full {
			blocks = append(blocks, Point{origin + current*k, origin + (current+1)*k, work / covered})
		}
		covered, work = 0, 0
	}
	for _, p := range s {
		from := p.Start
		for from < p.End {
			// The slack keeps a start such as 2.9999999 in the block it belongs to.
			index := math.Floor((from-origin)/k + timeSlack)
			if index < current { // overlapping or backward times
				break
			}
			if index > current {
				flush()
				current = index
			}
			to := min(p.End, origin+(index+1)*k)
			if to <= from { // the step is below the resolution of the times
				break
			}
			covered += to - from
			work += p.Rate * (to - from)
			from = to
		}
	}
	flush()
	return blocks
}

// grid lays the rates out on a regular grid of the report interval, NaN where
// there is none, so that neighbours in the result are neighbours in time. An
// interval that is several steps long stands once, at its end.
func (s Series) grid() []float64 {
	s = s.present()
	step := s.Interval()
	if len(s) == 0 {
		return nil
	}
	x := make([]float64, 0, len(s))
	for i, p := range s {
		if i > 0 {
			steps := math.Round((p.End - s[i-1].End) / step)
			// A gap far longer than the series itself carries no information about
			// its correlation; the bound keeps a broken clock from taking memory.
			for range int(min(max(steps-1, 0), float64(len(s)))) {
				x = append(x, math.NaN())
			}
		}
		x = append(x, p.Rate)
	}
	return x
}
