package load

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
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
			want := all[max(1, int(math.Round(pct/100*float64(len(all)))))-1]
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

func TestOverlong(t *testing.T) {
	var d distribution
	d.record(2 * time.Hour)
	if d.overlong != 1 || d.max != 2*time.Hour || d.count() != 1 {
		t.Errorf("%+v", d)
	}
}
