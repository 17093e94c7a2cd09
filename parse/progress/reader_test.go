package progress

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"jitterlog/parse"
)

// A readRun is one run, copied.
type readRun struct {
	intervals []parse.Interval
	counts    []int64
	rates     []float64
	events    []parse.Event
	summary   *parse.Summary
}

// readRuns reads a log and holds it to what a stream of records must be.
func readRuns(t testing.TB, format parse.Format, text []byte) (runs []readRun, rejected []*parse.SyntaxError) {
	t.Helper()
	open := false
	for rec, err := range format.Read(parse.NewLines(bytes.NewReader(text))) {
		if _, ok := rec.(*parse.Header); ok {
			if open {
				t.Fatal("a header inside a run")
			}
			open = true
			runs = append(runs, readRun{})
			continue
		}
		if rec == nil {
			rejected = append(rejected, err.(*parse.SyntaxError))
			continue
		}
		if !open {
			t.Fatalf("outside a run: %+v", rec)
		}
		last := &runs[len(runs)-1]
		switch rec := rec.(type) {
		case *parse.Interval:
			last.intervals = append(last.intervals, parse.Interval{Line: rec.Line, Start: rec.Start, End: rec.End})
			last.counts = append(last.counts, rec.Ops[0].Count)
			last.rates = append(last.rates, rec.Ops[0].Rate)
		case *parse.Event:
			last.events = append(last.events, *rec)
		case *parse.Summary:
			last.summary = rec
			open = false
		}
	}
	if open {
		t.Fatal("a run without summary")
	}
	return runs, rejected
}

// Last lines of the fifth founding experiment, in milliseconds for 10,000 rows.
var founding = []float64{340656, 4172, 2219, 2281, 2250, 2062, 1969, 2187, 2016, 1766, 1969, 1968, 2515, 339859}

func TestFounding(t *testing.T) {
	runs, rejected := readRuns(t, Formats[0], logFiles(t)["single-row.txt"])
	if len(runs) != len(founding) || len(rejected) != 0 {
		t.Fatalf("%d runs, not understood: %v", len(runs), rejected)
	}
	for i, ms := range founding {
		sum := runs[i].summary
		if want := 10000 / (ms / 1000); sum.TPS != want || sum.ElapsedS != ms/1000 || !sum.Complete {
			t.Errorf("block %d: %v rows/s in %v s, want %v", i+1, sum.TPS, sum.ElapsedS, want)
		}
		if len(sum.Settings) == 0 || sum.Settings["innodb_flush_log_at_trx_commit"] == "" {
			t.Errorf("block %d: settings %v", i+1, sum.Settings)
		}
		if len(runs[i].intervals) != 10 {
			t.Errorf("block %d: %d intervals", i+1, len(runs[i].intervals))
		}
	}
	if rate := fmt.Sprintf("%.3f %.1f", runs[0].summary.TPS, runs[1].summary.TPS); rate != "29.355 2396.9" {
		t.Errorf("rates %s", rate)
	}
	for name, want := range map[string]string{"innodb_buffer_pool_size": "922746880", "innodb_log_buffer_size": "419430400"} {
		if got := runs[5].summary.Settings[name]; got != want {
			t.Errorf("%s = %s, want %s", name, got, want)
		}
	}
	if got := runs[4].summary.Settings["innodb_buffer_pool_size"]; got != "大约440M" {
		t.Errorf("an uncertain size became %s", got)
	}
}

