package tpccmysql

import (
	"bytes"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"jitterlog/parse"
)

// A readRun is all of one run, copied.
type readRun struct {
	intervals []parse.Interval
	events    []parse.Event
	summary   parse.Summary
}

func readRuns(t testing.TB, format parse.Format, in *parse.Lines) []readRun {
	t.Helper()
	var runs []readRun
	open := false
	for rec, err := range format.Read(in) {
		if err != nil {
			t.Fatal(err)
		}
		switch rec := rec.(type) {
		case *parse.Header:
			if open {
				t.Fatal("a header inside a run")
			}
			open = true
			runs = append(runs, readRun{})
		case *parse.Interval:
			iv := *rec
			iv.Ops = slices.Clone(iv.Ops)
			last := &runs[len(runs)-1]
			last.intervals = append(last.intervals, iv)
		case *parse.Event:
			last := &runs[len(runs)-1]
			last.events = append(last.events, *rec)
		case *parse.Summary:
			runs[len(runs)-1].summary = *rec
			open = false
		}
	}
	if open {
		t.Fatal("a run without a summary")
	}
	return runs
}

func readLog(t testing.TB, log []byte) []readRun {
	t.Helper()
	format, _ := detect(log)
	return readRuns(t, format, parse.NewLines(bytes.NewReader(log)))
}

func (r *readRun) reported(t *testing.T, name string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(r.summary.Reported[name], 10, 64)
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	return n
}

// What must hold between the figures of every complete run of the real tool.
func TestInvariants(t *testing.T) {
	files := logFiles(t)
	checked := 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if strings.HasPrefix(name, "templates/") {
			continue
		}
		for _, run := range readLog(t, files[name]) {
			if run.summary.Format != FormatLog {
				continue
			}
			for _, ev := range run.events {
				if ev.Kind == parse.Mismatch {
					t.Errorf("%s: %s", name, ev.Message)
				}
			}
			if !run.summary.Complete {
				continue
			}
			checked++
			var count, late, lines int64
			last := 0.0
			for _, iv := range run.intervals {
				if iv.Start != last || iv.End-iv.Start != run.summary.IntervalS || iv.Phase != parse.Measure || len(iv.Ops) != len(opNames) {
					t.Errorf("%s: interval (%v, %v]", name, iv.Start, iv.End)
				}
				last = iv.End
				lines++
				for k, op := range iv.Ops {
					if op.Name != opNames[k] || op.Rate != float64(op.Count)/run.summary.IntervalS {
						t.Errorf("%s:%d: %s with rate %v", name, iv.Line, op.Name, op.Rate)
					}
				}
				count += iv.Ops[0].Count
				late += iv.Ops[0].Late
			}
			if last != run.summary.ElapsedS {
				t.Errorf("%s: %v s, the last line is at %v", name, run.summary.ElapsedS, last)
			}
			classic := run.intervals[0].Ops[0].Late != parse.Absent
			total := run.reported(t, "raw.new_order.sc") + run.reported(t, "raw.new_order.lt")
			if missed := total - count; missed != 0 && missed != 1 {
				t.Errorf("%s: the lines count %d new orders, the report %d", name, count, total)
			}
			if classic && late != run.reported(t, "raw.new_order.lt") {
				t.Errorf("%s: the lines count %d late ones", name, late)
			}
			if want := float64(total) * 60 / run.summary.ElapsedS; math.Abs(run.summary.TpmC-want) > 1e-6*want {
				t.Errorf("%s: %v TpmC, want %v", name, run.summary.TpmC, want)
			}
			for _, op := range opNames {
				first := run.reported(t, "raw."+op+".sc") + run.reported(t, "raw."+op+".lt")
				if second := run.reported(t, "sum."+op+".sc") + run.reported(t, "sum."+op+".lt"); second < first {
					t.Errorf("%s: %s: %d, then %d", name, op, first, second)
				}
			}
			died := slices.ContainsFunc(run.events, func(ev parse.Event) bool { return ev.Kind == parse.Fatal })
			if dots := run.reported(t, "stopped_threads"); (dots != run.summary.Threads) != died {
				t.Errorf("%s: %d dots for %d threads", name, dots, run.summary.Threads)
			}
		}
	}
	if checked < 25 {
		t.Errorf("only %d complete runs", checked)
	}
}

