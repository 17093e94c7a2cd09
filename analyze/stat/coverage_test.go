package stat

import "testing"

// share is the share of runs of which a test is true.
func share(runs int, test func(i int) bool) float64 {
	hits := 0
	for i := range runs {
		if test(i) {
			hits++
		}
	}
	return float64(hits) / float64(runs)
}

func (e Estimate) holds(v float64) bool { return e.Lo <= v && v <= e.Hi }

// coverageCases are AR(1) processes with a true effective sample size of at
// least 30.
var coverageCases = []struct {
	n   int
	phi float64
}{{60, 0}, {100, 0.5}, {300, 0}, {300, 0.8}, {600, 0.5}, {600, 0.9}}

func TestCoverageOfMeans(t *testing.T) {
	for _, c := range coverageCases {
		rng := newRand(1)
		runs := repetitions(1000)
		mean := share(runs, func(int) bool {
			return MeanInterval(ar1(rng, c.n, c.phi, 1000, 50), 0.95).holds(1000)
		})
		ratio := share(runs, func(int) bool {
			a, b := ar1(rng, c.n, c.phi, 1000, 50), ar1(rng, c.n, c.phi, 1100, 80)
			return Compare([]Series{a}, []Series{b}, CompareOptions{}).Ratio.holds(1.1)
		})
		t.Logf("n %d phi %.1f: mean %.3f ratio %.3f", c.n, c.phi, mean, ratio)
		// Three standard errors of a share of 1000 are 2 %.
		if mean < 0.92 || mean > 0.985 || ratio < 0.92 || ratio > 0.985 {
			t.Errorf("n %d phi %.1f: the 95 %% intervals hold the truth in %.3f (mean) and %.3f (ratio)", c.n, c.phi, mean, ratio)
		}
	}
}

func TestCoverageOfBootstrap(t *testing.T) {
	for _, c := range coverageCases {
		rng := newRand(2)
		runs := repetitions(150)
		var o BootstrapOptions
		o.Resamples = 300
		hold := func(statistic Statistic, truth float64) float64 {
			return share(runs, func(i int) bool {
				o.Seed = uint64(i)
				return Bootstrap(ar1(rng, c.n, c.phi, 1000, 50), statistic, o).holds(truth)
			})
		}
		median := hold(Sample.Median, 1000)
		cv := hold(Sample.CV, 0.05)
		ratio := share(runs, func(i int) bool {
			o.Seed = uint64(i)
			a, b := ar1(rng, c.n, c.phi, 1000, 50), ar1(rng, c.n, c.phi, 1000, 75)
			return BootstrapRatio(a, b, Sample.CV, o).holds(1.5)
		})
		t.Logf("n %d phi %.1f: median %.3f CV %.3f ratio of CVs %.3f", c.n, c.phi, median, cv, ratio)
		// A CV is less symmetric than a median: from few values its interval is
		// a little short.
		if median < 0.89 || cv < 0.86 || ratio < 0.89 {
			t.Errorf("n %d phi %.1f: the 95 %% intervals hold the truth in %.3f (median), %.3f (CV), %.3f (ratio of CVs)",
				c.n, c.phi, median, cv, ratio)
		}
	}
}

func TestFalseAlarmsAndPowerOfVerdict(t *testing.T) {
	for _, c := range coverageCases {
		rng := newRand(4)
		runs := repetitions(300)
		decides := func(a, b Series) bool {
			v := Compare([]Series{a}, []Series{b}, CompareOptions{}).Verdict
			return v == Better || v == Worse
		}
		equal := share(runs, func(int) bool {
			return decides(ar1(rng, c.n, c.phi, 1000, 50), ar1(rng, c.n, c.phi, 1000, 50))
		})
		border := share(runs, func(int) bool {
			return decides(ar1(rng, c.n, c.phi, 1000, 50), ar1(rng, c.n, c.phi, 1020, 50))
		})
		falseEquivalence := share(runs, func(int) bool {
			a, b := ar1(rng, c.n, c.phi, 1000, 50), ar1(rng, c.n, c.phi, 1021, 50)
			return Compare([]Series{a}, []Series{b}, CompareOptions{}).Verdict == NoChange
		})
		t.Logf("n %d phi %.1f: equal %.3f, at the border %.3f, 2.1 %% called no change %.3f", c.n, c.phi, equal, border, falseEquivalence)
		if equal > 0.02 || border > 0.055 || falseEquivalence > 0.055 {
			t.Errorf("n %d phi %.1f: a verdict for equal runs in %.3f, at the border in %.3f; 2.1 %% called no change in %.3f",
				c.n, c.phi, equal, border, falseEquivalence)
		}
	}
	rng := newRand(6)
	power := share(300, func(int) bool {
		c := Compare([]Series{ar1(rng, 600, 0.5, 1000, 50)}, []Series{ar1(rng, 600, 0.5, 1050, 50)}, CompareOptions{})
		return c.Verdict == Better
	})
	if power < 0.95 {
		t.Errorf("5 %% are found in %.3f of runs of 600 s", power)
	}
}

func TestCoverageOfReplicates(t *testing.T) {
	rng := newRand(8)
	// Runs differ by 3 % from each other, far more than their inner error.
	run := func(mean float64) Series {
		return ar1(rng, 60, 0.3, mean*(1+0.03*rng.NormFloat64()), 20)
	}
	group := func(n int, mean float64) (runs []Series) {
		for range n {
			runs = append(runs, run(mean))
		}
		return runs
	}
	for _, c := range []struct{ a, b int }{{2, 2}, {3, 3}, {5, 3}, {5, 1}} {
		got := share(repetitions(500), func(int) bool {
			return Compare(group(c.a, 1000), group(c.b, 1100), CompareOptions{}).Ratio.holds(1.1)
		})
		t.Logf("%d and %d runs: %.3f", c.a, c.b, got)
		if got < 0.92 {
			t.Errorf("%d and %d runs: the 95 %% interval holds the truth in %.3f", c.a, c.b, got)
		}
	}
}
