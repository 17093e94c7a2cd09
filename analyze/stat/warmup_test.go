package stat

import (
	"math"
	"testing"
)

func TestMSER5(t *testing.T) {
	noise := func(seed uint64, n int) Series { return ar1(newRand(seed), n, 0.3, 1000, 30) }
	ramp := noise(1, 600)
	for i := range 60 { // from half of the rate to all of it in a minute
		ramp[i].Rate *= 0.5 + 0.5*float64(i)/60
	}
	cold := noise(2, 600)
	for i := range cold {
		cold[i].Rate *= 1 - 0.6*math.Exp(-float64(i)/20)
	}
	climbing := noise(3, 600)
	for i := range climbing {
		climbing[i].Rate *= 1 + float64(i)/1000
	}
	stalled := noise(4, 600)
	for i := 200; i < 210; i++ {
		stalled[i].Rate = 0
	}
	coarse := every(10, 400, 700, 900)
	for i := 3; i < 36; i++ {
		coarse = append(coarse, Point{float64(i) * 10, float64(i+1) * 10, 1000 + float64(i*7%11)})
	}
	for _, c := range []struct {
		name     string
		s        Series
		state    WarmUpState
		from, to float64 // where End may lie
	}{
		{"a ramp of 60 s", ramp, WarmUpFound, 45, 75},
		{"an exponential rise", cold, WarmUpFound, 35, 120},
		{"a rise through the run", climbing, NeverSteady, 0, 0},
		{"none", noise(5, 600), NoWarmUp, 0, 0},
		{"a stall is no warm-up", stalled, NoWarmUp, 0, 0},
		{"ten-second intervals", coarse, WarmUpFound, 20, 40},
		{"constant", constant(600, 5), NoWarmUp, 0, 0},
		{"all zero", constant(600, 0), NoWarmUp, 0, 0},
		{"too short", noise(6, 19), TooShort, 0, 0},
	} {
		w := MSER5(c.s)
		if w.State != c.state || w.End < c.from || w.End > c.to {
			t.Errorf("%s: got %v until %v, want %v in %v..%v", c.name, w.State, w.End, c.state, c.from, c.to)
		}
		if after := c.s.After(w); len(after)+w.Points != len(c.s) || len(after) < len(c.s)/2 {
			t.Errorf("%s: %d of %d points left, %d cut", c.name, len(after), len(c.s), w.Points)
		}
	}
	if change := MSER5(ramp).Change; !(change < -0.15 && change > -0.35) {
		t.Errorf("the ramp differs by %v, want about -0.25", change)
	}
}

func TestMSERCutsWhereTheErrorIsLeast(t *testing.T) {
	z := []float64{0, 5, 10, 11, 9, 10, 11, 9, 10, 10, 11, 9}
	within, anywhere := mser(z, 6)
	if within != 2 || anywhere != 2 {
		t.Errorf("got %d and %d, want 2", within, anywhere)
	}
	if within, _ = mser(z, 1); within != 1 {
		t.Errorf("limited: got %d, want 1", within)
	}
}

func TestWarmUpFalseAlarms(t *testing.T) {
	for _, phi := range []float64{0, 0.5, 0.9} {
		rng := newRand(21)
		runs, alarms := repetitions(300), 0
		for range runs {
			if MSER5(ar1(rng, 600, phi, 1000, 50)).State != NoWarmUp {
				alarms++
			}
		}
		if share := float64(alarms) / float64(runs); share > 0.04 {
			t.Errorf("phi %v: %.3f of stationary series have a warm-up", phi, share)
		}
	}
}
