package stat

import "testing"

func TestQuantileIsTypeSevenForEqualLengths(t *testing.T) {
	d := NewSample(everySecond(5, 1, 4, 2, 3))
	for _, c := range []struct{ p, want float64 }{{0, 1}, {0.1, 1.4}, {0.25, 2}, {0.5, 3}, {0.95, 4.8}, {1, 5}} {
		near(t, "quantile", d.Quantile(c.p), c.want, 1e-12)
	}
	near(t, "even median", NewSample(everySecond(4, 1, 3, 2)).Median(), 2.5, 1e-12)
}

func TestQuantileWeighsByLength(t *testing.T) {
	// Nine seconds at 10 outweigh two seconds at 1.
	near(t, "median", NewSample(Series{{0, 1, 1}, {1, 2, 1}, {2, 11, 10}}).Median(), 10, 1e-9)
	// Splitting an interval in two changes little, and the median not at all here.
	whole := Series{{0, 2, 5}, {2, 4, 7}, {4, 6, 9}}
	parts := Series{{0, 1, 5}, {1, 2, 5}, {2, 3, 7}, {3, 4, 7}, {4, 5, 9}, {5, 6, 9}}
	near(t, "split", NewSample(parts).Median(), NewSample(whole).Median(), 1e-12)
}

func TestSpread(t *testing.T) {
	d := NewSample(everySecond(2, 4, 4, 4, 5, 5, 7, 9))
	near(t, "mean", d.Mean(), 5, 1e-12)
	near(t, "sd", d.SD(), 2.138089935299395, 1e-12) // sqrt(32/7)
	near(t, "cv", d.CV(), 2.138089935299395/5, 1e-12)
	// Median 4.5; deviations .5 .5 .5 .5 .5 2.5 2.5 4.5.
	near(t, "mad", d.MAD(), 0.5, 1e-12)
	near(t, "robust cv", d.RobustCV(), 1.4826*0.5/4.5, 1e-12)
	near(t, "odd mad", NewSample(everySecond(1, 1, 2, 2, 4, 6, 9)).MAD(), 1, 1e-12)
}
