package sysbench

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"jitterlog/parse"
)

func FuzzRead(f *testing.F) {
	for _, name := range logFiles(f) {
		f.Add(load(f, name))
	}
	f.Add([]byte("[ 1s ] thds: 1 eps: nan lat (ms,95%): inf\n[ 1s ] 1 MB/sec,[ 2s ] 1 MB/sec"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := readAll(t, bytes.NewReader(data))
		if len(s.headers) != len(s.summaries) {
			t.Fatalf("%d headers, %d summaries", len(s.headers), len(s.summaries))
		}
		open := false
		for _, line := range s.text {
			kind, _, _ := strings.Cut(line, " ")
			switch kind {
			case "header":
				if open {
					t.Fatal("a header within a run")
				}
				open = true
			case "summary":
				if !open {
					t.Fatal("a summary without header")
				}
				open = false
			case "interval", "event", "bucket", "sample":
				if !open {
					t.Fatalf("outside a run: %s", line)
				}
			}
		}
		for _, iv := range s.intervals {
			if !(iv.Start < iv.End) {
				t.Fatalf("interval (%v, %v]", iv.Start, iv.End)
			}
		}
		for i, sum := range s.summaries {
			if sum.LastLine < sum.FirstLine || i > 0 && sum.FirstLine <= s.summaries[i-1].LastLine && sum.FirstLine < s.summaries[i-1].FirstLine {
				t.Fatalf("run %d is lines %d-%d", i, sum.FirstLine, sum.LastLine)
			}
		}
		for _, e := range s.events {
			if e.Count < 1 || e.Line < 1 {
				t.Fatalf("event %+v", e)
			}
		}
		if len(data) < 4096 {
			if again := readAll(t, iotest.OneByteReader(bytes.NewReader(data))); !slices.Equal(s.text, again.text) {
				t.Fatal("records depend on how the source is read")
			}
		}
	})
}

const sqlLine = "[ 1s ] thds: 8 tps: 1469.16 qps: 29492.09 (r/w/o: 20658.13/5887.64/2946.31) lat (ms,95%): 8.74 err/s: 0.00 reconn/s: 0.00\n"

// manyLines is a log of n interval lines.
func manyLines(n int) []byte {
	b := &bytes.Buffer{}
	b.WriteString("sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\nRunning the test with following options:\nNumber of threads: 8\nReport intermediate results every 1 second(s)\nThreads started!\n\n")
	for i := range n {
		b.WriteString("[ ")
		b.WriteString(digits(i + 1))
		b.WriteString(strings.TrimPrefix(sqlLine, "[ 1"))
	}
	return b.Bytes()
}

func digits(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return digits(n/10) + string(rune('0'+n%10))
}

func count(data []byte) (intervals int) {
	for rec := range Formats[0].Read(parse.NewLines(bytes.NewReader(data))) {
		if _, ok := rec.(*parse.Interval); ok {
			intervals++
		}
	}
	return intervals
}

func TestNoAllocationPerLine(t *testing.T) {
	few, many := manyLines(100), manyLines(5100)
	allocs := func(data []byte, n int) float64 {
		return testing.AllocsPerRun(5, func() {
			if count(data) != n {
				t.Fatal("intervals are missing")
			}
		})
	}
	if a, b := allocs(few, 100), allocs(many, 5100); b-a > 5 {
		t.Errorf("5000 lines more take %v allocations more", b-a)
	}
}

func BenchmarkRead(b *testing.B) {
	data := manyLines(100000)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if count(data) != 100000 {
			b.Fatal("intervals are missing")
		}
	}
}
