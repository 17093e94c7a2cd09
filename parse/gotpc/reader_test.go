package gotpc

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"jitterlog/parse"
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

// No report costs memory: a log of ten times the reports takes as many
// allocations.
func TestAllocations(t *testing.T) {
	for name, report := range reports {
		allocations := func(n int) float64 {
			log := []byte(strings.Repeat(report, n))
			return testing.AllocsPerRun(5, func() {
				for _, err := range read(parse.NewLines(bytes.NewReader(log))) {
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		if few, many := allocations(100), allocations(1000); many > few {
			t.Errorf("%s: %v allocations for 100 reports, %v for 1000", name, few, many)
		}
	}
}

func BenchmarkPlain(b *testing.B) { benchmarkReport(b, plainReport) }
func BenchmarkTable(b *testing.B) { benchmarkReport(b, tableReport) }
func BenchmarkJSON(b *testing.B)  { benchmarkReport(b, jsonReport) }

func benchmarkReport(b *testing.B, report string) {
	log := []byte(strings.Repeat(report, 5000))
	b.SetBytes(int64(len(log)))
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range read(parse.NewLines(bytes.NewReader(log))) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
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

func TestStop(t *testing.T) {
	for name, log := range logFiles(t) {
		for limit := 1; limit < 12; limit++ {
			n := 0
			for range read(parse.NewLines(bytes.NewReader(log))) {
				if n++; n == limit {
					break
				}
			}
			if n > limit {
				t.Errorf("%s: %d records after %d", name, n, limit)
			}
		}
	}
}

// Whatever the input: no panic, intervals have a length and follow each other,
// and each header has its summary.
func FuzzRead(f *testing.F) {
	for _, log := range logFiles(f) {
		f.Add(log[:min(len(log), 3000)])
		f.Add(log[max(0, len(log)-2000):])
	}
	f.Fuzz(func(t *testing.T, log []byte) {
		match(bytes.Split(log, []byte("\n")))
		lines := bytes.Count(log, []byte("\n")) + 1
		open, last := false, 0.0
		inLine := func(what string, n int) {
			if n < 1 || n > lines {
				t.Fatalf("%s in line %d of %d", what, n, lines)
			}
		}
		for rec, err := range read(parse.NewLines(bytes.NewReader(log))) {
			switch rec := rec.(type) {
			case nil:
				inLine("an error", err.(*parse.SyntaxError).Line)
				continue
			case *parse.Header:
				if open {
					t.Fatal("a header inside a run")
				}
				open, last = true, 0
				inLine("a header", rec.Line)
				continue
			case *parse.Interval:
				if !(rec.Start < rec.End) || rec.Start != last || len(rec.Ops) == 0 {
					t.Fatalf("interval (%v, %v] after %v", rec.Start, rec.End, last)
				}
				last = rec.End
				inLine("an interval", rec.Line)
				for _, op := range rec.Ops {
					if op.Count < 0 || op.Failed < 0 || math.IsNaN(op.Rate) || op.MaxMS <= 0 {
						t.Fatalf("%+v", op)
					}
				}
			case *parse.Event:
				inLine("an event", rec.Line)
				if rec.Count < 1 || rec.Message == "" {
					t.Fatalf("%+v", rec)
				}
			case *parse.Summary:
				inLine("a summary", rec.FirstLine)
				inLine("a summary", rec.LastLine)
				if !open || rec.LastLine < rec.FirstLine {
					t.Fatalf("a summary of lines %d to %d", rec.FirstLine, rec.LastLine)
				}
				open = false
				continue
			}
			if !open {
				t.Fatalf("%T outside a run", rec)
			}
		}
		if open {
			t.Fatal("a run without a summary")
		}
	})
}