// The intervals of a complete run hold its total: rows, time, and so its rate.
func TestInvariants(t *testing.T) {
	complete := 0
	for name, text := range logFiles(t) {
		runs, _ := readRuns(t, Formats[0], text)
		for _, run := range runs {
			rows, end := int64(0), math.NaN()
			for i, iv := range run.intervals {
				if i > 0 && iv.Start != end {
					t.Errorf("%s:%d: begins at %v behind %v", name, iv.Line, iv.Start, end)
				}
				end = iv.End
				rows += run.counts[i]
				if got := run.rates[i] * (iv.End - iv.Start); math.Abs(got-float64(run.counts[i])) > 1e-6*got+1e-9 {
					t.Errorf("%s:%d: rate x length is %v of %d rows", name, iv.Line, got, run.counts[i])
				}
			}
			if !run.summary.Complete || len(run.events) > 0 {
				continue
			}
			complete++
			if rows != run.summary.Scale || run.intervals[0].Start != 0 || end != run.summary.ElapsedS {
				t.Errorf("%s: intervals hold %d rows to %v s, the totals %d in %v", name, rows, end, run.summary.Scale, run.summary.ElapsedS)
			}
		}
	}
	if complete < 16 {
		t.Errorf("only %d complete runs", complete)
	}
}

// However a loop writes its lines, the figures are the same.
func TestLabels(t *testing.T) {
	for _, line := range []string{
		"insert count:%d,time:%d", "rows=%d elapsed=%d", "%d rows in %d ms", "inserted %d rows, cost %dms", "已插入:%d 条, 耗时:%d",
		"[worker1] records: %d time(ms): %d", "%d records, elapsed_ms %d", "INSERT COUNT: %d TIME: %d", "共 %d 行 用时 %d 毫秒 .",
		"total count:%d, total time:%d",
	} {
		text := fmt.Sprintf(line+"\n"+line+"\n"+line+"\n", 1000, 500, 2000, 1000, 3000, 2000)
		if m := detect([]byte(text)); m.Score != parse.Likely {
			t.Errorf("%q: score %d", line, m.Score)
		}
		runs, rejected := readRuns(t, Formats[0], []byte(text))
		if len(runs) != 1 || len(rejected) > 0 || fmt.Sprint(runs[0].rates) != "[2000 2000 1000]" {
			t.Errorf("%q: %+v %v", line, runs, rejected)
		}
	}
	for text, want := range map[string]string{
		"time: 500 s count: 1000\ntime: 1000 s count: 2000\ntime: 2000 s count: 3000\n":             "[2 2 1]",
		"500 min elapsed, rows 3000\n1000 min elapsed, rows 6000\n2000 min elapsed, rows 9000\n":    "[0.1 0.1 0.05]",
		"elapsed(us)=500, inserted=1\nelapsed(us)=1000, inserted=2\nelapsed(us)=2000, inserted=3\n": "[2000 2000 1000]",
		"time: 0.5, count: 1000\ntime: 1, count: 2000\ntime: 2.0, count: 3000\n":                    "[2000 2000 1000]",
		"0:00:01 time, count: 1000\n0:00:02 time, count: 2000\n0:01:02 time, count: 8000\n":         "[1000 1000 100]",
		"1000 rows in 500 ms\n2000 rows in 1 s\n3000 rows in 2.0 s\n":                               "[2000 2000 1000]",
	} {
		runs, rejected := readRuns(t, Formats[0], []byte(text))
		if len(runs) != 1 || len(rejected) > 0 || fmt.Sprint(runs[0].rates) != want {
			t.Errorf("%q: %+v %v", text, runs, rejected)
		}
	}
}

func TestPattern(t *testing.T) {
	format, err := WithPattern(regexp.MustCompile(`^(?P<total>ALL )?<(?P<count>\d+)> .* @(?P<time>[\d.:]+ ?\w*)`))
	if err != nil {
		t.Fatal(err)
	}
	text := []byte("begin\n<100> of 300 by 2 @50\n<200> of 300 by 2 @100\nwhat\n<300> of 300 by 2 @0:00:00.2\nALL <300> of 300 @250ms\n")
	if m := format.Match(bytes.Split(text, []byte("\n"))); m.Score != parse.Certain || m.Line != 1 {
		t.Errorf("%+v", m)
	}
	runs, rejected := readRuns(t, format, text)
	if len(runs) != 1 || fmt.Sprint(runs[0].rates) != "[2000 2000 1000]" || !runs[0].summary.Complete || runs[0].summary.ElapsedS != 0.25 {
		t.Errorf("%+v", runs)
	}
	if len(rejected) != 1 || rejected[0].Line != 4 {
		t.Errorf("not understood: %v", rejected)
	}
	if _, err := WithPattern(regexp.MustCompile(`(?P<count>\d+)`)); err == nil {
		t.Error("a pattern without a time is taken")
	}
}