func TestComplete(t *testing.T) {
	files := logFiles(t)
	for name, want := range map[string][]bool{
		"tpcc_w2_c8_i10_binlog.txt": {true}, "tpcc_w2_c8_i10_killed.txt": {false}, "tpcc_w2_c4_i1_term_in_rampup.txt": {false},
		"tpcc_noserver.txt": {false}, "tpcc_w2_c4_i2_killconn.txt": {true}, "tpcc_load_w2.txt": {true},
		"revisions/tpcc.sigint.log": {false}, "revisions/tpcc.killed.head60.log": {false}, "revisions/tpcc.83009d0.out": {false},
		"templates/three_runs.txt": {true, false, true}, "templates/load_retried.txt": {false}, "templates/usage.txt": nil,
		"templates/never_connected_classic.txt": {false}, "templates/no_banner_two_runs.txt": {false, false},
	} {
		var got []bool
		for _, run := range readLog(t, files[name]) {
			got = append(got, run.summary.Complete)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// A frozen server is five lines of zero; a line that is missing is no line.
func TestStallAndGap(t *testing.T) {
	log := logFiles(t)["tpcc_w2_c8_i1_stall5s.txt"]
	run := readLog(t, log)[0]
	zeros := 0
	for _, iv := range run.intervals {
		if iv.Ops[0].Count == 0 {
			zeros++
			if !math.IsNaN(iv.Ops[0].P95MS) || !math.IsNaN(iv.Ops[0].MaxMS) || iv.Ops[0].Rate != 0 {
				t.Errorf("line %d: %+v", iv.Line, iv.Ops[0])
			}
		}
	}
	if zeros != 5 || len(run.intervals) != 60 {
		t.Errorf("%d zeros in %d intervals", zeros, len(run.intervals))
	}
	lines := bytes.SplitAfter(log, []byte("\n"))
	const first = 38 // the line of the tenth second
	cut := readLog(t, bytes.Join(slices.Delete(lines, first-1, first+1), nil))[0]
	if len(cut.intervals) != 58 || cut.intervals[8].End != 9 || cut.intervals[9].Start != 11 || cut.intervals[9].End != 12 {
		t.Errorf("%d intervals, (%v, %v] behind the gap", len(cut.intervals), cut.intervals[9].Start, cut.intervals[9].End)
	}
	if len(cut.events) != 0 {
		t.Errorf("a gap is no contradiction: %v", cut.events)
	}
}

// The first line's latencies hold the ramp-up: they are left out where there was
// one, whether the report interval was given or is told by the second label, and
// only from that line.
func TestRampUpLatencies(t *testing.T) {
	line := func(label string) string {
		return strings.ReplaceAll(strings.ReplaceAll(currentLine, "%%", "%"), "%4d", label) + "\n"
	}
	for _, tc := range []struct {
		head  string
		first string
		want  bool // the first line's latencies are kept
	}{
		{"option i with value '10'\n<Parameters>\n[rampup]: 5 (sec.)\n", "10", false},
		{"<Parameters>\n[rampup]: 5 (sec.)\n", "10", false},
		{"option i with value '10'\n<Parameters>\n[rampup]: 0 (sec.)\n", "10", true},
		{"option i with value '10'\n<Parameters>\n[rampup]: 5 (sec.)\n", "30", true},
		{"", "10", true},
	} {
		log := tc.head + line(tc.first) + line("40") + line("50")
		if tc.first == "10" {
			log = tc.head + line("10") + line("20") + line("30")
		}
		intervals := readRuns(t, Formats[0], parse.NewLines(strings.NewReader(log)))[0].intervals
		for i, iv := range intervals {
			kept := iv.Ops[0].P95MS == 9.483 && iv.Ops[0].P99MS == 18.738 && iv.Ops[0].MaxMS == 213.169 && iv.Ops[4].MaxMS == 670.842
			gone := math.IsNaN(iv.Ops[0].P95MS) && math.IsNaN(iv.Ops[0].P99MS) && math.IsNaN(iv.Ops[0].MaxMS) && math.IsNaN(iv.Ops[4].MaxMS)
			if want := tc.want || i > 0; kept != want || gone == want || iv.Ops[0].Count != 12920 {
				t.Errorf("%q: interval %d: %+v", log, i, iv.Ops)
			}
		}
		if len(intervals) != 3 {
			t.Errorf("%q: %d intervals", log, len(intervals))
		}
	}
}

func TestPasswordIsNotKept(t *testing.T) {
	for name, log := range logFiles(t) {
		for _, run := range readLog(t, log) {
			if p, ok := run.summary.Options["p"]; ok && p != masked {
				t.Errorf("%s: %q", name, p)
			}
		}
	}
}

// The time in front of MEASURING START is the start; without that line it is
// reckoned back from the first report line.
func TestStartedAt(t *testing.T) {
	want := time.Date(2026, 12, 1, 0, 10, 5, 0, time.UTC)
	line := strings.ReplaceAll(classicLine, "%4d", "  10")
	for _, log := range []string{
		"2026-12-01T00:09:55Z RAMP-UP TIME.(10 sec.)\n2026-12-01T00:10:05Z MEASURING START.\n2026-12-01T00:10:15Z " + line + "\n",
		"2026-12-01T00:10:15Z " + line + "\n2026-12-01T00:10:25Z " + strings.Replace(line, "10", "20", 1) + "\n",
	} {
		in := parse.NewLines(strings.NewReader(log))
		in.SetClock(time.UTC, want)
		in.StripPrefixes()
		runs := readRuns(t, Formats[0], in)
		if len(runs) != 1 || !runs[0].summary.StartedAt.Equal(want) || runs[0].intervals[0].Start != 0 {
			t.Errorf("%q: %+v", log, runs)
		}
	}
}

func TestDecimal(t *testing.T) {
	for _, s := range []string{"0", "9.483", "0.000", "123456789012.345", "1234567890123456.789", "99999999999999999999.5", "0.0000000000000000001"} {
		want, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		if got, _, end := decimal([]byte(s+"|"), 0); got != want || end != len(s) {
			t.Errorf("%s: %v, end %d", s, got, end)
		}
	}
}
