package analyze

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"jitterlog/ingest/history"
	"jitterlog/parse"
)

// render is one line a bucket: t and a value a run, empty where there is none.
func render(b *Buckets) string {
	var s strings.Builder
	for i, t := range b.T {
		fmt.Fprintf(&s, "%g", t)
		for _, r := range b.Runs {
			if math.IsNaN(r.Values[i]) {
				s.WriteString(" -")
			} else {
				fmt.Fprintf(&s, " %.6g", r.Values[i])
			}
		}
		s.WriteByte('\n')
	}
	return s.String()
}

// The expected averages were made from the founding pair of logs with awk: the
// mean of the first count of every three report lines, cut to an integer.
func TestBucketsOfFoundingPair(t *testing.T) {
	db := open(t, imported(t, "tpcc-mysql/founding/tpcc-binlog.log", "tpcc-mysql/founding/tpcc-nobinlog.log"))
	runs, err := db.Runs(t.Context(), ListOptions{SortBy: "name"})
	if err != nil {
		t.Fatal(err)
	}
	b, err := db.Buckets(t.Context(), runs, BucketOptions{Every: 30, Measured: Measured{Value: "count"}})
	if err != nil {
		t.Fatal(err)
	}
	want := [][3]int{
		{30, 3241, 3752}, {60, 3209, 3639}, {90, 3201, 3721}, {120, 3198, 3538}, {150, 3092, 3545},
		{180, 3147, 3627}, {210, 3112, 3651}, {240, 3161, 3781}, {270, 3131, 3724}, {300, 3161, 3683},
	}
	if len(b.T) != len(want) {
		t.Fatalf("%d buckets:\n%s", len(b.T), render(b))
	}
	for i, w := range want {
		got := [3]int{int(b.T[i]), int(b.Runs[0].Values[i]), int(b.Runs[1].Values[i])}
		if got != w {
			t.Errorf("bucket %d: got %v, want %v", i+1, got, w)
		}
	}
}

func TestBuckets(t *testing.T) {
	f := newFixture(t)
	// a: a long interval, a gap, another operation, phases, a partial end.
	f.add(sysbenchRun("a"),
		oneInterval("transaction", parse.RampUp, -1, 0, func(o *parse.Op) { o.Rate = 1000 }),
		oneInterval("transaction", parse.Measure, 0, 1, func(o *parse.Op) { o.Rate = 10; o.P95MS = 1; o.AvgMS = 1; o.MaxMS = 5 }),
		oneInterval("transaction", parse.Measure, 1, 2, func(o *parse.Op) { o.Rate = 20; o.P95MS = 3; o.AvgMS = 4; o.MaxMS = 7 }),
		oneInterval("query", parse.Measure, 1, 2, func(o *parse.Op) { o.Rate = 500 }),
		oneInterval("transaction", parse.Measure, 2, 3, func(o *parse.Op) { o.Rate = 30; o.P95MS = 9 }),
		oneInterval("transaction", parse.Measure, 3, 4, func(o *parse.Op) { o.Rate = 40 }),
		oneInterval("transaction", parse.Measure, 4, 9, func(o *parse.Op) { o.Rate = 2 }),
		oneInterval("transaction", parse.Measure, 9, 10, func(o *parse.Op) { o.Rate = 12 }),
		oneInterval("transaction", parse.Measure, 10, 11, func(o *parse.Op) { o.Rate = 99 }),
		oneInterval("transaction", parse.CoolDown, 11, 12, func(o *parse.Op) { o.Rate = 5 }))
	tenths := sysbenchRun("tenths")
	tenths.IntervalS = 0.1
	var labels []func(*history.RunWriter)
	for i := range 9 { // 0.1 + 0.1 + ... is not 0.3 at the third
		labels = append(labels, oneInterval("transaction", parse.Measure, float64(i)*0.1, float64(i+1)*0.1,
			func(o *parse.Op) { o.Rate = float64(i + 1) }))
	}
	f.add(tenths, labels...)
	f.add(sysbenchRun("never ran"))
	db := open(t, f.commit())
	get := func(names string, o BucketOptions) (*Buckets, error) {
		var runs []history.Run
		for name := range strings.SplitSeq(names, ",") {
			selected, err := db.Select(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, selected.Runs...)
		}
		return db.Buckets(t.Context(), runs, o)
	}
	for _, c := range []struct {
		what, runs string
		o          BucketOptions
		want       string
	}{
		{"weighted, long interval in the bucket of its end, partial end dropped", "a", BucketOptions{Every: 2},
			"2 15\n4 35\n6 -\n8 -\n10 3.66667\n"},
		{"partial end kept", "a", BucketOptions{Every: 2, Partial: true},
			"2 15\n4 35\n6 -\n8 -\n10 3.66667\n12 99\n"},
		{"two runs, one of them empty", "a,never ran", BucketOptions{Every: 5},
			"5 25 -\n10 3.66667 -\n"},
		{"all phases", "a", BucketOptions{Every: 4, Measured: Measured{Phases: []parse.Phase{parse.RampUp, parse.Measure, parse.CoolDown}}},
			"0 1000\n4 25\n8 -\n12 15.75\n"},
		{"operation", "a", BucketOptions{Every: 2, Measured: Measured{Op: "query"}}, "2 500\n"},
		{"median of percentiles", "a", BucketOptions{Every: 3, Measured: Measured{Value: "lat_p95_ms"}}, "3 3\n6 -\n9 -\n"},
		{"mean latency by operations", "a", BucketOptions{Every: 2, Measured: Measured{Value: "lat_avg_ms"}}, "2 3\n4 -\n6 -\n8 -\n10 -\n"},
		{"maximum", "a", BucketOptions{Every: 4, Measured: Measured{Value: "lat_max_ms"}}, "4 7\n8 -\n"},
		{"labels that are not exact", "tenths", BucketOptions{Every: 0.3}, "0.3 2\n0.6 5\n0.9 8\n"},
		{"no intervals", "never ran", BucketOptions{Every: 1}, ""},
	} {
		b, err := get(c.runs, c.o)
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
		} else if got := render(b); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.what, got, c.want)
		}
	}
	for _, c := range []struct {
		what string
		o    BucketOptions
		want string
	}{
		{"shorter than the interval", BucketOptions{Every: 0.5}, "buckets of 0.5 s are shorter than the report interval of a, 1 s"},
		{"no length", BucketOptions{}, "a bucket must be longer than 0 seconds"},
		{"not in the log", BucketOptions{Every: 2, Measured: Measured{Value: "count"}}, "no report line of these runs has a count; take another value"},
		{"unknown value", BucketOptions{Every: 1, Measured: Measured{Value: "speed"}}, `no value "speed"; there are rate, count`},
		{"unknown phase", BucketOptions{Every: 1, Measured: Measured{Phases: []parse.Phase{"warm"}}}, `no phase "warm"; there are rampup, measure and cooldown`},
		{"unknown operation", BucketOptions{Every: 1, Measured: Measured{Op: "insert"}}, `a has no operation "insert"; it has query, transaction`},
	} {
		_, err := get("a", c.o)
		var usage *UsageError
		if !errors.As(err, &usage) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}