// A line inside a run that is none of it is reported once, where it stands.
func TestJunk(t *testing.T) {
	const junk = "insert count:x,time:1"
	lines := strings.SplitAfter(string(logFiles(t)["single-row.txt"]), "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, "insert count:") || !strings.HasPrefix(lines[i-1], "insert count:") {
			continue
		}
		runs, rejected := readRuns(t, Formats[0], []byte(strings.Join(lines[:i+1], "")+junk+"\n"+strings.Join(lines[i+1:], "")))
		if len(runs) != len(founding) || len(rejected) != 1 || rejected[0].Line != i+2 || rejected[0].Text != junk {
			t.Fatalf("junk in line %d: %d runs, %v", i+2, len(runs), rejected)
		}
	}
}

func TestNotClaimed(t *testing.T) {
	for name, text := range map[string]string{
		"numbers":     "10 8.715\n20 9.1\n30 9.2\n",
		"tpcc":        "  10, 5266(0):2.695|3.028, 5269(0):0.500|0.696\n  20, 5137(0):2.731|2.907, 5123(0):0.499|0.680\n",
		"sysbench":    strings.Repeat("[ 10s ] thds: 4 tps: 3588.08 qps: 71761.60 (r/w/o: 50233.12/14352.32/7176.16)\n", 3),
		"pgbench":     "progress: 5.0 s, 1234.5 tps, lat 3.210 ms stddev 1.234\nprogress: 10.0 s, 1235.5 tps, lat 3.210 ms\nprogress: 15.0 s, 1236.5 tps, lat 3.2 ms\n",
		"hammerdb":    "Vuser 1:Rampup 1 minutes complete ...\nVuser 1:Rampup 2 minutes complete ...\nVuser 1:Rampup 3 minutes complete ...\n",
		"prose":       "After 5 minutes 10 rows were left.\nIn 2 s.\nAfter 1 minute 20 rows.\n",
		"falling":     "count:3000,time:3\ncount:2000,time:2\ncount:1000,time:1\n",
		"two lines":   "count:1000,time:1\ncount:2000,time:2\n",
		"settings":    "innodb_lock_wait_timeout\t50\t1s\ninnodb_log_files\t60\t2s\ninnodb_log_rows\t70\t3s\n",
		"innodb":      "---TRANSACTION 5, ACTIVE 1 sec\nx\n---TRANSACTION 6, ACTIVE 1 sec\nx\n---TRANSACTION 7, ACTIVE 2 sec\n",
		"status rows": "Innodb_row_lock_time\t1\nInnodb_rows_inserted\t2\nUptime\t3\n",
	} {
		if m := detect([]byte(text)); m.Score > parse.NoMatch {
			t.Errorf("%s: score %d", name, m.Score)
		}
	}
	if m := detect([]byte("done 5 @ time 1\ndone 6 @ time 2\ndone 7 @ time 3\n")); m.Score != parse.Weak {
		t.Errorf("counter of an unknown name: %+v", m)
	}
}

func TestSize(t *testing.T) {
	for written, want := range map[string]string{
		"10 M": "10485760", "880M": "922746880", "1gb": "1073741824", "64 KiB": "65536", "134217728": "134217728",
		"大约440M": "", "10 X": "", "": "", "M": "", "1.5G": "", "99999999999999999999": "", "1099511627776G": "",
	} {
		if got, ok := size(written); got != want || ok != (want != "") {
			t.Errorf("%q: %q %v, want %q", written, got, ok, want)
		}
	}
}
