package analyze

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"jitterlog/analyze/stat"
	"jitterlog/ingest/history"
	"jitterlog/parse"
)

// noisy is 200 independent seconds around a mean.
func noisy(seed uint64, mean, sd float64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	x := make([]float64, 200)
	for i := range x {
		x[i] = mean + sd*rng.NormFloat64()
	}
	return x
}

func group(t *testing.T, db *DB, words ...string) []Group {
	t.Helper()
	var groups []Group
	for _, w := range words {
		s, err := db.Select(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		groups = append(groups, Group{Name: w, Runs: s.Runs})
	}
	return groups
}

func codes(warnings []Warning) string {
	var s []string
	for _, w := range warnings {
		s = append(s, w.Code)
	}
	return strings.Join(s, " ")
}

func TestCompareFoundingPair(t *testing.T) {
	db := open(t, imported(t, "tpcc-mysql/founding"))
	c, err := db.Compare(t.Context(), group(t, db, "tpcc-nobinlog", "tpcc-binlog"), CompareOptions{KeepWarmUp: true})
	if err != nil {
		t.Fatal(err)
	}
	p := c.Pairs[0]
	// TpmC 21998.000 without and 18994.400 with the binary log.
	if p.Level.Words() != "slower" || fmt.Sprintf("%.3f", p.Level.Ratio.Value) != "0.863" || !(p.Level.Ratio.Hi < 0.9) {
		t.Errorf("level: %s, %+v", p.Level.Words(), p.Level.Ratio)
	}
	if p.Jitter == nil || c.Op != "new_order" {
		t.Errorf("%+v", c)
	}
	for _, code := range []string{"comparison", "groups_differ", "classic_latency_is_cpu_time"} {
		if !strings.Contains(codes(c.Warnings), code) {
			t.Errorf("no warning %s among %v", code, c.Warnings)
		}
	}
	if !strings.Contains(fmt.Sprint(c.Warnings), "log_bin (OFF and ON), sync_binlog (0 and 1)") {
		t.Errorf("%v", c.Warnings)
	}
	_, err = db.Compare(t.Context(), group(t, db, "tpcc-binlog", "tpcc-redo64m-i1"), CompareOptions{Measured: Measured{Value: "lat_p99_ms"}})
	if !errors.As(err, new(*UsageError)) || err.Error() != "latencies of tpcc-binlog are CPU time of the client, those of tpcc-redo64m-i1 are response times: they cannot be compared" {
		t.Errorf("across clocks: %v", err)
	}
}

func TestCompare(t *testing.T) {
	f := newFixture(t)
	add := func(name, pool string, mean, sd float64, seed uint64) {
		r := sysbenchRun(name)
		r.Tags = map[string]string{"pool": pool}
		r.Settings = map[string]string{"innodb_buffer_pool_size": pool, "sync_binlog": "1", "server_uuid": name}
		if pool == "8" {
			r.Settings["sync_binlog"] = "0"
		}
		f.add(r, rates(1, noisy(seed, mean, sd)...), func(w *history.RunWriter) {
			o := parse.NewOp("transaction2")
			o.P95MS = 3
			w.Interval(&parse.Interval{Start: 200, End: 201, Phase: parse.Measure, Ops: []parse.Op{o}})
		})
	}
	for i := range uint64(3) {
		add(fmt.Sprint("a", i), "1", 1000+float64(i), 20, i)
		add(fmt.Sprint("b", i), "2", 1001+float64(i), 60, 10+i)
		add(fmt.Sprint("c", i), "8", 1300+float64(i), 20, 20+i)
	}
	f.add(sysbenchRun("empty"))
	db := open(t, f.commit())
	all, err := db.Runs(t.Context(), ListOptions{SortBy: "name"})
	if err != nil {
		t.Fatal(err)
	}
	groups, without, err := GroupBy(all, "pool")
	if err != nil || len(groups) != 3 || names(without) != "empty" || groups[2].Name != "pool=8" || names(groups[2].Runs) != "c0 c1 c2" {
		t.Fatalf("%v, without %v: %v", groups, names(without), err)
	}
	groups[0].Runs = append(groups[0].Runs, without...)
	c, err := db.Compare(t.Context(), groups, CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, p := range c.Pairs {
		fmt.Fprintf(&got, "%s to %s: %s, %s\n", p.A, p.B, p.Level.Words(), p.Jitter.Words())
		if !(p.AdjustedP >= p.Level.P && p.AdjustedJitterP >= p.Jitter.P) {
			t.Errorf("p %g, adjusted %g", p.Level.P, p.AdjustedP)
		}
	}
	for _, w := range c.Warnings {
		fmt.Fprintln(&got, w)
	}
	want := `pool=1 to pool=2: no change beyond 2 %, less steady
pool=1 to pool=8: faster, steadier
empty: no rate was measured, so the run is left out
the groups also differ in innodb_buffer_pool_size (1 and 2 and 8), sync_binlog (0 and 1)
`
	if got.String() != want {
		t.Errorf("got\n%s", got.String())
	}

	for _, c := range []struct {
		what   string
		groups []Group
		o      CompareOptions
		want   string
	}{
		{"one group", groups[:1], CompareOptions{}, "a comparison takes two groups of runs or more"},
		{"no better side", groups, CompareOptions{Measured: Measured{Value: "threads"}}, "threads cannot be compared: take rate, count, bytes_per_s or a latency"},
		{"nothing measured", []Group{groups[1], {Name: "none", Runs: without}}, CompareOptions{}, "no run of none has a rate to compare"},
		{"no values", groups[:2], CompareOptions{Measured: Measured{Value: "lat_p95_ms"}}, "no run of pool=1, pool=2 has a lat_p95_ms to compare"},
	} {
		if _, err := db.Compare(t.Context(), c.groups, c.o); !errors.As(err, new(*UsageError)) || err.Error() != c.want {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

// Latencies: a percentile by its medians, the mean by its mean, and less is better.
func TestCompareLatency(t *testing.T) {
	f := newFixture(t)
	for i, level := range []float64{10, 20} {
		base := noisy(uint64(i), level, 1)
		f.add(sysbenchRun(fmt.Sprint("run", i)), func(w *history.RunWriter) {
			for k, v := range base {
				o := parse.NewOp("transaction")
				o.Rate, o.AvgMS, o.P95MS = 100, v, v
				if k == 0 {
					o.P95MS = 1e6 // moves a mean, but no median
				}
				w.Interval(&parse.Interval{Start: float64(k), End: float64(k + 1), Phase: parse.Measure, Threads: 1, Ops: []parse.Op{o}})
			}
		})
	}
	db := open(t, f.commit())
	for _, value := range []Value{"lat_p95_ms", "lat_avg_ms"} {
		c, err := db.Compare(t.Context(), group(t, db, "run0", "run1"), CompareOptions{Measured: Measured{Value: value}})
		if err != nil {
			t.Fatal(err)
		}
		level := c.Pairs[0].Level
		if level.Words() != "slower" || level.Ratio.Value < 1.9 || level.Ratio.Value > 2.1 || c.Pairs[0].Jitter != nil {
			t.Errorf("%s: %s %+v", value, level.Words(), level.Ratio)
		}
	}
}

// One of many pairs that alone would be a difference is withdrawn.
func TestAdjustWithdraws(t *testing.T) {
	pairs := make([]Pair, 20)
	for i := range pairs {
		pairs[i].AdjustedP, pairs[i].AdjustedJitterP = 0.9, 0.9
		pairs[i].Level = stat.Comparison{Level: 0.95, Verdict: stat.NoChange, MinEffect: 0.02}
	}
	pairs[3].AdjustedP = 0.04
	pairs[3].Level.Verdict = stat.Better
	pairs[4].AdjustedP = 1e-9
	pairs[4].Level.Verdict = stat.Worse
	adjust(pairs)
	if pairs[3].Level.Verdict != stat.CannotTell || pairs[3].Level.Lean != stat.MaybeBetter || len(pairs[3].Level.Warnings) != 1 {
		t.Errorf("%+v", pairs[3].Level)
	}
	if pairs[4].Level.Verdict != stat.Worse || pairs[0].Level.Verdict != stat.NoChange {
		t.Errorf("%+v %+v", pairs[4].Level, pairs[0].Level)
	}
}

func TestGroupBy(t *testing.T) {
	var runs []history.Run
	for i, v := range []string{"10", "9", "x", "10"} {
		r := sysbenchRun(fmt.Sprint("r", i))
		r.Settings = map[string]string{"Sync_Binlog": v, "innodb_flush_method": "O_DIRECT"}
		r.Options = map[string]string{"table-size": "5"}
		runs = append(runs, r)
	}
	for key, want := range map[string]string{
		"sync-binlog":  "sync-binlog=9: r1, sync-binlog=10: r0 r3, sync-binlog=x: r2, ",
		"table_size":   "table_size=5: r0 r1 r2 r3, ",
		"flush-method": "flush-method=O_DIRECT: r0 r1 r2 r3, ",
		"threads":      "threads=8: r0 r1 r2 r3, ",
		"name":         "name=r0: r0, name=r1: r1, name=r2: r2, name=r3: r3, ",
	} {
		groups, without, err := GroupBy(runs, key)
		got := ""
		for _, g := range groups {
			got += g.Name + ": " + names(g.Runs) + ", "
		}
		if got != want || without != nil || err != nil {
			t.Errorf("%s: got %s without %v (%v)", key, got, without, err)
		}
	}
	if _, _, err := GroupBy(runs, "nothing"); !errors.As(err, new(*UsageError)) {
		t.Errorf("%v", err)
	}
}

func TestResidue(t *testing.T) {
	a, b, c := sysbenchRun("a"), sysbenchRun("b"), sysbenchRun("c")
	a.Settings = map[string]string{"pool": "1", "port": "3306", "aria_log_dir_path": "/a/"}
	b.Settings = map[string]string{"pool": "2", "port": "3307", "aria_log_dir_path": "/b/"}
	a.Options = map[string]string{"server": "u@tcp(127.0.0.1:3306)/test", "storage_datadir": "/a"}
	b.Options = map[string]string{"server": "u@tcp(127.0.0.1:3307)/test", "storage_datadir": "/b", "rate": "100", "u": "root"}
	b.Threads = 16
	a.Tags = map[string]string{"memory": "12G", "conc": "16", "repeat": "1"}
	b.Tags = map[string]string{"memory": "24G", "conc": "8", "repeat": "2"}
	var got []string
	for _, w := range residue([]Group{{Name: "A", Runs: []history.Run{a, c}, By: "Memory"}, {Name: "B", Runs: []history.Run{b}, By: "memory"}}) {
		got = append(got, w.String())
	}
	want := `the groups also differ in conc (A: 16, none; B: 8), pool (1 and 2), threads (16 and 8)
the runs of A differ among themselves in conc (16 and none), memory (12G and none)
server settings are not known of A: what else differs cannot be told`
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}
