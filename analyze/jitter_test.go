package analyze

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"jitterlog/analyze/stat"
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
