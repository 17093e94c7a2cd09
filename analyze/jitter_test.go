package analyze

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"jitterlog/analyze/stat"
	"jitterlog/ingest/history"
	"jitterlog/parse"
)

// The log of a server that was frozen for five seconds: one stall of five zero
// seconds from 15 to 20 s, and its lost transactions.
func TestJitterOfFrozenServer(t *testing.T) {
	db := open(t, imported(t, "tpcc-mysql/tpcc_w2_c8_i1_stall5s.txt"))
	runs, err := db.Runs(t.Context(), ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := db.Jitter(t.Context(), runs, JitterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	j := table[0]
	if j.Op != "new_order" || j.Points != 60 || j.Seconds != 60 || math.Abs(j.Mean-251.95) > 1e-9 || j.Median != 255.5 {
		t.Errorf("op %s, %d points, %g s, mean %g, median %g", j.Op, j.Points, j.Seconds, j.Mean, j.Median)
	}
	if !j.Faults.None() {
		t.Errorf("faults %+v", j.Faults)
	}
	frozen := j.Stalls.Stalls[0]
	if frozen.Start != 15 || frozen.End != 20 || frozen.Depth != 1 || frozen.Lost < 5*230 || frozen.Lost > 5*280 {
		t.Errorf("first stall %+v", frozen)
	}
	if j.Stalls.Longest < 5 {
		t.Errorf("longest stall %g s", j.Stalls.Longest)
	}
	if len(j.Warnings) == 0 {
		t.Error("no warnings")
	}
}

func TestJitterOptions(t *testing.T) {
	f := newFixture(t)
	var ramp []float64
	for i := range 300 { // 40 s of warming up, then level
		ramp = append(ramp, min(1000, 200+20*float64(i))+float64(i%5))
	}
	ramp[200], ramp[201] = 0, 0
	f.add(sysbenchRun("a"), rates(1, ramp...))
	f.add(sysbenchRun("b"))
	f.add(sysbenchRun("c"), oneInterval("transaction", parse.Measure, 0, 1, func(o *parse.Op) { o.Rate = 7; o.P95MS = 3 }))
	db := open(t, f.commit())
	runs, err := db.Runs(t.Context(), ListOptions{SortBy: "name"})
	if err != nil {
		t.Fatal(err)
	}
	summary := func(o JitterOptions) string {
		table, err := db.Jitter(t.Context(), runs, o)
		if err != nil {
			t.Fatal(err)
		}
		var s strings.Builder
		for _, j := range table {
			fmt.Fprintf(&s, "%s: %d of %d points, warm-up %v, median %g, %d stalls; ", j.Run.Name, len(j.Steady), len(j.Series), j.WarmUp.State, j.Median, len(j.Stalls.Stalls))
		}
		return s.String()
	}
	for _, c := range []struct {
		o    JitterOptions
		want string
	}{
		{JitterOptions{}, "a: 260 of 300 points, warm-up found, median 1002, 1 stalls; b: 0 of 0 points, warm-up too short to tell, median NaN, 0 stalls; c: 1 of 1 points, warm-up too short to tell, median 7, 0 stalls; "},
		{JitterOptions{KeepWarmUp: true}, "a: 300 of 300 points, warm-up found, median 1002, 2 stalls; b: 0 of 0"},
		{JitterOptions{Stalls: stat.StallOptions{Below: 1e-9}, Measured: Measured{Value: "lat_p95_ms"}}, "a: 300 of 300 points, warm-up too short to tell, median NaN, 0 stalls; b: 0 of 0 points, warm-up too short to tell, median NaN, 0 stalls; c: 1 of 1 points, warm-up too short to tell, median 3, 0 stalls; "},
	} {
		if got := summary(c.o); !strings.HasPrefix(got, c.want) {
			t.Errorf("%+v: got\n%s\nwant\n%s", c.o, got, c.want)
		}
	}
}

// A trend is told of a minute or more, and if it is none of chance.
func TestTrendIsToldOnlyIfItIsOne(t *testing.T) {
	falling := func(seconds int, perSecond float64) []float64 {
		out := make([]float64, seconds)
		for i := range out {
			out[i] = 1000 - perSecond*float64(i) + 20*math.Sin(7*float64(i)*float64(i))
		}
		return out
	}
	f := newFixture(t)
	f.add(sysbenchRun("falls"), rates(1, falling(300, 0.5)...))
	f.add(sysbenchRun("level"), rates(1, falling(300, 0)...))
	f.add(sysbenchRun("short"), rates(1, falling(30, 10)...))
	table := jitterTable(t, f, JitterOptions{KeepWarmUp: true})
	if trend := table["falls"].Trend; !(trend.Lo < -0.0324 && trend.Hi > -0.0324 && trend.Hi < 0) { // 30 of 925 a minute
		t.Errorf("falls: %+v", trend)
	}
	for _, name := range []string{"level", "short"} {
		if trend := table[name].Trend; !math.IsNaN(trend.Value) {
			t.Errorf("%s: %+v", name, trend)
		}
	}
}

// Percentiles have a median and a spread, but no mean of any kind.
func TestJitterOfPercentiles(t *testing.T) {
	f := newFixture(t)
	var ms []func(*history.RunWriter)
	for i := range 60 {
		ms = append(ms, oneInterval("transaction", parse.Measure, float64(i), float64(i+1), func(o *parse.Op) {
			o.Rate, o.P95MS = 100, float64(10+i%3)
			if i == 30 {
				o.P95MS = 900
			}
		}))
	}
	f.add(sysbenchRun("a"), ms...)
	j := jitterTable(t, f, JitterOptions{Measured: Measured{Value: "lat_p95_ms"}, KeepWarmUp: true})["a"]
	if !math.IsNaN(j.Mean) || !math.IsNaN(j.MeanInterval.Lo) || !math.IsNaN(j.CV) || !math.IsNaN(j.Scales[0].CV) {
		t.Errorf("mean %g %+v, CV %g, scales %v", j.Mean, j.MeanInterval, j.CV, j.Scales)
	}
	if j.Median != 11 || j.P5 != 10 || j.Max != 900 {
		t.Errorf("median %g, p5 %g, max %g", j.Median, j.P5, j.Max)
	}
}

// The rate of a run that did nothing is 0, and has no interval.
func TestJitterOfNoWork(t *testing.T) {
	f := newFixture(t)
	f.add(sysbenchRun("a"), rates(1, make([]float64, 100)...))
	j := jitterTable(t, f, JitterOptions{})["a"]
	if j.Mean != 0 || !math.IsNaN(j.MeanInterval.Lo) || !math.IsNaN(j.ESS) {
		t.Errorf("mean %g %+v, ESS %g", j.Mean, j.MeanInterval, j.ESS)
	}
}

func jitterTable(t *testing.T, f *fixture, o JitterOptions) map[string]Jitter {
	t.Helper()
	db := open(t, f.commit())
	runs, err := db.Runs(t.Context(), ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := db.Jitter(t.Context(), runs, o)
	if err != nil {
		t.Fatal(err)
	}
	table := map[string]Jitter{}
	for _, j := range rows {
		table[j.Run.Name] = j
	}
	return table
}

// Where the warm-up and the regimes are the same, the query and the table of stalls
// tell of the same stalls.
func TestStallsOfQueryAndTableAgree(t *testing.T) {
	db := open(t, imported(t, "tpcc-mysql/tpcc_w2_c8_i1_stall5s.txt"))
	runs, err := db.Runs(t.Context(), ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := db.Jitter(t.Context(), runs, JitterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, s := range table[0].Stalls.Stalls {
		want = append(want, fmt.Sprintf("%g %g %g", s.Start, s.End, s.Lost))
	}
	query, err := FindQuery("stalls")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := run(t.Context(), db, query.SQL)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range rows {
		got = append(got, fmt.Sprintf("%v %v %v", row[1], row[2], row[6]))
	}
	slices.Sort(got)
	slices.Sort(want)
	if len(want) != 3 || !slices.Equal(got, want) {
		t.Errorf("query %q, table %q", got, want)
	}
}
