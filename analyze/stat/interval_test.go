package stat

import (
	"math"
	"testing"
)

func TestMeanIntervalOfIndependentPoints(t *testing.T) {
	// With ESS = n it is the textbook interval: 2.064 = t(0.975, 24).
	s := generate(25, func(i int) float64 { return 100 + 10*float64(i%2) })
	d := NewSample(s)
	e := MeanInterval(s, 0.95)
	near(t, "ESS", Autocorrelate(s).ESS, 25, 0)
	near(t, "half width", e.Hi-e.Value, 2.063899*d.SD()/5, 1e-5)
	near(t, "symmetric", e.Value-e.Lo, e.Hi-e.Value, 1e-9)
}

func TestBlockLength(t *testing.T) {
	near(t, "constant", BlockLength(constant(100, 5)), 1, 0)
	// The optimum for AR(1): g = 2 s phi/((1-phi)^2), spectrum = s (1+phi)/(1-phi),
	// s being the variance; so b = (4 phi^2 n / (1-phi^2)^2)^(1/3).
	for _, phi := range []float64{0.3, 0.5, 0.8} {
		const n, runs = 5000, 20
		var mean float64
		rng := newRand(9)
		for range runs {
			mean += BlockLength(ar1(rng, n, phi, 1000, 50)) / runs
		}
		want := math.Cbrt(4 * phi * phi * n / math.Pow(1-phi*phi, 2))
		near(t, "AR(1)", mean, want, 0.2*want)
	}
}

func TestBootstrapIsDeterministic(t *testing.T) {
	s := ar1(newRand(1), 200, 0.5, 1000, 50)
	a := Bootstrap(s, Sample.Median, BootstrapOptions{Seed: 1})
	if b := Bootstrap(s, Sample.Median, BootstrapOptions{Seed: 1}); a != b {
		t.Errorf("same seed: %v and %v", a, b)
	}
	if b := Bootstrap(s, Sample.Median, BootstrapOptions{Seed: 2}); a == b {
		t.Error("another seed gives the same interval")
	}
	if !(a.Lo < a.Value && a.Value < a.Hi) {
		t.Errorf("got %v", a)
	}
	if r := BootstrapRatio(s, s, Sample.CV, BootstrapOptions{}); r.Value != 1 || !(r.Lo < 1 && r.Hi > 1) {
		t.Errorf("ratio of a run to itself: %v", r)
	}
}

func BenchmarkBootstrapMedian3600(b *testing.B) {
	s := ar1(newRand(1), 3600, 0.9, 1000, 50)
	for b.Loop() {
		Bootstrap(s, Sample.Median, BootstrapOptions{})
	}
}
