package progress

import (
	"bytes"
	"math"
	"strconv"
	"testing"
	"testing/iotest"

	"jitterlog/parse"
)

func FuzzRead(f *testing.F) {
	for _, text := range logFiles(f) {
		f.Add(text)
	}
	f.Add([]byte("count:0,time:0\ncount:1e9,time:1e300\ncount:5,time:9:99:99.9\ntotal count:9223372036854775807,time:1e308 s\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		runs, rejected := readRuns(t, Formats[0], data)
		for _, run := range runs {
			sum := run.summary
			if sum.LastLine < sum.FirstLine || math.IsInf(sum.TPS, 0) && sum.ElapsedS > 1e-300 || sum.ElapsedS < 0 {
				t.Fatalf("%+v", sum)
			}
			for i, iv := range run.intervals {
				if !(iv.Start < iv.End) || run.counts[i] < 0 || i > 0 && iv.Start < run.intervals[i-1].End {
					t.Fatalf("%+v", run.intervals)
				}
			}
		}
		for _, err := range rejected {
			if err.Line < 1 || err.Text == "" {
				t.Fatalf("%+v", err)
			}
		}
		detect(data)
		if len(data) > 4096 {
			return
		}
		var whole, bytewise bytes.Buffer
		dump(&whole, Formats[0], parse.NewLines(bytes.NewReader(data)))
		dump(&bytewise, Formats[0], parse.NewLines(iotest.OneByteReader(bytes.NewReader(data))))
		if whole.String() != bytewise.String() {
			t.Fatal("records depend on how the source is read")
		}
	})
}

// manyLines is a log of n lines.
func manyLines(n int) []byte {
	var b []byte
	for i := range n {
		b = append(strconv.AppendInt(append(b, "insert count:"...), int64(i)*1000, 10), ",time:"...)
		b = append(strconv.AppendInt(b, 109+int64(i)*32532, 10), '\n')
	}
	return b
}

func count(t testing.TB, data []byte) (intervals int) {
	for rec, err := range Formats[0].Read(parse.NewLines(bytes.NewReader(data))) {
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := rec.(*parse.Interval); ok {
			intervals++
		}
	}
	return intervals
}

func TestNoAllocationPerLine(t *testing.T) {
	few, many := manyLines(101), manyLines(5101)
	allocs := func(data []byte, n int) float64 {
		return testing.AllocsPerRun(5, func() {
			if count(t, data) != n {
				t.Fatal("intervals are missing")
			}
		})
	}
	if a, b := allocs(few, 100), allocs(many, 5100); b-a > 5 {
		t.Errorf("5000 lines more take %v allocations more", b-a)
	}
}

func BenchmarkRead(b *testing.B) {
	data := manyLines(100001)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if count(b, data) != 100000 {
			b.Fatal("intervals are missing")
		}
	}
}
