package tpccmysql

import (
	"bytes"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

// runsOf returns the runs of a log, every line of which must be understood.
func runsOf(t testing.TB, format parse.Format, in *parse.Lines) []*parsetest.Run {
	t.Helper()
	s := parsetest.ReadLines(t, format, in)
	if len(s.Rejected) > 0 {
		t.Fatal(s.Rejected)
	}
	return s.Runs
}

func readLog(t testing.TB, name string) []*parsetest.Run {
	t.Helper()
	log := parsetest.Load(t, name)
	format, _ := parsetest.Detect(Formats, log)
	return runsOf(t, format, parse.NewLines(bytes.NewReader(log)))
}

func reported(t *testing.T, run *parsetest.Run, name string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(run.Summary.Reported[name], 10, 64)
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	return n
}

// What must hold between the figures of every complete run of the real tool.
func TestInvariants(t *testing.T) {
	checked := 0
	for _, name := range logNames(t) {
		if strings.Contains(name, "/templates/") {
			continue
		}
		for _, run := range readLog(t, name) {
			if run.Summary.Format != FormatLog {
				continue
			}
			for _, ev := range run.Events {
				if ev.Kind == parse.Mismatch {
					t.Errorf("%s: %s", name, ev.Message)
				}
			}
			if !run.Summary.Complete {
				continue
			}
			checked++
			var count, late, lines int64
			last := 0.0
			for _, iv := range run.Intervals {
				if iv.Start != last || iv.End-iv.Start != run.Summary.IntervalS || iv.Phase != parse.Measure || len(iv.Ops) != len(opNames) {
					t.Errorf("%s: interval (%v, %v]", name, iv.Start, iv.End)
				}
				last = iv.End
				lines++
				for k, op := range iv.Ops {
					if op.Name != opNames[k] || op.Rate != float64(op.Count)/run.Summary.IntervalS {
						t.Errorf("%s:%d: %s with rate %v", name, iv.Line, op.Name, op.Rate)
					}
				}
				count += iv.Ops[0].Count
				late += iv.Ops[0].Late
			}
			if last != run.Summary.ElapsedS {
				t.Errorf("%s: %v s, the last line is at %v", name, run.Summary.ElapsedS, last)
			}
			classic := run.Intervals[0].Ops[0].Late != parse.Absent
			total := reported(t, run, "raw.new_order.sc") + reported(t, run, "raw.new_order.lt")
			if missed := total - count; missed != 0 && missed != 1 {
				t.Errorf("%s: the lines count %d new orders, the report %d", name, count, total)
			}
			if classic && late != reported(t, run, "raw.new_order.lt") {
				t.Errorf("%s: the lines count %d late ones", name, late)
			}
			if want := float64(total) * 60 / run.Summary.ElapsedS; math.Abs(run.Summary.TpmC-want) > 1e-6*want {
				t.Errorf("%s: %v TpmC, want %v", name, run.Summary.TpmC, want)
			}
			for _, op := range opNames {
				first := reported(t, run, "raw."+op+".sc") + reported(t, run, "raw."+op+".lt")
				if second := reported(t, run, "sum."+op+".sc") + reported(t, run, "sum."+op+".lt"); second < first {
					t.Errorf("%s: %s: %d, then %d", name, op, first, second)
				}
			}
			died := slices.ContainsFunc(run.Events, func(ev *parse.Event) bool { return ev.Kind == parse.Fatal })
			if dots := reported(t, run, "stopped_threads"); (dots != run.Summary.Threads) != died {
				t.Errorf("%s: %d dots for %d threads", name, dots, run.Summary.Threads)
			}
		}
	}
	if checked < 25 {
		t.Errorf("only %d complete runs", checked)
	}
}

func TestComplete(t *testing.T) {
	for name, want := range map[string][]bool{
		"tpcc_w2_c8_i10_binlog.txt": {true}, "tpcc_w2_c8_i10_killed.txt": {false}, "tpcc_w2_c4_i1_term_in_rampup.txt": {false},
		"tpcc_noserver.txt": {false}, "tpcc_w2_c4_i2_killconn.txt": {true}, "tpcc_load_w2.txt": {true},
		"revisions/tpcc.sigint.log": {false}, "revisions/tpcc.killed.head60.log": {false}, "revisions/tpcc.83009d0.out": {false},
		"templates/three_runs.txt": {true, false, true}, "templates/load_retried.txt": {false}, "templates/usage.txt": nil,
		"templates/never_connected_classic.txt": {false}, "templates/no_banner_two_runs.txt": {false, false},
	} {
		var got []bool
		for _, run := range readLog(t, filepath.Join(logs, name)) {
			got = append(got, run.Summary.Complete)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// A frozen server is five lines of zero; a line that is missing is no line.
func TestStallAndGap(t *testing.T) {
	const name = logs + "/tpcc_w2_c8_i1_stall5s.txt"
	run := readLog(t, name)[0]
	zeros := 0
	for _, iv := range run.Intervals {
		if iv.Ops[0].Count == 0 {
			zeros++
			if !math.IsNaN(iv.Ops[0].P95MS) || !math.IsNaN(iv.Ops[0].MaxMS) || iv.Ops[0].Rate != 0 {
				t.Errorf("line %d: %+v", iv.Line, iv.Ops[0])
			}
		}
	}
	if zeros != 5 || len(run.Intervals) != 60 {
		t.Errorf("%d zeros in %d intervals", zeros, len(run.Intervals))
	}
	lines := bytes.SplitAfter(parsetest.Load(t, name), []byte("\n"))
	const first = 38 // the line of the tenth second
	cut := runsOf(t, Formats[0], parse.NewLines(bytes.NewReader(bytes.Join(slices.Delete(lines, first-1, first+1), nil))))[0]
	if len(cut.Intervals) != 58 || cut.Intervals[8].End != 9 || cut.Intervals[9].Start != 11 || cut.Intervals[9].End != 12 {
		t.Errorf("%d intervals, (%v, %v] behind the gap", len(cut.Intervals), cut.Intervals[9].Start, cut.Intervals[9].End)
	}
	if len(cut.Events) != 0 {
		t.Errorf("a gap is no contradiction: %v", cut.Events)
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
		intervals := runsOf(t, Formats[0], parse.NewLines(strings.NewReader(log)))[0].Intervals
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
	for _, name := range logNames(t) {
		for _, run := range readLog(t, name) {
			if p, ok := run.Summary.Options["p"]; ok && p != masked {
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
		runs := runsOf(t, Formats[0], in)
		if len(runs) != 1 || !runs[0].Summary.StartedAt.Equal(want) || runs[0].Intervals[0].Start != 0 {
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
