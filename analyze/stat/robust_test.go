package stat

import (
	"math"
	"testing"
)

// everything runs every function; none may panic or fail to return.
func everything(s Series) {
	s.Check()
	kept, _ := s.Trim(5)
	w := MSER5(kept)
	s.After(w)
	Describe(s)
	Regimes(s, RegimeOptions{})
	Stalls(s, StallOptions{})
	MeanInterval(s, 0.95)
	o := BootstrapOptions{Resamples: 20}
	for _, statistic := range []Statistic{Sample.Median, Sample.CV, Sample.RobustCV, Sample.MAD} {
		Bootstrap(s, statistic, o)
		BootstrapRatio(s, s, statistic, o)
	}
	other := constant(20, 10)
	for _, group := range [][]Series{nil, {s}, {s, s}, {s, other}, {s, s, other}} {
		Compare(group, []Series{other}, CompareOptions{}).Words()
		Compare([]Series{other}, group, CompareOptions{Quantity: Latency}).Words()
		Compare(group, group, CompareOptions{MinEffect: 7}).Words()
		CompareJitter(group, group, Sample.CV, CompareOptions{Resamples: 20}).Words()
	}
}

func TestNothingPanics(t *testing.T) {
	inf := math.Inf(1)
	for n := range 70 {
		for _, rate := range []float64{0, 5, nan, inf, -3, math.MaxFloat64} {
			everything(constant(n, rate))
		}
	}
	for _, s := range []Series{
		{{0, 0, 1}}, {{1, 0, 1}, {nan, nan, 1}}, {{0, inf, 1}, {0, 1, 1}},
		{{-inf, 1, 1}, {1, 2, 1}}, {{0, 1e300, 1}, {1e300, 1.1e300, 2}},
		{{5, 6, 1}, {1, 2, 1}, {3, 4, 1}}, {{0, 1, nan}, {1, 2, nan}, {2, 3, 4}},
		append(constant(50, 3), constant(50, 4)...), // the clock starts again
		{{0, 1e-9, 5}, {1e9, 1e9 + 1, 5}, {1e9 + 1, 1e9 + 2, 6}},
	} {
		everything(s)
	}
}

func FuzzEverything(f *testing.F) {
	f.Add([]byte{1, 1, 1, 1, 1, 1, 9, 9, 9, 0, 0, 0, 200, 100})
	f.Fuzz(func(t *testing.T, data []byte) {
		var s Series
		at := 0.0
		for i := 0; i+1 < len(data) && len(s) < 300; i += 2 {
			length := float64(data[i]%16) / 4
			rate := float64(data[i+1])
			switch data[i] / 16 {
			case 0:
				at += 7
			case 1:
				at -= 3
			case 2:
				rate = nan
			case 3:
				rate = 0
			}
			s = append(s, Point{at, at + length, rate})
			at += length
		}
		everything(s)
		d := Describe(s)
		if d.ESS > float64(d.Points) {
			t.Errorf("ESS %v of %d points", d.ESS, d.Points)
		}
	})
}

func TestTinySeriesHaveNoInterval(t *testing.T) {
	for n := range 3 {
		e := MeanInterval(constant(n, 5), 0.95)
		isNaN(t, "low", e.Lo)
		d := Describe(constant(n, 5))
		isNaN(t, "lag 1", d.Lag1)
		if n > 0 {
			near(t, "mean", d.Mean, 5, 0)
			near(t, "median", d.Median, 5, 0)
		}
	}
	d := Describe(constant(100, 5))
	near(t, "CV of a constant", d.CV, 0, 0)
	near(t, "ESS of a constant", d.ESS, 100, 0)
	isNaN(t, "CV of zeros", Describe(constant(100, 0)).CV)
}
