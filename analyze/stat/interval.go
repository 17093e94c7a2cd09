package stat

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Estimate is a number and its confidence interval. Lo and Hi are NaN where
// there is too little data for an interval.
type Estimate struct {
	Value, Lo, Hi float64
}

// DefaultLevel is the confidence level used where none is given.
const DefaultLevel = 0.95

func levelOr(level float64) float64 {
	if level > 0 && level < 1 {
		return level
	}
	return DefaultLevel
}

// studentQuantile is the two-sided quantile of Student's t distribution. df may be a fraction.
func studentQuantile(level, df float64) float64 {
	if !(df > 0) {
		return math.NaN()
	}
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Quantile(0.5 + level/2)
}

// meanError is the mean of a series, its standard error sd / sqrt(ESS) and the
// degrees of freedom ESS-1 of that error. The error is NaN below 3 points.
func meanError(s Series) (mean, se, df float64) {
	d := NewSample(s)
	a := Autocorrelate(s)
	if d.n < 3 || a.ESS < 2 {
		return d.Mean(), math.NaN(), math.NaN()
	}
	// The variance around the estimated mean misses the variance of the mean.
	variance := d.SD() * d.SD() * (d.n - 1) / d.n / (1 - 1/a.ESS)
	return d.Mean(), math.Sqrt(variance / a.ESS), a.ESS - 1
}

// MeanInterval is the mean of a series with an interval from its effective
// sample size: mean +- t sd / sqrt(ESS), t with ESS-1 degrees of freedom. One that
// reaches down to 0 comes from a series too short to tell, and Lo and Hi are NaN.
func MeanInterval(s Series, level float64) Estimate {
	mean, se, df := meanError(s)
	half := studentQuantile(levelOr(level), df) * se
	if !(half < math.Abs(mean)) {
		half = math.NaN()
	}
	return Estimate{mean, mean - half, mean + half}
}

// BlockLength is the mean block length, in points, that suits the stationary
// bootstrap of s: Politis & White 2004, "Automatic block-length selection for
// the dependent bootstrap", with the constant of the correction by Patton,
// Politis & White 2009. At least 1, at most min(3 sqrt n, n/3).
func BlockLength(s Series) float64 {
	x := s.grid()
	var n, sum float64
	for _, v := range x {
		if v == v {
			n++
			sum += v
		}
	}
	if n < 9 {
		return 1
	}
	mean := sum / n
	variance := autocovariance(x, mean, n, 0)
	if variance <= 1e-20*mean*mean {
		return 1
	}
	// m is the last lag before kn insignificant ones in a row.
	kn := max(5, int(math.Ceil(math.Sqrt(math.Log10(n)))))
	maxLag := min(int(math.Ceil(math.Sqrt(n)))+kn, len(x)-1)
	band := 2 * math.Sqrt(math.Log10(n)/n) * variance
	covariance := []float64{variance}
	m, quiet := 0, 0
	for lag := 1; lag <= maxLag && quiet < kn; lag++ {
		covariance = append(covariance, autocovariance(x, mean, n, lag))
		if math.Abs(covariance[lag]) < band {
			quiet++
		} else {
			m, quiet = lag, 0
		}
	}
	window := min(2*max(m, 1), maxLag)
	for lag := len(covariance); lag <= window; lag++ {
		covariance = append(covariance, autocovariance(x, mean, n, lag))
	}
	// Flat-top lag window: 1 up to the half, then linear to 0.
	g, spectrum := 0.0, variance
	for lag := 1; lag <= window; lag++ {
		weight := min(1, 2*(1-float64(lag)/float64(window)))
		g += 2 * weight * float64(lag) * covariance[lag]
		spectrum += 2 * weight * covariance[lag]
	}
	limit := math.Ceil(min(3*math.Sqrt(n), n/3))
	if spectrum <= 0 {
		return 1
	}
	length := math.Cbrt(2 * g * g / (2 * spectrum * spectrum) * n)
	return min(max(length, 1), limit)
}

// BootstrapOptions are the options of Bootstrap and BootstrapRatio; the zero
// value asks for the defaults.
type BootstrapOptions struct {
	Level     float64 // confidence level; default 0.95
	Resamples int     // default 1000
	Seed      uint64  // the same seed gives the same interval
}

func (o BootstrapOptions) withDefaults() BootstrapOptions {
	o.Level = levelOr(o.Level)
	if o.Resamples <= 0 {
		o.Resamples = 1000
	}
	return o
}

// Bootstrap is a statistic of a series with an interval from the stationary
// bootstrap (Politis & Romano 1994): blocks of geometric length, of the mean
// that BlockLength chooses, drawn from the circular series. Use MeanInterval
// for means; this is for medians, percentiles and CVs.
//
// The percentile interval is widened by how much the same resamples
// underestimate the error of the mean, as the effective sample size gives it,
// and by Student's t: on short or strongly correlated series the bootstrap alone is
// too sure. Lo and Hi are NaN below 9 points.
func Bootstrap(s Series, statistic Statistic, o BootstrapOptions) Estimate {
	o = o.withDefaults()
	r := resample(s, statistic, o, 0)
	if r.values == nil {
		return Estimate{r.value, math.NaN(), math.NaN()}
	}
	return percentiles(r.value, r.values, r.widen, o.Level)
}

