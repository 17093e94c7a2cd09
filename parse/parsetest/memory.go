package parsetest

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"jitterlog/parse"
)

// Drain reads a source to its end and returns how many records it holds. Lines
// that are not understood fail the test, and so does a source without records.
func Drain(t testing.TB, f parse.Format, in io.Reader) (records int) {
	t.Helper()
	lines := parse.NewLines(in)
	lines.SetClock(time.UTC, Written)
	for _, err := range f.Read(lines) {
		if err != nil {
			t.Fatal(err)
		}
		records++
	}
	if records == 0 {
		t.Fatalf("%s reads nothing", f.Name)
	}
	return records
}

// Repeat returns head and then text n times.
func Repeat(head, text string, n int) []byte { return []byte(head + strings.Repeat(text, n)) }

// NoAllocationPerLine fails the test where the longer of two sources that
// differ in their number of lines takes more than slack allocations more.
func NoAllocationPerLine(t *testing.T, f parse.Format, short, long []byte, slack float64) {
	t.Helper()
	if few, many := Drain(t, f, bytes.NewReader(short)), Drain(t, f, bytes.NewReader(long)); few > many {
		t.Fatalf("%d records are in the short source, %d in the long one", few, many)
	}
	allocations := func(data []byte) float64 {
		return testing.AllocsPerRun(5, func() { Drain(t, f, bytes.NewReader(data)) })
	}
	if a, b := allocations(short), allocations(long); b-a > slack {
		t.Errorf("%s: %d bytes more take %v allocations more", f.Name, len(long)-len(short), b-a)
	}
}

// ConstantMemory reads a long source and fails the test where the heap grows
// beyond limit bytes while it does.
func ConstantMemory(t *testing.T, f parse.Format, in io.Reader, limit uint64) {
	t.Helper()
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	peak, records := uint64(0), 0
	for _, err := range f.Read(parse.NewLines(in)) {
		if err != nil {
			t.Fatal(err)
		}
		if records++; records%64 == 0 {
			runtime.ReadMemStats(&now)
			peak = max(peak, now.HeapAlloc)
		}
	}
	if records < 128 {
		t.Fatalf("only %d records: nothing was measured", records)
	}
	if peak > before.HeapAlloc+limit {
		t.Errorf("the heap grew by %d bytes", peak-before.HeapAlloc)
	}
}

// Benchmark reads a source again and again, all of whose lines are understood.
func Benchmark(b *testing.B, f parse.Format, data []byte) {
	b.Helper()
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	records := 0
	for b.Loop() {
		records = Drain(b, f, bytes.NewReader(data))
	}
	b.ReportMetric(float64(records), "records/op")
}

// Repeated returns a reader of size bytes or a few more, made of what line
// appends for 0, 1, 2 and so on.
func Repeated(size int64, line func(dst []byte, i int) []byte) io.Reader {
	return &repeated{left: size, line: line}
}

type repeated struct {
	left int64
	line func([]byte, int) []byte
	i    int
	buf  []byte
	from int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.from == len(r.buf) {
		if r.left <= 0 {
			return 0, io.EOF
		}
		r.buf, r.from = r.buf[:0], 0
		for len(r.buf) < 32<<10 && int64(len(r.buf)) < r.left {
			r.buf = r.line(r.buf, r.i)
			r.i++
		}
		r.left -= int64(len(r.buf))
	}
	n := copy(p, r.buf[r.from:])
	r.from += n
	return n, nil
}
