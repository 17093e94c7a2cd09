package stat

import (
	"math"
	"testing"
)

func TestRegimesOfSteps(t *testing.T) {
	scale := func(s Series, from, to int, factor float64) Series {
		for i := from; i < to; i++ {
			s[i].Rate *= factor
		}
		return s
	}
	noise := func() Series { return ar1(newRand(5), 600, 0.3, 1000, 40) }
	coarse := make([]float64, 60)
	for i := range coarse {
		coarse[i] = 500 + float64(i*7%11)
		if i >= 20 {
			coarse[i] -= 100
		}
	}
	for _, c := range []struct {
		name   string
		s      Series
		starts []float64
	}{
		{"stationary", noise(), []float64{0}},
		{"a step down", scale(noise(), 203, 600, 0.85), []float64{0, 203}},
		{"up and down", scale(noise(), 200, 320, 1.2), []float64{0, 200, 320}},
		{"a step of 2 % is none", scale(constant(600, 1000), 300, 600, 1.02), []float64{0}},
		{"a step of 5 % without noise", scale(constant(600, 1000), 300, 600, 1.05), []float64{0, 300}},
		{"20 s lower are too short", scale(noise(), 300, 320, 0.7), []float64{0}},
		{"a stall of 50 s", scale(noise(), 300, 350, 0.1), []float64{0}},
		{"a freeze of 3 minutes", scale(noise(), 200, 380, 0), []float64{0}},
		{"a freeze at the end", scale(noise(), 450, 600, 0), []float64{0}},
		{"a third of the rate for good", scale(noise(), 300, 600, 0.33), []float64{0, 300}},
		{"ten-second intervals", every(10, coarse...), []float64{0, 200}},
		{"all zero", constant(300, 0), []float64{0}},
	} {
		regimes := Regimes(c.s, RegimeOptions{})
		if len(regimes) != len(c.starts) {
			t.Errorf("%s: got %d regimes, want %d: %v", c.name, len(regimes), len(c.starts), starts(regimes))
			continue
		}
		points := 0
		for i, r := range regimes {
			near(t, c.name, r.Start, c.starts[i], 3)
			points += len(r.Series)
		}
		if points != len(c.s) {
			t.Errorf("%s: the regimes hold %d of %d points", c.name, points, len(c.s))
		}
	}
}

func starts(regimes []Regime) (x []float64) {
	for _, r := range regimes {
		x = append(x, r.Start)
	}
	return x
}

func TestDeviationsFromARunningMedian(t *testing.T) {
	var d deviations
	x := []float64{5, 1, 9, 2, 2, 8, 7}
	for i := range x {
		got := d.add(x[i])
		centre, want := median(x[:i+1]), 0.0
		for _, v := range x[:i+1] {
			want += math.Abs(v - centre)
		}
		near(t, "sum of deviations", got, want, 1e-12)
	}
}

// AR(1) noise must not be split. Above phi 0.95 a run of 600 s holds only a
// handful of independent values, and its wandering looks like levels.
func TestRegimeFalseAlarms(t *testing.T) {
	for _, c := range []struct{ phi, limit float64 }{{0, 0.03}, {0.5, 0.03}, {0.9, 0.06}, {0.95, 0.10}} {
		rng := newRand(31)
		runs, alarms, found := repetitions(100), 0, 0
		for range runs {
			s := ar1(rng, 600, c.phi, 1000, 50)
			if len(Regimes(s, RegimeOptions{})) > 1 {
				alarms++
			}
			for i := 200; i < 600; i++ {
				s[i].Rate *= 0.9
			}
			if len(Regimes(s, RegimeOptions{})) == 2 {
				found++
			}
		}
		if share := float64(alarms) / float64(runs); share > c.limit {
			t.Errorf("phi %v: %.3f of stationary series are split", c.phi, share)
		}
		if share := float64(found) / float64(runs); c.phi <= 0.5 && share < 0.95 {
			t.Errorf("phi %v: a step of 10 %% is found in %.3f only", c.phi, share)
		}
	}
}

func BenchmarkRegimes3600(b *testing.B) {
	s := ar1(newRand(1), 3600, 0.5, 1000, 50)
	for b.Loop() {
		Regimes(s, RegimeOptions{})
	}
}
