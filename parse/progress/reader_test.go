package progress

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

func read1(t testing.TB, text string) *parsetest.Stream {
	t.Helper()
	return parsetest.Read(t, Formats[0], strings.NewReader(text))
}

// ratesOf returns those of the intervals.
func ratesOf(s *parsetest.Stream) (all []float64) {
	for _, iv := range s.Intervals {
		all = append(all, iv.Ops[0].Rate)
	}
	return all
}

// Last lines of the fifth founding experiment, in milliseconds for 10,000 rows.
var founding = []float64{340656, 4172, 2219, 2281, 2250, 2062, 1969, 2187, 2016, 1766, 1969, 1968, 2515, 339859}

func TestFounding(t *testing.T) {
	s := read1(t, string(parsetest.Load(t, logs+"/single-row.txt")))
	runs := s.Runs
	if len(runs) != len(founding) || len(s.Rejected) != 0 {
		t.Fatalf("%d runs, not understood: %v", len(runs), s.Rejected)
	}
	for i, ms := range founding {
		sum := runs[i].Summary
		if want := 10000 / (ms / 1000); sum.TPS != want || sum.ElapsedS != ms/1000 || !sum.Complete {
			t.Errorf("block %d: %v rows/s in %v s, want %v", i+1, sum.TPS, sum.ElapsedS, want)
		}
		if len(sum.Settings) == 0 || sum.Settings["innodb_flush_log_at_trx_commit"] == "" {
			t.Errorf("block %d: settings %v", i+1, sum.Settings)
		}
		if len(runs[i].Intervals) != 10 {
			t.Errorf("block %d: %d intervals", i+1, len(runs[i].Intervals))
		}
	}
	if rate := fmt.Sprintf("%.3f %.1f", runs[0].Summary.TPS, runs[1].Summary.TPS); rate != "29.355 2396.9" {
		t.Errorf("rates %s", rate)
	}
	for name, want := range map[string]string{"innodb_buffer_pool_size": "922746880", "innodb_log_buffer_size": "419430400"} {
		if got := runs[5].Summary.Settings[name]; got != want {
			t.Errorf("%s = %s, want %s", name, got, want)
		}
	}
	if got := runs[4].Summary.Settings["innodb_buffer_pool_size"]; got != "大约440M" {
		t.Errorf("an uncertain size became %s", got)
	}
}

// The intervals of a complete run hold its total: rows, time, and so its rate.
func TestInvariants(t *testing.T) {
	complete := 0
	for name, text := range parsetest.LoadAll(t, files(t)) {
		for _, run := range read1(t, string(text)).Runs {
			rows, end := int64(0), math.NaN()
			for i, iv := range run.Intervals {
				if i > 0 && iv.Start != end {
					t.Errorf("%s:%d: begins at %v behind %v", name, iv.Line, iv.Start, end)
				}
				end = iv.End
				op := &iv.Ops[0]
				rows += op.Count
				if got := op.Rate * (iv.End - iv.Start); math.Abs(got-float64(op.Count)) > 1e-6*got+1e-9 {
					t.Errorf("%s:%d: rate x length is %v of %d rows", name, iv.Line, got, op.Count)
				}
			}
			if !run.Summary.Complete || len(run.Events) > 0 {
				continue
			}
			complete++
			if rows != run.Summary.Scale || run.Intervals[0].Start != 0 || end != run.Summary.ElapsedS {
				t.Errorf("%s: intervals hold %d rows to %v s, the totals %d in %v", name, rows, end, run.Summary.Scale, run.Summary.ElapsedS)
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
		if _, score := parsetest.Detect(Formats, []byte(text)); score != parse.Likely {
			t.Errorf("%q: score %d", line, score)
		}
		if s := read1(t, text); len(s.Runs) != 1 || len(s.Rejected) > 0 || fmt.Sprint(ratesOf(s)) != "[2000 2000 1000]" {
			t.Errorf("%q: %s", line, s.Text)
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
		if s := read1(t, text); len(s.Runs) != 1 || len(s.Rejected) > 0 || fmt.Sprint(ratesOf(s)) != want {
			t.Errorf("%q: %s", text, s.Text)
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
	s := parsetest.Read(t, format, bytes.NewReader(text))
	if len(s.Runs) != 1 || fmt.Sprint(ratesOf(s)) != "[2000 2000 1000]" || !s.Summaries[0].Complete || s.Summaries[0].ElapsedS != 0.25 {
		t.Errorf("%s", s.Text)
	}
	if len(s.Rejected) != 1 || s.Rejected[0].Line != 4 {
		t.Errorf("not understood: %v", s.Rejected)
	}
	if _, err := WithPattern(regexp.MustCompile(`(?P<count>\d+)`)); err == nil {
		t.Error("a pattern without a time is taken")
	}
}

// A line inside a run that is none of it costs nothing of the run.
func TestJunk(t *testing.T) {
	text := parsetest.Load(t, logs+"/single-row.txt")
	lines, planted := bytes.SplitAfter(text, []byte("\n")), 0
	count := []byte("insert count:")
	for i := 1; i < len(lines); i++ {
		if bytes.HasPrefix(lines[i], count) && bytes.HasPrefix(lines[i-1], count) {
			parsetest.RejectedOnce(t, Formats[0], text, i+1, "insert count:x,time:1")
			planted++
		}
	}
	if planted < len(founding) {
		t.Errorf("planted in %d places", planted)
	}
}

func TestNotClaimed(t *testing.T) {
	parsetest.NotClaimed(t, Formats, map[string]string{
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
	})
	if _, score := parsetest.Detect(Formats, []byte("done 5 @ time 1\ndone 6 @ time 2\ndone 7 @ time 3\n")); score != parse.Weak {
		t.Errorf("counter of an unknown name: %d", score)
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
