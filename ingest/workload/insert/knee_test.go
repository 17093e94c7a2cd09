package insert

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"jitterlog/ingest/load"
	"jitterlog/ingest/sandbox/sandboxtest"
	"jitterlog/parse/rawlog"
)

// A run of 1,000 rows per second, 5 s of warm-up before, that breaks to 300 at
// 70 s. Before that it stalls for 9 s, which is no knee; a burst after it hides
// none.
func TestKnee(t *testing.T) {
	rate := func(second int) int64 {
		switch {
		case second >= 35 && second < 44:
			return 0
		case second == 75:
			return 1200
		case second >= 70:
			return 300
		}
		return 1000
	}
	f := newKneeFinder(Until{Share: 0.5, For: 30 * time.Second})
	for second := -5; ; second++ {
		if second > 110 {
			t.Fatal("no knee found")
		}
		k := f.add(float64(second), float64(second+1), rate(second))
		if k == nil {
			continue
		}
		if k.t != 70 || k.rows != 66_000 || k.before != 1000 || math.Abs(k.after-330) > 1e-9 || second != 99 {
			t.Errorf("after second %d: %+v", second, k)
		}
		return
	}
}

func TestNoKnee(t *testing.T) {
	for name, rate := range map[string]func(i int) int64{
		"level":        func(int) int64 { return 1000 },
		"falls to 60%": func(i int) int64 { return []int64{1000, 600}[min(i/200, 1)] },
		"waves":        func(i int) int64 { return []int64{1000, 100}[i/50%2] }, // 25 s of 30 low
		"nothing":      func(int) int64 { return 0 },
	} {
		f := newKneeFinder(Until{Share: 0.5, For: 30 * time.Second})
		for i := range 1000 {
			if k := f.add(float64(i)/2, float64(i+1)/2, rate(i)); k != nil {
				t.Errorf("%s: %+v", name, k)
			}
		}
	}
}

func TestRunEndsByRows(t *testing.T) {
	s := sandboxtest.Start(t, map[string]string{"innodb_flush_log_at_trx_commit": "0"})
	const rows = 2000
	w := mustNew(t, "insert-knee", Options{Until: Until{Rows: rows, Share: 0.1}})
	prepare(t, s, w)
	log := &bytes.Buffer{}
	var last, seen, all int64
	result, err := load.Run(context.Background(), load.Plan{Server: sandboxtest.Config(s), Workload: w, Stages: []load.Stage{{Threads: 4}},
		Interval: 100 * time.Millisecond, Warmup: 200 * time.Millisecond, Seed: 1, Log: log,
		OnInterval: func(iv *rawlog.Interval) {
			all += iv.Ops[0].Count
			if iv.Phase != "cooldown" {
				last = iv.Ops[0].Count
				seen += last
			}
		}})
	if err != nil {
		t.Fatal(err)
	}
	if seen < rows || seen-last >= rows {
		t.Errorf("it ended after %d rows, %d of them in the last interval", seen, last)
	}
	if end := result.End; end.Reason != "rule" || math.Abs(end.ElapsedS*10-math.Round(end.ElapsedS*10)) > 1e-6 {
		t.Errorf("end %+v", end)
	}
	if !strings.Contains(log.String(), `"event":"stopped"`) || !strings.Contains(log.String(), "rows inserted, of 2000 asked") {
		t.Errorf("the log does not say why:\n%s", log)
	}
	if inTable := number1(t, sandboxtest.Connect(t, s), "SELECT COUNT(*) FROM insert_knee"); inTable != all {
		t.Errorf("%d rows in the table, %d counted", inTable, all)
	}
}
