package dbt2

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
	"jitterlog/parse/pertransaction"
)

const logs = "../../testdata/other/templates"

func files(t testing.TB) []string { return parsetest.Files(t, 4, logs+"/dbt2_*.log") }

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, files(t)) }

func FuzzRead(f *testing.F) { parsetest.Fuzz(f, Formats, files(f), parsetest.OnlyRuns) }

func read1(t testing.TB, log string) *parsetest.Stream {
	t.Helper()
	return parsetest.Read(t, Formats[0], strings.NewReader(log))
}

func TestRow(t *testing.T) {
	for line, want := range map[string]row{
		"1775304125,n,C,0.012345,4711,3,7": {at: 1775304125, op: 0, latency: 12345, home: 3, terminal: 26},
		"17,p,R,1,4711,3,7":                {at: 17, op: 1, rolled: true, latency: 1e6, home: 3, terminal: 26},
		"17,s,E,0.5,12":                    {at: 17, op: 4, failed: true, latency: 5e5, home: -1, terminal: 12},
		"17,D,0.5,-12":                     {at: 17, op: 3, rolled: true, latency: 5e5, home: -1, terminal: -12},
		"17,E,0.5,12":                      {at: 17, op: -1, failed: true, latency: 5e5, home: -1, terminal: 12},
		"17,START,,,4711,,":                {at: 17, mark: start, home: -1, terminal: -1},
		"0,RAMPUP,,,1400000000":            {mark: rampUp, begun: 1400000000, home: -1, terminal: -1},
		"17,TERMINATED,,,1-10":             {at: 17, mark: terminated, home: -1, terminal: -1},
	} {
		if got, column := readRow([]byte(line)); column != 0 || got != want {
			t.Errorf("%q: column %d, %+v", line, column, got)
		}
	}
	for line, want := range map[string]int{
		"x,n,C,0.5,1,2,3":            1,
		"17;n":                       3,
		"17,q,C,0.5,1,2,3":           4,
		"17,n,Q,0.5,1,2,3":           6,
		"17,n,C,-0.5,1,2,3":          8,
		"17,n,C,nan,1,2,3":           8,
		"17,n,C,0.5,1,2":             15,
		"17,n,C,0.5,1,2,x":           16,
		"17,n,C,0.5,1,2,3,4":         17,
		"17,N,C,0.5,1,2,3":           4,
		"17,START,,,what":            12,
		"99999999999999,n,C,0.5,1,2": 15,
	} {
		if _, column := readRow([]byte(line)); column != want {
			t.Errorf("%q: column %d, want %d", line, column, want)
		}
	}
}

func TestNotClaimed(t *testing.T) {
	parsetest.NotClaimed(t, Formats, map[string]string{
		"two rows":     "17,n,C,0.5,1,2,3\n18,n,C,0.5,1,2,3\n",
		"other lines":  "17,n,C,0.5,1,2,3\n18,n,C,0.5,1,2,3\nend\n19,n,C,0.5,1,2,3\n",
		"sysbench csv": "1,4,1645.26,32909.15,23029.61,6589.03,3290.52,7.70,0.00,0.00\n",
		"mysqlslap":    "innodb,mixed,0.302,0.270,0.320,8,250\n",
		"nothing":      "\n",
	})
}

// The rows of the log, counted the plain way, are those of the intervals.
func TestCounts(t *testing.T) {
	for _, name := range files(t) {
		data := parsetest.Load(t, name)
		s := parsetest.Read(t, Formats[0], bytes.NewReader(data))
		done, failed := map[string]int64{}, int64(0)
		for line := range strings.Lines(string(data)) {
			r, column := readRow([]byte(strings.TrimSpace(line)))
			switch {
			case column != 0 || r.mark != noMark:
			case r.failed:
				failed++
			default:
				done[ops[r.op].name]++
				done["transaction"]++
			}
		}
		var errors int64
		for _, sum := range s.Summaries {
			errors += sum.Errors
		}
		for i := range s.Intervals {
			iv := &s.Intervals[i]
			if i > 0 && iv.Start != s.Intervals[i-1].End && iv.Start > s.Intervals[i-1].Start {
				t.Errorf("%s: an interval from %v behind one to %v", name, iv.Start, s.Intervals[i-1].End)
			}
			if (iv.Phase == parse.RampUp) != (iv.End <= 0) {
				t.Errorf("%s: (%v, %v] is %s", name, iv.Start, iv.End, iv.Phase)
			}
			for _, op := range iv.Ops {
				done[op.Name] -= op.Count
			}
		}
		for op, n := range done {
			if n != 0 {
				t.Errorf("%s: %d %s are in no interval", name, n, op)
			}
		}
		if errors != failed {
			t.Errorf("%s: %d errors, want %d", name, errors, failed)
		}
	}
}

