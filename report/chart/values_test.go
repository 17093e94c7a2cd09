package chart

import (
	"math"
	"slices"
	"testing"
)

func TestQuantile(t *testing.T) {
	// R: quantile(c(1, 2, 4, 8, 16), type = 7)
	sorted := []float64{1, 2, 4, 8, 16}
	for p, want := range map[float64]float64{0: 1, .25: 2, .4: 3.2, .5: 4, .75: 8, .9: 12.8, 1: 16} {
		if got := quantile(sorted, p); !close6(got, want) {
			t.Errorf("quantile %v is %v, want %v", p, got, want)
		}
	}
	if got := quantile([]float64{3}, .99); got != 3 {
		t.Errorf("quantile of one value is %v", got)
	}
}

func TestBoxStats(t *testing.T) {
	b := newBoxStats([]float64{-50, 1, 2, 3, 4, 5, 6, 7, 8, 9, 40, 60})
	if b.q1 != 2.75 || b.median != 5.5 || b.q3 != 8.25 {
		t.Errorf("quartiles %v, %v, %v", b.q1, b.median, b.q3)
	}
	if b.low != 1 || b.high != 9 {
		t.Errorf("whiskers %v to %v, want 1 to 9", b.low, b.high)
	}
	if !slices.Equal(b.below, []float64{-50}) || !slices.Equal(b.above, []float64{40, 60}) {
		t.Errorf("beyond: %v and %v", b.below, b.above)
	}
	// Half of the values are equal: no value is inside of the whiskers but those.
	if b = newBoxStats([]float64{0, 5, 5, 5, 5, 9}); b.low != 5 || b.high != 5 || len(b.below) != 1 || len(b.above) != 1 {
		t.Errorf("%+v", b)
	}
}

func TestBins(t *testing.T) {
	values := make([]float64, 1000)
	for i := range values {
		values[i] = float64(i)
	}
	edges := binEdges([]Series{{Values: values}}, false)
	// Freedman and Diaconis: 2 x 499.5 / 1000^(1/3) = 99.9, so 10 bins from 0 to 999.
	if len(edges) != 11 || edges[0] != 0 || edges[10] != 999 {
		t.Fatalf("edges %v", edges)
	}
	shares := binShares(values, edges)
	for i, share := range shares {
		if math.Abs(share-10) > 0.11 {
			t.Errorf("bin %d has %v %%", i, share)
		}
	}
	logEdges := binEdges([]Series{{Values: []float64{1, 10, 100, 10000}}}, true)
	if ratio := logEdges[1] / logEdges[0]; math.Abs(logEdges[2]/logEdges[1]/ratio-1) > 1e-9 {
		t.Errorf("edges %v are not equal on a logarithmic axis", logEdges)
	}
	if edges := binEdges([]Series{{Values: []float64{4, 4, 4}}}, false); !(edges[0] < 4 && edges[len(edges)-1] > 4) {
		t.Errorf("equal values: edges %v", edges)
	}
	wide := append(slices.Repeat([]float64{1}, 50), slices.Repeat([]float64{1.001}, 50)...)
	if edges := binEdges([]Series{{Values: append(wide, 1e6)}}, false); len(edges) != mostBins+1 {
		t.Errorf("%d edges, want the bound", len(edges))
	}
}

func TestECDFSteps(t *testing.T) {
	p := plot{rect: rect{0, 0, 100, 100}, x: scale{lo: 0, hi: 10, from: 0, to: 100}, y: scale{lo: 0, hi: 100, from: 100, to: 0}}
	want := []at{{0, 100}, {20, 100}, {20, 75}, {50, 75}, {50, 25}, {90, 25}, {90, 0}, {100, 0}}
	if got := steps(p, []float64{2, 5, 5, 9}); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	many := make([]float64, 100_000)
	for i := range many {
		many[i] = 10 * float64(i) / 100_000
	}
	if got := steps(p, many); len(got) > 210 {
		t.Errorf("%d points for 100 pixels", len(got))
	}
}
