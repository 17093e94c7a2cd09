package chart

import (
	"strings"
	"testing"
)

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		lo, hi float64
		axis   Axis
		most   int
		want   string
		unit   string
	}{
		{0, 400, Axis{}, 5, "0 100 200 300 400", ""},
		{0, 2068, Axis{}, 5, "0 500 1,000 1,500 2,000", ""},
		{-10, 300, Axis{Clock: true}, 8, "0 50 100 150 200 250 300", "s"},
		{0, 1200, Axis{Clock: true}, 7, "0 200 400 600 800 1,000 1,200", "s"},
		{0, 3600, Axis{Clock: true}, 7, "0 10 20 30 40 50 60", "min"},
		{-600, 3600, Axis{Clock: true}, 8, "−10 0 10 20 30 40 50 60", "min"},
		{0, 4 * 3600, Axis{Clock: true}, 10, "0:00 0:30 1:00 1:30 2:00 2:30 3:00 3:30 4:00", "h:min"},
		{0, 86400, Axis{Clock: true}, 8, "0 3 6 9 12 15 18 21 24", "h"},
		{0, 0.0032, Axis{}, 4, "0 0.001 0.002 0.003", ""},
		{-2, 2, Axis{}, 4, "−2 −1 0 1 2", ""},
		{0, 3e6, Axis{}, 3, "0 1M 2M 3M", ""},
		{0, 2.5e9, Axis{}, 5, "0 0.5G 1.0G 1.5G 2.0G 2.5G", ""},
		{1, 1000, Axis{Log: true}, 4, "1 10 100 1,000", ""},
		{5, 200, Axis{Log: true}, 6, "5 10 20 50 100 200", ""},
		{1e-3, 1e9, Axis{Log: true}, 4, "0.001 1 1,000 1M 1G", ""},
		{5, 1e11, Axis{Log: true}, 2, "5 100G", ""},
		{5, 5e5, Axis{Log: true}, 1, "5 500,000", ""},
		{40, 45, Axis{Log: true}, 5, "40 41 42 43 44 45", ""},
	} {
		ticks, unit := scale{lo: test.lo, hi: test.hi, log: test.axis.Log}.ticks(test.axis, test.most)
		var texts []string
		for _, tick := range ticks {
			texts = append(texts, tick.text)
		}
		if got := strings.Join(texts, " "); got != test.want || unit != test.unit {
			t.Errorf("%v to %v: %q in %q, want %q in %q", test.lo, test.hi, got, unit, test.want, test.unit)
		}
	}
}

func TestAxisScale(t *testing.T) {
	for _, test := range []struct {
		lo, hi            float64
		log               bool
		fromZero, roundly bool
		wantLo, wantHi    float64
	}{
		{300, 390, false, true, true, 0, 400},
		{300, 390, false, false, true, 300, 400},
		{-5, 9, false, true, true, -5, 10},
		{-9, -4, false, true, true, -10, 0},
		{7, 7, false, true, true, 0, 8},
		{7, 7, false, false, false, 6.65, 7.35},
		{0, 0, false, true, true, 0, 1},
		{5.8, 5050, true, false, true, 5, 10000},
		{10, 1000, true, false, true, 10, 1000},
	} {
		s := axisScale(extent{test.lo, test.hi, true}, Axis{Log: test.log}, test.fromZero, test.roundly, 5)
		if !close6(s.lo, test.wantLo) || !close6(s.hi, test.wantHi) {
			t.Errorf("%v to %v: axis from %v to %v, want %v to %v", test.lo, test.hi, s.lo, s.hi, test.wantLo, test.wantHi)
		}
	}
}

// close6 compares to six decimals.
func close6(a, b float64) bool { return a-b < 1e-6 && b-a < 1e-6 }