// Rows of the second of START are ramp-up wherever they stand; the next second
// is the first that is measured.
func TestStart(t *testing.T) {
	s := read1(t, "1775304100,n,C,0.01,1,1,1\n1775304103,n,C,0.01,1,1,1\n1775304103,START,,,1,,\n"+
		"1775304103,p,C,0.01,1,1,1\n1775304106,n,C,0.01,1,1,1\n1775304104,n,C,0.02,1,1,1\n1775304107,TERMINATED,,,1,,\n")
	want := []struct {
		start, end float64
		count      int64
	}{{-4, -3, 1}, {-3, -2, 0}, {-2, -1, 0}, {-1, 0, 2}, {0, 1, 1}, {1, 2, 0}, {2, 3, 1}}
	if len(s.Intervals) != len(want) {
		t.Fatalf("%d intervals", len(s.Intervals))
	}
	for i, w := range want {
		if iv := s.Intervals[i]; iv.Start != w.start || iv.End != w.end || iv.Ops[0].Count != w.count {
			t.Errorf("%d: (%v, %v] %d, want %+v", i, iv.Start, iv.End, iv.Ops[0].Count, w)
		}
	}
	sum := s.Summaries[0]
	if !sum.Complete || sum.StartedAt != time.Unix(1775304104, 0).UTC() || sum.ElapsedS != 4 || sum.FirstLine != 1 || sum.LastLine != 7 {
		t.Errorf("%+v", sum)
	}
	var n int64
	for _, b := range s.Buckets {
		if b.Op == pertransaction.Total {
			n += b.Count
		}
	}
	if n != 2 {
		t.Errorf("%d measured transactions in the histogram", n)
	}
}

// Nothing behind START, nothing in front of it, and a START that comes too late.
func TestOddStarts(t *testing.T) {
	for name, tc := range map[string]struct {
		log       string
		intervals int
		phase     parse.Phase
		start     float64
		events    int
	}{
		"nothing behind": {"17,n,C,0.01,1,1,1\n18,START,,,1,,\n", 2, parse.RampUp, -2, 0},
		"nothing before": {"17,START,,,1,,\n18,n,C,0.01,1,1,1\n", 1, parse.Measure, 0, 0},
		"marks alone":    {"17,START,,,1,,\n18,TERMINATED,,,1,,\n", 0, "", 0, 0},
		"too late":       {longRampUp(maxHeld + 10), maxHeld + 10, parse.Measure, 0, 1},
	} {
		s := read1(t, tc.log)
		if len(s.Summaries) != 1 || len(s.Intervals) != tc.intervals || len(s.Events) != tc.events {
			t.Errorf("%s: %d runs, %d intervals, %d events", name, len(s.Summaries), len(s.Intervals), len(s.Events))
			continue
		}
		if tc.intervals > 0 && (s.Intervals[0].Phase != tc.phase || s.Intervals[0].Start != tc.start) {
			t.Errorf("%s: %s from %v", name, s.Intervals[0].Phase, s.Intervals[0].Start)
		}
	}
}

func longRampUp(seconds int) string {
	var b strings.Builder
	for i := range seconds {
		fmt.Fprintf(&b, "%d,n,C,0.01,1,1,1\n", 1775304125+i)
	}
	fmt.Fprintf(&b, "%d,START,,,1,,\n", 1775304125+seconds)
	return b.String()
}

func appendRow(dst []byte, i int) []byte {
	dst = strconv.AppendInt(dst, 1775304125+int64(i/100), 10)
	return append(dst, ",n,C,0.012345,4711,3,7\n"...)
}

func rows(n int) []byte {
	b := []byte("1775304124,START,,,4711,,\n")
	for i := range n {
		b = appendRow(b, i)
	}
	return b
}

// A transaction that ended behind START is measured, though it was written before it.
func TestWrittenBeforeStart(t *testing.T) {
	const row = ",n,C,0.01,1,1,1\n"
	for _, tc := range []struct {
		log, want string
	}{
		{"10" + row + "12" + row + "11,START,,,1,,\n12" + row + "13" + row, "(-2, -1] rampup 1, (-1, 0] rampup 0, (0, 1] measure 2, (1, 2] measure 1, "},
		{"10" + row + "12" + row + "11,START,,,1,,\n", "(-2, -1] rampup 1, (-1, 0] rampup 0, (0, 1] measure 1, "},
		{"12" + row + "11,START,,,1,,\n12" + row, "(0, 1] measure 2, "},
		{"14" + row + "11,START,,,1,,\n12" + row, "(0, 1] measure 2, "},
	} {
		s, got := read1(t, tc.log), ""
		for _, iv := range s.Intervals {
			got += fmt.Sprintf("(%v, %v] %s %d, ", iv.Start, iv.End, iv.Phase, iv.Ops[0].Count)
		}
		if got != tc.want || len(s.Rejected) > 0 {
			t.Errorf("%q:\ngot  %s\nwant %s\n%v", tc.log, got, tc.want, s.Rejected)
		}
	}
}

func TestMemory(t *testing.T) {
	parsetest.NoAllocationPerLine(t, Formats[0], rows(2000), rows(20000), 3)
	// A log without START is the worst: its beginning is held back.
	parsetest.ConstantMemory(t, Formats[0], parsetest.Repeated(16<<20, appendRow), 32<<20)
}

// A line that is no row is reported once, where it stands.
func TestJunk(t *testing.T) {
	s := read1(t, "17,n,C,0.01,1,1,1\nwhat is this\n18,n,C,0.01,1,1,1\n19,n,C,0.01,1,1,1\n")
	if len(s.Rejected) != 1 || s.Rejected[0].Line != 2 || s.Rejected[0].Column != 1 || len(s.Intervals) != 3 {
		t.Errorf("%v, %d intervals", s.Rejected, len(s.Intervals))
	}
	if p := s.Intervals[0].Ops[0].P50MS; math.Abs(p-10) > 0.03 {
		t.Errorf("median %v ms", p)
	}
}

func BenchmarkMix(b *testing.B) { parsetest.Benchmark(b, Formats[0], rows(50000)) }
