package hoststattest

import (
	"bytes"
	"slices"
	"testing"
	"testing/iotest"

	"jitterlog/parse"
)

// Fuzz reads anything, seeded with those files and texts.
func Fuzz(f *testing.F, formats []parse.Format, files []string, texts ...string) {
	for _, name := range files {
		f.Add(Load(f, name))
	}
	for _, s := range texts {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, format := range formats {
			if m := format.Match(head(data)); m.Score < parse.NoMatch || m.Score > parse.Certain || m.Line < 0 {
				t.Fatalf("match %+v", m)
			}
			s := Read(t, format, bytes.NewReader(data))
			if len(data) > 4096 {
				continue
			}
			again := Read(t, format, iotest.OneByteReader(bytes.NewReader(data)))
			if !slices.Equal(s.lines(), again.lines()) {
				t.Fatal("samples depend on how the source is read")
			}
		}
	})
}

// NoAllocation wants that text between head and end is read without an allocation
// more, however often it stands there.
func NoAllocation(t *testing.T, f parse.Format, head, text string) {
	t.Helper()
	allocs := func(n int) float64 {
		data := Repeated(head, text, n)
		return testing.AllocsPerRun(5, func() {
			if Count(f, data) == 0 {
				t.Fatal("no samples")
			}
		})
	}
	if few, many := allocs(10), allocs(1010); many-few > 5 {
		t.Errorf("1000 reports more take %v allocations more", many-few)
	}
}

// Repeated returns head and then text n times.
func Repeated(head, text string, n int) []byte {
	return append([]byte(head), bytes.Repeat([]byte(text), n)...)
}

// Count returns how many samples are in data.
func Count(f parse.Format, data []byte) int {
	n := 0
	for rec := range f.Read(parse.NewLines(bytes.NewReader(data))) {
		if _, ok := rec.(*parse.Sample); ok {
			n++
		}
	}
	return n
}

// Benchmark reads data again and again.
func Benchmark(b *testing.B, f parse.Format, data []byte) {
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	samples := 0
	for b.Loop() {
		if samples = Count(f, data); samples == 0 {
			b.Fatal("no samples")
		}
	}
	b.ReportMetric(float64(samples), "samples/op")
}
