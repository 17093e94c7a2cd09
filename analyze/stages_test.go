package analyze

import (
	"math"
	"slices"
	"strings"
	"testing"

	"jitterlog/analyze/stat"
	"jitterlog/ingest/history"
)

func steppedRun(name, seconds, threads, rate string) history.Run {
	r := sysbenchRun(name)
	r.Tool, r.Format = "jitterlog", "jitterlog"
	r.Options = map[string]string{"stages_s": seconds, "stages_threads": threads, "rate": rate}
	return r
}

func TestStages(t *testing.T) {
	r := steppedRun("a", "30,60", "4,8", "")
	got := Stages(&r)
	if len(got) != 2 || got[0].End != 30 || got[1].Start != 30 || got[1].End != 90 || got[1].Threads != 8 || !math.IsNaN(got[1].Rate) {
		t.Errorf("%+v", got)
	}
	r.Options["rate"] = "100,200.5"
	if got = Stages(&r); got[1].Rate != 200.5 {
		t.Errorf("%+v", got)
	}
	for _, seconds := range []string{"", "30", "30,x", "30,60,90"} {
		r.Options["stages_s"] = seconds
		if got := Stages(&r); got != nil {
			t.Errorf("stages of %q s: %+v", seconds, got)
		}
	}
}

// A run at 100, 1000 and 300 per second, each step even but for one stall of 3 s
// in the last: the steps are neither stalls nor warm-up nor spread, the stall is
// one, and each step has its own figures.
func TestJitterOfSteppedRun(t *testing.T) {
	var series []float64
	for i := range 180 {
		series = append(series, []float64{100, 1000, 300}[i/60]+float64(i%3))
	}
	copy(series[150:], []float64{0, 0, 0})
	f := newFixture(t)
	f.add(steppedRun("a", "60,60,60", "8,8,8", "100,1000,300"), rates(1, series...))
	db := open(t, f.commit())
	runs, err := db.Runs(t.Context(), ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := db.Jitter(t.Context(), runs, JitterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	j := table[0]
	if len(j.Steady) != 180 || len(j.Stalls.Stalls) != 1 || j.Stalls.Stalls[0].Start != 150 || j.Stalls.Stalls[0].End != 153 {
		t.Errorf("%d points, stalls %+v", len(j.Steady), j.Stalls.Stalls)
	}
	if !math.IsNaN(j.CV) || !math.IsNaN(j.Floor) || !math.IsNaN(j.Trend.Value) || math.Abs(j.Mean-462.65) > 0.01 {
		t.Errorf("mean %g, CV %g, floor %g, trend %g", j.Mean, j.CV, j.Floor, j.Trend.Value)
	}
	if !slices.ContainsFunc(j.Warnings, func(w Warning) bool {
		return w.Code == "load_was_stepped" && strings.Contains(w.Message, "100,1000,300/s")
	}) {
		t.Errorf("warnings %v", j.Warnings)
	}
	results, err := db.StageResults(t.Context(), &runs[0])
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		mean   float64
		stalls int
	}{{101, 0}, {1001, 0}, {286, 1}} {
		r := results[i]
		if math.Abs(r.Mean-want.mean) > 0.1 || r.Points != 60 || len(r.Stalls.Stalls) != want.stalls || (r.CV < 0.01) != (want.stalls == 0) {
			t.Errorf("stage %d: mean %g of %d points, CV %g, stalls %+v", i, r.Mean, r.Points, r.CV, r.Stalls.Stalls)
		}
	}
}

// Of stepped runs means are compared as single figures: their steps are no jitter, no
// warm-up, and no measure of chance.
func TestCompareSteppedRuns(t *testing.T) {
	steps := func(factor float64) []float64 {
		var series []float64
		for i := range 180 {
			series = append(series, factor*([]float64{100, 1000, 400}[i/60]+float64(i%3)))
		}
		return series
	}
	f := newFixture(t)
	f.add(steppedRun("a", "60,60,60", "8,8,8", "100,1000,400"), rates(1, steps(1)...))
	f.add(steppedRun("b", "60,60,60", "8,8,8", "100,1000,400"), rates(1, steps(0.5)...))
	db := open(t, f.commit())
	runs, err := db.Runs(t.Context(), ListOptions{SortBy: "name"})
	if err != nil {
		t.Fatal(err)
	}
	c, err := db.Compare(t.Context(), []Group{{Name: "a", Runs: runs[:1]}, {Name: "b", Runs: runs[1:]}}, CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	pair := c.Pairs[0]
	if pair.Jitter != nil {
		t.Errorf("jitter compared across steps: %+v", pair.Jitter)
	}
	if pair.Level.Lack != stat.OneFigure || math.Abs(pair.Level.A.Value-501) > 1e-9 || math.Abs(pair.Level.Ratio.Value-0.5) > 1e-9 {
		t.Errorf("level %+v, want 501 against half of it, without an interval", pair.Level)
	}
	for _, w := range c.Warnings {
		if strings.Contains(w.Message, "short") || strings.Contains(w.Message, "longer") {
			t.Errorf("advice on the length of stepped runs: %v", w)
		}
	}
}
