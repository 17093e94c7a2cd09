package analyze

import (
	"math"
	"testing"

	"jitterlog/ingest/history"
	"jitterlog/parse"
)

// sampled is a series with one value at the end of each second from 1 on.
func sampled(metric, unit string, values ...float64) func(*history.RunWriter) {
	return func(w *history.RunWriter) {
		for i, v := range values {
			w.Sample(&parse.Sample{Line: i + 1, T: float64(i + 1), Source: "status", Metric: metric, Unit: unit, Value: v})
		}
	}
}

func TestBeside(t *testing.T) {
	f := newFixture(t)
	work := []float64{100, 120, 80, 100, 120, 80, 100, 120, 80, 100, 120, 80}
	var against, clock, constant []float64
	for i, rate := range work {
		against = append(against, 1000-2*rate)
		clock = append(clock, float64(1000+i))
		constant = append(constant, 7)
	}
	id := f.add(sysbenchRun("r"), rates(1, work...), sampled("commits", "1/s", work...), sampled("waiting", "ms", against...),
		sampled("uptime", "s", clock...), sampled("limit", "", constant...))
	db := open(t, f.commit())
	moved, constants, err := db.Beside(t.Context(), theRun(t, db, id))
	if err != nil {
		t.Fatal(err)
	}
	if constants != 1 {
		t.Errorf("%d constant series, want that of the limit alone", constants)
	}
	if len(moved) != 3 || moved[0].Name != "commits" || moved[1].Name != "waiting" || moved[2].Name != "uptime" {
		t.Fatalf("%+v, want commits, waiting, and what only grows at the end", moved)
	}
	if b := moved[0]; b.Mean != 100 || b.Median != 100 || b.P95 != 120 || b.Max != 120 || math.Abs(b.WithRate-1) > 1e-9 {
		t.Errorf("%+v, want a mean and a median of 100, at most 120, in step with the throughput", b)
	}
	if b := moved[1]; math.Abs(b.WithRate+1) > 1e-9 || math.Abs(b.Moved-80.0/800) > 0.005 {
		t.Errorf("%+v, want it against the throughput, moved by 80 of 800", b)
	}
	if b := moved[2]; b.Moved > 1e-6 {
		t.Errorf("%+v, want no movement of a clock", b)
	}
}

func TestInStalls(t *testing.T) {
	f := newFixture(t)
	var work, follows, grows, steady []float64
	for i := range 60 {
		wave := float64(i%3) - 1
		rate, dirty := 100+wave, 10+wave
		if i >= 30 && i < 35 {
			rate, dirty = 10, 90
		}
		work, follows, grows, steady = append(work, rate), append(follows, 20*rate), append(grows, dirty), append(steady, 5+wave)
	}
	id := f.add(sysbenchRun("r"), rates(1, work...), sampled("questions", "1/s", follows...), sampled("dirty_pages", "", grows...),
		sampled("threads_running", "", steady...))
	calm := f.add(sysbenchRun("calm"), rates(1, work[:30]...), sampled("dirty_pages", "", grows[:30]...))
	db := open(t, f.commit())
	j, err := db.Jitter(t.Context(), []history.Run{*theRun(t, db, id), *theRun(t, db, calm)}, JitterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	changes, followed, err := db.InStalls(t.Context(), &j[0])
	if err != nil {
		t.Fatal(err)
	}
	if followed != 1 {
		t.Errorf("%d rates fell as the work did, want that of questions", followed)
	}
	if len(changes) == 0 || changes[0].Name != "dirty_pages" || changes[0].Within != 90 || math.Abs(changes[0].Before-10) > 0.2 || changes[0].Changed < 50 {
		t.Errorf("%+v, want dirty pages first, from 10 to 90", changes)
	}
	for _, c := range changes {
		if c.Name == "threads_running" && c.Changed > 0.5 {
			t.Errorf("%+v, want next to no change", c)
		}
	}
	if changes, _, err := db.InStalls(t.Context(), &j[1]); err != nil || len(changes) > 0 {
		t.Errorf("%+v, %v, want nothing without stalls", changes, err)
	}
}

func theRun(t *testing.T, db *DB, id string) *history.Run {
	t.Helper()
	runs, err := db.Runs(t.Context(), ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range runs {
		if runs[i].RunID == id {
			return &runs[i]
		}
	}
	t.Fatalf("no run %s", id)
	return nil
}
