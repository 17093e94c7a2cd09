package stat

import (
	"math"
	"testing"
)

func TestAutocorrelationOfAR1(t *testing.T) {
	for _, phi := range []float64{0, 0.5, 0.9} {
		var lag1, tau, ess float64
		const n, runs = 5000, 30
		rng := newRand(7)
		for range runs {
			a := Autocorrelate(ar1(rng, n, phi, 1000, 50))
			lag1 += a.Lag1 / runs
			tau += a.IACT / runs
			ess += a.ESS / runs
		}
		want := (1 + phi) / (1 - phi)
		near(t, "lag 1", lag1, phi, 0.02)
		// Cutting the sum at the first negative pair leaves a little positive noise in it.
		near(t, "IACT", tau, want, 0.12*want)
		near(t, "ESS", ess, n/want, 0.12*n/want)
	}
}

func TestSawtoothHasNegativeLag1(t *testing.T) {
	s := generate(600, func(i int) float64 { return 100 + 20*float64(i%2) })
	d := Describe(s)
	near(t, "lag 1", d.Lag1, -1, 0.01)
	near(t, "ESS is capped", d.ESS, 600, 0)
	near(t, "neighbours", d.Neighbours, 20.0/110, 1e-12)
	near(t, "CV at 1 s", d.Scales[0].CV, 10/110.0, 1e-3)
	near(t, "CV at 2 s", d.Scales[1].CV, 0, 1e-12)
	near(t, "CV at 10 s", d.Scales[3].CV, 0, 1e-12)
}

func TestVarianceTimeCurve(t *testing.T) {
	d := Describe(ar1(newRand(2), 20000, 0, 1000, 50))
	for _, scale := range d.Scales {
		near(t, "CV of white noise", scale.CV, 0.05/math.Sqrt(scale.Seconds), 0.08*0.05/math.Sqrt(scale.Seconds))
	}
	coarse := Describe(every(10, make([]float64, 30)...))
	isNaN(t, "CV below the report interval", coarse.Scales[2].CV)
	short := Describe(ar1(newRand(2), 100, 0, 1000, 50))
	if math.IsNaN(short.Scales[3].CV) {
		t.Error("CV at 10 s of ten blocks is NaN")
	}
	isNaN(t, "CV of three blocks", short.Scales[4].CV)
}

func TestDescribeKnownAnswers(t *testing.T) {
	s := generate(101, func(i int) float64 { return float64((i * 37) % 101) }) // 0..100, each once
	d := Describe(s)
	near(t, "mean", d.Mean, 50, 1e-9)
	near(t, "median", d.Median, 50, 1e-9)
	near(t, "p1", d.P1, 1, 1e-9)
	near(t, "p5", d.P5, 5, 1e-9)
	near(t, "p95", d.P95, 95, 1e-9)
	near(t, "floor", d.Floor, 0.1, 1e-9)
	near(t, "min", d.Min, 0, 0)
	near(t, "max", d.Max, 100, 0)
	near(t, "robust cv", d.RobustCV, 1.4826*25/50, 1e-9)
}

func TestOneValueHasNoSpread(t *testing.T) {
	d := Describe(Series{{0, 60.35, 8285}})
	near(t, "mean", d.Mean, 8285, 0)
	near(t, "median", d.Median, 8285, 0)
	for what, v := range map[string]float64{"CV": d.CV, "robust CV": d.RobustCV, "floor": d.Floor, "p5": d.P5} {
		isNaN(t, what, v)
	}
}

func TestNeighboursDoNotReachOverGaps(t *testing.T) {
	s := Series{{0, 1, 100}, {1, 2, 110}, {9, 10, 500}, {10, 11, 510}}
	near(t, "neighbours", neighbours(s, 100), 0.1, 1e-12)
}

func TestTrend(t *testing.T) {
	line := func(i int) float64 { return 1000 + float64(i) }
	for _, n := range []int{100, 3600} {
		s := generate(n, line)
		want := 60 / NewSample(s).Median()
		e := TheilSen(s, 0.95)
		near(t, "slope", e.Value, want, 1e-9)
		if !(e.Lo <= want && want <= e.Hi) {
			t.Errorf("interval %v does not hold %v", e, want)
		}
		// A tenth of the points being stalled hardly moves it.
		for i := range s {
			if i%10 == 3 {
				s[i].Rate = 0
			}
		}
		near(t, "slope with stalls", TheilSen(s, 0.95).Value, want, 0.1*want)
	}
}

func TestTrendOfStationaryNoise(t *testing.T) {
	for _, phi := range []float64{0, 0.5, 0.9} {
		rng := newRand(11)
		runs, alarms := repetitions(100), 0
		for range runs {
			if e := TheilSen(ar1(rng, 600, phi, 1000, 50), 0.95); e.Lo > 0 || e.Hi < 0 {
				alarms++
			}
		}
		if share := float64(alarms) / float64(runs); share > 0.12 {
			t.Errorf("phi %v: %.3f of stationary series have a trend", phi, share)
		}
	}
}

func BenchmarkDescribe3600(b *testing.B) {
	s := ar1(newRand(1), 3600, 0.9, 1000, 50)
	for b.Loop() {
		Describe(s)
	}
}
