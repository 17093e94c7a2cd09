package load

import (
	"slices"
	"testing"
	"time"
)

func TestGridAfter(t *testing.T) {
	for _, c := range []struct{ t, want time.Duration }{{0, 10}, {9, 10}, {10, 20}, {-1, 0}, {-10, 0}, {-11, -10}} {
		if got := gridAfter(c.t, 10); got != c.want {
			t.Errorf("after %d comes %d, want %d", c.t, got, c.want)
		}
	}
}

// Stages of 25 and 30 with reports each 10 end an interval of their own.
func TestGridFollowsStages(t *testing.T) {
	g := newGrid(&Plan{Interval: 10, Stages: []Stage{{Duration: 25}, {Duration: 30}}})
	var ends []time.Duration
	for end := g.after(-15); end != never; end = g.after(end) {
		if got := g.last(end); got != end {
			t.Errorf("the last end at %d is %d", end, got)
		}
		if got := g.last(end + 1); got != end {
			t.Errorf("the last end at %d is %d", end+1, got)
		}
		ends = append(ends, end)
	}
	if want := []time.Duration{-10, 0, 10, 20, 25, 30, 40, 50, 55}; !slices.Equal(ends, want) {
		t.Errorf("intervals end at %v, want %v", ends, want)
	}
	if got := g.last(99); got != 55 {
		t.Errorf("the last end is %d", got)
	}
}

// Events belong to the interval in which they ended, however late the report is
// made; what is recorded after its interval was reported is in the next.
func TestMeterSortsByEnd(t *testing.T) {
	const second = time.Second
	m := newMeter([]Op{{Name: "transaction"}}, 1, newGrid(&Plan{Interval: second, Stages: []Stage{{Duration: 3 * second}}}))
	record := func(end time.Duration) { m.part(0).record(&outcome{end: end}, &Recorder{}) }
	dst := newTally(1)
	take := func(t time.Duration) int64 {
		dst.reset()
		m.take(&dst, t)
		return dst.ops[0].count
	}
	for _, ms := range []time.Duration{-1, 0, 1, 1000, 1001, 999, 2000, 3000, 3001, 9000} {
		record(ms * time.Millisecond)
	}
	if got := take(0); got != 2 {
		t.Errorf("the warm-up has %d events, want 2", got)
	}
	if got := take(second); got != 3 {
		t.Errorf("the first second has %d events, want 3", got)
	}
	record(second)
	if got := take(3 * second); got != 4 {
		t.Errorf("two seconds have %d events, want 4", got)
	}
	if got := take(never); got != 2 {
		t.Errorf("%d events after the end, want 2", got)
	}
	if n := len(m.part(0).spare); n != 5 {
		t.Errorf("%d cells, want 5", n)
	}
}
