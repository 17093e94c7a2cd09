package gotpc

import (
	"bytes"
	"math"
	"testing"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

const (
	plainReport = `[Current] NEW_ORDER - Takes(s): 9.9, Count: 4055, TPM: 24511.6, Sum(ms): 43730.0, Avg(ms): 10.8, 50th(ms): 10.0, 90th(ms): 19.9, 95th(ms): 23.1, 99th(ms): 30.4, 99.9th(ms): 41.9, Max(ms): 48.2
[Current] PAYMENT - Takes(s): 9.9, Count: 3806, TPM: 23001.5, Sum(ms): 24335.9, Avg(ms): 6.4, 50th(ms): 5.8, 90th(ms): 12.1, 95th(ms): 14.7, 99th(ms): 21.0, 99.9th(ms): 31.5, Max(ms): 37.7
`
	tableReport = `+------------+--------------+----------+-------+---------+---------+---------+----------+----------+----------+----------+------------+---------+
|   PREFIX   |  OPERATION   | TAKES(S) | COUNT |   TPM   | SUM(MS) | AVG(MS) | 50TH(MS) | 90TH(MS) | 95TH(MS) | 99TH(MS) | 99.9TH(MS) | MAX(MS) |
+------------+--------------+----------+-------+---------+---------+---------+----------+----------+----------+----------+------------+---------+
| [Current]  | NEW_ORDER    |      5.0 |  2709 | 32594.8 | 10837.7 |     4.0 |      3.7 |      6.3 |      7.3 |     10.5 |       15.2 |    16.3 |
+------------+--------------+----------+-------+---------+---------+---------+----------+----------+----------+----------+------------+---------+
`
	jsonReport = `[{"50th(ms)":"7.9","90th(ms)":"10.5","95th(ms)":"11.5","99.9th(ms)":"15.7","99th(ms)":"14.7","Avg(ms)":"7.8","Count":"259","Max(ms)":"15.7","Operation":"DELIVERY","Prefix":"[Current] ","Sum(ms)":"2024.5","TPM":"3126.5","Takes(s)":"5.0"},{"50th(ms)":"4.2","90th(ms)":"6.8","95th(ms)":"7.9","99.9th(ms)":"13.1","99th(ms)":"10.0","Avg(ms)":"4.1","Count":"2777","Max(ms)":"14.7","Operation":"NEW_ORDER","Prefix":"[Current] ","Sum(ms)":"11287.0","TPM":"33510.6","Takes(s)":"5.0"}]
`
)

var reports = map[string]string{"plain": plainReport, "table": tableReport, "json": jsonReport}

func TestAllocations(t *testing.T) {
	for name, report := range reports {
		t.Run(name, func(t *testing.T) {
			parsetest.NoAllocationPerLine(t, Formats[0], parsetest.Repeat("", report, 100), parsetest.Repeat("", report, 1000), 0)
		})
	}
}

func BenchmarkPlain(b *testing.B) { benchmarkReport(b, plainReport) }
func BenchmarkTable(b *testing.B) { benchmarkReport(b, tableReport) }
func BenchmarkJSON(b *testing.B)  { benchmarkReport(b, jsonReport) }

func benchmarkReport(b *testing.B, report string) {
	parsetest.Benchmark(b, Formats[0], parsetest.Repeat("", report, 5000))
}

// Several runs in one file, with and without the line that a run begins with.
func TestRuns(t *testing.T) {
	files := logFiles(t)
	run := files["gotpc_run_t8_i10.txt"]
	bare := run[bytes.IndexByte(run, '\n')+1:]
	log := bytes.Join([][]byte{files["gotpc_prepare.txt"], run, bare, files["gotpc_run_json.txt"]}, nil)
	var summaries []*parse.Summary
	for rec, err := range read(parse.NewLines(bytes.NewReader(log))) {
		if err != nil {
			t.Error(err)
		}
		if s, ok := rec.(*parse.Summary); ok {
			summaries = append(summaries, s)
		}
	}
	if len(summaries) != 4 {
		t.Fatalf("%d runs", len(summaries))
	}
	for i, want := range []float64{math.NaN(), 32178.1, 32178.1, 33312.6} {
		if got := summaries[i].TpmC; got != want && !math.IsNaN(want) {
			t.Errorf("run %d: tpmC %v", i+1, got)
		}
		if i > 0 && summaries[i].FirstLine != summaries[i-1].LastLine+1 {
			t.Errorf("run %d begins in line %d after one to line %d", i+1, summaries[i].FirstLine, summaries[i-1].LastLine)
		}
	}
}

// The time of a collector's prefix is the run's, and does not hide what stands
// behind it.
func TestPrefixed(t *testing.T) {
	log := logFiles(t)["gotpc_run_kill.txt"]
	var prefixed bytes.Buffer
	for line := range bytes.Lines(log) {
		prefixed.WriteString("2026-11-30T23:08:54.500000000Z ")
		prefixed.Write(line)
	}
	in := parse.NewLines(&prefixed)
	in.StripPrefixes()
	intervals := 0
	for rec, err := range read(in) {
		switch rec := rec.(type) {
		case nil:
			t.Error(err)
		case *parse.Interval:
			intervals++
		case *parse.Summary:
			if rec.StartedAt.IsZero() || !rec.Complete {
				t.Errorf("%+v", rec)
			}
		}
	}
	if intervals != 5 {
		t.Errorf("%d intervals", intervals)
	}
}

func FuzzRead(f *testing.F) {
	parsetest.Fuzz(f, Formats, logNames(f), parsetest.OnlyRuns, func(t testing.TB, s *parsetest.Stream) {
		for _, run := range s.Runs {
			last := 0.0
			for _, iv := range run.Intervals {
				if iv.Start != last {
					t.Fatalf("interval (%v, %v] after %v", iv.Start, iv.End, last)
				}
				last = iv.End
				for _, op := range iv.Ops {
					if op.Count < 0 || op.Failed < 0 || math.IsNaN(op.Rate) || op.MaxMS <= 0 {
						t.Fatalf("%+v", op)
					}
				}
			}
		}
	})
}
