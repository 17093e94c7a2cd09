package load

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// Percentiles agree with those of the sorted list within 0.1 %, whatever the
// shape, also when they come from several histograms.
func TestPercentilesAgainstSortedList(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, draw := range map[string]func() float64{
		"lognormal":   func() float64 { return 2e5 * math.Exp(1.5*r.NormFloat64()) },
		"microsecond": func() float64 { return 1000 + 2000*r.Float64() },
		"bimodal":     func() float64 { return []float64{6e4, 3e9}[r.IntN(2)] * (1 + r.Float64()) },
		"pareto":      func() float64 { return 5e4 * math.Pow(1-r.Float64(), -0.8) },
	} {
		parts := make([]distribution, 4)
		var all []time.Duration
		for i := range 50_000 {
			d := time.Duration(min(draw(), 3.6e12))
			parts[i%4].record(d)
			all = append(all, d)
		}
		var sum distribution
		for i := range parts {
			sum.take(&parts[i])
			if parts[i].count() != 0 {
				t.Fatal("a histogram was not emptied")
			}
		}
		slices.Sort(all)
		for _, pct := range []float64{1, 50, 90, 95, 99, 99.9, 100} {
			want := all[max(1, int(math.Ceil(pct/100*float64(len(all)))))-1]
			if got := sum.percentile(pct); math.Abs(float64(got)/float64(want)-1) > 0.001 {
				t.Errorf("%s: p%v is %v, want %v", name, pct, got, want)
			}
		}
		l := sum.latency(true)
		if l.Max != ms(all[len(all)-1]) || l.N != int64(len(all)) {
			t.Errorf("%s: %+v", name, l)
		}
	}
}

// The cells are those of HdrHistogram, and so are the percentiles.
func TestCellsOfHDR(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	hdr := hdrhistogram.New(1, int64(longest), 3)
	var ours distribution
	record := func(d time.Duration) {
		ours.record(d)
		if err := hdr.RecordValue(int64(d)); err != nil {
			t.Fatal(err)
		}
	}
	for bit := range 42 {
		for _, d := range []time.Duration{1<<bit - 1, 1 << bit, 1<<bit + 1} {
			record(min(d, longest))
		}
	}
	record(longest)
	for range 10_000 {
		record(time.Duration(math.Exp(r.Float64() * math.Log(float64(longest)))))
	}
	var want []bar
	for _, b := range hdr.Distribution() {
		if b.Count > 0 {
			want = append(want, bar{time.Duration(b.From), time.Duration(b.To), b.Count})
		}
	}
	if got := slices.Collect(ours.cells.bars()); !slices.Equal(got, want) {
		t.Errorf("%d cells, want %d: the first ones %v, want %v", len(got), len(want), got[:9], want[:9])
	}
	for _, pct := range []float64{0, 10, 50, 95, 99.9, 100} {
		// The library rounds to the nearest rank, where ours is the next one up.
		rank := math.Ceil(pct / 100 * float64(hdr.TotalCount()))
		if got, want := ours.percentile(pct), min(time.Duration(hdr.ValueAtPercentile(100*rank/float64(hdr.TotalCount()))), longest); got != want {
			t.Errorf("p%v is %v, want %v", pct, got, want)
		}
	}
	ours.reset()
	if n := len(slices.Collect(ours.cells.bars())); n > 0 || ours.percentile(50) != 0 {
		t.Errorf("%d cells after a reset", n)
	}
}

func BenchmarkRecord(b *testing.B) {
	var d distribution
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		d.record(time.Duration(100_000 + i%100_000))
	}
}

// Of a few, a percentile is the smallest value that has the share below or at it.
func TestPercentilesOfFew(t *testing.T) {
	var d distribution
	for i := range 175 {
		d.record(time.Duration(i+1) * time.Millisecond)
	}
	for pct, want := range map[float64]float64{50: 88, 95: 167, 99: 174, 99.9: 175, 100: 175} {
		if got := ms(d.percentile(pct)); math.Abs(got/want-1) > 0.001 {
			t.Errorf("p%v is %v ms, want %v", pct, got, want)
		}
	}
}

func TestOverlong(t *testing.T) {
	var d distribution
	d.record(2 * time.Hour)
	if d.overlong != 1 || d.max != 2*time.Hour || d.count() != 1 {
		t.Errorf("%+v", d)
	}
}