// BootstrapRatio is the ratio of a statistic of b to that of a, with its
// interval; a and b are independent runs and resampled each on its own. See
// Bootstrap. Lo and Hi are NaN too if the statistic is not positive.
func BootstrapRatio(a, b Series, statistic Statistic, o BootstrapOptions) Estimate {
	e, _ := bootstrapLogRatio(a, b, statistic, o)
	return e
}

// bootstrapLogRatio is BootstrapRatio and the logarithms of the resampled
// ratios, nil where there is no interval.
func bootstrapLogRatio(a, b Series, statistic Statistic, o BootstrapOptions) (Estimate, []float64) {
	o = o.withDefaults()
	ra := resample(a, statistic, o, 1)
	rb := resample(b, statistic, o, 2)
	value := ratio(rb.value, ra.value)
	none := Estimate{value, math.NaN(), math.NaN()}
	if ra.values == nil || rb.values == nil || !(value > 0) {
		return none, nil
	}
	logs := make([]float64, o.Resamples)
	for i := range logs {
		// Each side is widened on its own before they are combined.
		logs[i] = stretch(math.Log(rb.values[i]), math.Log(rb.value), rb.widen) -
			stretch(math.Log(ra.values[i]), math.Log(ra.value), ra.widen)
	}
	e := percentiles(math.Log(value), logs, 1, o.Level)
	if math.IsNaN(e.Lo) {
		return none, nil
	}
	return Estimate{value, math.Exp(e.Lo), math.Exp(e.Hi)}, logs
}

// resamples are the bootstrap values of one statistic.
type resamples struct {
	value  float64   // of the series itself
	values []float64 // of the resamples; nil if the series is too short
	widen  float64   // factor that makes their spread that of an honest interval
}

func stretch(x, centre, factor float64) float64 { return centre + (x-centre)*factor }

func resample(s Series, statistic Statistic, o BootstrapOptions, stream uint64) resamples {
	s = s.present()
	whole := NewSample(s)
	r := resamples{value: statistic(whole), widen: 1}
	n := len(s)
	if n < 9 {
		return r
	}
	// Resampling counts how often each point is drawn. With the points sorted
	// beforehand no resample has to be sorted.
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case s[a].Rate < s[b].Rate:
			return -1
		case s[a].Rate > s[b].Rate:
			return 1
		}
		return 0
	})
	rank := make([]int, n)
	for position, i := range order {
		rank[i] = position
	}
	lengths := make([]float64, n)
	for i, p := range s {
		lengths[rank[i]] = p.Length()
	}
	rng := rand.New(rand.NewPCG(o.Seed, stream))
	meanExcess := 0.0 // of the exponential variable beyond 1
	if length := BlockLength(s); length > 1 {
		meanExcess = -1 / math.Log(1-1/length)
	}
	wholeMean := whole.Mean()
	d := Sample{x: whole.x, w: make([]float64, n), n: whole.n}
	r.values = make([]float64, o.Resamples)
	var sum, sumSquares float64
	for k := range r.values {
		clear(d.w)
		for drawn := 0; drawn < n; {
			// An exponential variable rounded up to a whole number is geometric.
			block := n - drawn
			if length := 1 + rng.ExpFloat64()*meanExcess; length < float64(block) {
				block = int(length)
			}
			drawn += block
			i := rng.IntN(n)
			for range block {
				d.w[rank[i]] += lengths[rank[i]]
				if i++; i == n {
					i = 0
				}
			}
		}
		d.total = 0
		for _, w := range d.w {
			d.total += w
		}
		r.values[k] = statistic(d)
		mean := d.Mean() - wholeMean
		sum += mean
		sumSquares += mean * mean
	}
	count := float64(o.Resamples)
	bootstrapSE := math.Sqrt(max(sumSquares/count-sum/count*sum/count, 0))
	if _, se, df := meanError(s); se > 0 && bootstrapSE > 0 {
		normal := distuv.UnitNormal.Quantile(0.5 + o.Level/2)
		r.widen = max(1, se/bootstrapSE*studentQuantile(o.Level, df)/normal)
	}
	return r
}

// percentiles is the percentile interval of bootstrap values around value,
// stretched by the factor widen.
func percentiles(value float64, values []float64, widen, level float64) Estimate {
	sorted := slices.Clone(values)
	for _, v := range sorted {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return Estimate{value, math.NaN(), math.NaN()}
		}
	}
	slices.Sort(sorted)
	at := func(p float64) float64 {
		h := p * float64(len(sorted)-1)
		i := int(h)
		j := min(i+1, len(sorted)-1)
		return sorted[i] + (h-float64(i))*(sorted[j]-sorted[i])
	}
	return Estimate{value, stretch(at((1-level)/2), value, widen), stretch(at((1+level)/2), value, widen)}
}
