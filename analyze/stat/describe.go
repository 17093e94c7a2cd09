package stat

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// scales are the block lengths in seconds of Description.Scales.
var scales = []float64{1, 2, 5, 10, 30, 60}

// ScaleCV is the coefficient of variation of means over blocks of so many seconds.
type ScaleCV struct {
	Seconds float64
	CV      float64 // NaN below the report interval or with fewer than 8 blocks
}

const minScaleBlocks = 8

// Description is what one series is like. A number that the series is too
// short for, or that has no meaning (a CV around mean 0), is NaN.
type Description struct {
	Points   int     // points that have a rate
	Missing  int     // points that have none
	Seconds  float64 // time they cover
	Interval float64 // report interval: their median length in seconds

	Mean, Median float64 // weighted by length, as all of these
	P1, P5, P95  float64
	Min, Max     float64
	CV           float64 // standard deviation / mean
	RobustCV     float64 // 1.4826 MAD / median
	Floor        float64 // P5 / median

	// Scales is the CV at 1, 2, 5, 10, 30 and 60 seconds (the variance-time
	// curve). Independent noise falls as 1 / sqrt(seconds); a sawtooth falls off a
	// cliff at its period, a slow wave hardly falls.
	Scales []ScaleCV
	// Neighbours is the mean absolute difference of neighbouring intervals over
	// the median.
	Neighbours float64
	Autocorrelation
	Trend Estimate // see TheilSen
}

// Describe computes the description of a series.
func Describe(s Series) Description {
	p := s.present()
	d := NewSample(p)
	result := Description{
		Points: len(p), Missing: len(s) - len(p), Seconds: p.Seconds(), Interval: p.Interval(),
		Mean: d.Mean(), Median: d.Median(),
		P1: d.Quantile(0.01), P5: d.Quantile(0.05), P95: d.Quantile(0.95),
		Min: math.NaN(), Max: math.NaN(),
		CV: d.CV(), RobustCV: d.RobustCV(),
		Neighbours:      neighbours(p, d.Median()),
		Autocorrelation: Autocorrelate(p),
		Trend:           TheilSen(p, DefaultLevel),
	}
	if n := len(d.x); n > 0 {
		result.Min, result.Max = d.x[0], d.x[n-1]
	}
	if len(p) < 2 { // a single value has no spread
		nan := math.NaN()
		result.P1, result.P5, result.P95, result.RobustCV = nan, nan, nan, nan
	}
	result.Floor = ratio(result.P5, result.Median)
	for _, k := range scales {
		cv := math.NaN()
		if blocks := p.Blocks(k); len(blocks) >= minScaleBlocks && k >= result.Interval*(1-1e-3) {
			cv = NewSample(blocks).CV()
		}
		result.Scales = append(result.Scales, ScaleCV{k, cv})
	}
	return result
}

// neighbours is the mean absolute difference of neighbours over the median. A
// pair across a gap is none.
func neighbours(s Series, median float64) float64 {
	var sum, pairs float64
	for i := 1; i < len(s); i++ {
		if s[i].Start <= s[i-1].End+timeSlack {
			sum += math.Abs(s[i].Rate - s[i-1].Rate)
			pairs++
		}
	}
	return ratio(ratio(sum, pairs), median)
}

// maxTrendBlocks bounds the number of slopes, which grows with its square.
const maxTrendBlocks = 200

// TheilSen is the trend of a series in fractions of its median per minute (0.01
// is 1 % of the median more every minute): the median of the slopes between all
// pairs of points (Theil 1950, Sen 1968), long series being reduced to block
// medians first. The interval is Sen's, from the variance of Kendall's score,
// which is multiplied by the IACT of the residuals because the points are
// correlated (the idea of Hamed & Rao 1998). Value is NaN below 3 points, Lo
// and Hi below 5.
func TheilSen(s Series, level float64) Estimate {
	nan := math.NaN()
	none := Estimate{nan, nan, nan}
	s = s.present()
	if len(s) < 3 {
		return none
	}
	centre := NewSample(s).Median()
	if len(s) > maxTrendBlocks {
		s = s.blockMedians((s[len(s)-1].End - s[0].Start) / maxTrendBlocks)
	}
	slopes := make([]float64, 0, len(s)*(len(s)-1)/2)
	for i := range s {
		for j := range i {
			if dt := (s[i].Start + s[i].End - s[j].Start - s[j].End) / 2; dt > 0 {
				slopes = append(slopes, (s[i].Rate-s[j].Rate)/dt)
			}
		}
	}
	if len(slopes) == 0 || centre == 0 {
		return none
	}
	slices.Sort(slopes)
	slope := sortedMedian(slopes)
	perMinute := func(v float64) float64 { return v * 60 / centre }
	trend := Estimate{perMinute(slope), nan, nan}
	n := float64(len(s))
	if n < 5 {
		return trend
	}
	residuals := make([]float64, len(s))
	for i, p := range s {
		residuals[i] = p.Rate - slope*p.End
	}
	tau := max(autocorrelate(residuals).IACT, 1)
	z := distuv.UnitNormal.Quantile(0.5 + levelOr(level)/2)
	reach := z * math.Sqrt(n*(n-1)*(2*n+5)/18*tau)
	last := len(slopes) - 1
	low := int(math.Floor((float64(len(slopes)) - reach) / 2))
	trend.Lo = perMinute(slopes[min(max(low-1, 0), last)])
	trend.Hi = perMinute(slopes[max(min(last-low+1, last), 0)])
	if trend.Lo > trend.Hi { // a negative median
		trend.Lo, trend.Hi = trend.Hi, trend.Lo
	}
	return trend
}
