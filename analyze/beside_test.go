package analyze

import (
	"math"
	"reflect"
	"testing"

	"jitterlog/ingest/history"
	"jitterlog/parse"
)

// sampled are the values of one metric at 1, 2, ... seconds.
func sampled(source, metric, unit string, value func(t int) float64, seconds int) func(*history.RunWriter) {
	return func(w *history.RunWriter) {
		for t := 1; t <= seconds; t++ {
			w.Sample(&parse.Sample{Line: t, T: float64(t), Source: source, Metric: metric, Unit: unit, Value: value(t)})
		}
	}
}

// wave is 1, 0, -1, 0, ..., whose p5 and p95 are -1 and 1, and which no straight line
// explains.
func wave(t int) float64 { return []float64{0, 1, 0, -1}[t%4] }

// Of series whose figures are known: what moves with the rate, against it, across it,
// along a line or not at all.
func TestBeside(t *testing.T) {
	const seconds = 400
	var series []float64
	for i := 1; i <= seconds; i++ {
		series = append(series, 1000+float64(i)+100*wave(i))
	}
	metrics := []struct {
		name         string
		value        func(t int) float64
		mean, median float64
		p95, most    float64
		moved, r     float64
	}{
		{"with", func(t int) float64 { return 10 + 5*wave(t) }, 10, 10, 15, 15, 1, 1},
		{"against", func(t int) float64 { return -10 + 2*wave(t+2) }, -10, -10, -8, -8, 0.4, -1},
		{"across", func(t int) float64 { return 10 + wave(t+1) }, 10, 10, 11, 11, 0.2, 0},
		{"clock", func(t int) float64 { return 3 * float64(t) }, 601.5, 601.5, 1140.15, 1200, 0, math.NaN()},
		{"about_0", wave, 0, 0, 1, 1, math.NaN(), 1},
		{"constant", func(int) float64 { return 7 }, 0, 0, 0, 0, 0, 0},
		{"none", func(int) float64 { return 0 }, 0, 0, 0, 0, 0, 0},
	}
	records := []func(*history.RunWriter){rates(1, series...),
		sampled("status", "few", "", func(t int) float64 { return 20 + wave(t) }, minPairs-1),
		sampled("vmstat since boot", "ever", "", wave, 1),
		func(w *history.RunWriter) { // before the run and behind it
			w.Sample(&parse.Sample{T: -1, Source: "status", Metric: "with", Value: 1e6})
			w.Sample(&parse.Sample{T: seconds + 1, Source: "status", Metric: "with", Value: 1e6})
		}}
	for _, m := range metrics {
		records = append(records, sampled("status", m.name, "", m.value, seconds))
	}
	f := newFixture(t)
	f.add(sysbenchRun("a"), records...)
	f.add(sysbenchRun("bare"), rates(1, series...))
	db := open(t, f.commit())
	runs, err := db.Runs(t.Context(), ListOptions{SortBy: "name"})
	if err != nil {
		t.Fatal(err)
	}
	moved, constant, err := db.Beside(t.Context(), &runs[0])
	if err != nil {
		t.Fatal(err)
	}
	if constant != 2 {
		t.Errorf("%d constant series, want 2", constant)
	}
	var order []string
	found := map[string]Beside{}
	for _, b := range moved {
		order = append(order, b.Name)
		found[b.Name] = b
	}
	if want := []string{"with", "against", "across", "few", "clock", "about_0"}; !reflect.DeepEqual(order, want) {
		t.Errorf("in the order %v, want %v", order, want)
	}
	near := func(got, want float64) bool {
		return math.Abs(got-want) < 0.01 || math.IsNaN(got) && math.IsNaN(want)
	}
	for _, m := range metrics[:5] {
		b := found[m.name]
		if !near(b.Mean, m.mean) || !near(b.Median, m.median) || !near(b.P95, m.p95) || b.Max != m.most || !near(b.Moved, m.moved) || !near(b.WithRate, m.r) {
			t.Errorf("%s: %+v, want %v", m.name, b, m)
		}
	}
	if r := found["few"].WithRate; !math.IsNaN(r) {
		t.Errorf("a correlation of %g from %d pairs", r, minPairs-1)
	}
	if moved, constant, err := db.Beside(t.Context(), &runs[1]); len(moved) > 0 || constant > 0 || err != nil {
		t.Errorf("beside a run without samples: %v, %d, %v", moved, constant, err)
	}
}

// A run that does a tenth of its work for 5 s: what follows it is counted, what
// changes is compared with the 10 s before and in its own deviations.
func TestInStalls(t *testing.T) {
	const seconds = 120
	stalled := func(t int) bool { return t > 60 && t <= 65 }
	in := func(stall, else_ float64) func(int) float64 {
		return func(t int) float64 {
			if stalled(t) {
				return stall
			}
			return else_ + wave(t)
		}
	}
	var series []float64
	for i := 1; i <= seconds; i++ {
		series = append(series, in(100, 1000)(i))
	}
	f := newFixture(t)
	f.add(sysbenchRun("a"), rates(1, series...),
		sampled("status", "commits", "1/s", in(50, 500), seconds),
		sampled("status", "flushed", "1/s", in(900, 100), seconds),
		sampled("status", "dirty", "", in(50, 500), seconds), // no rate: it has no need to follow
		sampled("status", "constant", "1/s", func(int) float64 { return 3 }, seconds),
		sampled("status", "only_then", "", func(t int) float64 {
			if stalled(t) {
				return 2
			}
			return 0
		}, seconds),
		sampled("vmstat since boot", "ever", "", in(1, 2), seconds))
	f.add(sysbenchRun("calm"), rates(1, series[:60]...), sampled("status", "commits", "1/s", in(50, 500), 60))
	db := open(t, f.commit())
	runs, err := db.Runs(t.Context(), ListOptions{SortBy: "name"})
	if err != nil {
		t.Fatal(err)
	}
	table, err := db.Jitter(t.Context(), runs, JitterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	changes, followed, err := db.InStalls(t.Context(), &table[0])
	if err != nil {
		t.Fatal(err)
	}
	if followed != 1 || len(changes) != 3 {
		t.Fatalf("%d followed, %+v", followed, changes)
	}
	sd := math.Sqrt(0.5)
	for i, want := range []StallChange{
		{Metric{"status", "", "only_then", ""}, 0, 2, math.Inf(1)},
		{Metric{"status", "", "flushed", "1/s"}, 100, 900, 800 / sd},
		{Metric{"status", "", "dirty", ""}, 500, 50, 450 / sd},
	} {
		got := changes[i]
		if got.Metric != want.Metric || math.Abs(got.Before-want.Before) > 0.11 || got.Within != want.Within ||
			!(got.Changed == want.Changed || math.Abs(got.Changed/want.Changed-1) < 0.01) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	if changes, followed, err := db.InStalls(t.Context(), &table[1]); len(changes) > 0 || followed > 0 || err != nil {
		t.Errorf("in a run without stalls: %v, %d, %v", changes, followed, err)
	}
}
