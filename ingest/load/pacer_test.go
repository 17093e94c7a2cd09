package load

import (
	"math"
	"slices"
	"testing"
	"time"
)

func TestPacerUniform(t *testing.T) {
	p := newPacer(&Plan{Warmup: 500 * time.Millisecond, Stages: []Stage{{Rate: 4, Duration: time.Second}, {Rate: 2, Duration: time.Second}}})
	var got []time.Duration
	for due, ok := p.next(); ok; due, ok = p.next() {
		got = append(got, due)
	}
	ms := time.Millisecond
	want := []time.Duration{-500 * ms, -250 * ms, 0, 250 * ms, 500 * ms, 750 * ms, 1000 * ms, 1500 * ms}
	if !slices.Equal(got, want) {
		t.Errorf("due at %v, want %v", got, want)
	}
}

// After a million events at a rate that is no whole number of nanoseconds
// apart, the pacer is still where it should be.
func TestPacerDoesNotDrift(t *testing.T) {
	p := newPacer(&Plan{Stages: []Stage{{Rate: 3000, Duration: time.Hour}}})
	var due time.Duration
	for range 1_000_001 {
		due, _ = p.next()
	}
	if want := 1e6 / 3000.0; math.Abs(due.Seconds()-want) > 1e-8 {
		t.Errorf("event 1,000,000 is due at %v s, want %v s", due.Seconds(), want)
	}
}

// Gaps of a Poisson process have a mean of 1/rate and a standard deviation of
// as much; the number of events has the mean and variance rate x time.
func TestPacerPoisson(t *testing.T) {
	const rate, seconds = 1000, 100
	plan := &Plan{Poisson: true, Seed: 7, Stages: []Stage{{Rate: rate, Duration: seconds * time.Second}}}
	p := newPacer(plan)
	n, sum, squares, last := 0.0, 0.0, 0.0, time.Duration(0)
	for due, ok := p.next(); ok; due, ok = p.next() {
		gap := (due - last).Seconds()
		if gap < 0 {
			t.Fatal("time goes back")
		}
		n, sum, squares, last = n+1, sum+gap, squares+gap*gap, due
	}
	if want := float64(rate * seconds); math.Abs(n-want) > 4*math.Sqrt(want) {
		t.Errorf("%v events, want about %v", n, want)
	}
	mean := sum / n
	if sd := math.Sqrt(squares/n - mean*mean); math.Abs(sd/mean-1) > 0.02 {
		t.Errorf("gaps have mean %v and standard deviation %v", mean, sd)
	}
	a, b := newArrivals(plan), newArrivals(plan)
	if a.before(50*time.Second) > a.before(100*time.Second) || a.before(100*time.Second) != b.before(100*time.Second) || float64(a.n) != n {
		t.Errorf("arrivals %d and %d, events %v", a.n, b.n, n)
	}
}

func TestVerdict(t *testing.T) {
	if got, _ := verdict(evidence{measured: -time.Second}); got != NothingMeasured {
		t.Errorf("in the warm-up: %s", got)
	}
	for _, c := range []struct {
		evidence
		want string
	}{
		{evidence{cpuShare: 0.8, lagP99: time.Millisecond}, Valid},
		{evidence{cpuShare: 0.95}, ClientSaturated},
		{evidence{lagP99: time.Second}, ClientSaturated},
		{evidence{arrived: 1000, begun: 980, underWay: 8}, ScheduleNotKept},
		{evidence{arrived: 1000, begun: 985, underWay: 8}, Valid},
		{evidence{cpuShare: 0.95, arrived: 1000, begun: 10}, ClientSaturated},
	} {
		c.measured = time.Second
		if got, reasons := verdict(c.evidence); got != c.want || (got != Valid) != (len(reasons) > 0) {
			t.Errorf("%+v: %s %q, want %s", c.evidence, got, reasons, c.want)
		}
	}
}
