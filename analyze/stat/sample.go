package stat

import (
	"cmp"
	"math"
	"slices"
)

// Sample is the distribution of the rates of a series: the rates in ascending
// order, each weighted by the length of its interval.
type Sample struct {
	x, w  []float64
	n     float64 // number of points
	total float64 // sum of w
}

// Statistic is a number computed from a Sample, such as Sample.Median. Bootstrap
// and CompareJitter take one.
type Statistic func(Sample) float64

// NewSample sorts the points of s that have a rate.
func NewSample(s Series) Sample {
	s = slices.Clone(s.present())
	slices.SortFunc(s, func(a, b Point) int { return cmp.Compare(a.Rate, b.Rate) })
	d := Sample{x: make([]float64, len(s)), w: make([]float64, len(s)), n: float64(len(s))}
	for i, p := range s {
		d.x[i], d.w[i] = p.Rate, p.Length()
		d.total += d.w[i]
	}
	return d
}

// Mean is the weighted mean.
func (d Sample) Mean() float64 {
	var sum float64
	for i, x := range d.x {
		sum += d.w[i] * x
	}
	return sum / d.total
}

// SD is the weighted standard deviation, with the denominator n-1 for equal
// lengths.
func (d Sample) SD() float64 {
	mean := d.Mean()
	var sum float64
	for i, x := range d.x {
		sum += d.w[i] * (x - mean) * (x - mean)
	}
	if d.n < 2 {
		return math.NaN()
	}
	return math.Sqrt(sum / d.total * d.n / (d.n - 1))
}

// CV is the coefficient of variation, SD / mean. NaN where the mean is 0.
func (d Sample) CV() float64 { return ratio(d.SD(), d.Mean()) }

// Quantile is the p-quantile for p in 0..1. With equal lengths it is the usual
// one (type 7 of Hyndman & Fan 1996, quantile_cont of SQL): linear between
// order statistics. Otherwise it is the mean of the weighted quantile function
// over the same window of one n-th of the weight (Akinshin 2023, "Weighted
// quantile estimators").
func (d Sample) Quantile(p float64) float64 {
	if len(d.x) == 0 || !(p >= 0 && p <= 1) {
		return math.NaN()
	}
	unit := d.total / d.n
	from := p * (d.total - unit)
	return quantileWindow(d.x, d.w, from, from+unit)
}

// quantileWindow averages the step function that holds x[i] over w[i].
func quantileWindow(x, w []float64, from, to float64) float64 {
	var end, sum, weight float64
	for i := range x {
		start := end
		end += w[i]
		if overlap := min(end, to) - max(start, from); overlap > 0 {
			sum += overlap * x[i]
			weight += overlap
		}
		if end >= to {
			break
		}
	}
	return sum / weight
}

// Median is the 0.5-quantile.
func (d Sample) Median() float64 { return d.Quantile(0.5) }

// MAD is the median absolute deviation from the median, unscaled.
func (d Sample) MAD() float64 {
	median := d.Median()
	if math.IsNaN(median) {
		return median
	}
	// The deviations ascend away from the median on both sides: merge them.
	right, _ := slices.BinarySearch(d.x, median)
	left := right - 1
	unit := d.total / d.n
	from := 0.5 * (d.total - unit)
	to := from + unit
	var end, sum, weight float64
	for (left >= 0 || right < len(d.x)) && end < to {
		var deviation, w float64
		if right >= len(d.x) || left >= 0 && median-d.x[left] <= d.x[right]-median {
			deviation, w = median-d.x[left], d.w[left]
			left--
		} else {
			deviation, w = d.x[right]-median, d.w[right]
			right++
		}
		start := end
		end += w
		if overlap := min(end, to) - max(start, from); overlap > 0 {
			sum += overlap * deviation
			weight += overlap
		}
	}
	return sum / weight
}

// madToSD makes the MAD an estimate of the standard deviation where the data
// is normal: 1 / the 0.75-quantile of the standard normal distribution.
const madToSD = 1.4826

// RobustCV is 1.4826 MAD / median. NaN where the median is 0.
func (d Sample) RobustCV() float64 { return ratio(madToSD*d.MAD(), d.Median()) }

// ratio is a/b, and NaN instead of an infinity.
func ratio(a, b float64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return a / b
}

// sortedMedian is the median of ascending numbers; NaN of none.
func sortedMedian(x []float64) float64 {
	n := len(x)
	if n == 0 {
		return math.NaN()
	}
	return (x[(n-1)/2] + x[n/2]) / 2
}

// median is the median of numbers in any order; NaN of none.
func median(x []float64) float64 {
	x = slices.Clone(x)
	slices.Sort(x)
	return sortedMedian(x)
}
