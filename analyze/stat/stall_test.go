package stat

import (
	"math"
	"testing"
)

// dip sets the rates of the points from..to-1.
func dip(s Series, from, to int, rate float64) Series {
	for i := from; i < to; i++ {
		s[i].Rate = rate
	}
	return s
}

func TestStallsLoseWhatWasPlanted(t *testing.T) {
	s := constant(300, 100)
	dip(s, 50, 55, 0)
	dip(s, 120, 123, 40)
	dip(s, 200, 203, 60) // not below half
	r := Stalls(s, StallOptions{})
	want := []Stall{{50, 55, 1, 500}, {120, 123, 0.6, 180}}
	if len(r.Stalls) != len(want) {
		t.Fatalf("got %v", r.Stalls)
	}
	for i, stall := range r.Stalls {
		near(t, "start", stall.Start, want[i].Start, 0)
		near(t, "end", stall.End, want[i].End, 0)
		near(t, "depth", stall.Depth, want[i].Depth, 1e-12)
		near(t, "lost", stall.Lost, want[i].Lost, 1e-9)
	}
	near(t, "lost in all", r.Lost, 680, 1e-9)
	near(t, "share", r.Share, 680.0/(300*100-3*40), 1e-12) // the shallow dip is not a stall
	near(t, "seconds", r.Seconds, 8, 0)
	near(t, "longest", r.Longest, 5, 0)
	isNaN(t, "period of two stalls", r.Period.Seconds)
}

func TestStallOptions(t *testing.T) {
	s := dip(dip(constant(100, 100), 50, 52, 0), 53, 55, 0)
	for _, c := range []struct {
		name         string
		o            StallOptions
		stalls       int
		lost, length float64
	}{
		{"one second between is joined", StallOptions{}, 1, 400, 5},
		{"unless told", StallOptions{Merge: 0.5}, 2, 400, 2},
		{"deeper only", StallOptions{Below: 0.01}, 1, 400, 5},
	} {
		r := Stalls(s, c.o)
		if len(r.Stalls) != c.stalls {
			t.Errorf("%s: got %v", c.name, r.Stalls)
			continue
		}
		near(t, c.name, r.Lost, c.lost, 1e-9)
		near(t, c.name, r.Longest, c.length, 0)
	}
	if r := Stalls(dip(constant(100, 100), 50, 52, 40), StallOptions{Below: 0.3}); len(r.Stalls) != 0 {
		t.Errorf("40 %% is not below 30 %%: %v", r.Stalls)
	}
}

func TestStallsAreMeasuredAgainstTheirRegime(t *testing.T) {
	s := dip(constant(600, 1000), 300, 600, 400) // a level for good, not a stall
	s[100].Rate, s[450].Rate = 450, 450
	s[500].Rate = 150
	r := Stalls(s, StallOptions{})
	if len(r.Stalls) != 2 || r.Stalls[0].Start != 100 || r.Stalls[1].Start != 500 {
		t.Fatalf("got %v", r.Stalls)
	}
	near(t, "lost", r.Lost, 550+250, 1e-9)
}

func TestGapIsNoStall(t *testing.T) {
	s := constant(100, 100)
	s = append(s[:40:40], s[45:]...)
	if r := Stalls(s, StallOptions{}); len(r.Stalls) != 0 {
		t.Errorf("got %v", r.Stalls)
	}
	long := append(constant(40, 100), Point{40, 45, 10}, Point{45, 46, 100})
	near(t, "lost in one long interval", Stalls(long, StallOptions{}).Lost, 450, 1e-9)
}

func TestFreezeToTheEnd(t *testing.T) {
	r := Stalls(dip(constant(300, 100), 200, 300, 0), StallOptions{})
	if len(r.Stalls) != 1 || r.Longest != 100 || r.Lost != 10000 {
		t.Errorf("got %+v", r)
	}
}

func TestPacer(t *testing.T) {
	// The rate wanders slowly between 600 and 1400.
	wander := func(i int) float64 { return 1000 + 400*math.Sin(float64(i)/60) }
	bySeconds := generate(1200, wander)
	byWork := generate(1200, wander)
	done := 0.0
	for i := range byWork {
		if i%30 == 7 {
			bySeconds[i].Rate = 0
		}
		if done += byWork[i].Rate; done > 30000 {
			done, byWork[i].Rate = 0, 0
		}
	}
	if p := Stalls(bySeconds, StallOptions{}).Period; p.PacedBy != PacedBySeconds || math.Abs(p.Seconds-30) > 1e-9 || p.SecondsCV > 1e-9 {
		t.Errorf("stalls every 30 s: %+v", p)
	}
	if p := Stalls(byWork, StallOptions{}).Period; p.PacedBy != PacedByWork || math.Abs(p.Transactions-30000) > 1000 {
		t.Errorf("stalls every 30000 transactions: %+v", p)
	}
	random := generate(2400, wander)
	rng := newRand(3)
	for i := range random {
		if rng.Float64() < 1.0/40 {
			random[i].Rate = 0
		}
	}
	if p := Stalls(random, StallOptions{}).Period; p.PacedBy != PacerUnknown || p.SecondsCV < 0.5 {
		t.Errorf("stalls at random: %+v", p)
	}
}
