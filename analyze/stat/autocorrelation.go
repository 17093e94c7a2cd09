package stat

import "math"

// autocovariance of x at a lag, NaN entries being missing: the mean over all
// present values of the products that exist (Parzen 1963, "On spectral analysis
// with missing observations and amplitude modulation"), so that the sequence
// stays positive definite. mean and n are those of the present values.
func autocovariance(x []float64, mean, n float64, lag int) float64 {
	var sum float64
	for i := lag; i < len(x); i++ {
		if product := (x[i] - mean) * (x[i-lag] - mean); product == product {
			sum += product
		}
	}
	return sum / n
}

// Autocorrelation is how the values of a series hang together.
type Autocorrelation struct {
	Lag1 float64 // correlation of neighbours; NaN below 3 points or without variation
	// IACT is the integrated autocorrelation time in report intervals,
	// 1 + 2 sum rho(k): how many intervals hold as much information about the
	// mean as one independent value. Below 1 where neighbours alternate.
	IACT float64
	ESS  float64 // effective sample size n / IACT, never above n
}

// Autocorrelate computes the correlation of neighbours and the effective
// sample size. The sum of autocorrelations ends where Geyer's initial positive sequence
// does: the sums of adjacent pairs rho(2k)+rho(2k+1) are positive for a
// reversible Markov chain, so the first that is not is noise (Geyer 1992,
// "Practical Markov chain Monte Carlo"). Because the deviations are
// taken from the estimated mean, every autocovariance comes out too small by
// about the variance of that mean; it is added back, which matters when
// the series is only a few tens of IACT long. A constant series has IACT 1.
func Autocorrelate(s Series) Autocorrelation {
	return autocorrelate(s.grid())
}

func autocorrelate(x []float64) Autocorrelation {
	var n, sum float64
	for _, v := range x {
		if v == v {
			n++
			sum += v
		}
	}
	a := Autocorrelation{Lag1: math.NaN(), IACT: 1, ESS: n}
	if n < 3 {
		return a
	}
	mean := sum / n
	variance := autocovariance(x, mean, n, 0)
	// A constant with rounding noise has no correlation to speak of.
	if variance <= 1e-20*mean*mean {
		return a
	}
	lag1 := autocovariance(x, mean, n, 1)
	a.Lag1 = lag1 / variance

	// v, the variance of the mean, depends on the sum, and the correction of the sum on v.
	pairs := []float64{variance + lag1}
	pair := func(k int) float64 {
		for len(pairs) <= k {
			lag := 2 * len(pairs)
			pairs = append(pairs, autocovariance(x, mean, n, lag)+autocovariance(x, mean, n, lag+1))
		}
		return pairs[k]
	}
	v := 0.0
	tau := 1.0
	for range 3 {
		total := 0.0
		for k := 0; 2*k+1 < len(x)/2; k++ {
			sum := pair(k) + 2*v
			if sum <= 0 {
				break
			}
			total += sum
		}
		tau = 2*total/(variance+v) - 1
		// Without a bound the correction would feed on itself in a series that
		// is all trend.
		v = min(variance*max(tau, 0)/n, variance/4)
	}
	a.IACT = max(tau, 1/n)
	a.ESS = max(min(n, n/a.IACT), 1)
	return a
}
